import type { PlacedAtom, Vector3 } from '../atoms.ts';
import { longestPocketEdge } from './pocket-edges.ts';

/** A box along the axes: its centre and its three edges, Å. */
export type PocketBox = [Vector3, Vector3];

/** What is farther from the faces of the box than this touches no ligand in it (Å), and fewer heavy atoms than this make no pocket; compute has the same. */
const touch = 4;
const fewestAtoms = 10;

/**
 * The smallest box about points with a margin (Å) on each side, edges rounded up to 0.1 Å. Edges beyond `longest` are cut, and the answer says so.
 * Null without points.
 */
export function boxAround(
  points: readonly Vector3[],
  margin: number,
  longest = longestPocketEdge,
): { box: PocketBox; cut: boolean } | null {
  if (points.length === 0) return null;
  const axes = [0, 1, 2] as const;
  const lowest = axes.map((axis) => points.reduce((least, point) => Math.min(least, point[axis]), Infinity));
  const highest = axes.map((axis) => points.reduce((most, point) => Math.max(most, point[axis]), -Infinity));
  const wanted = axes.map((axis) => Math.ceil(10 * ((highest[axis] ?? 0) - (lowest[axis] ?? 0) + 2 * margin)) / 10);
  const centre = axes.map((axis) => round(((highest[axis] ?? 0) + (lowest[axis] ?? 0)) / 2, 3)) as Vector3;
  const size = wanted.map((edge) => Math.min(edge, longest)) as Vector3;
  return { box: [centre, size], cut: wanted.some((edge) => edge > longest) };
}

/** How many heavy atoms lie in a box, or outside it by at most the margin (Å) along each edge. */
export function atomsInBox(atoms: readonly PlacedAtom[], [centre, size]: PocketBox, margin = 0): number {
  let count = 0;
  for (const { atomic_number, position } of atoms) {
    if (atomic_number === 1) continue;
    const inside = position.every(
      (value, axis) => Math.abs(value - (centre[axis] ?? 0)) <= (size[axis] ?? 0) / 2 + margin,
    );
    if (inside) count++;
  }
  return count;
}

/** Volume in Å³. */
export function boxVolume([, size]: PocketBox): number {
  return size[0] * size[1] * size[2];
}

/** Whether a box lies outside a protein, as compute judges it: hardly an atom in it or near its faces. */
export function isOutside(atoms: readonly PlacedAtom[], box: PocketBox): boolean {
  return atomsInBox(atoms, box, touch) < fewestAtoms;
}

/** A box with one face moved outwards by a step (Å); the face across stays. `axis` 0 to 2, `side` -1 or 1. No edge becomes shorter than `shortest`. */
export function withFaceMoved(
  [centre, size]: PocketBox,
  axis: 0 | 1 | 2,
  side: -1 | 1,
  step: number,
  shortest = 1,
): PocketBox {
  const edge = Math.max(shortest, Math.min(longestPocketEdge, size[axis] + step));
  const moved = edge - size[axis];
  const at = (values: Vector3, value: number): Vector3 =>
    values.map((each, index) => (index === axis ? round(value, 3) : each)) as Vector3;
  return [at(centre, centre[axis] + (side * moved) / 2), at(size, edge)];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits || 0;
}
