import type { TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 270,
  type: 'protein_cofolding',
  path: '/protein-cofolding',
  aliases: [],
  title: 'Protein–Ligand Co-Folding',
};

export const summary =
  'Structure of proteins, nucleic acids and ligands together, with confidence and binding affinity.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'co-folding',
  asks: 'The structure of proteins and ligands together',
};

/** It does not compute by itself: its weights are a user's to place. */
export const accuracy = null;
