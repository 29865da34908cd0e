import { AtomTrajectories, Bundle, GridList, TrajectoryDcds } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { frameHeaders } from '../description/headers.ts';
import { FilePlace } from '../platform/worker.ts';
import { Done, type Operations, oneOf, readBy } from './operation.ts';

const whole = z.int().check(z.minimum(0));
const frames = {
  replicate: AtomTrajectories.shape.replicate,
  start_frame: z.optional(whole),
  num_frames: z.optional(z.int().check(z.minimum(1))),
};
const pair = z.tuple([whole, whole]);

const framesAre =
  'Little-endian float64 positions in Å, rounded to 0.001, packed by gzip (Content-Encoding). The headers say what they hold.';

/** What a file's bytes are described as. */
const Bytes = z.string();

/** The reading calls of large results, for whoever sees the item (`/api`) and for everybody (`/api/shared`). */
const reading = (prefix: '/api' | '/api/shared'): Operations => ({
  [`GET ${prefix}/trajectory/:uuid/compressed_stream`]: {
    summary: `Streams frames of a trajectory of ${oneOf('item', prefix)}`,
    description: framesAre,
    ...readBy(prefix),
    headers: frameHeaders,
    shown: ['start_frame', 'num_frames'],
    query: z.object(frames),
    type: 'application/octet-stream',
    answer: Bytes,
  },
  [`POST ${prefix}/trajectory/:uuid/atom_trajectories`]: {
    summary: `Computes distances (Å) between pairs of atoms in each frame of a trajectory of ${oneOf('item', prefix)}`,
    description:
      'Atoms are counted from 0. Without pairs the answer is the frames themselves, as `compressed_stream` has them.',
    ...readBy(prefix),
    example: {
      pairs: [
        [0, 1],
        [0, 5],
      ],
      replicate: 0,
      start_frame: 0,
      num_frames: 100,
    },
    otherAnswers: { 'application/octet-stream': 'the frames, when no pairs are named.' },
    query: z.object(frames),
    body: z.union([AtomTrajectories, z.array(pair).check(z.minLength(1), z.maxLength(100))]),
    bodyOptional: true,
    answer: z.array(z.array(z.number())),
  },
  [`POST ${prefix}/trajectory/:uuid/trajectory_dcds`]: {
    summary: `Packs trajectories of ${oneOf('item', prefix)} as DCD files into a tar.gz`,
    description: "The body names the replicates. Positions are float32 in Å, in CHARMM's layout.",
    ...readBy(prefix),
    body: TrajectoryDcds,
    type: 'application/gzip',
    answer: Bytes,
  },
  [`GET ${prefix}/orbitals/:uuid/compressed_json`]: {
    summary: `Reads the results of ${oneOf('electronic-properties item', prefix)} with its grids and orbitals`,
    ...readBy(prefix),
    tagged: false,
    answer: z.record(z.string(), z.unknown()),
  },
  [`GET ${prefix}/orbitals/:uuid/grids`]: {
    summary: `Lists the grids (density, potential, orbitals) of ${oneOf('item', prefix)}`,
    description: 'Each with its shape, its origin and axes in Bohr, and the range and unit of its values.',
    ...readBy(prefix),
    answer: GridList,
  },
  [`GET ${prefix}/orbitals/:uuid/grids/:name`]: {
    summary: `Reads one grid of ${oneOf('item', prefix)} as binary numbers`,
    description:
      'The length of the header (little-endian uint32), the header as JSON as the list has it, then the values as little-endian float32, the last axis fastest.',
    ...readBy(prefix),
    tagged: true,
    type: 'application/octet-stream',
    answer: Bytes,
  },
  [`GET ${prefix}/workflow/:uuid/get_msa_files`]: {
    summary: `Packs the alignment files (MSA) of ${oneOf('item', prefix)} for one program into a zip`,
    ...readBy(prefix),
    query: z.object({ msa_format: z.optional(z.enum(['colabfold', 'chai', 'boltz'])) }),
    type: 'application/zip',
    answer: Bytes,
  },
});

/** Large results, bundles of other servers, and how workers deliver files. */
export const resultOperations: Operations = {
  ...reading('/api'),
  ...reading('/api/shared'),
  'POST /api/workflow/import': {
    summary: 'Brings a bundle of another server into a folder, marked as imported',
    description:
      'An item comes all or nothing. Of a zip of a folder the folders are made first; an item of it that does not fit is left out, and `warnings` says why.',
    parameters: { folder_uuid: { description: 'The folder to put it into; your root folder when left out.' } },
    otherBodies: {
      'application/zip':
        'The zip that `bundle?format=zip` gives out, or that of a folder or of several items: at most 512 MB, 1 GB unpacked, 2000 entries (items of a folder: 4 GB together). `cuvette import` on the server takes one of more than 512 MB.',
    },
    query: z.object({ folder_uuid: z.optional(z.uuid()) }),
    body: Bundle,
    status: 201,
    answer: z.object({
      items: z.array(z.object({ uuid: z.string(), name: z.string() })),
      warnings: z.array(z.string()),
    }),
  },
  'POST /api/worker/file_part': {
    summary: 'Delivers one part of a large file; its "file" event follows the last part',
    otherBodies: { 'application/octet-stream': 'The bytes of the part, at most 8 MB.' },
    caller: 'worker',
    query: FilePlace,
    answer: Done,
  },
};
