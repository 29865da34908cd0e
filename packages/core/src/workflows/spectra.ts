import type { Molecule } from '../entities/molecule.ts';
import { excitedStates, isChiral } from './parts/calculations/excited-states-table.ts';

/** Kinds of spectra; `StickSpectrum` has the units of their lines. */
export type SpectrumKind = 'infrared' | 'absorption' | 'dichroism' | 'proton_nmr' | 'carbon_nmr';

/**
 * A computed spectrum as lines without width, as a comparison lays several over each other.
 * - `infrared`: wavenumbers in cm⁻¹ of the real modes, intensities in km/mol
 * - `absorption`: excitation energies in eV, oscillator strengths
 * - `dichroism`: excitation energies in eV, rotatory strengths in 10⁻⁴⁰ esu²·cm²
 * - `proton_nmr`, `carbon_nmr`: shifts in ppm, numbers of nuclei
 */
export interface StickSpectrum {
  kind: SpectrumKind;
  lines: readonly { place: number; height: number }[];
}

/** The spectra that one structure's modes and excited states give; a spectrum without lines is left out. */
export function spectraOfStructure(molecule: Molecule | undefined): StickSpectrum[] {
  if (!molecule) return [];
  const modes = (molecule.vibrational_modes ?? []).flatMap(({ frequency, ir_intensity }) =>
    frequency > 0 && ir_intensity !== null ? [{ place: frequency, height: ir_intensity }] : [],
  );
  const states = excitedStates(molecule);
  const all: StickSpectrum[] = [
    { kind: 'infrared', lines: modes },
    { kind: 'absorption', lines: states.map(({ energy, oscillator }) => ({ place: energy, height: oscillator ?? 0 })) },
    {
      kind: 'dichroism',
      lines: isChiral(states) ? states.map(({ energy, rotatory }) => ({ place: energy, height: rotatory ?? 0 })) : [],
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}
