import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** What shuts the jobs of a worker in, as the worker found it by trying. */
export const WorkerSandbox = z.object({
  /** Whether a job sees no network, no other process and none of the server's data, and writes its own directory only. */
  shut_in: z.boolean(),
  /** What is so and, where jobs are not shut in, why and what to do; in English. */
  text: z.string().check(z.maxLength(5000)),
});
export type WorkerSandbox = z.output<typeof WorkerSandbox>;

/** A worker as the members of a server see it. */
export const ConnectedWorker = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  host: z.string(),
  /** Whether a server started it as its own child. */
  embedded: z.boolean(),
  /** False for one that was seen in the last day and is away. */
  connected: z.boolean(),
  registered_at: z.string(),
  last_seen_at: z.string(),
  memory_mb: z.int(),
  gpus: z.int(),
  /** Cores that a job gets; null where the worker has not reported it. */
  cores: optionalNull(z.number()),
  python: optionalNull(z.string()),
  /** Versions of the programs and packages that compute there. */
  packages: z.record(z.string(), z.string()),
  capabilities: z.array(z.string()),
  /** Names of the methods that run there. */
  methods: z.array(z.string()),
  /** Null for a worker of an older version, which does not send it. */
  sandbox: z.nullable(WorkerSandbox),
  /** Since when and why it gets no more items, in English; null for one that gets them. */
  denied: optionalNull(z.object({ since: z.string(), text: z.string() })),
});
export type ConnectedWorker = z.output<typeof ConnectedWorker>;

/** `GET /api/workers`. */
export const WorkerList = z.looseObject({ workers: z.array(ConnectedWorker) });
export type WorkerList = z.output<typeof WorkerList>;
