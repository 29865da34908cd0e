import { expect, test } from 'vitest';
import { atomLabel } from './atoms.ts';
import { halogensOnCarbon, hydrogensOnCarbon } from './carbon-bonds.ts';

/** An atom at a distance (Å) from a carbon in the origin. */
const pair = (atomic_number: number, length: number) => [
  { atomic_number: 6, position: [0, 0, 0] as [number, number, number] },
  { atomic_number, position: [length, 0, 0] as [number, number, number] },
];

test('hydrogens count under 1.2 Å from carbon, as 1-based numbers', () => {
  expect(hydrogensOnCarbon(pair(1, 1.19))).toEqual([2]);
  expect(hydrogensOnCarbon(pair(1, 1.2))).toEqual([]);
  expect(hydrogensOnCarbon(pair(9, 1.1))).toEqual([]);
});

test.each([
  [9, 2],
  [17, 2.2],
  [35, 2.5],
  [53, 2.8],
  [85, 3],
  [117, 4],
])('halogen %i counts under %f Å from carbon', (element, cutoff) => {
  expect(halogensOnCarbon(pair(element, cutoff - 0.01))).toEqual([2]);
  expect(halogensOnCarbon(pair(element, cutoff))).toEqual([]);
});

test('an atom is named from either base, by its number where the molecule is unknown', () => {
  const atoms = pair(1, 1);
  expect([atomLabel(atoms, 1, 0), atomLabel(atoms, 1, 1)]).toEqual(['H2', 'C1']);
  expect([atomLabel(null, 6, 0), atomLabel(undefined, 7, 1), atomLabel([], 1, 1)]).toEqual([
    'atom 7',
    'atom 7',
    'atom 1',
  ]);
});
