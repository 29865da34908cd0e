import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Contact } from '../../parts/calculations/trajectory-contacts.ts';

const numbers = z._default(z.array(z.number()), []);
const sampled = z._default(z.array(z.nullable(z.number())), []);

/** What a run adds. */
export const ProteinMdResults = z.looseObject({
  /** Protein of the platform that the trajectories start from: their topology. */
  minimized_protein_uuid: optionalNull(z.string()),
  /** Bonded atoms, counted from 0. */
  bonds: z._default(z.array(z.tuple([z.int(), z.int()])), []),
  trajectories: z._default(
    z.array(
      z.looseObject({
        uuid: z.string(),
        /** Å of the alpha carbons from the first frame; one value for each saved frame, as of all that follow but `rmsf`. */
        protein_rmsd: numbers,
        /** Å; one value for each alpha carbon. */
        rmsf: numbers,
        /** Å, weighted by mass */
        isotropic_radius_of_gyration: numbers,
        /** Å²; null for frames that were not looked at. */
        sasa: sampled,
        polar_sasa: sampled,
        /** Hartree, of the protein with its water */
        potential_energy: numbers,
        /** Å from the minimized structure */
        binder_rmsd: numbers,
        /** Atoms counted from 0. */
        contacts: z._default(z.array(Contact), []),
        cluster_indices_by_frame: z._default(z.array(z.int()), []),
        cluster_centroid_indices: z._default(z.array(z.int()), []),
        median_structure_frame_index: optionalNull(z.int()),
      }),
    ),
    [],
  ),
});
export type ProteinMdResults = z.output<typeof ProteinMdResults>;
export type ProteinTrajectory = ProteinMdResults['trajectories'][number];

/** Reads the results out of an item's data, without the settings; null where they do not fit. */
export function readProteinMd(data: unknown): ProteinMdResults | null {
  const read = z.safeParse(ProteinMdResults, data ?? {});
  return read.success ? read.data : null;
}

/** Frames that a trajectory keeps at most; fewer of a large protein. */
const mostFrames = 1000;

/**
 * ps between neighbouring frames: what was asked for, unless a run of that length has more frames than are kept.
 * @param frames how many a finished run has; null while it runs
 */
export function frameInterval(
  { simulation_time_ns, frame_save_interval_ps }: { simulation_time_ns: number; frame_save_interval_ps: number },
  frames: number | null,
): number {
  const whole = simulation_time_ns * 1000;
  const asked = Math.min(Math.max(frame_save_interval_ps, whole / mostFrames), whole);
  return frames !== null && frames > 0 && asked * (frames + 1) <= whole ? whole / frames : asked;
}
