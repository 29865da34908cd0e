import * as z from 'zod/mini';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { atomicNumberOf } from '../chemistry/elements.ts';
import { Pdb, type PdbAtom, type PdbNonPolymer } from '../chemistry/pdb/index.ts';
import { totalFrames } from '../tables/derived-values.ts';
import { TrajectoryProblem } from './stream-header.ts';

const pair = z.tuple([z.int(), z.int()]);
const optionalText = z._default(z.nullable(z.string()), null);

const perFrame = z._default(z.array(z.number()), []);

/** The data of an item that holds trajectories, whatever its type. */
const TrajectoryItem = z.looseObject({
  trajectories: z.array(z.looseObject({ ligand_rmsd: perFrame, protein_rmsd: perFrame })),
  simulation_time_ns: z._default(z.number(), 0),
  timestep_fs: z._default(z.number(), 0),
  bonds: z._default(z.array(pair), []),
  minimized_protein_uuid: optionalText,
  protein_uuid: optionalText,
  protein: z._default(z.nullable(z.union([z.string(), Pdb])), null),
});

/** The trajectories of an item, and where their structure is. */
export interface ItemTrajectories {
  /** Frames of each replicate; null where nothing tells. */
  frames: (number | null)[];
  /** Bonded atoms (0-based); null where they are to be perceived. */
  bonds: [number, number][] | null;
  /** The structure that the frames are of: one of the platform's proteins, or one that is in the data. */
  structure: { uuid: string } | { pdb: Pdb } | null;
}

/** Returns what an item's data say of trajectories; null where they say nothing. */
export function trajectoriesOf(data: unknown): ItemTrajectories | null {
  const parsed = z.safeParse(TrajectoryItem, data);
  if (!parsed.success || parsed.data.trajectories.length === 0) return null;
  const { trajectories, simulation_time_ns, timestep_fs, bonds, minimized_protein_uuid, protein_uuid, protein } =
    parsed.data;
  const uuid = minimized_protein_uuid ?? protein_uuid ?? (typeof protein === 'string' ? protein : null);
  return {
    frames: trajectories.map(
      ({ ligand_rmsd, protein_rmsd }) =>
        totalFrames(simulation_time_ns, timestep_fs, ligand_rmsd.length || protein_rmsd.length) || null,
    ),
    bonds: bonds.length > 0 ? bonds : null,
    structure: uuid !== null ? { uuid } : protein !== null && typeof protein !== 'string' ? { pdb: protein } : null,
  };
}

/**
 * The atoms of a structure in the order of their numbers, which is the order of positions in a trajectory of it. Of several models the first.
 * @throws TrajectoryProblem for an atom of no element
 */
export function atomsInOrder(pdb: Pdb): PlacedAtom[] {
  const [model] = pdb.models;
  if (!model) return [];
  const residues: { atoms: Record<string, PdbAtom> }[] = [
    ...Object.values(model.polymer).flatMap(({ residues: all }) => Object.values(all)),
    ...Object.values(model.non_polymer),
    ...Object.values(model.branched as Record<string, PdbNonPolymer>),
    ...Object.values(model.water),
  ];
  return residues
    .flatMap(({ atoms }) => Object.entries(atoms))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([number, { element, x, y, z: height }]) => {
      const atomic_number = element === 'D' ? 1 : atomicNumberOf(element);
      if (atomic_number === null) {
        throw new TrajectoryProblem(`Atom ${number} has the element "${element}", which does not exist.`);
      }
      return { atomic_number, position: [x, y, height] };
    });
}
