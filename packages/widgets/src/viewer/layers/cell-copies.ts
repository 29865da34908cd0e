import { type AtomImage, bondsOf, symbolOf, type Vector3 } from '@cuvette/core/chemistry';
import type { AtomSpec } from '3dmol';
import { carbonHydrogens } from '../drawing/carbon-hydrogens.ts';
import type { Bond, Scene } from '../layer.ts';

/** A copy of an atom: how far from it (Å, as drawn). */
export interface AtomCopy {
  atom: number;
  offset: Vector3;
}

/** An atom of the structure or a copy of one, where it is drawn. */
interface PlacedImage extends AtomCopy {
  shift: Vector3;
  atomic_number: number;
  position: Vector3;
}

/**
 * Copies of atoms as the engine takes them, bonded to each other and to the structure's own atoms. Those that a copy is bonded to carry that bond
 * here once more (`properties.own`): the engine knows bonds within one model only.
 * @param step a shift by whole cells as a step in the picture, Å
 */
export function copiesOf(
  scene: Scene,
  images: readonly AtomImage[],
  step: (shift: Vector3) => Vector3,
): { specs: AtomSpec[]; copies: AtomCopy[] } {
  const atoms = scene.atoms();
  const places = scene.positions();
  const placed = ({ atom, shift }: AtomImage): PlacedImage => {
    const offset = step(shift);
    const position = offset.map((value, axis) => value + (places[3 * atom + axis] ?? 0)) as Vector3;
    return { atom, shift, offset, atomic_number: atoms[atom]?.atomic_number ?? 0, position };
  };
  const own = atoms.map((_, atom) => placed({ atom, shift: [0, 0, 0] }));
  const all = [...own, ...images.map(placed)];
  const bonds = bondsAcross(all, scene.bonds(), own.length);
  const hidden = scene.look().carbonHydrogen ? new Set<number>() : carbonHydrogens(all, bonds);
  const ends = new Set(bonds.flat());
  const used = [...all.keys()].filter((index) => !hidden.has(index) && (index >= own.length || ends.has(index)));
  const localOf = new Map(used.map((index, local) => [index, local]));
  const neighbours = used.map((): number[] => []);
  for (const [a, b] of bonds) {
    const [p, q] = [localOf.get(a), localOf.get(b)];
    if (p === undefined || q === undefined) continue;
    neighbours[p]?.push(q);
    neighbours[q]?.push(p);
  }
  const chosen = used.map((index) => all[index] as PlacedImage);
  const specs = chosen.map(({ atomic_number, position: [x, y, z] }, local) => {
    const bonded = neighbours[local] ?? [];
    const isOwn = (used[local] as number) < own.length;
    return {
      elem: symbolOf(atomic_number),
      ...{ x, y, z },
      index: local,
      serial: local,
      bonds: bonded,
      bondOrder: bonded.map(() => 1),
      properties: { own: isOwn },
    };
  });
  return { specs, copies: chosen };
}

/** Bonds between copies, and between them and the structure's own atoms (which come first). Within one cell they are the structure's. */
function bondsAcross(all: readonly PlacedImage[], bonds: readonly Bond[], own: number): [number, number][] {
  const within = new Set(bonds.map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`)));
  return bondsOf(all).filter(([i, j]) => {
    const [first, second] = [all[i] as PlacedImage, all[j] as PlacedImage];
    if (i < own && j < own) return false;
    const sameCell = first.shift.every((value, axis) => value === second.shift[axis]);
    if (!sameCell) return true;
    const [a, b] = [Math.min(first.atom, second.atom), Math.max(first.atom, second.atom)];
    return within.has(`${a},${b}`);
  });
}
