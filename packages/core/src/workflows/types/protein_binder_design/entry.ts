import type { TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 290,
  type: 'protein_binder_design',
  path: '/protein-binder-design',
  aliases: [],
  title: 'Protein Binder Design',
};

export const summary = 'Designs proteins, peptides or nanobodies that bind a target.';

export const question: TypeQuestion = { group: 'protein', short: 'binders', asks: 'New proteins that bind a target' };

/** It does not compute by itself: its weights are a user's to place. */
export const accuracy = null;
