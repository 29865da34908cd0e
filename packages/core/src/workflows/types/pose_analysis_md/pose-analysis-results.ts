import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Contact } from '../../parts/calculations/trajectory-contacts.ts';

/** What a run adds. */
export const PoseAnalysisResults = z.looseObject({
  /** Protein of the platform that the trajectories start from: their topology. */
  minimized_protein_uuid: optionalNull(z.string()),
  /** Bonded atoms, counted from 0. */
  bonds: z._default(z.array(z.tuple([z.int(), z.int()])), []),
  /** One for each replicate; `ligand_rmsd` in Å, one value for each saved frame. */
  trajectories: z._default(
    z.array(
      z.looseObject({
        uuid: z.string(),
        ligand_rmsd: z._default(z.array(z.number()), []),
        contacts: z._default(z.array(Contact), []),
      }),
    ),
    [],
  ),
});
export type PoseAnalysisResults = z.output<typeof PoseAnalysisResults>;
export type PoseTrajectory = PoseAnalysisResults['trajectories'][number];

/** Reads the results out of an item's data, without the settings; null where they do not fit. */
export function readPoseAnalysis(data: unknown): PoseAnalysisResults | null {
  const read = z.safeParse(PoseAnalysisResults, data ?? {});
  return read.success ? read.data : null;
}

/** A simulation time in the unit of its frames: picoseconds where the whole run is shorter than a nanosecond. */
export const timeOfFrames = (nanoseconds: number): { duration: number; unit: 'ns' | 'ps' } =>
  nanoseconds < 1 ? { duration: nanoseconds * 1000, unit: 'ps' } : { duration: nanoseconds, unit: 'ns' };
