import {
  type AlignmentMode,
  commonSubstructure,
  movePositions,
  substructureStepLimit,
  superposePositions,
} from '../chemistry/alignment/index.ts';
import type { PlacedAtom, Vector3 } from '../chemistry/atoms.ts';

/**
 * The atoms (0-based) by which frames are laid on a structure: all of them in the default mode; in the MCS mode those of the largest substructure that the
 * structure and another of its frames have in common (its bonds were neither made nor broken). The search stops after 10 000 steps.
 */
export function atomsToAlign(structure: readonly PlacedAtom[], frame: Float32Array, mode: AlignmentMode): number[] {
  const all = structure.map((_, index) => index);
  if (mode === 'default') return all;
  const moved = structure.map(({ atomic_number }, index) => ({
    atomic_number,
    position: [...frame.subarray(3 * index, 3 * index + 3)] as Vector3,
  }));
  // A frame has its atoms in the order of the structure: an atom that left must not be taken for one of its kind that stayed.
  const { pairs } = commonSubstructure(structure, moved, undefined, substructureStepLimit, true);
  return pairs.length > 0 ? pairs.map(([index]) => index) : all;
}

/** A frame laid on the structure's positions (x, y, z per atom, Å) by the given atoms, with the least RMSD; a new array. */
export function alignedFrame(
  frame: ArrayLike<number>,
  target: ArrayLike<number>,
  atoms: readonly number[],
): Float32Array {
  return movePositions(frame, superposePositions(frame, target, atoms), new Float32Array(frame.length));
}
