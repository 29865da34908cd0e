import * as z from 'zod/mini';
import { Pdb } from '../chemistry/pdb/schema.ts';
import { Calculation } from './calculation.ts';
import { Message } from './message.ts';
import { Pocket } from './proteins/pocket.ts';
import { ItemProvenance } from './provenance.ts';
import { matrix3, optionalNull } from './scalars.ts';
import { ErrorClass, Progress } from './workflow-item.ts';

const data = z.record(z.string(), z.unknown());

/**
 * What compute gets on its standard input: one attempt at one item. Results of steps that an earlier attempt finished are in `steps`, and
 * the structures (`Pdb`) of the platform's proteins that the data name in `proteins`, by identifier.
 */
export const Job = z.looseObject({
  protocol: z.literal(1),
  uuid: z.string(),
  attempt: z.int(),
  type: z.string(),
  data,
  options: z._default(z.looseObject({ enumerate_stereo: z._default(z.boolean(), false) }), { enumerate_stereo: false }),
  threads: z._default(z.int(), 1),
  seed: z._default(z.int(), 42),
  steps: z._default(z.record(z.string(), z.unknown()), {}),
  proteins: z._default(z.record(z.string(), z.unknown()), {}),
  /** For proteins that were prepared: `non_polymer` and `branched` of the uploaded structure, which may still hold a ligand. */
  uploaded_heterogens: z.optional(z.record(z.string(), z.unknown())),
});
export type Job = z.infer<typeof Job>;

/** Kinds of large files that a job leaves beside its data; `details` of each are checked when the file arrives. */
export const fileKinds = ['trajectory', 'orbitals', 'msa'] as const;

/**
 * A file that compute has written in its directory (`path`, relative to it) and that belongs to the item from now on; one of the same name
 * is replaced. The worker sends its bytes first and then this line, with `uuid` (of the sending) and `bytes` instead of the path.
 */
export const JobFile = z.looseObject({
  event: z.literal('file'),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  kind: z.enum(fileKinds),
  media_type: z._default(z.string().check(z.maxLength(100)), 'application/octet-stream'),
  path: z.optional(z.string()),
  uuid: z.optional(z.string()),
  bytes: z.optional(z.int()),
  details: z._default(data, {}),
});
export type JobFile = z.infer<typeof JobFile>;

/**
 * Details of a trajectory's file: little-endian float32 positions in Å, frame after frame, atom after atom, x y z. `replicate` counts from 0.
 * Where known: the lattice vectors of a cell that stays the same (Å, one a row), and the time from frame to frame (fs).
 */
export const TrajectoryDetails = z.object({
  replicate: z.int().check(z.minimum(0), z.maximum(999)),
  num_atoms: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  num_frames: z.int().check(z.minimum(0)),
  cell: z.optional(matrix3),
  frame_interval_fs: z.optional(z.number().check(z.positive())),
});
export type TrajectoryDetails = z.infer<typeof TrajectoryDetails>;

const atomIndex = z.int().check(z.minimum(0));

/**
 * Body of `POST /api/trajectory/{uuid}/atom_trajectories`: frames of a replicate. With pairs of atoms (0-based) the answer is their distances (Å), one
 * list for each pair, else the frames themselves.
 */
export const AtomTrajectories = z.object({
  replicate: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
  start_frame: z.optional(z.int().check(z.minimum(0))),
  num_frames: z.optional(z.int().check(z.minimum(1))),
  pairs: z.optional(z.array(z.tuple([atomIndex, atomIndex])).check(z.minLength(1), z.maxLength(100))),
});
export type AtomTrajectories = z.infer<typeof AtomTrajectories>;

/** Body of `POST /api/trajectory/{uuid}/trajectory_dcds`: the replicates (counted from 0) whose DCD files the archive shall hold. */
export const TrajectoryDcds = z
  .array(z.int().check(z.minimum(0), z.maximum(999)))
  .check(z.minLength(1), z.maxLength(1000));

/** Details of the orbitals' file, a JSON object: the keys of `electronic_properties` that are in it and not in the item's data. */
export const OrbitalsDetails = z.object({ keys: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)) });

/** Details of a file of an alignment: the format that it belongs to. Its name is its path in the archive. */
export const AlignmentDetails = z.object({ msa_format: z.enum(['colabfold', 'chai', 'boltz']) });

/**
 * A structure that a job made: a protein of the item's project from now on, which the item's data name by this `uuid`. The same structure sent again
 * changes nothing. `ancestor_uuid` is the protein that it was made from.
 */
export const JobProtein = z.looseObject({
  event: z.literal('protein'),
  uuid: z.string(),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  structure: Pdb,
  ancestor_uuid: optionalNull(z.string()),
  /** The box of its pocket, where the job made one. */
  pocket: optionalNull(Pocket),
});
export type JobProtein = z.infer<typeof JobProtein>;

/** One line that compute prints. */
export const JobEvent = z.discriminatedUnion('event', [
  z.extend(Progress, { event: z.literal('progress') }),
  z.looseObject({ event: z.literal('log'), text: z.string() }),
  z.looseObject({ event: z.literal('step'), key: z.string(), result: z.unknown() }),
  z.looseObject({ event: z.literal('calculation'), uuid: z.string(), calculation: Calculation }),
  z.looseObject({ event: z.literal('partial'), data }),
  JobProtein,
  JobFile,
  z.looseObject({
    event: z.literal('result'),
    data,
    messages: z._default(z.array(Message), []),
    provenance: z.nullable(ItemProvenance),
  }),
  z.looseObject({
    event: z.literal('error'),
    error_class: ErrorClass,
    message: z.string(),
    detail: z._default(z.nullable(z.string()), null),
    field: z._default(z.nullable(z.string()), null),
  }),
]);
export type JobEvent = z.infer<typeof JobEvent>;
