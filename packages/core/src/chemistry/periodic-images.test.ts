import { expect, test } from 'vitest';
import type { Vector3 } from './atoms.ts';
import { adjacentImages, adjacentShifts, cellEdges, closestImages, latticePoint } from './periodic-images.ts';

const cube = (length: number, is_periodic: [boolean, boolean, boolean] = [true, true, true]) => ({
  lattice_vectors: [
    [length, 0, 0],
    [0, length, 0],
    [0, 0, length],
  ] as [Vector3, Vector3, Vector3],
  is_periodic,
});
const atom = (...position: Vector3) => ({ atomic_number: 13, position });
/** Places of copies in Å. */
const places = (
  atoms: ReturnType<typeof atom>[],
  lattice: ReturnType<typeof cube>,
  images = closestImages(atoms, lattice),
) =>
  images.map(({ atom: index, shift }) =>
    latticePoint(lattice, shift).map((value, axis) => value + (atoms[index]?.position[axis] ?? 0)),
  );

test('a cell has twelve edges, a, b and c first', () => {
  expect(cellEdges).toHaveLength(12);
  expect(cellEdges.slice(0, 3).map(([, end]) => end)).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
  expect(new Set(cellEdges.map((edge) => edge.join())).size).toBe(12);
});

test('26 cells touch a cell, 8 that of a slab, 2 that of a chain', () => {
  expect(adjacentShifts(cube(4))).toHaveLength(26);
  const slab = adjacentShifts(cube(4, [true, true, false]));
  expect(slab).toHaveLength(8);
  expect(slab.every(([, , k]) => k === 0)).toBe(true);
  expect(adjacentShifts(cube(4, [false, false, true]))).toEqual([
    [0, 0, -1],
    [0, 0, 1],
  ]);
  expect(adjacentImages([atom(0, 0, 0), atom(1, 1, 1)], cube(4))).toHaveLength(52);
});

test('an atom in a corner has seven copies in its cell, one on a face one, one inside none', () => {
  expect(closestImages([atom(0, 0, 0)], cube(4))).toHaveLength(7);
  expect(places([atom(2, 2, 0)], cube(4))).toEqual([[2, 2, 4]]);
  expect(closestImages([atom(1, 2, 3)], cube(4))).toEqual([]);
  expect(places([atom(2, 2, 3.995)], cube(4))[0]?.[2]).toBeCloseTo(-0.005, 9);
});

test('the conventional cell of a face-centred metal shows its 14 atoms', () => {
  const atoms = [atom(0, 0, 0), atom(0, 2, 2), atom(2, 0, 2), atom(2, 2, 0)];
  expect(atoms.length + closestImages(atoms, cube(4)).length).toBe(14);
});

test('atoms far outside have their copy inside, in a slanted cell as well', () => {
  expect(places([atom(9, -3, 2)], cube(4))).toEqual([[1, 1, 2]]);
  const slanted = {
    ...cube(4),
    lattice_vectors: [
      [4, 0, 0],
      [2, 3, 0],
      [0, 0, 5],
    ] as [Vector3, Vector3, Vector3],
  };
  expect(places([atom(0.5, 1.5, 1)], slanted)).toEqual([[4.5, 1.5, 1]]);
});

test('where a direction does not repeat atoms stay, whatever its vector is', () => {
  expect(places([atom(-1, 1, 40)], cube(4, [true, true, false]))).toEqual([[3, 1, 40]]);
  const flat = { ...cube(4, [true, true, false]) };
  flat.lattice_vectors = [
    [4, 0, 0],
    [0, 4, 0],
    [0, 0, 0],
  ];
  expect(places([atom(-1, 1, 40)], flat)).toEqual([[3, 1, 40]]);
  const chain = { ...cube(4, [true, false, false]) };
  chain.lattice_vectors = [
    [4, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  expect(places([atom(-1, 1, 40)], chain)).toEqual([[3, 1, 40]]);
});
