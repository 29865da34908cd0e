import type { MoleculeDraft } from '../draft.ts';

/** What a person has given before a type is chosen, exactly as typed. */
export interface FirstDraft {
  /** Text of the field. */
  text: string;
  /** What was taken from a drawing, a list or a file in place of the text; null where the text holds. */
  taken: MoleculeDraft | null;
  /** The text is a list, also while it has one line. */
  isList: boolean;
  /** Chosen part and stereoisomer of what is open. */
  fragment: string | null;
  isomer: string | null;
  protein: { uuid: string; name: string } | null;
}

/** Nothing given yet. */
export const emptyFirst: FirstDraft = {
  text: '',
  taken: null,
  isList: false,
  fragment: null,
  isomer: null,
  protein: null,
};

const key = 'cuvette.first';

/** Returns what this browser tab was given before; nothing where there is none, or storage is not allowed. */
export function loadFirst(): FirstDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<FirstDraft> | null;
    return stored && typeof stored.text === 'string' ? { ...emptyFirst, ...stored } : emptyFirst;
  } catch {
    return emptyFirst;
  }
}

/** Keeps what was given for this browser tab, as far as its storage has room. */
export function saveFirst(draft: FirstDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the page still holds everything while it is open.
  }
}
