import type { Message } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { computedSeconds } from '../store/attempts.ts';
import { type Executor, json, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';

/** Seconds of computing that one credit stands for while billing is off: `max_credits` is then a limit in minutes. */
const secondsPerCredit = 60;

/** Condition that the attempts of an item (alias w) together computed for longer than it may. */
const overLimit = sql`w.max_credits IS NOT NULL AND w.max_credits * ${secondsPerCredit} < ${computedSeconds}`;

/**
 * Tells the workers of items that have computed for longer than their limit to stop. Returns how many. Only for servers without
 * billing: with it `max_credits` counts credits, not minutes.
 */
export async function stopAtRuntimeLimit(db: Executor): Promise<number> {
  const stopping = await rows(
    db,
    sql`UPDATE workflow w SET stop_requested = true, limit_reached = true, updated_at = now()
        WHERE w.uuid IN (
          SELECT w.uuid FROM workflow w WHERE w.object_status = ${itemState.running} AND NOT w.stop_requested AND ${overLimit} ORDER BY w.uuid FOR UPDATE SKIP LOCKED)
        RETURNING w.uuid`,
  );
  return stopping.length;
}

/** Notes on an item that has just stopped that it was its runtime limit that stopped it, where it was. */
export async function noteRuntimeLimit(tx: Executor, workflow: string): Promise<void> {
  const item = await row<{ max_credits: number }>(
    tx,
    sql`SELECT w.max_credits FROM workflow w WHERE w.uuid = ${workflow}::uuid AND w.limit_reached AND w.max_credits IS NOT NULL`,
  );
  if (!item) return;
  const minutes = `${item.max_credits} ${item.max_credits === 1 ? 'minute' : 'minutes'}`;
  const message: Message = {
    type: 'warning',
    title: 'Stopped at its runtime limit',
    body: `This item reached its limit of ${minutes} of computing (max_credits). Finished parts are kept. Submit it again with a higher limit or without one.`,
  };
  await rows(
    tx,
    sql`UPDATE workflow SET object_data = object_data || jsonb_build_object('messages',
          coalesce(object_data->'messages', '[]'::jsonb) || ${json([message])}) WHERE uuid = ${workflow}::uuid`,
  );
}
