import type { TypeAccuracy, TypeEntry } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 20,
  type: 'conformers',
  path: '/conformers',
  aliases: [],
  title: 'Conformers',
};

export const summary =
  'The older conformer search: conformers of one molecule with one final method and their weights.';

export const accuracy: TypeAccuracy = {
  setsOf: ['conformer_search'],
  restsOn: 'Its conformers of butane and pentane are those of the conformer search.',
  fails: 'As the conformer search. A molecule with many rotors needs more starting structures than the default.',
};
