import type { MeasuredLine } from '../entities/applied-calibration.ts';

/** How much wider an interval is at a computed value than a residual: √(1 + 1/n + (x − mean)²/spread). */
export function widening(
  { size, mean: middle, spread }: Pick<MeasuredLine, 'size' | 'mean' | 'spread'>,
  x: number,
): number {
  return Math.sqrt(1 + 1 / size + (x - middle) ** 2 / spread);
}

/** The calibrated value of a computed one, and the half-width of its 90 % interval. */
export function calibratedValue(line: MeasuredLine, computed: number): { value: number; halfWidth: number } {
  return { value: line.slope * computed + line.intercept, halfWidth: line.half_width * widening(line, computed) };
}
