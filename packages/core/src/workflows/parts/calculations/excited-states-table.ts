import { HARTREE_TO_EV, wavelengthOfElectronvolt } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { makeTable, numberColumn, type TableData, textColumn } from '../../../tables/table.ts';

/** An excited state: number, energy above the ground state in eV, wavelength in nm, strengths (rotatory in 10⁻⁴⁰ esu²·cm²), orbitals. */
export interface ExcitedState {
  number: number;
  energy: number;
  wavelength: number;
  oscillator: number | null;
  rotatory: number | null;
  orbitals: string;
}

const place = (name: string, sign: string, distance: number) => (distance === 0 ? name : `${name}${sign}${distance}`);

/** The excited states of a structure above its ground state, in the order of their energies. */
export function excitedStates(molecule: Molecule): ExcitedState[] {
  const [ground, ...excited] = molecule.excited_state_energies ?? [];
  if (ground === undefined) return [];
  return excited.map((absolute, index) => {
    const energy = (absolute - ground) * HARTREE_TO_EV;
    const transitions = molecule.excited_state_transitions?.[index + 1] ?? [];
    return {
      number: index + 1,
      energy,
      wavelength: wavelengthOfElectronvolt(energy),
      oscillator: molecule.oscillator_strengths?.[index + 1] ?? null,
      rotatory: molecule.rotatory_strengths?.[index + 1] ?? null,
      orbitals: transitions
        .map(([lower, upper, part]) => {
          const orbitals = `${place('HOMO', '−', lower)} → ${place('LUMO', '+', upper)}`;
          return `${orbitals} (${Math.round(part * 100)} %)`;
        })
        .join(', '),
    };
  });
}

/** Rotatory strengths below this (10⁻⁴⁰ esu²·cm²) are those of an achiral molecule and the noise of numerics. */
const smallestRotatory = 0.05;

/** Whether the excited states show circular dichroism. */
export const isChiral = (states: readonly ExcitedState[]): boolean =>
  states.some(({ rotatory }) => Math.abs(rotatory ?? 0) > smallestRotatory);

/** Excited singlets with their energies and strengths. */
export function excitedStatesTable(molecule: Molecule): TableData {
  const states = excitedStates(molecule);
  return makeTable({
    id: 'excited_states',
    title: 'Excited states',
    length: states.length,
    columns: [
      numberColumn(
        { id: 'state', title: 'State', precision: 0 },
        states.map(({ number }) => number),
      ),
      numberColumn(
        { id: 'energy', title: 'Energy', unit: 'eV', precision: 3 },
        states.map(({ energy }) => energy),
      ),
      numberColumn(
        { id: 'wavelength', title: 'Wavelength', unit: 'nm', precision: 1 },
        states.map(({ wavelength }) => wavelength),
      ),
      numberColumn(
        { id: 'oscillator_strength', title: 'Oscillator strength', precision: 4 },
        states.map(({ oscillator }) => oscillator),
      ),
      numberColumn(
        { id: 'rotatory_strength', title: 'Rotatory strength', unit: '10⁻⁴⁰ esu²·cm²', precision: 2 },
        states.map(({ rotatory }) => rotatory),
      ),
      textColumn(
        { id: 'orbitals', title: 'Orbitals' },
        states.map(({ orbitals }) => orbitals),
      ),
    ],
    empty: 'No excited states were computed for this structure.',
  });
}
