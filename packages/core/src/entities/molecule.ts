import * as z from 'zod/mini';
import { cellVolume, longestLatticeVector } from '../chemistry/lattice.ts';
import { matrix3, optionalNull, vector3 } from './scalars.ts';

/** An atom: atomic number (0 is a dummy), position in Å, mass in Da (missing or null: that of the commonest isotope). */
export const Atom = z.looseObject({
  atomic_number: z.int().check(z.minimum(0)),
  position: vector3,
  mass: z.optional(z.nullable(z.number())),
});
export type Atom = z.infer<typeof Atom>;

/** A vibrational mode: frequency in cm⁻¹ (imaginary is negative), reduced mass in amu, force constant in mDyne/Å, displacements in Å, IR intensity in km/mol. */
export const VibrationalMode = z.looseObject({
  frequency: z.number(),
  reduced_mass: z.number(),
  force_constant: z.number(),
  displacements: z.array(vector3),
  ir_intensity: optionalNull(z.number()),
});
export type VibrationalMode = z.infer<typeof VibrationalMode>;

const latticeVectors = matrix3.check(
  z.refine((rows) => rows.flat().every((value) => Math.abs(value) <= longestLatticeVector), {
    error: `a lattice vector is longer than ${longestLatticeVector} Å`,
  }),
);

const CellShape = z
  .looseObject({
    lattice_vectors: latticeVectors,
    is_periodic: z._default(z.tuple([z.boolean(), z.boolean(), z.boolean()]), [true, true, true]),
    volume: z.optional(z.number()),
  })
  .check(
    z.refine(({ is_periodic }) => is_periodic.includes(true), {
      path: ['is_periodic'],
      error: 'at least one direction of a cell repeats; a structure that does not repeat has no cell',
    }),
  );

/** Lattice vectors (rows) in Å and the directions that repeat; `volume` in Å³ is computed, whatever was given. */
export const PeriodicCell = z.pipe(
  CellShape,
  z.transform((cell): z.infer<typeof CellShape> => ({ ...cell, volume: cellVolume(cell.lattice_vectors) })),
);
export type PeriodicCell = z.infer<typeof PeriodicCell>;

/** A molecule with what was computed for it; whether it can be (a multiplicity above 0 and its parity, ...) says `moleculeProblems`. Energies in Hartree, gradient in Hartree/Å, dipole in Debye, gap in eV. */
export const Molecule = z.looseObject({
  charge: z.int(),
  multiplicity: z.int(),
  atoms: z.array(Atom),
  cell: optionalNull(PeriodicCell),
  energy: optionalNull(z.number()),
  scf_iterations: optionalNull(z.number()),
  scf_completed: optionalNull(z.boolean()),
  elapsed: optionalNull(z.number()),
  homo_lumo_gap: optionalNull(z.number()),
  gradient: optionalNull(z.array(vector3)),
  stress: optionalNull(matrix3),
  velocities: optionalNull(z.array(vector3)),
  mulliken_charges: optionalNull(z.array(z.number())),
  mulliken_spin_densities: optionalNull(z.array(z.number())),
  dipole: optionalNull(vector3),
  vibrational_modes: optionalNull(z.array(VibrationalMode)),
  zero_point_energy: optionalNull(z.number()),
  thermal_energy_corr: optionalNull(z.number()),
  thermal_enthalpy_corr: optionalNull(z.number()),
  thermal_free_energy_corr: optionalNull(z.number()),
  /** Absolute energies (Hartree) of the ground state and the excited states, in their order; the three lists are equally long. */
  excited_state_energies: z.optional(z.nullable(z.array(z.number()))),
  /** From the ground state, whose own entry is 0; without unit, length gauge. */
  oscillator_strengths: z.optional(z.nullable(z.array(z.number()))),
  /** 10⁻⁴⁰ esu²·cm², velocity gauge. */
  rotatory_strengths: z.optional(z.nullable(z.array(z.number()))),
  /** What each state is made of: orbitals below the HOMO, orbitals above the LUMO, part from 0 to 1. */
  excited_state_transitions: z.optional(z.nullable(z.array(z.array(z.tuple([z.int(), z.int(), z.number()]))))),
  smiles: optionalNull(z.string()),
  calculation_index: optionalNull(z.number()),
});
export type Molecule = z.infer<typeof Molecule>;
