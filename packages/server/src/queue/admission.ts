import { sql } from 'drizzle-orm';
import { type Executor, rows, uuidArray } from '../store/database.ts';

/** Key of the advisory lock under which places in the queue are given out, so that two servers never give the same one twice. */
const admissionLock = 4281;

/**
 * Lets items that await the queue (status 5) into it, oldest first, while their person has fewer than `limit` items queued or
 * running. They line up behind what is queued already, so that one person's thousand items do not stand before another's
 * first. Runs inside a transaction. Returns how many were let in.
 */
export async function admitAwaiting(tx: Executor, limit: number): Promise<number> {
  await rows(tx, sql`SELECT pg_advisory_xact_lock(${admissionLock})`);
  const chosen = await rows<{ uuid: string }>(
    tx,
    sql`SELECT chosen.uuid
        FROM (SELECT DISTINCT run_by FROM workflow WHERE object_status = 5) person
        CROSS JOIN LATERAL (
          SELECT n.uuid, n.queued_at FROM workflow n
          WHERE n.object_status = 5 AND n.run_by IS NOT DISTINCT FROM person.run_by
          ORDER BY n.queued_at, n.uuid
          LIMIT greatest(0, ${limit}::int - (
            SELECT count(*)::int FROM workflow a WHERE a.object_status IN (0, 1) AND a.run_by IS NOT DISTINCT FROM person.run_by))
        ) chosen
        ORDER BY chosen.queued_at, chosen.uuid`,
  );
  if (chosen.length === 0) return 0;
  const uuids = uuidArray(chosen.map(({ uuid }) => uuid));
  // In the order in which moves and deletions take their rows, so that neither waits for the other.
  await rows(
    tx,
    sql`SELECT count(*) FROM (SELECT 1 FROM workflow w WHERE w.uuid = ANY(${uuids}) ORDER BY w.uuid FOR UPDATE) locked`,
  );
  const admitted = await rows(
    tx,
    sql`UPDATE workflow w SET object_status = 0, run_after = now(), updated_at = now(),
          queued_at = clock_timestamp() + next.place * interval '1 microsecond'
        FROM unnest(${uuids}) WITH ORDINALITY AS next(uuid, place)
        WHERE w.uuid = next.uuid AND w.object_status = 5 RETURNING w.uuid`,
  );
  return admitted.length;
}

/** True when some item awaits the queue: a cheap look before a transaction is opened. */
export async function someoneAwaits(db: Executor): Promise<boolean> {
  return (await rows(db, sql`SELECT 1 FROM workflow WHERE object_status = 5 LIMIT 1`)).length > 0;
}
