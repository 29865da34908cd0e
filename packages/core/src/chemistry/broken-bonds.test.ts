import { expect, test } from 'vitest';
import { bondKind, bondName, brokenBonds, kindOfBondClass } from './broken-bonds.ts';

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
    'C–Br',
    'S–H',
  ]);
  expect([bondKind(8, 6), bondKind(8, 8), bondKind(1, 9), bondKind(17, 7), bondKind(15, 1)]).toEqual([
    'C–O',
    'O–O',
    'F–H',
    'N–Cl',
    'P–H',
  ]);
  expect(['O–H', 'allylic or benzylic C–H'].map(kindOfBondClass)).toEqual(['O–H', 'C–H']);
});
