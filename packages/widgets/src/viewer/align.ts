import {
  identityTransform,
  movePositions,
  principalAxes,
  superpose,
  type Transform,
  transformed,
} from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';

/**
 * The motion that lays `atoms` over `reference` with the least squares of distances between atoms of the same index, heavy atoms
 * only where there are three of them. Nothing moves where the two cannot be compared.
 */
export function alignment(atoms: readonly Atom[], reference: readonly Atom[]): Transform {
  if (atoms.length !== reference.length || atoms.length < 2) return identityTransform;
  const heavy = [...atoms.keys()].filter((index) => (atoms[index]?.atomic_number ?? 0) > 1);
  const chosen = heavy.length >= 3 ? heavy : [...atoms.keys()];
  const points = (all: readonly Atom[]) => chosen.map((index) => (all[index] as Atom).position);
  return superpose(points(atoms), points(reference));
}

/** The rotation that shows a molecule best: its long axis lies across the screen and its thin side faces away, so that water looks bent. */
export function facing(atoms: readonly Atom[]): Transform {
  const real = atoms.filter(({ atomic_number }) => atomic_number > 0);
  if (real.length < 2) return identityTransform;
  return { rotation: principalAxes(real), translation: [0, 0, 0] };
}

/** Atoms at their places after a motion. */
export function movedAtoms(atoms: readonly Atom[], motion: Transform): Atom[] {
  return atoms.map((atom) => ({ ...atom, position: transformed(motion, atom.position) }));
}

/** Moves positions (x, y, z per atom) by a motion, into `target`. */
export function moved(
  positions: ArrayLike<number>,
  motion: Transform,
  target = new Float64Array(positions.length),
): Float64Array {
  return movePositions(positions, motion, target);
}

/** Positions of atoms one after another. */
export function flatPositions(atoms: readonly Atom[]): Float64Array {
  return Float64Array.from(atoms.flatMap((atom) => atom.position));
}
