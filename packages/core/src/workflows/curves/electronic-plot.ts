import { ELECTRONVOLT_NANOMETRES } from '../../chemistry/units.ts';
import type { CurvePlot } from './curve-plot.ts';
import { absorptionHeight, broadenGaussian, type Excitation } from './electronic-broadening.ts';

/** Full width at half maximum in eV that an electronic spectrum is drawn with first. */
export const usualElectronicWidth = 0.4;

/** Ends of an electronic spectrum in nm: one and a half widths beyond the outermost excitations. */
export function electronicRange(excitations: readonly Excitation[], fullWidth: number): [from: number, to: number] {
  const energies = excitations.map(({ energy }) => energy);
  return [
    ELECTRONVOLT_NANOMETRES / (Math.max(...energies) + 1.5 * fullWidth),
    ELECTRONVOLT_NANOMETRES / Math.max(0.5, Math.min(...energies) - 1.5 * fullWidth),
  ];
}

/** The UV/Vis spectrum of excitations; null without one. */
export function electronicPlot(excitations: readonly Excitation[]): CurvePlot | null {
  if (excitations.length === 0) return null;
  const fullWidth = usualElectronicWidth;
  const heights = excitations.map((each) => absorptionHeight(each, fullWidth));
  const [from, to] = electronicRange(excitations, fullWidth);
  const curve = broadenGaussian(excitations, heights, { from, to, points: 600, fullWidth });
  return {
    x: { title: 'Wavelength (nm)', from, to },
    y: { title: 'ε (L mol⁻¹ cm⁻¹)', range: null },
    curves: [{ name: null, points: curve.map(({ wavelength, intensity }) => [wavelength, intensity] as const) }],
    sticks: excitations.map(({ energy }, at) => [ELECTRONVOLT_NANOMETRES / energy, heights[at] ?? 0] as const),
  };
}
