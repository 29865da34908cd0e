import {
  type AlignmentMode,
  distance,
  identityTransform,
  superpose,
  type Transform,
  transformed,
} from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { alignedPairs } from './align.ts';

/** Another structure that can be shown beside the one that is looked at. */
export interface OtherStructure {
  id: string;
  name: string;
  /** Null until it has been read. */
  atoms: readonly Atom[] | null;
  /** It could not be read. */
  failed?: boolean | undefined;
  /** It lies where it is, in the same protein as the one that is looked at: it is not laid on it. */
  inPlace?: boolean | undefined;
}

/** More structures than this are not shown at once: nobody could tell them apart, and each is read and drawn. */
export const mostOverlaid = 50;

/** Colours of carbon that tell structures apart, in light and dark, also for people who do not see red and green alike (after Okabe and Ito). */
const colours = ['#e69f00', '#56b4e9', '#009e73', '#cc79a7', '#d55e00', '#0072b2', '#b8a600', '#8c6bb1'] as const;

/** The colour of a structure by its place among all; they begin anew after eight. */
export function overlayColour(place: number): string {
  return colours[place % colours.length] ?? colours[0];
}

/** How a structure lies on another one. */
export interface Laid {
  /** From its own coordinates to those of the other one. */
  motion: Transform;
  /** RMSD in Å of the atoms that were laid on one another; null where the two have nothing in common, and it lies as it is. */
  rmsd: number | null;
  /** How many atoms those are, where they are only a part of both molecules; null where they are all, or all heavy ones. */
  part: number | null;
  /** The search for what both have in common ended at its limit of steps: there may be more. */
  stopped: boolean;
}

/** How many of the atoms are none of hydrogen. */
const heavy = (atoms: readonly Atom[]) => atoms.filter(({ atomic_number }) => atomic_number > 1).length;

/** The transformation of a ligand onto the one that is shown where both are in the same protein: not moved at all. */
export function leftInPlace(atoms: readonly Atom[], target: readonly Atom[]): Laid {
  // The shown ligand's atoms come before those of its protein.
  const { pairs } = alignedPairs(atoms, target.slice(0, atoms.length), 'default');
  if (pairs.length < 2) return { motion: identityTransform, rmsd: null, part: null, stopped: false };
  let sum = 0;
  for (const [a, b] of pairs) sum += distance((atoms[a] as Atom).position, (target[b] as Atom).position) ** 2;
  return { motion: identityTransform, rmsd: Math.sqrt(sum / pairs.length), part: null, stopped: false };
}

/**
 * Lays a structure on another one: by default atom by atom where both have the same ones in the same order (heavy atoms only where there are
 * three of them), by their largest common substructure in the MCS mode. As they are where that leaves fewer than two atoms.
 */
export function laidOn(atoms: readonly Atom[], target: readonly Atom[], mode: AlignmentMode): Laid {
  const { pairs, stopped } = alignedPairs(atoms, target, mode);
  if (pairs.length < 2) return { motion: identityTransform, rmsd: null, part: null, stopped };
  const points = (all: readonly Atom[], side: 0 | 1) => pairs.map((pair) => (all[pair[side]] as Atom).position);
  const motion = superpose(points(atoms, 0), points(target, 1));
  const isPart = pairs.length < Math.max(heavy(atoms), heavy(target));
  return { motion, rmsd: motion.rmsd, part: isPart ? pairs.length : null, stopped };
}

/** Structures that reach this much (Å) beyond the one that is looked at would be cut off where that one fills the picture. */
const beyond = 0.5;

/** Whether one of the structures, as they are laid on the one that is looked at, needs more room than that one. */
export function reachesBeyond(
  structures: readonly { atoms: readonly Atom[]; motion: Transform }[],
  target: readonly Atom[],
): boolean {
  const count = Math.max(1, target.length);
  const middle = [0, 1, 2].map((axis) => target.reduce((sum, { position }) => sum + (position[axis] ?? 0), 0) / count);
  const reach = (position: Atom['position']) =>
    Math.hypot(...position.map((value, axis) => value - (middle[axis] ?? 0)));
  const own = Math.max(0, ...target.map(({ position }) => reach(position)));
  return structures.some(({ atoms, motion }) =>
    atoms.some(({ position }) => reach(transformed(motion, position)) > own + beyond),
  );
}
