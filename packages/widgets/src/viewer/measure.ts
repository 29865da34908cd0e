import { atomName, distance, type Vector3 } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Words } from '../words.ts';

const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Angle a-b-c in degrees, 0 to 180. */
export function angleOf(a: Vector3, b: Vector3, c: Vector3): number {
  const u = minus(a, b);
  const v = minus(c, b);
  return degrees(Math.atan2(Math.hypot(...cross(u, v)), dot(u, v)));
}

/** Dihedral a-b-c-d in degrees, -180 to 180, positive clockwise when looked at from b to c (IUPAC). */
export function dihedralOf(a: Vector3, b: Vector3, c: Vector3, d: Vector3): number {
  const first = minus(b, a);
  const axis = minus(c, b);
  const last = minus(d, c);
  const n1 = cross(first, axis);
  const n2 = cross(axis, last);
  return degrees(Math.atan2(Math.hypot(...axis) * dot(first, n2), dot(n1, n2)));
}

/** What a selection of one to four atoms says: a name, a distance (Å, 3 decimals), an angle or a dihedral (degrees, 1 decimal). */
export function selectionText(atoms: readonly Atom[], selected: readonly number[], words: Words): string | null {
  const points = selected.map((index) => atoms[index]?.position as Vector3 | undefined);
  if (selected.length === 0 || points.some((point) => point === undefined)) return null;
  const names = selected.map((index) => atomName(atoms, index)).join('–');
  const [a, b, c, d] = points as Vector3[];
  if (a && b && c && d && selected.length === 4) return words.viewer.dihedral(names, dihedralOf(a, b, c, d).toFixed(1));
  if (a && b && c && selected.length === 3) return words.viewer.angle(names, angleOf(a, b, c).toFixed(1));
  if (a && b && selected.length === 2) return words.viewer.distance(names, distance(a, b).toFixed(3));
  return words.viewer.selected(names);
}
