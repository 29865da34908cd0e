import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 190,
  type: 'ion_mobility',
  path: '/ion-mobility',
  aliases: [],
  title: 'Ion Mobility',
};

export const summary = 'Collision cross section of an ion, averaged over its conformers.';

export const question: TypeQuestion = {
  group: 'spectra',
  short: 'ion mobility',
  asks: 'Collision cross section of an ion',
};

export const accuracy: TypeAccuracy = {
  fails:
    'Ions that fold (choline, tetraethylammonium) stay up to 5 % too small; very small ions and ions with several charges are outside.',
};
