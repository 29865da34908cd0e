import type { TypeAccuracy, TypeEntry } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 190,
  type: 'ion_mobility',
  path: '/ion-mobility',
  aliases: [],
  title: 'Ion Mobility',
};

export const summary = 'Collision cross section of an ion, averaged over its conformers.';

export const accuracy: TypeAccuracy = {
  fails:
    'Ions that fold (choline, tetraethylammonium) stay up to 5 % too small; very small ions and ions with several charges are outside.',
};
