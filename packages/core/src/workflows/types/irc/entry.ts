import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 210,
  type: 'irc',
  path: '/irc',
  aliases: [],
  title: 'Intrinsic Reaction Coordinate',
  gives: 'path',
};

export const summary = 'Follows the reaction path from a transition state to both sides.';

export const question: TypeQuestion = {
  group: 'reactivity',
  short: 'IRC',
  asks: 'Where a transition state leads',
  wants: 'a transition state',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'The inversion of ammonia has two equal ends and a barrier of 5 to 7 kcal/mol (5.8 measured) with GFN2-xTB (test).',
  fails: 'The path is that of the method: barriers of GFN2-xTB can be off by 20 kcal/mol and more (HCN → HNC).',
};
