import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Executor, row, rows, uuidArray } from './database/database.ts';

/** The name that a client gave a call, and what the call was (a hash of it). */
export interface CallKey {
  key: string;
  fingerprint: string;
}

/** For how long the same call with the same key stores nothing again. */
const rememberedHours = 24;

const remembered = sql`created_at >= now() - make_interval(hours => ${rememberedHours})`;

/** The items that a person's call with this key stored, in their order; null when there was none. Throws 422 where that was another call. */
export async function submittedWith(db: Executor, user: string, call: CallKey): Promise<string[] | null> {
  const found = await row<{ fingerprint: string; uuids: string[] }>(
    db,
    sql`SELECT fingerprint, array_to_json(uuids) AS uuids FROM submitted_once
        WHERE user_id = ${user} AND key = ${call.key} AND ${remembered}`,
  );
  if (found && found.fingerprint !== call.fingerprint) {
    throw new HttpProblem(
      422,
      'Something else was submitted with this Idempotency-Key. Give each submission a key of its own.',
      'Idempotency-Key',
    );
  }
  return found?.uuids ?? null;
}

/**
 * Keeps which items a call is about to store, in the transaction that stores them, and forgets what is too old. False when the same key was kept
 * meanwhile; where another transaction is about to, its end is waited for.
 */
export async function keepSubmitted(
  tx: Executor,
  user: string,
  call: CallKey,
  uuids: readonly string[],
): Promise<boolean> {
  await rows(
    tx,
    sql`DELETE FROM submitted_once o USING (
          SELECT user_id, key FROM submitted_once WHERE NOT ${remembered} FOR UPDATE SKIP LOCKED
        ) old WHERE o.user_id = old.user_id AND o.key = old.key`,
  );
  const kept = await row(
    tx,
    sql`INSERT INTO submitted_once (user_id, key, fingerprint, uuids)
        VALUES (${user}, ${call.key}, ${call.fingerprint}, ${uuidArray(uuids)}) ON CONFLICT DO NOTHING RETURNING 1 AS kept`,
  );
  return kept !== null;
}
