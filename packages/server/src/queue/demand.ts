import { sql } from 'drizzle-orm';
import { type Executor, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { isConnected } from '../store/live-workers.ts';
import { preparationCapability } from '../store/protein-preparations.ts';
import { type Denial, denialInWords, denialOf } from './denied-workers.ts';

/** Items that wait and need about the same of a worker. */
type DemandGroup = {
  requirements: string[];
  /** The least that one of them needs, in MB; null where it is not known. */
  memory_mb: number | null;
  gpus: number;
  /** The shortest expected time of one of them, in s; null where it is not known. */
  seconds_needed: number | null;
  /** The identifier of the account that they run for; null for what nobody in particular waits for. */
  person: string | null;
  slots: number;
  /** How long the first of them has waited (s). */
  oldest_seconds: number;
};

/** A worker as whoever starts workers sees it. */
type DemandWorker = {
  name: string;
  host: string;
  connected: boolean;
  /** Whether it has work now, and whose. */
  busy: boolean;
  person: string | null;
  capabilities: string[];
  memory_mb: number;
  gpus: number;
  /** Why it gets no more items; null where it gets them. */
  denied: string | null;
  /** Seconds since its last sign of life. */
  seen_seconds: number;
};

/** What waits for workers, and which workers there are. */
export type Demand = {
  /** Items that wait; each takes one place of a worker. */
  slots: number;
  /** Items that run. */
  running: number;
  groups: DemandGroup[];
  workers: DemandWorker[];
};

/**
 * Counts what waits for a worker, by capability, size and person: queued items, also those that rest before their next attempt, and preparations of
 * proteins. With `capability` only what needs that one. Memory is grouped by GB and time by tenths, so that ten thousand items make few groups.
 */
export async function readDemand(db: Executor, capability: string | null): Promise<Demand> {
  const wanted = capability === null ? sql`true` : sql`${capability}::text = ANY(w.requirements)`;
  const groups = await rows<DemandGroup>(
    db,
    sql`SELECT w.requirements, min(w.memory_mb)::int AS memory_mb, w.gpus, min(w.seconds_needed)::float8 AS seconds_needed, w.run_by AS person,
          count(*)::int AS slots, greatest(0, extract(epoch FROM now() - min(w.queued_at)))::float8 AS oldest_seconds
        FROM workflow w WHERE w.object_status = ${itemState.queued} AND w.hold_reason IS NULL AND ${wanted}
        GROUP BY w.requirements, w.memory_mb / 1024, w.gpus, ceil(ln(greatest(w.seconds_needed, 1)) / ln(1.1)), w.run_by
        ORDER BY oldest_seconds DESC LIMIT 1000`,
  );
  const prepares = capability === null || capability === preparationCapability;
  const preparations = await rows<{ slots: number; running: number; oldest_seconds: number }>(
    db,
    sql`SELECT (count(*) FILTER (WHERE t.state = 'waiting'))::int AS slots, (count(*) FILTER (WHERE t.state = 'running'))::int AS running,
          coalesce(greatest(0, extract(epoch FROM now() - min(t.requested_at) FILTER (WHERE t.state = 'waiting'))), 0)::float8 AS oldest_seconds
        FROM protein_preparation t WHERE t.state IN ('waiting', 'running') AND ${prepares}`,
  );
  const counts = await rows<{ slots: number; running: number }>(
    db,
    sql`SELECT (count(*) FILTER (WHERE w.object_status = ${itemState.queued} AND w.hold_reason IS NULL))::int AS slots, (count(*) FILTER (WHERE w.object_status = ${itemState.running}))::int AS running
        FROM workflow w WHERE w.object_status IN (${itemState.active}) AND ${wanted}`,
  );
  const found = await rows<Omit<DemandWorker, 'denied'> & { denial: Denial | null }>(
    db,
    sql`SELECT k.name, k.host, ${isConnected('k')} AS connected, k.capabilities, k.memory_mb, k.gpus,
          greatest(0, extract(epoch FROM now() - k.last_seen_at))::float8 AS seen_seconds,
          EXISTS (SELECT 1 FROM attempt a WHERE a.worker_uuid = k.uuid AND a.status = 'running') AS busy, ${denialOf('k')} AS denial,
          (SELECT w.run_by FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid WHERE a.worker_uuid = k.uuid AND a.status = 'running' LIMIT 1) AS person
        FROM worker k WHERE k.last_seen_at > now() - interval '1 hour' ORDER BY k.last_seen_at DESC LIMIT 2000`,
  );
  const workers = found.map(({ denial, ...worker }) => ({ ...worker, denied: denial && denialInWords(denial) }));
  const [{ slots, running } = { slots: 0, running: 0 }] = counts;
  const [preparing = { slots: 0, running: 0, oldest_seconds: 0 }] = preparations;
  const waiting = {
    requirements: [preparationCapability],
    memory_mb: null,
    gpus: 0,
    seconds_needed: null,
    person: null,
    slots: preparing.slots,
    oldest_seconds: preparing.oldest_seconds,
  };
  return {
    slots: slots + preparing.slots,
    running: running + preparing.running,
    groups: preparing.slots > 0 ? [...groups, waiting] : groups,
    workers,
  };
}
