import type { FitKind, MeasuredLine } from '../entities/applied-calibration.ts';
import { widening } from './measured-line.ts';

/** A computed value with the measured one, in the same unit. */
export interface MeasuredPoint {
  computed: number;
  measured: number;
}

/** A fitted line with what the line through the others predicts for each point. */
export interface MeasuredFit {
  line: MeasuredLine;
  /** For each point the value of the line through all others. */
  predicted: number[];
  /** For each point whether its deviation is much larger than those of the others. */
  outliers: boolean[];
}

/** Fewest values that a line is fitted to. */
export const fewestMeasured = 30;
/** Share of new values that the printed interval is to hold. */
const coverage = 0.9;

/** Tuning constant of Huber's function for 95 % efficiency with normal errors (Huber, Robust Statistics, 1981). */
const huberLimit = 1.345;
/** The median absolute deviation of normal errors is their standard deviation divided by this. */
const normalScale = 1.4826;
/** Modified z-score from which a value counts as an outlier (Iglewicz and Hoaglin 1993). */
const outlierScore = 3.5;
/** Iterations of the reweighting; it changes nothing more after about ten. */
const mostIterations = 50;

interface Line {
  slope: number;
  intercept: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const rootMeanSquare = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value * value)));

/** The middle value; of an even number the mean of both. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Weighted least squares of measured on computed values. */
function weightedLine(points: readonly MeasuredPoint[], weights: readonly number[]): Line {
  const total = sum(weights);
  const at = (index: number) => weights[index] ?? 0;
  const x = sum(points.map(({ computed }, index) => at(index) * computed)) / total;
  const y = sum(points.map(({ measured }, index) => at(index) * measured)) / total;
  const square = sum(points.map(({ computed }, index) => at(index) * (computed - x) ** 2));
  const product = sum(points.map(({ computed, measured }, index) => at(index) * (computed - x) * (measured - y)));
  const slope = product / square;
  return { slope, intercept: y - slope * x };
}

/** Huber's regression by iteratively reweighted least squares, with the scale from the median absolute residual. */
function robustLine(points: readonly MeasuredPoint[]): Line {
  let line = weightedLine(
    points,
    points.map(() => 1),
  );
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    const residuals = points.map((point) => Math.abs(residualOf(line, point)));
    const scale = normalScale * median(residuals);
    if (scale === 0) return line;
    const weights = residuals.map((residual) => Math.min(1, (huberLimit * scale) / Math.max(residual, 1e-300)));
    const next = weightedLine(points, weights);
    const change = Math.abs(next.slope - line.slope) + Math.abs(next.intercept - line.intercept);
    line = next;
    if (change < 1e-9) break;
  }
  return line;
}

function residualOf({ slope, intercept }: Line, { computed, measured }: MeasuredPoint): number {
  return measured - (slope * computed + intercept);
}

function lineOf(points: readonly MeasuredPoint[], kind: FitKind): Line {
  if (kind === 'robust') return robustLine(points);
  return weightedLine(
    points,
    points.map(() => 1),
  );
}

/** Mean and sum of squared deviations of the computed values, which the width of an interval depends on. */
function spreadOf(points: readonly MeasuredPoint[]): { mean: number; spread: number } {
  const values = points.map(({ computed }) => computed);
  const middle = mean(values);
  return { mean: middle, spread: sum(values.map((value) => (value - middle) ** 2)) };
}

/** Pearson's correlation. */
function correlationOf(points: readonly MeasuredPoint[]): number {
  const x = mean(points.map(({ computed }) => computed));
  const y = mean(points.map(({ measured }) => measured));
  const product = sum(points.map(({ computed, measured }) => (computed - x) * (measured - y)));
  const squares =
    sum(points.map(({ computed }) => (computed - x) ** 2)) * sum(points.map(({ measured }) => (measured - y) ** 2));
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}

/**
 * Fits a line through measured values. Each is also predicted by the line through all others: the RMSE of these predictions is the error that is printed, and
 * their deviations, divided by how uncertain each prediction is, give the 90 % interval as their quantile ⌈0.9 (n + 1)⌉ of n (split conformal prediction; Lei et
 * al., J. Am. Stat. Assoc. 2018, 113, 1094, and Barber et al., Ann. Stat. 2021, 49, 486, for the leave-one-out form), so that no form of the distribution is assumed.
 *
 * @param points at least three, whose computed values are not all the same
 */
export function fitMeasured(points: readonly MeasuredPoint[], kind: FitKind): MeasuredFit {
  const line = lineOf(points, kind);
  const { mean: middle, spread } = spreadOf(points);
  const size = points.length;
  const withoutEach = points.map((point, index) => {
    const others = points.filter((_, other) => other !== index);
    const own = lineOf(others, kind);
    const scale = widening({ size: size - 1, ...spreadOf(others) }, point.computed);
    return { value: own.slope * point.computed + own.intercept, scale };
  });
  const deviations = points.map(({ measured }, index) => measured - (withoutEach[index]?.value ?? Number.NaN));
  const scaled = deviations.map((deviation, index) => Math.abs(deviation) / (withoutEach[index]?.scale ?? 1));
  const sorted = [...scaled].sort((a, b) => a - b);
  const place = Math.min(size, Math.ceil(coverage * (size + 1)));
  const usual = normalScale * median(scaled);
  return {
    line: {
      fit: kind,
      ...line,
      size,
      rmse_before: rootMeanSquare(points.map(({ computed, measured }) => measured - computed)),
      rmse: rootMeanSquare(deviations),
      correlation: correlationOf(points),
      half_width: sorted[place - 1] ?? Number.NaN,
      mean: middle,
      spread,
    },
    predicted: withoutEach.map(({ value }) => value),
    outliers: scaled.map((deviation) => usual > 0 && deviation / usual > outlierScore),
  };
}
