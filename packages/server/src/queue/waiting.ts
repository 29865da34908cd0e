import { status, statusPhrase } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, row, rows } from '../store/database/database.ts';
import { isConnected } from '../store/live-workers.ts';
import type { WaitingFacts, WaitingRule } from '../store/workflows/read-workflows.ts';
import { isDenied, isDrained } from './denied-workers.ts';
import { countAhead, fits, type Needs, type Offer } from './fit.ts';

/** A connected worker, as far as it matters to items that wait for one. */
export interface LiveWorker extends Offer {
  name: string;
  host: string;
  /** True while an attempt of it runs. */
  busy: boolean;
  /** True for one that gets no more items until an administrator allows it again. */
  denied: boolean;
  /** True for one that finishes what it has and takes no more. */
  drained: boolean;
}

/** Workers that gave a sign of life lately. */
export function liveWorkers(db: Executor): Promise<LiveWorker[]> {
  return rows(
    db,
    sql`SELECT k.name, k.host, k.capabilities, k.memory_mb, k.gpus,
          CASE WHEN k.leaves_at IS NOT NULL THEN greatest(0, extract(epoch FROM k.leaves_at - now()))::float8 END AS seconds,
          EXISTS (SELECT 1 FROM attempt a WHERE a.worker_uuid = k.uuid AND a.status = 'running') AS busy, ${isDenied('k')} AS denied, ${isDrained('k')} AS drained
        FROM worker k WHERE ${isConnected('k')}
        ORDER BY k.registered_at, k.uuid`,
  );
}

