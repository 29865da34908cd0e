import { expect, test } from 'vitest';
import type { PlacedAtom } from '../atoms.ts';
import { readXyz } from '../xyz.ts';
import { elementDifference, proposedOrder } from './atom-order.ts';

const atomsOf = (lines: string) => readXyz(`${lines.split('\n').length}\n\n${lines}\n`)[0]?.atoms as PlacedAtom[];
/** Hydrogen cyanide and hydrogen isocyanide, the second turned about and in another order. */
const cyanide = atomsOf('H 0 0 -1.07\nC 0 0 0\nN 0 0 1.15');
const isocyanide = atomsOf('N 5 0.0 0\nH 5 1.0 0\nC 5 -1.17 0');
const ethanol = atomsOf(
  'C -0.8883 0.1670 -0.0273\nC 0.4658 -0.5116 -0.0368\nO 1.4311 0.3229 0.5867\nH -0.8487 1.1175 -0.5695\nH -1.6471 -0.4704 -0.4896\nH -1.1964 0.3978 0.9977\nH 0.7920 -0.7224 -1.0597\nH 0.4246 -1.4559 0.5138\nH 1.4671 1.1550 0.0848',
);

test('atoms in another order are put where they belong, also after the molecule was moved', () => {
  const shuffle = [8, 2, 5, 0, 7, 1, 3, 6, 4];
  const moved = shuffle.map((index) => {
    const { atomic_number, position } = ethanol[index] as PlacedAtom;
    const [x, y, z] = position;
    return { atomic_number, position: [-y + 3, x, z - 1] } as PlacedAtom;
  });
  const order = proposedOrder(ethanol, moved) as number[];
  expect(order.map((place) => shuffle[place])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the ends of a reaction, whose bonds differ, are matched by element', () => {
  expect(proposedOrder(cyanide, isocyanide)).toEqual([1, 2, 0]);
});

test('molecules of other atoms are not matched, and what differs is reported', () => {
  expect(proposedOrder(cyanide, ethanol)).toBeNull();
  expect(elementDifference(cyanide, atomsOf('H 0 0 0\nH 0 0 1\nC 0 0 3'))).toEqual({
    more: [{ atomic_number: 1, count: 1 }],
    less: [{ atomic_number: 7, count: 1 }],
  });
});
