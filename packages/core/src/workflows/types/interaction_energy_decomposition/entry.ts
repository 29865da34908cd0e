import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 1080,
  type: 'interaction_energy_decomposition',
  path: '/interaction-energy-decomposition',
  aliases: [],
  title: 'Interaction Energy Decomposition',
  additional: true,
};

export const summary =
  'Why two molecules attract each other: electrostatics, exchange, induction and dispersion by SAPT0.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'SAPT0',
  asks: 'Why two molecules attract each other',
  wants: 'a complex',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'The terms of ethene and ethyne are those of psi4’s own test within 0.02 kcal/mol, and the water dimer of S22 has −5.08 kcal/mol, 0.06 below CCSD(T) at the basis-set limit (tests of the full run).',
  fails:
    'SAPT0 with jun-cc-pVDZ relies on cancellation of errors: other basis sets are not necessarily better. Dispersion of large π systems is overestimated. Ions, metals and covalent contacts are outside what it was tested on.',
};
