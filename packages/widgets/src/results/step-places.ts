import type { AlignmentMode } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { alignedFrame, atomsToAlign } from '@cuvette/core/trajectory';
import { flatPositions } from '../viewer/overlay/align.ts';

/**
 * Where the atoms of a step are drawn (x, y, z per atom, Å): laid on the last step as the player lays its frames. A periodic structure stays in its cell.
 * Null where nothing moves, or the steps have not the same atoms.
 */
export function stepPlaces(
  steps: readonly Molecule[],
  mode: AlignmentMode,
): ((step: Molecule) => ArrayLike<number>) | null {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last || steps.length < 2 || !steps.every((step) => sameAtoms(step, last))) return null;
  if (last.cell) return ({ atoms }) => flatPositions(atoms);
  const by = atomsToAlign(last.atoms, Float32Array.from(flatPositions(first.atoms)), mode);
  const target = flatPositions(last.atoms);
  return ({ atoms }) => alignedFrame(flatPositions(atoms), target, by);
}

function sameAtoms(a: Pick<Molecule, 'atoms'>, b: Pick<Molecule, 'atoms'>): boolean {
  return (
    a.atoms.length === b.atoms.length &&
    a.atoms.every(({ atomic_number }, index) => atomic_number === b.atoms[index]?.atomic_number)
  );
}
