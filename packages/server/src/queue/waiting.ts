import { sql } from 'drizzle-orm';
import { type Executor, rows } from '../store/database.ts';
import { workerSeconds } from './rules.ts';

/** A connected worker, as far as it matters to items that wait for one. */
export interface LiveWorker {
  name: string;
  host: string;
  capabilities: string[];
  memory_mb: number;
  /** True while an attempt of it runs. */
  busy: boolean;
}

/** What is known of an item that waits. */
export interface WaitingFacts {
  object_status: number;
  requirements: string[];
  memory_mb: number;
  gpus: number;
  /** Items before it: in the queue for a queued one, of the same person for one that awaits the queue. */
  ahead: number;
  /** True while it rests before its next attempt. */
  resting: boolean;
  /** Why its last attempt ended without a result. */
  last_failure: string | null;
}

/** Workers that gave a sign of life lately. */
export function liveWorkers(db: Executor): Promise<LiveWorker[]> {
  return rows(
    db,
    sql`SELECT k.name, k.host, k.capabilities, k.memory_mb,
          EXISTS (SELECT 1 FROM attempt a WHERE a.worker_uuid = k.uuid AND a.status = 'running') AS busy
        FROM worker k WHERE NOT k.gone AND k.last_seen_at > now() - make_interval(secs => ${workerSeconds})
        ORDER BY k.registered_at, k.uuid`,
  );
}

/** Workers that have all of what an item needs. */
export function workersFor(workers: readonly LiveWorker[], needs: readonly string[]): LiveWorker[] {
  return workers.filter(({ capabilities }) => needs.every((need) => capabilities.includes(need)));
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Why no connected worker can run an item with these needs, or null when one can. */
export function lackOf(
  workers: readonly LiveWorker[],
  item: Pick<WaitingFacts, 'requirements' | 'memory_mb' | 'gpus'>,
) {
  if (workers.length === 0) return 'No worker is connected. It starts when one is.';
  const able = workersFor(workers, item.requirements);
  if (able.length === 0) {
    const missing = item.requirements.filter(
      (need) => !workers.some(({ capabilities }) => capabilities.includes(need)),
    );
    return missing.length > 0
      ? `No connected worker offers ${listed(missing)}. It starts when one does.`
      : `No connected worker offers all of ${listed(item.requirements)} together. It starts when one does.`;
  }
  if (!able.some(({ memory_mb }) => memory_mb >= item.memory_mb)) {
    return `It needs ${item.memory_mb} MB of memory, more than the workers that could run it have. It starts when a larger one is connected.`;
  }
  return item.gpus > 0 ? `It needs ${item.gpus} GPUs. It starts when a worker with them is connected.` : null;
}

/** Says in words why an item waits, as workers and queue are now. `limit` is how many items of one person the queue holds. */
export function waitingReason(workers: readonly LiveWorker[], limit: number): (item: WaitingFacts) => string {
  return (item) => {
    if (item.object_status === 5) {
      const before = item.ahead === 0 ? 'It is the next of yours.' : `${item.ahead} of yours wait before it.`;
      return `You have ${limit} items queued or running, as many as one person may have here. It joins the queue when one of them ends. ${before}`;
    }
    if (item.resting) {
      return `Its last attempt ended without a result${item.last_failure ? ` (${item.last_failure})` : ''}. It is tried again within a minute.`;
    }
    const lack = lackOf(workers, item);
    if (lack) return lack;
    const able = workersFor(workers, item.requirements);
    const place =
      item.ahead === 0
        ? 'It is next.'
        : item.ahead === 1
          ? 'One item is ahead of it.'
          : `${item.ahead} items are ahead of it.`;
    if (able.some(({ busy }) => !busy)) return place;
    return `${able.length === 1 ? 'The one worker that can run it is busy.' : `All ${able.length} workers that can run it are busy.`} ${place}`;
  };
}
