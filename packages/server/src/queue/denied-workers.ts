import { type SQL, sql } from 'drizzle-orm';
import { type Executor, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { isConnected } from '../store/live-workers.ts';

/** Items in a row that a worker fails and others complete, after which it gets no more. */
const mostFailed = 3;

/** Seconds for which an item that a worker failed is left to others, where there are any that can run it. */
const leftToOthers = 60;

/** Condition that a worker k (its alias) gets no more items. */
export function isDenied(alias: string): SQL {
  const at = sql.raw(alias);
  return sql`EXISTS (SELECT 1 FROM denied_worker d WHERE d.name = ${at}.name AND d.host = ${at}.host AND d.allowed_at IS NULL)`;
}

/** Condition that a worker k (its alias) is to finish what it has and to take no more. */
export function isDrained(alias: string): SQL {
  const at = sql.raw(alias);
  return sql`EXISTS (SELECT 1 FROM drained_worker r WHERE r.name = ${at}.name AND r.host = ${at}.host)`;
}

/** Why a worker gets no more items, as text, and since when; null for one that gets them. The worker is the row with this alias. */
export function denialOf(alias: string): SQL {
  const at = sql.raw(alias);
  return sql`(SELECT jsonb_build_object('items', d.items, 'since', d.denied_at, 'last_message', d.last_message) FROM denied_worker d
    WHERE d.name = ${at}.name AND d.host = ${at}.host AND d.allowed_at IS NULL)`;
}

/** A denial as the database gives it. */
export interface Denial {
  items: number;
  since: string;
  last_message: string | null;
}

/** The sentence for the worker and for people. */
export function denialInWords({ items, last_message }: Pick<Denial, 'items' | 'last_message'>): string {
  const last = last_message === null ? '' : ` The last time it said: ${last_message}`;
  return `It failed ${items} items in a row that other workers completed, so it gets no more until an administrator allows it again.${last}`;
}

/**
 * Judges the workers that failed an item which another one has just completed: whoever has failed so many in a row is denied further ones. What a worker
 * failed alone, before its last success or before an administrator allowed it again does not count. Runs in the transaction that completes the item.
 */
export async function judgeFailures(tx: Executor, workflow: string): Promise<void> {
  const suspects = await rows<{ name: string; host: string }>(
    tx,
    sql`SELECT DISTINCT k.name, k.host FROM attempt a JOIN worker k ON k.uuid = a.worker_uuid
        WHERE a.workflow_uuid = ${workflow}::uuid AND a.status = 'failed'`,
  );
  for (const { name, host } of suspects) {
    const own = sql`k.name = ${name} AND k.host = ${host}`;
    const found = await row<{ items: number; last_message: string | null }>(
      tx,
      sql`WITH since AS (
            SELECT greatest(
              (SELECT max(a.ended_at) FROM attempt a JOIN worker k ON k.uuid = a.worker_uuid WHERE ${own} AND a.status = 'completed'),
              (SELECT max(d.allowed_at) FROM denied_worker d WHERE d.name = ${name} AND d.host = ${host})) AS time),
          failed AS (
            SELECT a.workflow_uuid, a.message, a.ended_at FROM attempt a JOIN worker k ON k.uuid = a.worker_uuid
            WHERE ${own} AND a.status = 'failed' AND a.workflow_uuid IS NOT NULL AND coalesce(a.ended_at > (SELECT time FROM since), true)
              AND EXISTS (SELECT 1 FROM attempt b JOIN worker o ON o.uuid = b.worker_uuid
                WHERE b.workflow_uuid = a.workflow_uuid AND b.status = 'completed' AND (o.name <> ${name} OR o.host <> ${host})))
          SELECT count(DISTINCT workflow_uuid)::int AS items, (SELECT message FROM failed ORDER BY ended_at DESC LIMIT 1) AS last_message FROM failed`,
    );
    if (!found || found.items < mostFailed) continue;
    await rows(
      tx,
      sql`INSERT INTO denied_worker (name, host, items, last_message) VALUES (${name}, ${host}, ${found.items}, ${found.last_message})
          ON CONFLICT (name, host) WHERE allowed_at IS NULL DO NOTHING`,
    );
  }
}

/** Why a worker gets no more items, as text; null for one that gets them. */
export async function whyDenied(db: Executor, worker: string): Promise<string | null> {
  const found = await row<{ denial: Denial | null }>(
    db,
    sql`SELECT ${denialOf('k')} AS denial FROM worker k WHERE k.uuid = ${worker}::uuid`,
  );
  return found?.denial ? denialInWords(found.denial) : null;
}

/** Lets a worker have items again, and all that have its name on its machine. False when it was not denied any. */
export async function allowAgain(db: Executor, worker: string, person: string | null): Promise<boolean> {
  const allowed = await rows(
    db,
    sql`UPDATE denied_worker d SET allowed_at = now(), allowed_by = ${person} FROM worker k
        WHERE k.uuid = ${worker}::uuid AND d.name = k.name AND d.host = k.host AND d.allowed_at IS NULL RETURNING d.uuid`,
  );
  return allowed.length > 0;
}

/**
 * Condition that an item w is left to others for now: this worker failed it a short while ago, and another connected worker can run it. So a machine with a
 * fault that fails quickly does not use up all attempts of an item by itself.
 */
export function isLeftToOthers(worker: { name: string; host: string }): SQL {
  const { name, host } = worker;
  return sql`(w.run_after > now() - make_interval(secs => ${leftToOthers})
    AND EXISTS (SELECT 1 FROM attempt f JOIN worker k ON k.uuid = f.worker_uuid
      WHERE f.workflow_uuid = w.uuid AND f.status = 'failed' AND k.name = ${name} AND k.host = ${host})
    AND EXISTS (SELECT 1 FROM worker o WHERE ${isConnected('o')} AND (o.name <> ${name} OR o.host <> ${host}) AND w.requirements <@ o.capabilities
      AND coalesce(w.memory_mb <= o.memory_mb, true) AND w.gpus <= o.gpus AND w.object_status = ${itemState.queued} AND NOT ${isDenied('o')}))`;
}
