import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 120,
  type: 'admet',
  path: '/admet',
  aliases: [],
  title: 'ADME-Tox Prediction',
};

export const summary = 'Absorption, distribution, metabolism, excretion and toxicity of a molecule.';

export const question: TypeQuestion = {
  group: 'drug',
  short: 'ADMET',
  asks: 'Absorption, distribution, metabolism, toxicity',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'The evaluation is compared with the original package. Its authors report how good the models are (Swanson et al., Bioinformatics 2024, 40, btae416; not opened here).',
  fails:
    'Salts, metals, peptides and macrocycles, which the models have seen little of. Regression models give impossible values outside their data (a negative half-life); such a value is shown as none.',
};
