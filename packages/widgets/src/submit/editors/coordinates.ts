import { angle, atomName, dihedral, distance, type Vector3 } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';

/** What two, three or four atoms span. */
export type CoordinateKind = 'bond' | 'angle' | 'dihedral';

const kinds: readonly (CoordinateKind | null)[] = [null, null, 'bond', 'angle', 'dihedral'];

/** Returns what this many atoms span; null for any other number. */
export function kindOf(count: number): CoordinateKind | null {
  return kinds[count] ?? null;
}

/** Unit of a coordinate. */
export function unitOf(kind: CoordinateKind): 'Å' | '°' {
  return kind === 'bond' ? 'Å' : '°';
}

/** Present value (Å or degrees) of the coordinate of these atoms (0-based); null where they span none or are not there. */
export function presentValue(atoms: readonly Atom[], picked: readonly number[]): number | null {
  const points = picked.map((atom) => atoms[atom]?.position as Vector3 | undefined);
  if (points.some((point) => point === undefined)) return null;
  const [a, b, c, d] = points as Vector3[];
  if (!a || !b || points.length > 4) return null;
  const value = !c ? distance(a, b) : d ? dihedral(a, b, c, d) : angle(a, b, c);
  return Number.isFinite(value) ? value : null;
}

/** A value as it is written: distances with three decimals, angles with one. */
export function valueText(kind: CoordinateKind, value: number): string {
  return kind === 'bond' ? `${formatNumber(value, 3)} Å` : `${formatNumber(value, 1)}°`;
}

/** A value as a number field begins with it. */
export function rounded(kind: CoordinateKind, value: number): number {
  const factor = kind === 'bond' ? 1000 : 10;
  return Math.round(value * factor) / factor || 0;
}

/** Names of atoms (0-based) in a row: "C1–C2–H5". */
export function namesOf(atoms: readonly { atomic_number: number }[], picked: readonly number[]): string {
  return picked.map((atom) => atomName(atoms, atom)).join('–');
}
