import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { refuseAboveLimits } from '../store/administration/limits.ts';
import { type Executor, row, rows, uuidArray } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';

/** Condition that an item (alias given) awaits a place in the queue, and not other items. */
const awaits = (alias: string): SQL =>
  sql`(${sql.raw(alias)}.object_status = ${itemState.awaitingQueue} AND NOT ${sql.raw(alias)}.waits_for_others)`;

/** Key of the advisory lock under which places in the queue are given out, so that two servers never give the same one twice. */
const admissionLock = 4281;

const lockAdmission = (tx: Executor) => rows(tx, sql`SELECT pg_advisory_xact_lock(${admissionLock})`);

/** What an item gets that enters the queue, at its `place` (SQL) among those that do with it. */
const entering = (place: SQL): SQL => sql`object_status = ${itemState.queued}, run_after = now(), updated_at = now(),
  queued_at = clock_timestamp() + ${place} * interval '1 microsecond'`;

/** As `admitAwaiting`, where the lock is held already. */
async function letIn(tx: Executor, limit: number): Promise<number> {
  const found = await row<{ admitted: number }>(
    tx,
    // Rows are locked in the order in which moves and deletions take them, so that neither waits for the other.
    sql`WITH chosen AS MATERIALIZED (
          SELECT own.uuid, row_number() OVER (ORDER BY own.queued_at, own.uuid) AS place
          FROM (SELECT DISTINCT a.run_by FROM workflow a WHERE ${awaits('a')}) person
          CROSS JOIN LATERAL (
            SELECT n.uuid, n.queued_at FROM workflow n
            WHERE ${awaits('n')} AND n.run_by IS NOT DISTINCT FROM person.run_by
            ORDER BY n.queued_at, n.uuid
            LIMIT greatest(0, ${limit}::int - (
              SELECT count(*)::int FROM workflow a WHERE a.object_status IN (${itemState.active}) AND a.run_by IS NOT DISTINCT FROM person.run_by))
          ) own
        ), locked AS MATERIALIZED (
          SELECT w.uuid FROM workflow w WHERE w.uuid IN (SELECT uuid FROM chosen) ORDER BY w.uuid FOR UPDATE
        ), admitted AS (
          UPDATE workflow w SET ${entering(sql`chosen.place`)}
          FROM chosen JOIN locked USING (uuid)
          WHERE w.uuid = chosen.uuid AND ${awaits('w')} RETURNING w.uuid
        )
        SELECT count(*)::int AS admitted FROM admitted`,
  );
  return found?.admitted ?? 0;
}

/**
 * Lets items that await the queue (status 5) into it, oldest first, while their person has fewer than `limit` items queued or
 * running. They line up behind what is queued already, so that one person's thousand items do not come before another's first. Runs inside a
 * transaction. Returns how many were let in.
 */
export async function admitAwaiting(tx: Executor, limit: number): Promise<number> {
  await lockAdmission(tx);
  return letIn(tx, limit);
}

/** Most items of one person that may wait or run. */
const mostUnended = 10_000;

/** Items of a person that are in the queue or run, and those that await it. */
export async function placesOf(db: Executor, user: string): Promise<{ active: number; awaiting: number }> {
  const found = await row<{ active: number; awaiting: number }>(
    db,
    sql`SELECT (count(*) FILTER (WHERE object_status <> ${itemState.awaitingQueue}))::int AS active, (count(*) FILTER (WHERE object_status = ${itemState.awaitingQueue}))::int AS awaiting
        FROM workflow WHERE run_by = ${user} AND object_status IN (${itemState.unfinished})`,
  );
  return found ?? { active: 0, awaiting: 0 };
}

/** Why a person may not have so many items that wait or run, or null when they may. */
export function tooManyFor(count: number, most = mostUnended): string | null {
  if (count <= most) return null;
  return `With this you would have ${count} items that wait or run; one person may have ${most}. Submit it when some of them have ended, or stop some.`;
}

/**
 * Lets in what a person has just submitted in this transaction (`own`), as far as they have places. Throws 429, which takes the submission back, when they
 * would then have more than `most` items that wait or run.
 */
export async function admitSubmitted(
  tx: Executor,
  user: string,
  own: readonly string[],
  { limit, most = mostUnended }: { limit: number; most?: number },
): Promise<void> {
  await lockAdmission(tx);
  // Counted under the lock of the admission, so that submissions at once do not get past it together. Most find the queue with places for all of them: nothing
  // has to be looked for then.
  const found = await row<{ unended: number; admitted: number }>(
    tx,
    sql`WITH places AS (
          SELECT count(*) FILTER (WHERE ${awaits('p')}) AS awaiting, count(*) FILTER (WHERE p.object_status = ${itemState.awaitingQueue} AND p.waits_for_others) AS others,
            count(*) FILTER (WHERE ${awaits('p')} AND p.uuid = ANY(${uuidArray(own)})) AS fresh, count(*) AS unended
          FROM workflow p WHERE p.run_by = ${user} AND p.object_status IN (${itemState.unfinished})
        ), admitted AS (
          UPDATE workflow w SET ${entering(sql`own.place`)}
          FROM places, unnest(${uuidArray(own)}) WITH ORDINALITY AS own (uuid, place)
          WHERE w.uuid = own.uuid AND ${awaits('w')} AND places.awaiting = places.fresh AND places.unended - places.others <= ${limit}::int RETURNING w.uuid
        )
        SELECT places.unended::int AS unended, (SELECT count(*)::int FROM admitted) AS admitted FROM places`,
  );
  const { unended = 0, admitted = 0 } = found ?? {};
  const tooMany = tooManyFor(unended, most);
  if (tooMany !== null) throw new HttpProblem(429, tooMany);
  await refuseAboveLimits(tx, user, own);
  if (admitted === 0) await letIn(tx, limit);
}

/** True when some item awaits a place in the queue: a cheap look before a transaction is opened. */
export async function someoneAwaits(db: Executor): Promise<boolean> {
  return (await rows(db, sql`SELECT 1 FROM workflow w WHERE ${awaits('w')} LIMIT 1`)).length > 0;
}
