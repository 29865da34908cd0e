import { atomName } from '../../../chemistry/atoms.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { CalculationProvenance } from '../../../entities/provenance.ts';
import { totalEnergies } from '../../../entities/total-energies.ts';
import { makeTable, numberColumn, type TableData, textColumn } from '../../../tables/table.ts';
import type { Tab } from '../../definition.ts';

const debyePrecision = 3;

/** Partial charges in units of e, one row for each atom. `model` names how they were computed ("Mulliken"). */
export function chargeTable(molecule: Molecule, model: string | null): TableData {
  return atomTable(
    molecule,
    'charge',
    model ? phrase('{model} charge', { model }) : 'Charge',
    'e',
    molecule.mulliken_charges,
  );
}

/** Spin densities (unpaired electrons), one row for each atom. */
export function spinDensityTable(molecule: Molecule): TableData {
  const table = atomTable(
    molecule,
    'spin_density',
    'Mulliken spin density',
    undefined,
    molecule.mulliken_spin_densities,
  );
  return molecule.multiplicity === 1 ? { ...table, empty: pairedElectrons } : table;
}

const pairedElectrons = 'All electrons of this structure are paired (multiplicity 1): it has no spin density.';

function atomTable(
  molecule: Molecule,
  id: string,
  title: Text,
  unit: string | undefined,
  values: readonly number[] | null,
): TableData {
  const atoms = values ? molecule.atoms : [];
  return makeTable({
    id,
    title,
    length: atoms.length,
    columns: [
      textColumn(
        { id: 'atom', title: 'Atom' },
        atoms.map((_, index) => atomName(molecule.atoms, index)),
      ),
      numberColumn(
        { id: 'value', title, precision: 3, perAtom: 'signed', ...(unit ? { unit } : {}) },
        atoms.map((_, index) => values?.[index]),
      ),
    ],
    atoms: atoms.map((_, index) => index),
    empty: 'These values were not computed for this structure.',
  });
}

/** Vibrational modes in the order of the calculation; imaginary frequencies are negative numbers, written "512.3i". */
export function frequencyTable(molecule: Molecule): TableData {
  const modes = molecule.vibrational_modes ?? [];
  return makeTable({
    id: 'frequencies',
    title: 'Frequencies',
    length: modes.length,
    columns: [
      numberColumn(
        { id: 'mode', title: 'Mode', precision: 0 },
        modes.map((_, index) => index + 1),
      ),
      numberColumn(
        { id: 'frequency', title: 'Frequency', unit: 'cm⁻¹', precision: 1, notation: 'imaginary' },
        modes.map(({ frequency }) => frequency),
      ),
      numberColumn(
        { id: 'ir_intensity', title: 'IR intensity', unit: 'km/mol', precision: 1 },
        modes.map(({ ir_intensity }) => ir_intensity),
      ),
      numberColumn(
        { id: 'reduced_mass', title: 'Reduced mass', unit: 'amu', precision: 3 },
        modes.map(({ reduced_mass }) => reduced_mass),
      ),
      numberColumn(
        { id: 'force_constant', title: 'Force constant', unit: 'mDyne/Å', precision: 3 },
        modes.map(({ force_constant }) => force_constant),
      ),
    ],
    empty: 'No vibrational modes were computed for this structure.',
  });
}

/** Components and length of the dipole moment in Debye. */
export function dipoleTable(molecule: Molecule): TableData {
  const { dipole } = molecule;
  const names = ['x', 'y', 'z', 'Total'];
  const values = dipole ? [...dipole, Math.hypot(...dipole)] : [];
  return makeTable({
    id: 'dipole',
    title: 'Dipole',
    length: values.length,
    columns: [
      textColumn({ id: 'component', title: 'Component', notation: 'term' }, names.slice(0, values.length)),
      numberColumn({ id: 'value', title: 'Dipole moment', unit: 'D', precision: debyePrecision }, values),
    ],
    empty: 'The dipole moment was not computed for this structure.',
  });
}

/** Energy, corrections and totals in Hartree, as they are in the calculation. */
export function thermochemistryTable(molecule: Molecule, provenance: CalculationProvenance | null): TableData {
  const totals = totalEnergies(molecule);
  const thermochemistry = provenance?.thermochemistry;
  const atTemperature = (what: string) =>
    thermochemistry ? phrase('{what} at {kelvin} K', { what, kelvin: thermochemistry.temperature }) : what;
  const rows: [Text, number | null][] = [
    ['Energy', molecule.energy],
    ['Zero-point energy', molecule.zero_point_energy],
    [atTemperature('Thermal energy correction'), molecule.thermal_energy_corr],
    [atTemperature('Enthalpy correction'), molecule.thermal_enthalpy_corr],
    [atTemperature('Free energy correction'), molecule.thermal_free_energy_corr],
    ['Energy + zero-point energy', totals.zeroPoint],
    ['Total thermal energy', totals.thermal],
    ['Total enthalpy', totals.enthalpy],
    ['Gibbs free energy', totals.freeEnergy],
  ];
  const shown = molecule.zero_point_energy === null ? [] : rows;
  return makeTable({
    id: 'thermochemistry',
    title: 'Thermochemistry',
    length: shown.length,
    columns: [
      textColumn(
        { id: 'quantity', title: 'Quantity', notation: 'term' },
        shown.map(([name]) => name),
      ),
      numberColumn(
        { id: 'value', title: 'Value', unit: 'Hartree', precision: 6 },
        shown.map(([, value]) => value),
      ),
    ],
    empty: 'Thermochemistry needs frequencies, which were not computed for this structure.',
  });
}

/** Whether any vibrational mode has an IR intensity: then, and only then, the IR tab is shown. */
export function hasInfraredIntensity(molecules: readonly Molecule[]): boolean {
  return molecules.some(({ vibrational_modes }) =>
    vibrational_modes?.some(({ ir_intensity }) => ir_intensity !== null),
  );
}

/** Whether a structure has excited states, besides its ground state. */
export function hasExcitedStates(molecules: readonly Molecule[]): boolean {
  return molecules.some(({ excited_state_energies: energies }) => (energies?.length ?? 0) > 1);
}

/** Tabs of a single calculation, each where the calculation has its values. */
export function calculationTabs(
  tasks: readonly string[],
  transitionState: boolean,
  molecules: readonly Molecule[],
): Tab[] {
  const tabs: Tab[] = [];
  if (tasks.includes('optimize') || tasks.includes('optimize_ts')) {
    tabs.push({
      id: 'optimize',
      title: transitionState || tasks.includes('optimize_ts') ? 'Optimize (TS)' : 'Optimize',
    });
  }
  tabs.push(
    { id: 'overview', title: 'Overview' },
    { id: 'charge', title: 'charge' },
    { id: 'spin_density', title: 'spin_density' },
  );
  tabs.push({ id: 'dipole', title: 'Dipole' });
  tabs.push({ id: 'frequencies', title: 'frequencies' }, { id: 'thermochemistry', title: 'thermochemistry' });
  // Where they are the answer, a result opens on them; beside vibrations they are one part of it.
  if (hasExcitedStates(molecules)) {
    const first = molecules.every(({ vibrational_modes: modes }) => !modes?.length);
    tabs.splice(first ? 0 : tabs.length, 0, { id: 'excited_states', title: 'Excited states' });
  }
  if (hasInfraredIntensity(molecules)) tabs.push({ id: 'ir', title: 'IR' });
  return tabs;
}
