import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 100,
  type: 'pka',
  path: '/pka',
  aliases: [],
  title: 'Microscopic pKa',
};

export const summary = 'pKa of each acidic and basic site of a molecule.';

export const question: TypeQuestion = { group: 'solution', short: 'pKa', asks: 'pKa of each site' };

export const accuracy: TypeAccuracy = {
  fails:
    'N–H acids (sulfonamides, imides, amides, azoles) have no line of their own and are marked as outside calibration; polyfunctional amines are too weak by up to 1.2.',
};
