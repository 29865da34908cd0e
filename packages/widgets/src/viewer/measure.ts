import { angle, atomName, dihedral, distance, type Vector3 } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { Words } from '../words.ts';

/** What a selection of one to four atoms says: a name, a distance (Å, 3 decimals), an angle or a dihedral (degrees, 1 decimal). */
export function selectionText(atoms: readonly Atom[], selected: readonly number[], words: Words): string | null {
  const points = selected.map((index) => atoms[index]?.position as Vector3 | undefined);
  if (selected.length === 0 || points.some((point) => point === undefined)) return null;
  const names = selected.map((index) => atomName(atoms, index)).join('–');
  const [a, b, c, d] = points as Vector3[];
  if (a && b && c && d && selected.length === 4) return words.viewer.dihedral(names, dihedral(a, b, c, d).toFixed(1));
  if (a && b && c && selected.length === 3) return words.viewer.angle(names, angle(a, b, c).toFixed(1));
  if (a && b && selected.length === 2) return words.viewer.distance(names, distance(a, b).toFixed(3));
  return words.viewer.selected(names);
}
