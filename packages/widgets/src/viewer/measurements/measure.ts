import { angle, atomName, dihedral, distance, type Vector3 } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import type { Words } from '../../words.ts';

/** Most atoms that are measured, and named one by one. */
export const mostMeasured = 4;

/** Returns what two, three or four points say: a distance in Å, an angle or a dihedral in degrees. NaN for any other number. */
export function measured(points: readonly Vector3[]): number {
  const [a, b, c, d] = points;
  if (points.length > mostMeasured || !a || !b) return Number.NaN;
  if (!c) return distance(a, b);
  return d ? dihedral(a, b, c, d) : angle(a, b, c);
}

/** A measured value with its decimals and unit: distances 3 decimals, angles 1. */
export function measuredText(value: number, atoms: number): string {
  return atoms === 2 ? `${formatNumber(value, 3)} Å` : `${formatNumber(value, 1)}°`;
}

/**
 * Returns what a selection says: the name of an atom, a distance (Å, 3 decimals), an angle or a dihedral (degrees, 1 decimal), the number of more
 * atoms. `positions`: where the atoms are now (x, y, z of each, Å), when they have moved.
 */
export function selectionText(
  atoms: readonly Atom[],
  selected: readonly number[],
  words: Words,
  nameOf: (atom: number) => string = (atom) => atomName(atoms, atom),
  positions: ArrayLike<number> | null = null,
): string | null {
  if (selected.length === 0 || !selected.every((index) => atoms[index])) return null;
  if (selected.length > mostMeasured) return words.viewer.selection.count(selected.length);
  const names = selected.map(nameOf).join('–');
  const value = measured(
    selected.map((index) => (positions ? placeIn(positions, index) : ((atoms[index] as Atom).position as Vector3))),
  );
  if (selected.length === 4) return words.viewer.dihedral(names, formatNumber(value, 1));
  if (selected.length === 3) return words.viewer.angle(names, formatNumber(value, 1));
  if (selected.length === 2) return words.viewer.distance(names, formatNumber(value, 3));
  return words.viewer.selected(names);
}

function placeIn(positions: ArrayLike<number>, atom: number): Vector3 {
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = [0, 1, 2].map((axis) => positions[3 * atom + axis]);
  return [x, y, z];
}
