import { bestOrder } from '../matching/assignment.ts';
import { phrase, SpectrumProblem } from '../spectrum-texts.ts';
import { studentTail } from './student-t.ts';

/**
 * Distribution of the errors of scaled shifts: Student's t with a standard deviation in ppm and degrees of freedom, as Smith and Goodman fitted it to 1717 ¹³C and
 * 1794 ¹H shifts of B3LYP/6-31G(d,p) (J. Am. Chem. Soc. 2010, 132, 12946, DOI 10.1021/ja105035r).
 */
const errorsOf = {
  carbon_nmr: { deviation: 2.306, freedom: 11.38 },
  proton_nmr: { deviation: 0.185, freedom: 14.18 },
} as const;
export type Dp4Kind = keyof typeof errorsOf;

/** Candidates that may be told apart at once. */
export const dp4Candidates = { least: 2, most: 8 } as const;
/** Fewest measured shifts: with fewer the line through them has no error left. */
export const leastShifts = 4;

/** One candidate: its computed shifts in the order of the measured ones, scaled to them, and what was left. */
export interface Dp4Candidate {
  /** Computed shift of each measured one, as computed. */
  computed: number[];
  /** Mean absolute error of the scaled shifts, and the largest one (ppm). */
  mae: number;
  max: number;
  /** Logarithm of the product of the probabilities of its errors. */
  logProduct: number;
}

/** Why no probabilities are given. */
export class NotComparable extends SpectrumProblem {}

/** Slope and intercept of the line of `y` over `x` by least squares. */
function line(x: readonly number[], y: readonly number[]): { slope: number; intercept: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const spread = x.reduce((sum, each) => sum + (each - meanX) ** 2, 0);
  const slope = x.reduce((sum, each, at) => sum + (each - meanX) * ((y[at] ?? 0) - meanY), 0) / spread;
  return { slope, intercept: meanY - slope * meanX };
}

/**
 * Judges the shifts of one candidate against measured ones: each measured shift gets a line (the best order), the computed ones are scaled by the line through
 * them, and the errors that are left are judged by their distribution.
 * @param lines computed shifts in ppm, one for each group of equivalent nuclei
 * @throws NotComparable, as text, for too few shifts or lines
 */
export function judgeCandidate(kind: Dp4Kind, measured: readonly number[], lines: readonly number[]): Dp4Candidate {
  if (measured.length < leastShifts)
    throw new NotComparable(phrase('At least {least} measured shifts are needed.', { least: leastShifts }));
  if (new Set(measured).size < 2) throw new NotComparable('All measured shifts are the same.');
  if (measured.length > lines.length)
    throw new NotComparable(
      phrase('{count} shifts were measured, and a candidate has {lines} lines.', {
        count: measured.length,
        lines: lines.length,
      }),
    );
  const computed = bestOrder(measured, lines).map(({ line: at }) => lines[at] ?? Number.NaN);
  const { slope, intercept } = line(measured, computed);
  if (!(slope > 0)) throw new NotComparable('The computed shifts of a candidate do not grow with the measured ones.');
  const { deviation, freedom } = errorsOf[kind];
  const errors = computed.map((each, at) => Math.abs((each - intercept) / slope - (measured[at] ?? 0)));
  return {
    computed,
    mae: errors.reduce((sum, each) => sum + each, 0) / errors.length,
    max: Math.max(...errors),
    logProduct: errors.reduce((sum, each) => sum + Math.log(studentTail(each / deviation, freedom)), 0),
  };
}

/** Probabilities of candidates from the logarithms of their products, which may be sums over nuclei; they add up to 1. */
export function candidateProbabilities(logProducts: readonly number[]): number[] {
  const most = Math.max(...logProducts);
  const parts = logProducts.map((each) => Math.exp(each - most));
  const sum = parts.reduce((all, each) => all + each, 0);
  return parts.map((each) => each / sum);
}
