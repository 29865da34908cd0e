import type { Molecule } from '../../entities/molecule.ts';
import type { CurvePlot } from './curve-plot.ts';
import { lorentzianCurve, type SpectralLine, stickOf } from './lorentzian-broadening.ts';

/** Full width at half maximum in cm⁻¹ that an infrared spectrum is drawn with first. */
export const usualInfraredWidth = 30;

/** Real vibrations that have an intensity, as lines of an infrared spectrum. */
export function infraredLines({ vibrational_modes: modes }: Molecule) {
  return (modes ?? []).flatMap(({ frequency, ir_intensity }, mode) =>
    frequency > 0 && ir_intensity !== null ? [{ position: frequency, intensity: ir_intensity, mode }] : [],
  );
}

/** Ends of an infrared spectrum in cm⁻¹: those of a usual measurement, further out where a line lies beyond. */
export function infraredRange(lines: readonly SpectralLine[]): [from: number, to: number] {
  const positions = lines.map(({ position }) => position);
  return [Math.min(400, ...positions.map((each) => each - 50)), Math.max(4000, ...positions.map((each) => each + 50))];
}

/** The infrared spectrum of lines in cm⁻¹ and km/mol; null without lines. */
export function infraredPlot(lines: readonly SpectralLine[]): CurvePlot | null {
  if (lines.length === 0) return null;
  const [from, to] = infraredRange(lines);
  return {
    x: { title: 'Wavenumber (cm⁻¹)', from: to, to: from },
    y: { title: 'IR intensity (km/mol)', range: null },
    curves: [lorentzianCurve(lines, { from, to, points: 1400, fullWidth: usualInfraredWidth })],
    sticks: lines.map(stickOf),
  };
}
