/** How large a molecule a recipe takes: the number, and how the sentence that refuses a larger one begins. */
export interface SizeLimit {
  /** Atoms besides hydrogen. */
  most: number;
  subject: string;
}

/** Recipes that build conformers and optimize several forms, or solve a field for each: larger molecules take hours to days. */
const most = 100;

/** Limits by workflow type. Form, API and recipe refuse with them; no other place has the numbers or the words. */
export const sizeLimits = {
  pka: { most, subject: 'pKa' },
  macropka: { most, subject: 'Macroscopic pKa' },
  hydrogen_bond_basicity: { most, subject: 'Hydrogen-bond basicity' },
  nmr: { most, subject: 'NMR' },
  ion_mobility: { most, subject: 'Ion mobility with conformer search, optimization or protonation' },
} as const satisfies Record<string, SizeLimit>;

/** The refusal, with the names of its values in braces. */
export const tooManyHeavyAtoms =
  '{subject} takes at most {most} heavy atoms; this structure has {count}. Submit the part that matters.';

/** Most points of a scan: a grid of 100 by 100. */
export const mostScanPoints = 10_000;
