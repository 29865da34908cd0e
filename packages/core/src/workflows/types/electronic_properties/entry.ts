import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: 60,
  type: 'electronic_properties',
  path: '/orbitals',
  aliases: [],
  title: 'Orbitals and Electronic Properties',
  finishedPollSeconds: 60,
};

export const summary =
  'Orbitals, electron density, electrostatic potential, charges, bond orders and multipoles of a molecule.';

export const question: TypeQuestion = {
  group: 'spectra',
  short: 'orbitals',
  asks: 'Orbitals, density, charges and dipole moment',
};

export const accuracy: TypeAccuracy = {
  restsOn:
    'Orbitals, charges, dipole moment and bond orders are those of the engine (PySCF or tblite); the density on the grid sums to the number of electrons within 0.5 % (test).',
  fails:
    'Orbital energies are not ionization energies or electron affinities. Mulliken charges depend on the basis set.',
};
