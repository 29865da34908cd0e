import { expect, test } from 'vitest';
import { atomsInBox, boxAround, boxVolume, isOutside, withFaceMoved } from './pocket-box.ts';

const points = [
  [0, 0, 0],
  [2, 4, 60],
] as [number, number, number][];
const atoms = Array.from({ length: 12 }, (_, index) => ({
  atomic_number: index === 0 ? 1 : 6,
  position: [index, 0, 0] as [number, number, number],
}));

test('a box about points has a margin on each side, and is cut where an edge is too long', () => {
  expect(boxAround(points, 5)).toEqual({
    box: [
      [1, 2, 30],
      [12, 14, 50],
    ],
    cut: true,
  });
  expect(boxAround(points.slice(0, 1), 5)).toEqual({
    box: [
      [0, 0, 0],
      [10, 10, 10],
    ],
    cut: false,
  });
  expect(boxAround([], 5)).toBeNull();
});

test('heavy atoms in a box are counted, and a box away from them is outside', () => {
  const box = boxAround(points.slice(0, 1), 5)?.box ?? null;
  if (!box) throw new Error('no box');
  expect(atomsInBox(atoms, box)).toBe(5);
  expect(boxVolume(box)).toBe(1000);
  // Nine heavy atoms reach into the box or lie within 4 Å of it: one too few.
  expect(isOutside(atoms, box)).toBe(true);
  expect(isOutside(atoms, withFaceMoved(box, 0, 1, 2))).toBe(false);
});

test('a face moves and the one across stays', () => {
  expect(
    withFaceMoved(
      [
        [0, 0, 0],
        [10, 10, 10],
      ],
      1,
      -1,
      3,
    ),
  ).toEqual([
    [0, -1.5, 0],
    [10, 13, 10],
  ]);
  expect(
    withFaceMoved(
      [
        [0, 0, 0],
        [10, 10, 10],
      ],
      2,
      1,
      -30,
    ),
  ).toEqual([
    [0, 0, -4.5],
    [10, 10, 1],
  ]);
  expect(
    withFaceMoved(
      [
        [0, 0, 0],
        [49, 10, 10],
      ],
      0,
      1,
      5,
    )[1],
  ).toEqual([50, 10, 10]);
});
