import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1030,
  type: 'pocket_detection',
  path: '/pocket-detection',
  aliases: [],
  title: 'Pocket Detection',
  additional: true,
};

export const summary = 'Pockets of a protein that a ligand may bind in, with volume and score.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'pockets',
  asks: 'Where a ligand may bind',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'In four proteins of crystal structures (1IA1, 1S3V, 1UOU, 1OF6) with the ligand taken out, at the default distance: the site of the ligand is the first pocket in two, the second beside that of the cofactor in one, and none in 1OF6, where a merge distance of 2.75 Å has it first (test).',
  fails:
    'Pockets that open on binding, shallow ones at interfaces of proteins, and those that several chains form where only one is in the file. The score says how likely a ligand binds, not how strongly.',
};
