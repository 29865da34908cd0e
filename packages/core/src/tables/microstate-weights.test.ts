import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dominantMicrostate, dominantRanges, microstateWeightsAt, valueAtPH } from './microstate-weights.ts';

const grid: [number, number[]][] = [
  [0, [1, 0]],
  [1, [0.75, 0.25]],
  [2, [0.25, 0.75]],
];

describe('weights at a pH', () => {
  test('are those of the grid at its points, linear between them, and the nearest outside', () => {
    expect(microstateWeightsAt(grid, 1)).toEqual([0.75, 0.25]);
    expect(microstateWeightsAt(grid, 1.5)).toEqual([0.5, 0.5]);
    expect(microstateWeightsAt([...grid].reverse(), 1.5)).toEqual([0.5, 0.5]);
    expect(microstateWeightsAt(grid, -3)).toEqual([1, 0]);
    expect(microstateWeightsAt(grid, 14)).toEqual([0.25, 0.75]);
    expect(microstateWeightsAt([], 7)).toEqual([]);
    expect(
      valueAtPH(
        [
          [7, 1],
          [8, 2],
        ],
        7.4,
      ),
    ).toBeCloseTo(1.4, 12);
    expect(valueAtPH([], 7)).toBeNull();
  });
  test('sum to one wherever the stored ones do', () => {
    fc.assert(
      fc.property(fc.double({ min: -20, max: 30, noNaN: true }), (pH) => {
        const sum = microstateWeightsAt(grid, pH).reduce((total, weight) => total + weight, 0);
        expect(sum).toBeCloseTo(1, 10);
      }),
    );
  });
});

test('the dominant microstate is the first of the greatest; none where nothing is populated', () => {
  expect(dominantMicrostate([0.2, 0.5, 0.3])).toBe(1);
  expect(dominantMicrostate([0.4, 0.4, 0.2])).toBe(0);
  expect(dominantMicrostate([0, 0])).toBeNull();
  expect(dominantMicrostate([])).toBeNull();
  expect(dominantMicrostate([Number.NaN, 0.1])).toBe(1);
});

test('stretches of pH name who dominates, in rising pH; a point without population ends one', () => {
  expect(dominantRanges([...grid].reverse())).toEqual([
    { microstate: 0, from: 0, to: 1 },
    { microstate: 1, from: 2, to: 2 },
  ]);
  expect(
    dominantRanges([
      [0, [1]],
      [1, [0]],
      [2, [1]],
    ]),
  ).toEqual([
    { microstate: 0, from: 0, to: 0 },
    { microstate: 0, from: 2, to: 2 },
  ]);
  expect(dominantRanges([])).toEqual([]);
});
