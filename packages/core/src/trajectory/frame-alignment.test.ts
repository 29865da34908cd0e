import { expect, test } from 'vitest';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { alignedFrame, atomsToAlign } from './frame-alignment.ts';

const atomsOf = (...atoms: [number, number, number, number][]): PlacedAtom[] =>
  atoms.map(([atomic_number, ...position]) => ({ atomic_number, position }));
const flat = (atoms: readonly PlacedAtom[]) => Float32Array.from(atoms.flatMap(({ position }) => position));
const moving = (atoms: readonly PlacedAtom[], which: readonly number[], by: number) =>
  atoms.map(({ atomic_number, position: [x, y, z] }, atom) => ({
    atomic_number,
    position: [x, y + (which.includes(atom) ? by : 0), z] as [number, number, number],
  }));

const water = atomsOf([8, 0, 0, 0], [1, 0.76, 0.59, 0], [1, -0.76, 0.59, 0]);

test('of two alike atoms the one that left is not laid on, whichever it is', () => {
  for (const left of [1, 2]) {
    const frame = flat(moving(water, [left], 2));
    const by = atomsToAlign(water, frame, 'mcs');
    expect([...by].sort()).toEqual([0, 3 - left]);
    const laid = alignedFrame(frame, flat(water), by);
    for (const atom of by) {
      for (const axis of [0, 1, 2]) expect(laid[3 * atom + axis]).toBeCloseTo(flat(water)[3 * atom + axis] ?? NaN, 5);
    }
    expect(atomsToAlign(water, frame, 'default')).toEqual([0, 1, 2]);
  }
});

test('a chain that broke is laid on its longer piece; one that stayed whole on all of its heavy atoms', () => {
  // Hexane's carbons in a zigzag, without hydrogens; the first two leave together, then the last two.
  const chain = atomsOf(...Array.from({ length: 6 }, (_, atom) => [6, 1.25 * atom, atom % 2 ? 0.85 : 0, 0] as never));
  const by = (which: number[]) => [...atomsToAlign(chain, flat(moving(chain, which, 5)), 'mcs')].sort();
  expect(by([0, 1])).toEqual([2, 3, 4, 5]);
  expect(by([4, 5])).toEqual([0, 1, 2, 3]);
  expect(by([])).toEqual([0, 1, 2, 3, 4, 5]);
});
