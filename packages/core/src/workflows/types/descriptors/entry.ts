import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 80,
  type: 'descriptors',
  path: '/descriptors',
  aliases: [],
  title: 'Descriptors',
};

export const summary =
  'Molecular descriptors in two and three dimensions, with charges and Fukui indices of each atom.';

export const question: TypeQuestion = {
  group: 'drug',
  short: 'descriptors',
  asks: 'Descriptors in two and three dimensions',
};

export const accuracy: TypeAccuracy = {
  comparedWithProgram: true,
  restsOn:
    'All 1826 descriptors equal those of the original Mordred called by hand on the same structure, to 1e-4 of their size (test).',
  fails:
    'Descriptors that Mordred itself cannot compute have no value (the result lists them with the reason). Radicals are refused.',
};
