import type { Molecule } from '../../../entities/molecule.ts';
import { totalEnergies } from '../../../entities/total-energies.ts';
import type { MoleculesByCalculation, NamedValue } from '../../definition.ts';
import { excitedStates } from '../../parts/calculations/excited-states-table.ts';

const energies = { unit: 'Hartree', precision: 6 };

const quantities: readonly (Pick<NamedValue, 'path' | 'title' | 'unit' | 'precision'> & {
  read: (molecule: Molecule) => number | null;
})[] = [
  { path: 'energy', title: 'Energy', ...energies, read: ({ energy }) => energy },
  { path: 'zero_point_energy', title: 'Zero-point energy', ...energies, read: (one) => one.zero_point_energy },
  { path: 'total_enthalpy', title: 'Enthalpy, H', ...energies, read: (one) => totalEnergies(one).enthalpy },
  {
    path: 'gibbs_free_energy',
    title: 'Gibbs free energy, G',
    ...energies,
    read: (one) => totalEnergies(one).freeEnergy,
  },
  { path: 'homo_lumo_gap', title: 'HOMO–LUMO gap', unit: 'eV', precision: 3, read: (one) => one.homo_lumo_gap },
  {
    path: 'lowest_excitation',
    title: 'Lowest excitation',
    unit: 'eV',
    precision: 3,
    read: (one) => excitedStates(one)[0]?.energy ?? null,
  },
  {
    path: 'dipole',
    title: 'Dipole moment',
    unit: 'Debye',
    precision: 3,
    read: ({ dipole }) => (dipole ? Math.hypot(...dipole) : null),
  },
  {
    path: 'lowest_frequency',
    title: 'Lowest frequency',
    unit: 'cm⁻¹',
    precision: 1,
    read: ({ vibrational_modes: modes }) =>
      modes?.length ? Math.min(...modes.map(({ frequency }) => frequency)) : null,
  },
];

/** Energies and properties of a calculation's last molecule, by name; without its molecules all of them are not there yet, nor before it has ended (`define.ts`). */
export function moleculeValues(calculation: string | null, molecules: MoleculesByCalculation): NamedValue[] {
  const molecule = calculation === null ? undefined : molecules.get(calculation)?.at(-1);
  return quantities.map(({ read, ...quantity }) => ({
    ...quantity,
    value: molecule ? read(molecule) : null,
    calculation,
  }));
}
