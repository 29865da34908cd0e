import { sql } from 'drizzle-orm';
import { type Executor, iso, row, rows } from './database/database.ts';

/** A signed-in browser as its owner sees it. */
export interface SessionRow {
  uuid: string;
  user_agent: string | null;
  /** Network address that it was begun from. */
  address: string | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

/** Days after a sign-in until the next one is needed, however often the browser comes. */
export const longestSessionDays = 90;

const alive = sql`s.second_factor IS DISTINCT FROM 'awaited' AND s.expires_at > now() AND s.created_at > now() - make_interval(days => ${longestSessionDays}::int)`;

/** Whether a session of an account is still valid. */
export async function isLivingSession(db: Executor, session: string, account: string): Promise<boolean> {
  const found = await row(
    db,
    sql`SELECT 1 AS found FROM session s WHERE s.id = ${session} AND s.user_id = ${account} AND ${alive}`,
  );
  return found !== null;
}

/** Where an account is signed in, newest first. */
export async function listSessions(db: Executor, account: string): Promise<SessionRow[]> {
  const found = await rows<SessionRow>(
    db,
    sql`SELECT s.id AS uuid, s.user_agent, nullif(s.ip_address, '') AS address, s.created_at, s.updated_at AS last_seen_at, s.expires_at
        FROM session s WHERE s.user_id = ${account} AND ${alive} ORDER BY s.created_at DESC, s.id`,
  );
  return found.map((session) => ({
    ...session,
    created_at: iso(session.created_at) ?? '',
    last_seen_at: iso(session.last_seen_at) ?? '',
    expires_at: iso(session.expires_at) ?? '',
  }));
}

/**
 * Ends the session that a browser had before it signed in anew: nobody comes in with a cookie from before. `read` finds the session of a browser's
 * headers.
 */
export async function endEarlierSession(
  db: Executor,
  headers: Headers,
  read: (from: { headers: Headers }) => Promise<{ session: { id: string } } | null>,
): Promise<void> {
  if (!headers.has('cookie')) return;
  const earlier = await read({ headers }).catch(() => null);
  if (earlier) await rows(db, sql`DELETE FROM session WHERE id = ${earlier.session.id}`);
}

/** Removes sessions that are over: not used for long, or begun long ago. */
export async function sweepSessions(db: Executor): Promise<void> {
  await rows(db, sql`DELETE FROM session s WHERE NOT (${alive})`);
}

/** Ends one session of an account. False when it is not the account's. */
export async function endSession(db: Executor, account: string, session: string): Promise<boolean> {
  const ended = await row(
    db,
    sql`DELETE FROM session s WHERE s.user_id = ${account} AND s.id = ${session} RETURNING s.id`,
  );
  return ended !== null;
}

/** Signs an account out everywhere, but in the named session. The number of sessions that ended. */
export async function endSessions(db: Executor, account: string, but: string | null = null): Promise<number> {
  const ended = await rows(
    db,
    sql`DELETE FROM session s WHERE s.user_id = ${account} AND s.id IS DISTINCT FROM ${but}::text RETURNING s.id`,
  );
  return ended.length;
}
