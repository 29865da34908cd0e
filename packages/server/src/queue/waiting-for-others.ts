import { type Message, status, statusPhrase, type WorkflowSubmission } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, json, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { waitsForOthers } from '../store/workflow-sources.ts';

/** An item that waits and whose sources have all completed. */
export interface ReadyItem {
  uuid: string;
  run_by: string | null;
  name: string;
  parent: string;
  /** What was sent, where results of other items are put into it; null where it only waited. */
  submission: WorkflowSubmission | null;
}

/** Why a source lets nobody begin who waits for it: what has become of it; null while it may still complete. */
interface LostSource {
  uuid: string;
  child: string;
  name: string;
  object_status: number | null;
  is_deleted: boolean;
  reason: string | null;
}

/** A source (alias s of `workflow_source`, its item p) that can no longer complete. */
const isLost = sql`(p.uuid IS NULL OR p.deletion_uuid IS NOT NULL OR p.object_status IN (${sql.raw(`${status.failed}, ${status.stopped}`)}))`;

function lostInWords({ name, object_status, is_deleted, reason }: LostSource): string {
  const what =
    is_deleted || object_status === null
      ? 'was deleted'
      : object_status === status.failed
        ? `failed${reason ? `: ${reason.replace(/\.$/, '')}` : ''}`
        : `was ${statusPhrase(object_status)}`;
  return `It waited for “${name}”, which ${what}. Submit it again when there is another result to begin with.`;
}

/** Most items that one look stops or starts; the next look takes the rest. */
const mostAtOnce = 200;

/**
 * Stops items that wait for one that failed, was stopped or was deleted, and then those that wait for them. Each has the reason as its first message. Returns how
 * many were stopped.
 */
export async function stopWithoutSource(db: Database): Promise<number> {
  let stopped = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const lost = await rows<LostSource>(
        tx,
        sql`SELECT DISTINCT ON (w.uuid) w.uuid AS child, s.source_uuid AS uuid, coalesce(p.name, s.source_name) AS name, p.object_status,
              p.uuid IS NULL OR p.deletion_uuid IS NOT NULL AS is_deleted, p.error->>'message' AS reason
            FROM workflow w JOIN workflow_source s ON s.workflow_uuid = w.uuid LEFT JOIN workflow p ON p.uuid = s.source_uuid
            WHERE ${waitsForOthers} AND ${isLost} ORDER BY w.uuid, s.position LIMIT ${mostAtOnce}`,
      );
      for (const one of lost) await stopChild(tx, one);
      return lost.length;
    });
    stopped += count;
    if (count === 0) return stopped;
  }
}

async function stopChild(tx: Executor, lost: LostSource): Promise<void> {
  const message: Message = { type: 'error', title: 'Not Started', body: lostInWords(lost) };
  await rows(
    tx,
    sql`UPDATE workflow w SET object_status = ${itemState.stopped}, completed_at = now(), updated_at = now(), waits_for_others = false,
          object_data = coalesce(w.object_data, '{}'::jsonb) || jsonb_build_object('messages', ${json([message])} || coalesce(w.object_data->'messages', '[]'::jsonb))
        WHERE w.uuid = ${lost.child}::uuid AND ${waitsForOthers}`,
  );
}

/** Items that wait and whose sources have all completed, those that were submitted first first. */
export function readyItems(db: Executor): Promise<ReadyItem[]> {
  return rows<ReadyItem>(
    db,
    sql`SELECT w.uuid, w.run_by, w.name, w.parent_uuid AS parent, w.draft AS submission FROM workflow w
        WHERE ${waitsForOthers} AND w.deletion_uuid IS NULL AND NOT EXISTS (
          SELECT 1 FROM workflow_source s LEFT JOIN workflow p ON p.uuid = s.source_uuid
          WHERE s.workflow_uuid = w.uuid AND (p.object_status IS DISTINCT FROM ${itemState.completed} OR p.deletion_uuid IS NOT NULL))
        ORDER BY w.queued_at, w.uuid LIMIT ${mostAtOnce}`,
  );
}

/** Locks an item that waits for others; false where it does not any more, so that two servers never start the same one. */
export async function lockWaiting(tx: Executor, uuid: string): Promise<boolean> {
  return (
    (await row(tx, sql`SELECT 1 FROM workflow w WHERE w.uuid = ${uuid}::uuid AND ${waitsForOthers} FOR UPDATE`)) !==
    null
  );
}

/** Ends the waiting of an item for others: it awaits a place in the queue, behind what is there. */
export async function endWaiting(tx: Executor, uuid: string): Promise<void> {
  await rows(
    tx,
    sql`UPDATE workflow w SET waits_for_others = false, queued_at = clock_timestamp(), updated_at = now() WHERE w.uuid = ${uuid}::uuid AND ${waitsForOthers}`,
  );
}

/** Whether some item waits for others: a cheap look. */
export async function someoneWaits(db: Executor): Promise<boolean> {
  return (await row(db, sql`SELECT 1 FROM workflow w WHERE ${waitsForOthers} LIMIT 1`)) !== null;
}
