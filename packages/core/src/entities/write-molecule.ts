import { cellVolume } from '../chemistry/lattice.ts';
import type { Molecule, PeriodicCell } from './molecule.ts';

/** Decimals that are written: positions, energies and what is derived from them, frequencies and masses. */
export const writtenDecimals = { position: 8, energy: 6, vibration: 3 } as const;

/** A number rounded to so many decimals, halves away from zero; -0 becomes 0. */
function rounded(value: number, decimals: number): number {
  const result = Number(value.toFixed(decimals));
  return result === 0 ? 0 : result;
}

type Nested = number | readonly Nested[] | null;

function roundedAll<T extends Nested>(value: T, decimals: number): T {
  if (value === null) return value;
  if (typeof value === 'number') return rounded(value, decimals) as T;
  return value.map((entry) => roundedAll(entry, decimals)) as Nested as T;
}

/** The volume (Å³) is that of the vectors as they are written. */
function writtenCell(cell: PeriodicCell): PeriodicCell {
  const lattice_vectors = roundedAll(cell.lattice_vectors, writtenDecimals.energy);
  return { ...cell, lattice_vectors, volume: cellVolume(lattice_vectors) };
}

/**
 * A molecule as it is written: positions (Å) with 8 decimals; energies (Hartree), charges, gradients, velocities, dipole, lattice and displacements
 * with 6; frequencies, masses, force constants and IR intensities with 3.
 */
export function writtenMolecule(molecule: Molecule): Molecule {
  const { position, energy, vibration } = writtenDecimals;
  const six = <T extends Nested>(value: T) => roundedAll(value, energy);
  return {
    ...molecule,
    atoms: molecule.atoms.map((atom) => ({ ...atom, position: roundedAll(atom.position, position) })),
    cell: molecule.cell && writtenCell(molecule.cell),
    energy: six(molecule.energy),
    homo_lumo_gap: six(molecule.homo_lumo_gap),
    gradient: six(molecule.gradient),
    stress: six(molecule.stress),
    velocities: six(molecule.velocities),
    mulliken_charges: six(molecule.mulliken_charges),
    mulliken_spin_densities: six(molecule.mulliken_spin_densities),
    dipole: six(molecule.dipole),
    vibrational_modes:
      molecule.vibrational_modes?.map((mode) => ({
        ...mode,
        frequency: rounded(mode.frequency, vibration),
        reduced_mass: rounded(mode.reduced_mass, vibration),
        force_constant: rounded(mode.force_constant, vibration),
        displacements: six(mode.displacements),
        ir_intensity: roundedAll(mode.ir_intensity, vibration),
      })) ?? null,
    zero_point_energy: six(molecule.zero_point_energy),
    thermal_energy_corr: six(molecule.thermal_energy_corr),
    thermal_enthalpy_corr: six(molecule.thermal_enthalpy_corr),
    thermal_free_energy_corr: six(molecule.thermal_free_energy_corr),
  };
}
