import type { PlacedAtom, Vector3 } from '../atoms.ts';
import { commonSubstructure } from './common-substructure.ts';
import { identityTransform, superpose, type Transform } from './superpose.ts';

/** Ways to say which atoms belong together: by their place in the list, or by the maximum common substructure. */
export const alignmentModes = ['default', 'mcs'] as const;
export type AlignmentMode = (typeof alignmentModes)[number];

/** Why there is nothing to align. */
export const tooFewMoleculesText = 'Alignment needs at least two molecules.';

/** How one molecule is laid on the first. */
export interface Alignment extends Transform {
  /** RMSD in Å over the pairs. */
  rmsd: number;
  /** Atoms that were laid on one another (0-based, the first molecule's first). */
  pairs: [number, number][];
  /** The search for the common substructure was stopped, so there may be a larger one. */
  stopped: boolean;
}

/**
 * Lays every molecule on the first one with the least RMSD.
 * @param options `atoms`: atoms to go by (0-based; of every molecule in the default mode, of the first one in the MCS mode); all when left out
 * @returns one alignment for each molecule, the first one's being no movement at all
 * @throws RangeError when there are fewer than two molecules, or the sets of points differ in length or are empty
 */
export function alignMolecules(
  molecules: readonly { atoms: readonly PlacedAtom[] }[],
  options: { mode?: AlignmentMode; atoms?: readonly number[] } = {},
): Alignment[] {
  const [first, ...others] = molecules;
  if (!first || others.length === 0) throw new RangeError(tooFewMoleculesText);
  const mode = options.mode ?? 'default';
  const chosen = options.atoms ?? first.atoms.map((_, index) => index);
  const itself = chosen.map((index): [number, number] => [index, index]);
  const aligned = others.map(({ atoms }): Alignment => {
    const { pairs, stopped } =
      mode === 'mcs' ? commonSubstructure(first.atoms, atoms, options.atoms) : { pairs: itself, stopped: false };
    const target =
      mode === 'mcs' || options.atoms ? pairs.map(([i]) => positionOf(first.atoms, i)) : first.atoms.map(position);
    const points = mode === 'mcs' || options.atoms ? pairs.map(([, j]) => positionOf(atoms, j)) : atoms.map(position);
    return { ...superpose(points, target), pairs, stopped };
  });
  return [{ ...identityTransform, rmsd: 0, pairs: itself, stopped: false }, ...aligned];
}

const position = (atom: PlacedAtom): Vector3 => atom.position;

function positionOf(atoms: readonly PlacedAtom[], index: number): Vector3 {
  const atom = atoms[index];
  if (!atom) throw new RangeError(`There is no atom ${index + 1} in a molecule of ${atoms.length} atoms.`);
  return atom.position;
}
