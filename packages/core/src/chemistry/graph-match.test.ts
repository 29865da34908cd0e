import { expect, test } from 'vitest';
import { heavyGraphOf, matchHeavyAtoms } from './graph-match.ts';

const atoms = (...elements: number[]) => elements.map((atomic_number) => ({ atomic_number }));

test('ethanol written from the oxygen is found in ethanol written from the carbon', () => {
  const forward = heavyGraphOf(atoms(6, 6, 8, 1), [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  const backward = heavyGraphOf(atoms(8, 6, 6, 1), [
    [0, 1],
    [1, 2],
    [0, 3],
  ]);
  expect(forward.hydrogens).toEqual([0, 0, 1]);
  expect(matchHeavyAtoms(forward, backward)).toEqual([2, 1, 0]);
  expect(matchHeavyAtoms(forward, forward)).toEqual([0, 1, 2]);
});

test('the hydrogens tell the two oxygens of an acid apart, and other molecules match nothing', () => {
  const acid = heavyGraphOf(atoms(6, 8, 8, 1), [
    [0, 1],
    [0, 2],
    [1, 3],
  ]);
  const turned = heavyGraphOf(atoms(6, 8, 8, 1), [
    [0, 1],
    [0, 2],
    [2, 3],
  ]);
  expect(matchHeavyAtoms(acid, turned)).toEqual([0, 2, 1]);
  expect(
    matchHeavyAtoms(
      acid,
      heavyGraphOf(atoms(6, 8, 7, 1), [
        [0, 1],
        [0, 2],
        [2, 3],
      ]),
    ),
  ).toBeNull();
  expect(
    matchHeavyAtoms(
      acid,
      heavyGraphOf(atoms(6, 8, 8), [
        [0, 1],
        [0, 2],
      ]),
    ),
  ).toBeNull();
});
