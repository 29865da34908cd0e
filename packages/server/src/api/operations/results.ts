import { AtomTrajectories, Bundle, GridList, TrajectoryDcds } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { FilePlace } from '../worker.ts';
import { Done, type Operations } from './operation.ts';

const whole = z.int().check(z.minimum(0));
const frames = {
  replicate: z.optional(whole),
  start_frame: z.optional(whole),
  num_frames: z.optional(z.int().check(z.minimum(1))),
};
const pair = z.tuple([whole, whole]);

/** What a file's bytes are described as. */
const Bytes = z.string();

/** The reading calls of large results, for whoever sees the item (`/api`) and for everybody (`/api/shared`). */
const reading = (prefix: string, shared: { caller: 'anybody' } | object, ending: string): Operations => ({
  [`GET ${prefix}/trajectory/:uuid/compressed_stream`]: {
    summary: `Frames of a replicate of an item${ending}: little-endian float64 in Å, rounded to 0.001; what they hold stands in X-Num-Atoms, X-Dimensions, X-Frame-Size-Bytes and X-Num-Frames`,
    ...shared,
    query: z.object(frames),
    type: 'application/octet-stream',
    answer: Bytes,
  },
  [`POST ${prefix}/trajectory/:uuid/atom_trajectories`]: {
    summary: `Distances (Å) of pairs of atoms in each frame of an item${ending}; without pairs the frames themselves, as compressed_stream has them`,
    ...shared,
    query: z.object(frames),
    body: z.union([AtomTrajectories, z.array(pair)]),
    bodyOptional: true,
    answer: z.array(z.array(z.number())),
  },
  [`POST ${prefix}/trajectory/:uuid/trajectory_dcds`]: {
    summary: `Trajectories of an item${ending} as DCD files (float32 in Å, CHARMM's layout) in a tar.gz; the body names the replicates`,
    ...shared,
    body: TrajectoryDcds,
    type: 'application/gzip',
    answer: Bytes,
  },
  [`GET ${prefix}/orbitals/:uuid/compressed_json`]: {
    summary: `Data of an item of electronic properties${ending}, its grids and orbitals included`,
    ...shared,
    answer: z.record(z.string(), z.unknown()),
  },
  [`GET ${prefix}/orbitals/:uuid/grids`]: {
    summary: `What grids (density, potential, orbitals) an item${ending} has: shape, origin and axes in Bohr, range and unit of the values`,
    ...shared,
    answer: GridList,
  },
  [`GET ${prefix}/orbitals/:uuid/grids/:name`]: {
    summary: `One grid of an item${ending}: the header's length (little-endian uint32), the header as JSON as the list has it, the values as little-endian float32, the last axis fastest`,
    ...shared,
    type: 'application/octet-stream',
    answer: Bytes,
  },
  [`GET ${prefix}/workflow/:uuid/get_msa_files`]: {
    summary: `Files of the alignment of an item${ending} in one format, as a zip`,
    ...shared,
    query: z.object({ msa_format: z.optional(z.enum(['colabfold', 'chai', 'boltz'])) }),
    type: 'application/zip',
    answer: Bytes,
  },
});

/** Large results, bundles of other servers, and how workers deliver files. */
export const resultOperations: Operations = {
  ...reading('/api', {}, ''),
  ...reading('/api/shared', { caller: 'anybody' }, ' that is shared'),
  'POST /api/workflow/import': {
    summary:
      'Brings a bundle of another server into a folder, marked as imported: the JSON document, or the zip as application/zip',
    query: z.object({ folder_uuid: z.optional(z.uuid()) }),
    body: Bundle,
    status: 201,
    answer: z.object({
      items: z.array(z.object({ uuid: z.string(), name: z.string() })),
      warnings: z.array(z.string()),
    }),
  },
  'POST /api/worker/file_part': {
    summary:
      'Delivers one part (at most 8 MB, application/octet-stream) of a large file; its "file" event follows the last part',
    caller: 'worker',
    query: FilePlace,
    answer: Done,
  },
};
