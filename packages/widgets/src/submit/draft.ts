import type { WorkflowData } from '@cuvette/core/workflows';

/** The choice to run every stereoisomer, each as an item of its own. */
export const everyIsomer = 'every';

/** What the person has put in as the molecule, exactly as typed: nothing here is judged yet. */
export interface MoleculeDraft {
  kind: 'smiles' | 'file';
  text: string;
  file: { name: string; text: string } | null;
  /** Which structure of a file with several, from 0. */
  record: number;
  /** Which part of a structure of several: its SMILES, `all`, or null while nothing is chosen. */
  fragment: string | null;
  /** SMILES of the chosen stereoisomer, or `everyIsomer`. */
  isomer: string | null;
  /** What the structure is called where it was taken from; null where it was typed. */
  called: string | null;
  /** As typed; null follows the structure. */
  charge: string | null;
  multiplicity: string | null;
}

/** One unsent form. */
export interface SubmitDraft {
  molecule: MoleculeDraft;
  data: WorkflowData;
  /** null follows the molecule. */
  name: string | null;
  /** Whether the person gets a mail when it has ended. */
  email: boolean;
  /** Most credits that it may use, as typed; empty: no limit. */
  limit: string;
}

/** A molecule input that nobody has touched. */
export const emptyMolecule: MoleculeDraft = {
  kind: 'smiles',
  text: '',
  file: null,
  record: 0,
  fragment: null,
  isomer: null,
  called: null,
  charge: null,
  multiplicity: null,
};

const prefix = 'cuvette.draft.';

/** The draft of this browser tab under a key, or null: none, unreadable, or storage not allowed. */
export function loadDraft(key: string): SubmitDraft | null {
  try {
    const text = sessionStorage.getItem(prefix + key);
    if (!text) return null;
    const value = JSON.parse(text) as Partial<SubmitDraft> | null;
    if (!value?.data || !value.molecule) return null;
    const { data, name = null, email = false, limit = '' } = value;
    return { molecule: { ...emptyMolecule, ...value.molecule }, data, name, email, limit };
  } catch {
    return null;
  }
}

/** Keeps a draft for this browser tab; a draft too large for the browser's storage is kept without its file. */
export function saveDraft(key: string, draft: SubmitDraft): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    try {
      sessionStorage.setItem(prefix + key, JSON.stringify({ ...draft, molecule: { ...draft.molecule, file: null } }));
    } catch {
      // Storage is full or forbidden: the form still holds everything while it is open.
    }
  }
}

/** Forgets a draft. */
export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Storage is forbidden, so there is nothing to forget.
  }
}
