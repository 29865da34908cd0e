import { expect, test } from 'vitest';
import { bondKind, bondName, brokenBonds } from './broken-bonds.ts';

const bonds: [number, number][] = [
  [0, 1],
  [1, 2],
  [2, 3],
];

test('the bonds between a fragment and the rest, the atom that stays first', () => {
  expect(brokenBonds(bonds, [1])).toEqual([[1, 0]]);
  expect(brokenBonds(bonds, [3, 4])).toEqual([[1, 2]]);
  expect(brokenBonds(bonds, [2])).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(brokenBonds(bonds, [1, 2, 3, 4])).toEqual([]);
});

test('names and kinds of bonds', () => {
  expect(bondName([{ atomic_number: 6 }, { atomic_number: 1 }], [0, 1])).toBe('C1–H2');
  expect([bondKind(6, 1), bondKind(1, 6), bondKind(6, 6), bondKind(35, 6), bondKind(1, 16)]).toEqual([
    'C–H',
    'C–H',
    'C–C',
    'C–halogen',
    'S–H',
  ]);
  expect([bondKind(6, 8), bondKind(6, 7), bondKind(8, 8), bondKind(1, 9), bondKind(7, 17)]).toEqual(
    Array(5).fill(null),
  );
});
