import type { MoleculeDraft } from '@cuvette/widgets/submit';
import { emptyMolecule, type FirstMolecule } from '@cuvette/widgets/submit';

/** What goes from the choice of a type to its form in the address: a SMILES with its name, or a mark of what is kept in this browser tab. */
export interface CarriedSearch {
  smiles?: string;
  called?: string;
  carried?: string;
}

/** What is kept in the tab: coordinates, or a list. */
type Kept = { molecule: MoleculeDraft } | { list: string };

const prefix = 'cuvette.carried.';

/** What was too large for the storage of the tab. It is lost when the page is loaded again. */
const inMemory = new Map<string, string>();

/** The molecule of a choice as its form's address names it. What is too large for an address is kept in the tab under a name of its own. */
export function carriedSearch({ state, draft, called }: FirstMolecule): CarriedSearch {
  if (draft.kind === 'file' && draft.file) return kept({ molecule: { ...draft, isomer: null } });
  // A part or an isomer that was chosen runs; what is still open is asked by the form.
  const smiles = state.status === 'ready' ? (state.smiles ?? draft.text) : draft.text;
  return smiles === '' ? {} : { smiles, ...(called ? { called } : {}) };
}

/** The list of many molecules as the form of a batch finds it. */
export function carriedList(text: string): CarriedSearch {
  return text.trim() === '' ? {} : kept({ list: text });
}

function kept(what: Kept): CarriedSearch {
  const text = JSON.stringify(what);
  // The same again has the same name, so that a form that was begun with it is found again.
  const name = hashOf(text);
  try {
    sessionStorage.setItem(prefix + name, text);
  } catch {
    inMemory.set(name, text);
  }
  return { carried: name };
}

function hashOf(text: string): string {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) | 0;
  return (hash >>> 0).toString(36);
}

function readKept(name: string | undefined): Partial<{ molecule: MoleculeDraft; list: string }> {
  if (name === undefined) return {};
  try {
    return JSON.parse(inMemory.get(name) ?? sessionStorage.getItem(prefix + name) ?? '{}') as ReturnType<
      typeof readKept
    >;
  } catch {
    return {};
  }
}

/** The molecule that an address carries; null where it carries none, or another tab kept it. */
export function carriedMolecule({ smiles, called, carried }: CarriedSearch): MoleculeDraft | null {
  if (smiles !== undefined) return { ...emptyMolecule, text: smiles, called: called ?? null };
  return readKept(carried).molecule ?? null;
}

/** The list that an address carries; empty where it carries none. */
export function listCarried({ carried }: CarriedSearch): string {
  return readKept(carried).list ?? '';
}
