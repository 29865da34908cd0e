/** One line of a stick spectrum: position in cm⁻¹, intensity in km/mol. */
export interface SpectralLine {
  position: number;
  intensity: number;
}

/** Full width at half maximum (cm⁻¹) of an infrared line where nothing else is chosen. */
export const usualInfraredWidth = 30;

/** A sampled curve; `x` ascending, `y` in the unit of the lines' intensity. */
export interface Curve {
  x: Float64Array;
  y: Float64Array;
}

/**
 * Sum of Lorentzians over `[from, to]` (cm⁻¹), sampled at `points` equal steps.
 * Each Lorentzian is as high as its line (I·w²/((ν−ν₀)²+w²) with w half of `fullWidth`), so that curve and sticks share one axis in km/mol.
 * `fullWidth` is the full width at half maximum in cm⁻¹ and must be above 0.
 */
export function broadenLorentzian(
  lines: readonly SpectralLine[],
  { from, to, points, fullWidth }: { from: number; to: number; points: number; fullWidth: number },
): Curve {
  if (!(fullWidth > 0)) throw new RangeError('The full width at half maximum must be above 0.');
  const half = fullWidth / 2;
  const squared = half * half;
  const x = new Float64Array(points);
  const y = new Float64Array(points);
  const step = points > 1 ? (to - from) / (points - 1) : 0;
  for (let i = 0; i < points; i++) {
    const position = from + i * step;
    let sum = 0;
    for (const line of lines) {
      const distance = position - line.position;
      sum += (line.intensity * squared) / (distance * distance + squared);
    }
    x[i] = position;
    y[i] = sum;
  }
  return { x, y };
}

/** A line as a stick of a plot: position and height. */
export const stickOf = ({ position, intensity }: SpectralLine) => [position, intensity] as const;

/** The sum of Lorentzians as one unnamed curve of a plot; see `broadenLorentzian`. */
export function lorentzianCurve(lines: readonly SpectralLine[], options: Parameters<typeof broadenLorentzian>[1]) {
  const { x, y } = broadenLorentzian(lines, options);
  return { name: null, points: Array.from(x, (position, at) => [position, y[at] ?? 0] as const) };
}
