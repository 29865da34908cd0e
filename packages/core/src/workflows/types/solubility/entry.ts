import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 110,
  type: 'solubility',
  path: '/solubility',
  aliases: [],
  title: 'Solubility',
};

export const summary = 'Solubility of a molecule in solvents at several temperatures.';

export const question: TypeQuestion = {
  group: 'solution',
  short: 'solubility',
  asks: 'How much dissolves in water and other solvents',
};

export const accuracy: TypeAccuracy = {
  fails:
    'Crystals with a high melting point (uric acid, −3.9, comes out at 0.1 and −0.4), organophosphates, and very large molecules. The equation does not describe the crystal.',
};
