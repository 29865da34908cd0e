import { describe, expect, test } from 'vitest';
import { fitMeasured, type MeasuredPoint } from './measured-fit.ts';
import { calibratedValue } from './measured-line.ts';

/** Numbers between 0 and 1 that are the same each time (Park and Miller). */
function series(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A normal deviate by Box and Muller. */
const normal = (next: () => number) => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());

function points(count: number, seed: number, error: (next: () => number) => number): MeasuredPoint[] {
  const next = series(seed);
  return Array.from({ length: count }, () => {
    const computed = 10 * next();
    return { computed, measured: 0.8 * computed + 1 + error(next) };
  });
}

describe('lines through measured values', () => {
  test('least squares gives the line, its error and correlation that R gives for the first of Anscombe’s sets', () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const fit = fitMeasured(
      x.map((computed, index) => ({ computed, measured: y[index] ?? 0 })),
      'least_squares',
    );
    expect(fit.line.slope).toBeCloseTo(0.5001, 4);
    expect(fit.line.intercept).toBeCloseTo(3.0001, 4);
    expect(fit.line.correlation).toBeCloseTo(0.8164, 4);
    // The leave-one-out residual is the residual divided by 1 − h (Allen 1974).
    const place = 2;
    const leverage = 1 / 11 + (13 - 9) ** 2 / 110;
    const residual = 7.58 - (3.00009 + 0.50009 * 13);
    expect(7.58 - (fit.predicted[place] ?? 0)).toBeCloseTo(residual / (1 - leverage), 3);
  });

  test('a value that is far off is named, and moves a robust line little', () => {
    const set = points(40, 7, (next) => 0.2 * normal(next));
    const spoiled = set.map((point, index) => (index === 5 ? { ...point, measured: point.measured + 30 } : point));
    const clean = fitMeasured(set, 'least_squares').line;
    const robust = fitMeasured(spoiled, 'robust');
    expect(robust.outliers.flatMap((far, index) => (far ? [index] : []))).toEqual([5]);
    expect(Math.abs(robust.line.slope - clean.slope)).toBeLessThan(0.02);
    const plain = fitMeasured(spoiled, 'least_squares');
    expect(plain.outliers[5]).toBe(true);
    expect(Math.abs(calibratedValue(plain.line, 5).value - calibratedValue(clean, 5).value)).toBeGreaterThan(0.5);
  });

  test.each([
    ['normal errors', (next: () => number) => normal(next)],
    ['errors with heavy tails', (next: () => number) => normal(next) / (0.25 + next())],
  ])('90 %% intervals hold 85 to 95 %% of new values: %s', (_, error) => {
    let [inside, all] = [0, 0];
    for (let seed = 1; seed <= 40; seed++) {
      const set = points(90, seed * 7919, error);
      const { line } = fitMeasured(set.slice(0, 40), 'least_squares');
      for (const { computed, measured } of set.slice(40)) {
        const { value, halfWidth } = calibratedValue(line, computed);
        all += 1;
        if (Math.abs(measured - value) <= halfWidth) inside += 1;
      }
    }
    expect(inside / all).toBeGreaterThan(0.85);
    expect(inside / all).toBeLessThan(0.95);
  });
});
