import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 30,
  type: 'tautomers',
  path: '/tautomers',
  aliases: [],
  title: 'Tautomer Search',
};

export const summary = 'Finds the tautomers of a molecule and ranks them by energy in water.';

export const question: TypeQuestion = { group: 'shape', short: 'tautomers', asks: 'Which tautomers it has in water' };

export const accuracy: TypeAccuracy = {
  fails:
    'Without the correction GFN2-xTB makes each hydroxyl group on carbon 3.4 kcal/mol too stable, so that enols and hydroxypyridines come out too low. Ring sizes, charges and groups outside the 24 equilibria are not tested.',
};