/** Workers that have all of what an item needs. */
export function workersFor(workers: readonly LiveWorker[], needs: Needs): LiveWorker[] {
  return workers.filter((worker) => !worker.denied && !worker.drained && fits(worker, needs));
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Returns what an item needs besides capabilities, as text, where it needs anything that is known. */
function inWords({ memory_mb, gpus, seconds_needed }: Needs): string {
  const minutes = Math.ceil((seconds_needed ?? 0) / 60);
  return listed([
    ...(memory_mb === null ? [] : [`${memory_mb} MB of memory`]),
    ...(gpus === 0 ? [] : [gpus === 1 ? 'a GPU' : `${gpus} GPUs`]),
    ...(seconds_needed === null ? [] : [minutes === 1 ? 'about a minute' : `about ${minutes} minutes`]),
  ]);
}

/** Why no connected worker can run an item with these needs, or null when one can. */
export function lackOf(all: readonly LiveWorker[], needs: Needs): string | null {
  if (workersFor(all, needs).length === 0 && all.some((worker) => worker.denied && fits(worker, needs))) {
    return 'The workers that could run it failed several items in a row that others completed, and get no more until an administrator of this server allows them again.';
  }
  const workers = all.filter(({ denied, drained }) => !denied && !drained);
  if (workers.length === 0 && all.some(({ drained }) => drained))
    return 'The connected workers take no more items for now: an administrator of this server drains them.';
  if (workers.length === 0) return 'No worker is connected. It starts when one is.';
  if (workersFor(workers, needs).length > 0) return null;
  const { requirements } = needs;
  const missing = requirements.filter((need) => !workers.some(({ capabilities }) => capabilities.includes(need)));
  if (missing.length > 0) return `No connected worker offers ${listed(missing)}. It starts when one does.`;
  const able = workersFor(workers, { requirements, memory_mb: null, gpus: 0, seconds_needed: null });
  if (able.length === 0) {
    return `No connected worker offers all of ${listed(requirements)} together. It starts when one does.`;
  }
  // What is alone too much for each of them is named by itself.
  const nothing = { memory_mb: null, gpus: 0, seconds_needed: null };
  const { memory_mb, gpus, seconds_needed } = needs;
  const alone = (some: Partial<Needs>) => !able.some((worker) => fits(worker, { requirements, ...nothing, ...some }));
  if (alone({ memory_mb })) {
    return `It needs ${inWords({ ...needs, gpus: 0, seconds_needed: null })}, more than the workers that could run it have. It starts when a larger one is connected.`;
  }
  if (alone({ gpus })) {
    return `It needs ${inWords({ ...needs, memory_mb: null, seconds_needed: null })}, which the workers that could run it do not have. It starts when one with ${gpus === 1 ? 'it' : 'them'} is connected.`;
  }
  if (alone({ seconds_needed })) {
    return `It needs ${inWords({ ...needs, memory_mb: null, gpus: 0 })}, longer than the workers that could run it stay. It starts when one that stays longer is connected.`;
  }
  return `No connected worker has all that it needs together: ${inWords(needs)}. It starts when one has.`;
}

/** Texts of what is, and of what would be. */
const tenses = {
  is: { is: 'is', are: 'are', joins: 'joins', wait: 'wait' },
  'would be': { is: 'would be', are: 'would be', joins: 'would join', wait: 'would wait' },
} as const;
type Tense = keyof typeof tenses;

/** Where an item is in the queue, as text, and what the workers do that can run it. */
export function placeInWords(able: readonly LiveWorker[], ahead: number, tense: Tense): string {
  const { is, are } = tenses[tense];
  const place =
    ahead === 0 ? `It ${is} next.` : ahead === 1 ? `One item ${is} ahead of it.` : `${ahead} items ${are} ahead of it.`;
  if (able.some(({ busy }) => !busy)) return place;
  return `${able.length === 1 ? 'The one worker that can run it is busy.' : `All ${able.length} workers that can run it are busy.`} ${place}`;
}

/** Why an item awaits the queue, as text: `limit` items of its person are in it, and `before` of theirs await it too. */
export function limitInWords(limit: number, before: number, tense: Tense): string {
  const { is, joins, wait } = tenses[tense];
  const turn =
    before === 0
      ? `It ${is} the next of yours.`
      : `${before} of yours ${before === 1 && tense === 'is' ? 'waits' : wait} before it.`;
  return `You have ${limit} ${limit === 1 ? 'item' : 'items'} queued or running, as many as one person may have here. It ${joins} the queue when one of them ends. ${turn}`;
}

/** Most items that are named as awaited. */
const mostNamed = 3;

/** Why an item waits for others, as text. */
function othersInWords(items: NonNullable<WaitingFacts['waits_for']>): string {
  if (items.length === 0) return 'It waits for another item.';
  const named = items.slice(0, mostNamed).map(({ name, object_status }) => {
    const state = object_status === status.draft ? 'a draft, which has to be submitted' : statusPhrase(object_status);
    return `“${name}” (${state})`;
  });
  const more = items.length > mostNamed ? [`${items.length - mostNamed} more`] : [];
  return `It waits for ${listed([...named, ...more])}, and begins when ${items.length === 1 ? 'that has' : 'they have'} completed.`;
}

const isHeld = ({ hold_reason = null }: WaitingFacts): boolean => hold_reason !== null;

/** Why items wait and their places in the queue, as workers and queue are now. `limit` is how many items of one person the queue holds. */
export function waitingRule(workers: readonly LiveWorker[], limit: number): WaitingRule {
  const reason = (item: WaitingFacts, lack: string | null): string => {
    if (isHeld(item)) {
      return item.hold_reason === ''
        ? 'An administrator of this server holds it.'
        : `An administrator of this server holds it: ${item.hold_reason}`;
    }
    if (item.waits_for) return othersInWords(item.waits_for);
    if (item.resting) {
      return `Its last attempt ended without a result${item.last_failure ? ` (${item.last_failure})` : ''}. It is tried again within a minute.`;
    }
    if (lack !== null) return lack;
    if (item.object_status === status.awaitingQueue) return limitInWords(limit, item.ahead, 'is');
    return placeInWords(workersFor(workers, item), item.ahead, 'is');
  };
  return {
    ahead: countAhead(offersOf(workers)),
    tell(item) {
      const lack = lackOf(workers, item);
      // What awaits the queue, and what nobody can run, has no place in it.
      const placed = item.object_status === status.queued && lack === null && !isHeld(item);
      const items = item.waits_for && item.waits_for.length > 0 ? { items: [...item.waits_for] } : {};
      return { reason: reason(item, lack), position: placed ? item.ahead + 1 : null, ...items };
    },
  };
}

/** How many items a submission with these needs would find before it. */
export async function aheadOfNew(
  db: Executor,
  workers: readonly LiveWorker[],
  needs: Needs & { person?: string },
): Promise<number> {
  const found = await row<{ ahead: number }>(db, sql`SELECT ${countAhead(offersOf(workers), needs)} AS ahead`);
  return found?.ahead ?? 0;
}

function offersOf(workers: readonly LiveWorker[]): Offer[] {
  const allowed = workers.filter(({ denied, drained }) => !denied && !drained);
  return allowed.map(({ capabilities, memory_mb, gpus, seconds }) => ({ capabilities, memory_mb, gpus, seconds }));
}
