import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 250,
  type: 'batch_docking',
  path: '/batch-docking',
  aliases: [],
  title: 'Batch Docking',
};

export const summary = 'Docks a list of compounds into one pocket and ranks them by their best score.';

export const question: TypeQuestion = {
  group: 'protein',
  short: 'batch docking',
  asks: 'Which of many compounds bind best',
};

export const accuracy: TypeAccuracy = {
  setsOf: ['docking'],
  restsOn: 'Each ligand is docked as in Docking.',
  fails: 'As for docking. A score is not an affinity.',
};
