import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 240,
  type: 'docking',
  path: '/docking',
  aliases: [],
  title: 'Docking',
};

export const summary = 'Poses of a ligand in the pocket of a protein, with scores and strain.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'docking',
  asks: 'Where it binds in a pocket, and how well',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'Poses are judged as PoseBusters judges them alone (test). In the full test the best of four poses is within 2 Å of the crystal’s in four of five complexes.',
  fails:
    'In 1uou all independent searches agree on a pose 4.9 Å from the crystal’s: agreement does not make the scoring function right. Scores do not rank different ligands by affinity. Metals, covalent ligands, water between ligand and protein, and pockets that open on binding are not described.',
};
