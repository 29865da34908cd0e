import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 220,
  type: 'double_ended_ts_search',
  path: '/double-ended-ts-search',
  aliases: [],
  title: 'Double-Ended TS Search',
  gives: 'path',
};

export const summary = 'Finds the path and the transition state between a reactant and a product.';

export const question: TypeQuestion = {
  group: 'reactivity',
  short: 'transition state',
  asks: 'The path and the barrier between two structures',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'Saddle points of five of the seven published ML-FSM examples are found within 0.3 Å with one imaginary mode (test); energies rest on the chosen method.',
  fails:
    'GFN2-xTB gives HCN → HNC 73 kcal/mol where 44 to 48 are measured; r²SCAN-3c energies on its geometries give 47.5. The loss of hydrogen from ethane and alanine’s turn end elsewhere (see “Known misses”).',
};
