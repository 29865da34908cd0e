import { distance, type PlacedAtom, type Vector3 } from '../atoms.ts';
import { commonSubstructure } from './common-substructure.ts';
import { superpose, type Transform, transformed } from './superpose.ts';

/** Which elements one molecule has more of than another. */
export interface ElementDifference {
  more: { atomic_number: number; count: number }[];
  less: { atomic_number: number; count: number }[];
}

/** Returns what `atoms` has too many and too few of beside `template`; two empty lists where both are of the same atoms. */
export function elementDifference(
  template: readonly { atomic_number: number }[],
  atoms: readonly { atomic_number: number }[],
): ElementDifference {
  const counts = new Map<number, number>();
  for (const { atomic_number } of atoms) counts.set(atomic_number, (counts.get(atomic_number) ?? 0) + 1);
  for (const { atomic_number } of template) counts.set(atomic_number, (counts.get(atomic_number) ?? 0) - 1);
  const listed = [...counts]
    .map(([atomic_number, count]) => ({ atomic_number, count }))
    .sort((a, b) => a.atomic_number - b.atomic_number);
  return {
    more: listed.filter(({ count }) => count > 0),
    less: listed.filter(({ count }) => count < 0).map((each) => ({ ...each, count: -each.count })),
  };
}

/**
 * An order of the atoms of a molecule that fits a template whose bonds may differ, as the two ends of a reaction: atoms of the largest common
 * substructure go by it, the others by element to the nearest free place once both are laid over one another. It is a proposal for a person to check.
 * @returns `order[i]`, the 0-based place in `atoms` of the atom that belongs at place i; null where the two have not the same elements
 */
export function proposedOrder(template: readonly PlacedAtom[], atoms: readonly PlacedAtom[]): number[] | null {
  const { more, less } = elementDifference(template, atoms);
  if (more.length + less.length > 0) return null;
  const order = new Array<number>(template.length).fill(-1);
  const taken = new Set<number>();
  const take = (place: number, atom: number) => {
    order[place] = atom;
    taken.add(atom);
  };
  const { pairs } = commonSubstructure(template, atoms);
  for (const [place, atom] of pairs) take(place, atom);
  const positions = laidOver(template, atoms, pairs);
  const candidates: { place: number; atom: number; far: number }[] = [];
  template.forEach(({ atomic_number, position }, place) => {
    if (order[place] !== -1) return;
    atoms.forEach((atom, index) => {
      if (taken.has(index) || atom.atomic_number !== atomic_number) return;
      candidates.push({ place, atom: index, far: distance(position, positions[index] as Vector3) });
    });
  });
  for (const { place, atom } of candidates.sort((a, b) => a.far - b.far || a.place - b.place)) {
    if (order[place] === -1 && !taken.has(atom)) take(place, atom);
  }
  return order;
}

/** Where the atoms are once their pairs lie on those of the template; three pairs fix a motion, fewer lay the middles on one another. */
function laidOver(
  template: readonly PlacedAtom[],
  atoms: readonly PlacedAtom[],
  pairs: readonly (readonly [number, number])[],
): Vector3[] {
  const of = (all: readonly PlacedAtom[], index: number) => (all[index] as PlacedAtom).position;
  const motion: Transform | null =
    pairs.length >= 3
      ? superpose(
          pairs.map(([, atom]) => of(atoms, atom)),
          pairs.map(([place]) => of(template, place)),
        )
      : null;
  if (motion) return atoms.map(({ position }) => transformed(motion, position));
  const middle = (all: readonly PlacedAtom[]) =>
    [0, 1, 2].map((axis) => all.reduce((sum, { position }) => sum + (position[axis] ?? 0), 0) / all.length);
  const [from, to] = [middle(atoms), middle(template)];
  return atoms.map(
    ({ position }) => position.map((value, axis) => value - (from[axis] ?? 0) + (to[axis] ?? 0)) as Vector3,
  );
}
