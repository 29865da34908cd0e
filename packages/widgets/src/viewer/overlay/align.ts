import {
  type AlignmentMode,
  commonSubstructure,
  identityTransform,
  movePositions,
  principalAxes,
  superpose,
  type Transform,
  transformed,
} from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';

/**
 * The atoms by which a structure is laid on another one (the structure's first): in the default mode those of the same index, heavy ones
 * only where there are three of them, and none where the two have not the same elements in the same order; in the MCS mode those of their
 * largest common substructure. `stopped` where that search ended at its limit of steps: there may be a larger one.
 */
export function alignedPairs(
  atoms: readonly Atom[],
  reference: readonly Atom[],
  mode: AlignmentMode,
): { pairs: [number, number][]; stopped: boolean } {
  if (mode === 'mcs') return commonSubstructure(atoms, reference);
  const same =
    atoms.length === reference.length &&
    atoms.every(({ atomic_number }, index) => atomic_number === reference[index]?.atomic_number);
  if (!same) return { pairs: [], stopped: false };
  const all = [...atoms.keys()];
  const heavy = all.filter((index) => (atoms[index]?.atomic_number ?? 0) > 1);
  return { pairs: (heavy.length >= 3 ? heavy : all).map((index) => [index, index]), stopped: false };
}

/** The motion that lays `atoms` over `reference` with the least squares of distances. Nothing moves where the two cannot be compared. */
export function alignment(
  atoms: readonly Atom[],
  reference: readonly Atom[],
  mode: AlignmentMode = 'default',
): Transform {
  const { pairs } = alignedPairs(atoms, reference, mode);
  if (pairs.length < 2) return identityTransform;
  const points = (all: readonly Atom[], side: 0 | 1) => pairs.map((pair) => (all[pair[side]] as Atom).position);
  return superpose(points(atoms, 0), points(reference, 1));
}

/** The rotation that shows a molecule best: its long axis lies across the screen and its thin side faces away, so that water looks bent. */
export function facing(atoms: readonly Atom[]): Transform {
  const real = atoms.filter(({ atomic_number }) => atomic_number > 0);
  if (real.length < 2) return identityTransform;
  return { rotation: principalAxes(real, ({ atomic_number }) => atomic_number), translation: [0, 0, 0] };
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
