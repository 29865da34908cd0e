import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';

/** What an item needs of a worker; memory in MB and seconds are null where they are not known, and then keep it from none. */
export interface Needs {
  requirements: readonly string[];
  memory_mb: number | null;
  gpus: number;
  seconds_needed: number | null;
}

/** What a worker has for an item: capabilities, memory in MB, GPUs, and the seconds that it still works (null: no end in sight). */
export interface Offer {
  capabilities: readonly string[];
  memory_mb: number;
  gpus: number;
  seconds: number | null;
}

/** Whether a worker has all that an item needs: the rule by which items are handed out. `takes` says the same in SQL. */
export function fits(offer: Offer, needs: Needs): boolean {
  return (
    needs.requirements.every((need) => offer.capabilities.includes(need)) &&
    (needs.memory_mb === null || needs.memory_mb <= offer.memory_mb) &&
    needs.gpus <= offer.gpus &&
    (needs.seconds_needed === null || offer.seconds === null || needs.seconds_needed <= offer.seconds)
  );
}

interface Columns {
  requirements: SQL;
  memory: SQL;
  gpus: SQL;
  seconds: SQL;
}

/** Needs as SQL: the columns of an item (its alias). */
function columnsOf(alias: 'w' | 'q'): Columns {
  const at = sql.raw(alias);
  return {
    requirements: sql`${at}.requirements`,
    memory: sql`${at}.memory_mb`,
    gpus: sql`${at}.gpus`,
    seconds: sql`${at}.seconds_needed`,
  };
}

function takes(offer: Columns, needs: Columns): SQL {
  return sql`(${needs.requirements} <@ ${offer.requirements} AND coalesce(${needs.memory} <= ${offer.memory}, true)
    AND ${needs.gpus} <= ${offer.gpus} AND coalesce(${needs.seconds} <= ${offer.seconds}, true))`;
}

function valuesOf(offer: Offer): Columns {
  return {
    requirements: textArray(offer.capabilities),
    memory: sql`${offer.memory_mb}::int`,
    gpus: sql`${offer.gpus}::int`,
    seconds: sql`${offer.seconds}::float8`,
  };
}

/** Condition that an item in the queue (alias) is one that a worker with this offer takes now. */
export function takenBy(offer: Offer, alias: 'w' | 'q'): SQL {
  const at = sql.raw(alias);
  return sql`${at}.object_status = ${itemState.queued} AND ${at}.run_after <= now() AND ${at}.hold_reason IS NULL AND ${takes(valuesOf(offer), columnsOf(alias))}`;
}

/** The order in which the items of one person and priority are handed out: what waits longest first. */
export const queueOrder = sql`w.queued_at, w.uuid`;

/**
 * Items that are handed out before another: those that a worker which could run that one takes first. What only other workers can
 * run is in nobody's way, and what rests before its next attempt is not handed out. `offers` are those of the connected workers;
 * `needs` are an item's that is not made yet, of `person`, which would be the last of theirs; without them the item is the row with alias w.
 */
export function countAhead(offers: readonly Offer[], needs?: Needs & { person?: string }): SQL {
  const able = needs ? offers.filter((offer) => fits(offer, needs)) : offers;
  const different = [...new Map(able.map((offer) => [JSON.stringify(offer), offer])).values()];
  const one = columnsOf('w');
  const ways = different.map((offer) =>
    needs
      ? sql`(${takes(valuesOf(offer), columnsOf('q'))})`
      : sql`(${takes(valuesOf(offer), one)} AND ${takes(valuesOf(offer), columnsOf('q'))})`,
  );
  if (ways.length === 0) return sql`0`;
  const waits = sql`q.object_status = ${itemState.queued} AND q.run_after <= now() AND q.hold_reason IS NULL AND (${sql.join(ways, sql` OR `)})`;
  const older = needs ? sql`true` : sql`(q.queued_at, q.uuid) < (w.queued_at, w.uuid)`;
  const person = needs ? sql`${needs.person ?? null}::text` : sql`w.run_by`;
  const priority = needs ? sql`0` : sql`w.priority`;
  // People are served in turn: before an item come its person's earlier ones, and of each other person as many as these, and one more where that waits longer.
  return sql`(SELECT coalesce(sum(CASE WHEN g.higher THEN g.items WHEN g.own THEN g.older ELSE least(g.items, g.mine + least(g.older, 1)) END), 0)::int FROM (
      SELECT b.higher, b.own, b.items, b.older, coalesce(max(b.older) FILTER (WHERE b.own AND NOT b.higher) OVER (), 0) AS mine FROM (
        SELECT q.priority > ${priority} AS higher, q.run_by IS NOT DISTINCT FROM ${person} AS own, count(*) AS items, count(*) FILTER (WHERE ${older}) AS older
        FROM workflow q WHERE ${waits} AND q.priority >= ${priority} GROUP BY q.priority > ${priority}, q.run_by
      ) b
    ) g)`;
}
