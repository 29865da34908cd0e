import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 90,
  type: 'macropka',
  path: '/macropka',
  aliases: [],
  title: 'Macroscopic pKa',
};

export const summary =
  'All protonation states of a molecule by pH, its macroscopic pKa values, logD and isoelectric point.';

export const question: TypeQuestion = {
  group: 'solution',
  short: 'macro-pKa',
  asks: 'Protonation states by pH, logD, isoelectric point',
};

export const accuracy: TypeAccuracy = {
  fails:
    'Several equal acids of one molecule and diamines: the two constants come out too close together (see “Known misses”). Molecules with N–H acids of azoles.',
};
