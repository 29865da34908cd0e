import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 160,
  type: 'spin_states',
  path: '/spin-states',
  aliases: [],
  title: 'Spin States',
};

export const summary = 'Structures and energies of a molecule in several multiplicities.';

export const question: TypeQuestion = {
  group: 'shape',
  short: 'spin states',
  asks: 'Which multiplicity is the most stable',
};

export const accuracy: TypeAccuracy = {
  fails:
    'Singlets of carbenes and silylenes (closed shell) by up to 12 kcal/mol; gaps of atoms and molecules with two electrons in equal orbitals (NH), which are withheld. Transition metals are not in the set.',
};
