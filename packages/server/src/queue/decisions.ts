import type { QueueEntry, WorkerDuty } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Executor, iso, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { isConnected } from '../store/live-workers.ts';
import { awaitedItems } from '../store/workflow-sources.ts';
import type { WaitingFacts, WaitingRule } from '../store/workflows/read-workflows.ts';

/** What an administrator decides about an item that waits: its priority, or that it is held, each with a reason. */
export interface Decision {
  priority?: number | undefined;
  /** A text holds the item, null releases it. */
  hold?: string | null | undefined;
  reason?: string | null | undefined;
}

/**
 * Changes the priority of an item that waits, or holds or releases it. Returns its name, or null where there is no such item. Throws 409 for one that does not
 * wait: what runs is stopped, not held.
 */
export async function decide(db: Executor, uuid: string, { priority, hold, reason }: Decision): Promise<string | null> {
  const found = await row<{ name: string }>(
    db,
    sql`UPDATE workflow w SET updated_at = now(),
          priority = coalesce(${priority ?? null}::int, w.priority),
          priority_reason = CASE WHEN ${priority === undefined}::boolean THEN w.priority_reason WHEN ${priority ?? 0}::int = 0 THEN NULL ELSE ${reason ?? null} END,
          hold_reason = CASE WHEN ${hold === undefined}::boolean THEN w.hold_reason ELSE ${hold ?? null} END
        WHERE w.uuid = ${uuid}::uuid AND w.object_status IN (${itemState.waiting}) AND w.deletion_uuid IS NULL RETURNING w.name`,
  );
  if (found) return found.name;
  const other = await row(db, sql`SELECT 1 FROM workflow w WHERE w.uuid = ${uuid}::uuid AND w.deletion_uuid IS NULL`);
  if (other)
    throw new HttpProblem(409, 'This item does not wait any more, so its place in the queue cannot be changed.');
  return null;
}

/** A row of the queue: what is shown, and what the reason is made from. */
interface QueueRow extends WaitingFacts {
  uuid: string;
  name: string;
  object_type: string;
  person: string | null;
  person_name: string | null;
  project_name: string | null;
  queued_at: string;
  priority: number;
  priority_reason: string | null;
  hold_reason: string | null;
}

/** One page of what waits on this server, in the order of the queue, with the reason why each waits, and the items of each person. */
export async function readQueue(db: Executor, rule: WaitingRule, { page, size }: { page: number; size: number }) {
  const found = await rows<QueueRow>(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.object_status, w.run_by AS person, u.email AS person_name, p.name AS project_name, w.queued_at, w.priority,
          w.priority_reason, w.hold_reason, w.requirements, w.memory_mb, w.gpus, w.seconds_needed, w.run_after > now() AS resting,
          (SELECT a.message FROM attempt a WHERE a.workflow_uuid = w.uuid ORDER BY a.number DESC LIMIT 1) AS last_failure,
          CASE WHEN w.object_status = ${itemState.queued} THEN ${rule.ahead} ELSE 0 END AS ahead, ${awaitedItems} AS waits_for
        FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by LEFT JOIN project p ON p.uuid = w.project_uuid
        WHERE w.object_status IN (${itemState.waiting}) AND w.deletion_uuid IS NULL
        ORDER BY w.object_status, w.priority DESC, w.queued_at, w.uuid LIMIT ${size} OFFSET ${page * size}`,
  );
  const people = await rows<{ person: string | null; person_name: string | null; running: number; waiting: number }>(
    db,
    sql`SELECT w.run_by AS person, u.email AS person_name, (count(*) FILTER (WHERE w.object_status = ${itemState.running}))::int AS running,
          (count(*) FILTER (WHERE w.object_status <> ${itemState.running}))::int AS waiting
        FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by WHERE w.object_status IN (${itemState.unfinished}) AND w.deletion_uuid IS NULL
        GROUP BY 1, 2 ORDER BY 4 DESC, 2`,
  );
  const total = people.reduce((sum, { waiting }) => sum + waiting, 0);
  const entries = found.map(
    ({
      requirements,
      memory_mb,
      gpus,
      seconds_needed,
      resting,
      last_failure,
      ahead,
      waits_for,
      ...entry
    }): QueueEntry => {
      const { object_status, hold_reason } = entry;
      const needs = { requirements, memory_mb, gpus, seconds_needed };
      const facts = { object_status, ...needs, resting, last_failure, ahead, waits_for: waits_for ?? null };
      return { ...entry, queued_at: iso(entry.queued_at) ?? '', ...rule.tell({ ...facts, hold_reason }) };
    },
  );
  return { entries, people, total, num_pages: Math.ceil(total / size) };
}

/** Lets a worker (its name on its machine) finish what it has and take no more, or take items again. Returns its name, or null for an unknown worker. */
export async function drain(
  db: Executor,
  worker: string,
  { drained, reason }: { drained: boolean; reason: string | null },
): Promise<string | null> {
  const found = await row<{ name: string; host: string }>(
    db,
    sql`SELECT k.name, k.host FROM worker k WHERE k.uuid = ${worker}::uuid`,
  );
  if (!found) return null;
  const { name, host } = found;
  if (drained) {
    await rows(
      db,
      sql`INSERT INTO drained_worker (name, host, reason) VALUES (${name}, ${host}, ${reason}) ON CONFLICT (name, host) DO UPDATE SET reason = excluded.reason`,
    );
  } else await rows(db, sql`DELETE FROM drained_worker WHERE name = ${name} AND host = ${host}`);
  return `${name} (${host})`;
}

/** What the workers of the last day do and did: what runs, how attempts of the last seven days ended, and the newest errors. */
export async function workerDuties(db: Executor): Promise<WorkerDuty[]> {
  const same = sql`SELECT o.uuid FROM worker o WHERE o.name = k.name AND o.host = k.host`;
  const found = await rows<WorkerDuty>(
    db,
    sql`SELECT k.uuid,
          coalesce((SELECT json_agg(json_build_object('uuid', w.uuid, 'name', w.name, 'person_name', u.email, 'since', a.started_at))
            FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid LEFT JOIN "user" u ON u.id = w.run_by WHERE a.worker_uuid = k.uuid AND a.status = 'running'), '[]') AS running,
          (SELECT json_build_object('since', d.since, 'reason', d.reason) FROM drained_worker d WHERE d.name = k.name AND d.host = k.host) AS drained,
          coalesce((SELECT json_object_agg(c.status, c.count) FROM (SELECT a.status, count(*)::int AS count FROM attempt a
            WHERE a.worker_uuid IN (${same}) AND a.ended_at > now() - interval '7 days' GROUP BY a.status) c), '{}') AS attempts,
          coalesce((SELECT json_agg(json_build_object('at', e.ended_at, 'message', e.message, 'workflow', e.workflow_uuid) ORDER BY e.ended_at DESC) FROM (
            SELECT a.ended_at, a.message, a.workflow_uuid FROM attempt a WHERE a.worker_uuid IN (${same}) AND a.status IN ('failed', 'lost') AND a.message IS NOT NULL
            ORDER BY a.ended_at DESC LIMIT 3) e), '[]') AS errors
        FROM worker k WHERE ${isConnected('k')} OR k.last_seen_at > now() - interval '1 day' ORDER BY k.registered_at`,
  );
  return found.map(({ running, drained, errors, ...worker }) => ({
    ...worker,
    running: running.map((one) => ({ ...one, since: iso(one.since) ?? '' })),
    drained: drained && { ...drained, since: iso(drained.since) ?? '' },
    errors: errors.map((one) => ({ ...one, at: iso(one.at) ?? '' })),
  }));
}
