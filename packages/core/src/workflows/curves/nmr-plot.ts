import type { CurvePlot } from './curve-plot.ts';
import { lorentzianCurve, stickOf } from './lorentzian-broadening.ts';

/** How the spectrum of a nucleus is drawn, by its atomic number: least span in ppm and full width of a line in ppm. */
export const nmrSpectra = {
  1: { nucleus: '¹H', span: [0, 10], fullWidth: 0.02 },
  6: { nucleus: '¹³C', span: [0, 220], fullWidth: 0.4 },
} as const satisfies Record<number, { nucleus: string; span: readonly [number, number]; fullWidth: number }>;

/** Ends of an NMR spectrum in ppm: at least the span, and a twentieth of it beyond the outermost shifts. */
export function nmrRange(shifts: readonly number[], span: readonly [number, number]): [low: number, high: number] {
  const margin = (span[1] - span[0]) / 20;
  return [
    Math.min(span[0], ...shifts.map((each) => each - margin)),
    Math.max(span[1], ...shifts.map((each) => each + margin)),
  ];
}

/** The spectrum of a nucleus (atomic number) without couplings: each line as high as the number of its nuclei; null without lines. */
export function nmrPlot(
  element: keyof typeof nmrSpectra,
  peaks: readonly { shift: number; atom_indices: readonly number[] }[],
): CurvePlot | null {
  if (peaks.length === 0) return null;
  const { nucleus, span, fullWidth } = nmrSpectra[element];
  const lines = peaks.map(({ shift, atom_indices }) => ({ position: shift, intensity: atom_indices.length }));
  const [low, high] = nmrRange(
    lines.map(({ position }) => position),
    span,
  );
  return {
    x: { title: `${nucleus} chemical shift (ppm)`, from: high, to: low },
    y: { title: 'Nuclei', range: null },
    curves: [lorentzianCurve(lines, { from: low, to: high, points: 1600, fullWidth })],
    sticks: lines.map(stickOf),
  };
}
