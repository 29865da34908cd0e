import { describe, expect, test } from 'vitest';
import { assignmentErrors, bestOrder, findPeaks, fitHeights, fitPairs, fitPlaces, similarity } from '../index.ts';

const gaussian = (at: number, center: number, width: number) => Math.exp(-(((at - center) / width) ** 2));
const axis = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1));

describe('peaks', () => {
  test('maxima that stand out are found at their tops, noise and edges are not', () => {
    const x = axis(0, 100, 2001);
    const y = x.map(
      (at, index) =>
        gaussian(at, 20.013, 2) +
        0.5 * gaussian(at, 60, 3) +
        0.3 * gaussian(at, 68, 2) +
        0.004 * Math.sin(index * 1.7) +
        (at > 99 ? at - 99 : 0),
    );
    const peaks = findPeaks(x, y);
    expect(peaks.map(({ position }) => Math.round(position))).toEqual([20, 60, 68]);
    expect(Math.abs((peaks[0]?.position ?? 0) - 20.013)).toBeLessThan(0.15);
    expect(
      findPeaks(
        x,
        x.map(() => 1),
      ),
    ).toEqual([]);
    expect(findPeaks([], [])).toEqual([]);
  });

  test('of dichroism the minima too', () => {
    const x = axis(0, 10, 500);
    const found = findPeaks(
      x,
      x.map((at) => gaussian(at, 3, 0.5) - gaussian(at, 7, 0.5)),
      { signed: true },
    );
    expect(found.map(({ position, height }) => [position.toFixed(1), Math.sign(height)])).toEqual([
      ['3.0', 1],
      ['7.0', -1],
    ]);
  });
});

/** All assignments of the shorter list, tried one by one. */
function leastSum(few: readonly number[], many: readonly number[]): number {
  const [first, ...rest] = few;
  if (first === undefined) return 0;
  return Math.min(...many.map((each, at) => Math.abs(first - each) + leastSum(rest, many.toSpliced(at, 1))));
}

describe('assignment', () => {
  test('the best order has the least sum of all assignments', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (const [n, m] of [
      [1, 4],
      [3, 6],
      [5, 5],
      [6, 3],
      [4, 7],
    ] as const) {
      const [peaks, lines] = [n, m].map((count) => Array.from({ length: count }, () => Math.round(random() * 1000)));
      const pairs = bestOrder(peaks ?? [], lines ?? []);
      const sum = pairs.reduce((all, { peak, line }) => all + Math.abs((peaks?.[peak] ?? 0) - (lines?.[line] ?? 0)), 0);
      const [few = [], many = []] = n <= m ? [peaks, lines] : [lines, peaks];
      expect(sum).toBe(leastSum(few, many));
      expect(new Set(pairs.map(({ line }) => line)).size).toBe(Math.min(n, m));
    }
    expect(bestOrder([], [1])).toEqual([]);
  });

  test('a peak that is far from every line stays without one', () => {
    const peaks = [1047, 1490, 3020];
    const lines = [1046, 1405, 3044, 3019];
    expect(bestOrder(peaks, lines, 60)).toEqual([
      { peak: 0, line: 0 },
      { peak: 2, line: 3 },
    ]);
    expect(bestOrder(peaks, lines)).toHaveLength(3);
  });

  test('errors are computed minus measured', () => {
    const pairs = [
      { computed: 103, measured: 100 },
      { computed: 196, measured: 200 },
    ];
    expect(assignmentErrors(pairs)).toEqual({ count: 2, mean: -0.5, mae: 3.5, rmse: Math.sqrt(12.5), max: 4 });
    expect(assignmentErrors([])).toBeNull();
  });
});

describe('fit', () => {
  const places = [600, 1100, 1500, 3000];
  const curve = (scale: number, offset: number) => (at: ArrayLike<number>) =>
    Float64Array.from(at, (x) =>
      places.reduce((sum, place, n) => sum + (1 + n) * gaussian(x, place * scale + offset, 15), 0),
    );

  test('finds the factor and the offset that a spectrum was made with', () => {
    const x = axis(400, 3400, 1500);
    const scaled = fitPlaces(
      { x, y: curve(0.962, 0)(x) },
      (at, { scale, offset }) => curve(scale, offset)(at),
      'scale',
    );
    expect(scaled.scale).toBeCloseTo(0.962, 4);
    expect([scaled.before < 0.7, scaled.after > 0.999]).toEqual([true, true]);
    const moved = fitPlaces({ x, y: curve(1, -23)(x) }, (at, { scale, offset }) => curve(scale, offset)(at), 'offset');
    expect(moved.offset).toBeCloseTo(-23, 0);
    const left = fitPlaces({ x, y: curve(1, 0)(x) }, (at) => curve(1, 0)(at), 'none');
    expect(left).toMatchObject({ scale: 1, offset: 0 });
  });

  test('heights by least squares: a factor, and an offset of the baseline', () => {
    const measured = [1, 2, 3, 5];
    const computed = measured.map((each) => 4 * each + 7);
    expect(fitHeights(measured, computed, 'scale_and_offset').scale).toBeCloseTo(4, 10);
    expect(fitHeights(measured, computed, 'scale_and_offset').offset).toBeCloseTo(7, 10);
    expect(
      fitHeights(
        measured,
        measured.map((each) => 3 * each),
        'scale',
      ),
    ).toEqual({ scale: 3, offset: 0 });
    expect(fitHeights([1, 4], [2, 2], 'maximum')).toEqual({ scale: 0.5, offset: 0 });
    expect(similarity([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  });

  test('assigned pairs give the factor of frequencies by least squares', () => {
    const pairs = [1000, 2000, 3000].map((computed) => ({ computed, measured: 0.96 * computed }));
    expect(fitPairs(pairs, 'scale').scale).toBeCloseTo(0.96, 12);
    expect(fitPairs(pairs, 'offset').offset).toBeCloseTo(-80, 10);
  });
});
