import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 170,
  type: 'strain',
  path: '/strain',
  aliases: [],
  title: 'Strain',
};

export const summary = 'Strain of a given pose of a molecule, relative to its relaxed conformers.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'strain',
  asks: 'How strained a given pose is',
  wants: 'a pose',
};

export const accuracy: TypeAccuracy = {
  setsOf: [],
  restsOn:
    'Gauche butane, held by springs, has 0.4 to 0.8 kcal/mol (0.60 in ACONF); the energy of the springs is left out (tests).',
  fails:
    'Poses with intramolecular hydrogen bonds or charges: in the gas phase the lowest conformer is folded, and the strain comes out too large.',
};
