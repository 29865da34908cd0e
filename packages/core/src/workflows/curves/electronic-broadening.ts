import { ELECTRONVOLT_NANOMETRES } from '../../chemistry/units.ts';

/** An excitation: energy in eV, strengths from the ground state (oscillator without unit, rotatory in 10⁻⁴⁰ esu²·cm²). */
export interface Excitation {
  energy: number;
  oscillator: number | null;
  rotatory: number | null;
}

/** Full width at half maximum (eV) of a band where nothing else is chosen. */
export const usualBandWidth = 0.4;

/** Wavenumbers in cm⁻¹ of one eV. */
const wavenumbersOfElectronvolt = 1e7 / ELECTRONVOLT_NANOMETRES;
/** Area of a Gaussian of height 1 and full width 1 at half height: √(π / (4 ln 2)). */
const gaussianArea = Math.sqrt(Math.PI / (4 * Math.LN2));
/** Oscillator strength by the area of ε over wavenumbers (L/mol/cm, cm⁻¹): Mulliken 1939. */
const oscillatorByArea = 4.319e-9;
/** Rotatory strength in 10⁻⁴⁰ esu²·cm² by the area of Δε over the logarithm of wavenumbers: Moffitt and Moscowitz 1959. */
const rotatoryByArea = 22.96;

/** Height of the band of an excitation in L/(mol·cm); `fullWidth` in eV is its full width at half maximum. */
export function absorptionHeight({ oscillator }: Excitation, fullWidth: number): number {
  return (oscillator ?? 0) / (oscillatorByArea * gaussianArea * fullWidth * wavenumbersOfElectronvolt);
}

/** Height of its band in circular dichroism, Δε in L/(mol·cm), with its sign. */
export function dichroismHeight({ energy, rotatory }: Excitation, fullWidth: number): number {
  return ((rotatory ?? 0) * energy) / (rotatoryByArea * gaussianArea * fullWidth);
}

/**
 * Sum of Gaussians over energy, sampled at equal steps of wavelength (nm) from `from` to `to`.
 * @param heights of the excitations, in their order
 * @param fullWidth full width at half maximum in eV, above 0
 */
export function broadenGaussian(
  excitations: readonly Excitation[],
  heights: readonly number[],
  { from, to, points, fullWidth }: { from: number; to: number; points: number; fullWidth: number },
): { wavelength: number; intensity: number }[] {
  if (!(fullWidth > 0)) throw new RangeError('The full width at half maximum must be above 0.');
  const exponent = (-4 * Math.LN2) / (fullWidth * fullWidth);
  return Array.from({ length: points }, (_, index) => {
    const wavelength = from + ((to - from) * index) / (points - 1);
    const at = ELECTRONVOLT_NANOMETRES / wavelength;
    const intensity = excitations.reduce(
      (sum, { energy }, each) => sum + (heights[each] ?? 0) * Math.exp(exponent * (at - energy) ** 2),
      0,
    );
    return { wavelength, intensity };
  });
}
