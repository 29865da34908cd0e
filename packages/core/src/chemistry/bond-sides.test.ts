import { expect, test } from 'vitest';
import { bondSides } from './bond-sides.ts';

/** Toluene's heavy atoms: a ring of 0 to 5 with 6 on 0. */
const ring: [number, number][] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [0, 5],
  [0, 6],
];

test('a bond outside rings has two sides, a bond of a ring none, and atoms that are not bonded no bond', () => {
  expect(bondSides(ring, 6, 0)).toEqual({ kind: 'sides', first: [6], second: [0, 1, 2, 3, 4, 5] });
  expect(bondSides(ring, 0, 1)).toEqual({ kind: 'ring' });
  expect(bondSides(ring, 0, 3)).toEqual({ kind: 'none' });
});
