import { ELECTRONVOLT_NANOMETRES } from '../units.ts';
import type { MeasuredCurve, MeasuredKind, MeasuredXUnit, MeasuredYUnit } from './measured.ts';

/** Wavenumbers in cm⁻¹ of one eV. */
const wavenumbersOfElectronvolt = 1e7 / ELECTRONVOLT_NANOMETRES;
/** Ellipticity in millidegrees of a difference in absorbance of 1: 180 000 · ln 10 / (4π). */
const millidegreesOfAbsorbance = 32_982;
/** Transmittances below this are noise of the detector: an absorbance of 4. */
const leastTransmittance = 1e-4;

/** The unit that spectra of a kind are computed in: wavenumbers, energies or shifts. */
export function computedUnit(kind: MeasuredKind): 'cm-1' | 'eV' | 'ppm' {
  if (kind === 'infrared') return 'cm-1';
  return kind === 'absorption' || kind === 'dichroism' ? 'eV' : 'ppm';
}

/** Units that the axis of a kind can be drawn in, the usual one first. */
export function drawnUnits(kind: MeasuredKind): readonly MeasuredXUnit[] {
  if (kind === 'infrared') return ['cm-1', 'um'];
  return kind === 'absorption' || kind === 'dichroism' ? ['nm', 'eV', 'cm-1'] : ['ppm', 'Hz'];
}

/** Energies in eV by unit; a wavelength and its energy are the inverse of each other. */
function inElectronvolt(value: number, unit: MeasuredXUnit): number {
  if (unit === 'nm') return ELECTRONVOLT_NANOMETRES / value;
  if (unit === 'um') return ELECTRONVOLT_NANOMETRES / (1000 * value);
  return unit === 'cm-1' ? value / wavenumbersOfElectronvolt : value;
}

/**
 * Converts a place on an axis. Wavelengths, wavenumbers and energies into each other, shifts and frequencies by the field.
 * @param field MHz of the spectrometer; needed between ppm and Hz only
 * @returns NaN between units that have nothing in common
 */
export function convertPlace(
  value: number,
  from: MeasuredXUnit,
  to: MeasuredXUnit,
  field: number | null = null,
): number {
  if (from === to) return value;
  if (from === 'ppm' && to === 'Hz') return value * (field ?? Number.NaN);
  if (from === 'Hz' && to === 'ppm') return value / (field ?? Number.NaN);
  if ([from, to].some((unit) => unit === 'ppm' || unit === 'Hz')) return Number.NaN;
  const energy = inElectronvolt(value, from);
  if (to === 'nm') return ELECTRONVOLT_NANOMETRES / energy;
  if (to === 'um') return ELECTRONVOLT_NANOMETRES / energy / 1000;
  return to === 'cm-1' ? energy * wavenumbersOfElectronvolt : energy;
}

/** Absorbance of a transmittance between 0 and 1: −log₁₀ T. */
export const absorbanceOf = (transmittance: number): number => -Math.log10(Math.max(leastTransmittance, transmittance));

/** Transmittance (0 to 1) of an absorbance. */
export const transmittanceOf = (absorbance: number): number => 10 ** -absorbance;

/**
 * A height as one that grows with what absorbs, in proportion to the concentration: transmittance becomes absorbance, ellipticity the difference in absorbance.
 * What is neither stays as it is.
 */
export function heightOf(value: number, unit: MeasuredYUnit): number {
  if (unit === 'transmittance') return absorbanceOf(value);
  if (unit === 'percent') return absorbanceOf(value / 100);
  return unit === 'millidegrees' ? value / millidegreesOfAbsorbance : value;
}

/** Points of a spectrum in the unit that its kind is computed in, ascending, with heights by `heightOf`. */
export interface ComparedPoints {
  x: Float64Array;
  y: Float64Array;
}

/** A measured spectrum on the axis of the computed one. Points whose place has no counterpart (a wavelength of 0) are left out. */
export function comparedPoints(
  curve: Pick<MeasuredCurve, 'x' | 'y' | 'xUnit' | 'yUnit'>,
  kind: MeasuredKind,
  field: number | null,
): ComparedPoints {
  const unit = computedUnit(kind);
  const points = Array.from(curve.x, (x, at) => ({
    x: convertPlace(x, curve.xUnit, unit, field),
    y: heightOf(curve.y[at] ?? 0, curve.yUnit),
  })).filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  points.sort((one, other) => one.x - other.x);
  return { x: Float64Array.from(points, ({ x }) => x), y: Float64Array.from(points, ({ y }) => y) };
}
