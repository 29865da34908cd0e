import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 20,
  type: 'conformers',
  path: '/conformers',
  aliases: [],
  title: 'Conformers',
  gives: 'conformer',
};

export const summary =
  'The older conformer search: conformers of one molecule with one final method and their weights.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'conformers',
  asks: 'Which shapes it takes, by the older search',
};

export const accuracy: TypeAccuracy = {
  setsOf: ['conformer_search'],
  restsOn: 'Its conformers of butane and pentane are those of the conformer search.',
  fails: 'As for the conformer search. A molecule with many rotors needs more starting structures than the default.',
};
