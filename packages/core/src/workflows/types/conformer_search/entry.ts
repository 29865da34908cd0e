import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 10,
  type: 'conformer_search',
  path: '/conformer_search',
  aliases: ['/conformer-search'],
  title: 'Conformer Search',
  gives: 'conformer',
};

export const summary = 'Generates, optimizes and ranks the conformers of a molecule, with Boltzmann weights.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'conformers',
  asks: 'Which shapes it takes, and how often',
};

export const accuracy: TypeAccuracy = {
  fails:
    'The set has four energies of alkanes only. Nothing is measured here for polar molecules, in which a hydrogen bond or a salt bridge decides the order; GFN2-xTB in the gas phase folds them too much.',
};
