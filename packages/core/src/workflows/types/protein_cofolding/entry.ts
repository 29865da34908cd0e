import type { TypeEntry } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 270,
  type: 'protein_cofolding',
  path: '/protein-cofolding',
  aliases: [],
  title: 'Protein–Ligand Co-Folding',
};

export const summary =
  'Structure of proteins, nucleic acids and ligands together, with confidence and binding affinity.';

/** It does not compute by itself: its weights are a user's to place. */
export const accuracy = null;
