import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 50,
  type: 'multistage_opt',
  path: '/multistage-opt',
  aliases: [],
  title: 'Multistage Optimization',
  gives: 'minimum',
  stages: true,
};

export const summary = 'Optimizes a molecule with methods of rising quality, then computes a final energy.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'optimization',
  asks: 'A good geometry and a better energy',
};

export const accuracy: TypeAccuracy = {
  restsOn: 'Each stage has the energy of the same basic calculation (test).',
  fails: 'As for a basic calculation. A single point on a GFN2-xTB geometry keeps the errors of that geometry.',
};
