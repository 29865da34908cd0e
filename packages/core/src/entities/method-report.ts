import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

const availability = {
  available: z.boolean(),
  engine: optionalNull(z.string()),
  version: optionalNull(z.string()),
  reason: optionalNull(z.string()),
  seconds_per_gradient: optionalNull(z.number()),
  atoms: optionalNull(z.number()),
  /** Seconds of a gradient of the smallest molecule that was timed: what each gradient takes whatever its size. */
  seconds_smallest: z.optional(z.nullable(z.number())),
  exponent: optionalNull(z.number()),
  solvent_models: z._default(z.array(z.string()), []),
};

/** What a worker's probe found out about one method: whether it really runs there, by which engine and how fast. */
export const MethodAvailability = z.looseObject({
  ...availability,
  /** The same of each engine that has the method there, by its name; only where there are several to choose from. */
  engines: z.optional(z.record(z.string(), z.looseObject(availability))),
});
export type MethodAvailability = z.infer<typeof MethodAvailability>;

/** One worker's probe. */
export const ProbeReport = z.looseObject({
  protocol: z.literal(1),
  python: optionalNull(z.string()),
  host: optionalNull(z.string()),
  packages: z._default(z.record(z.string(), z.string()), {}),
  capabilities: z._default(z.array(z.string()), []),
  /** Workflow types whose jobs a warm process forks there. */
  warm_types: z._default(z.array(z.string()), []),
  /** For some of these types: only jobs whose data have these values. */
  warm_only: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  methods: z.record(z.string(), MethodAvailability),
  /** Seconds from the start of a compute process until its first small calculation had ended. */
  startup_seconds: z.optional(z.nullable(z.number())),
  /** Cores that a job gets there. */
  cores: z.optional(z.nullable(z.number())),
});
export type ProbeReport = z.infer<typeof ProbeReport>;

/** `GET /api/methods`: what the workers of this server can do, merged. */
export const MethodReport = z.looseObject({
  workers: z.int(),
  capabilities: z.array(z.string()),
  methods: z.record(z.string(), MethodAvailability),
  /** Seconds that any job takes beside its calculations, on the slowest of them; null where none was timed. */
  startup_seconds: z.optional(z.nullable(z.number())),
  /** Cores that a job gets, the fewest of all workers; null where none has reported it. */
  cores: z.optional(z.nullable(z.number())),
});
export type MethodReport = z.infer<typeof MethodReport>;
