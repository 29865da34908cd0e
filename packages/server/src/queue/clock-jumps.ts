import { uptime } from 'node:os';
import { sql } from 'drizzle-orm';
import { type Executor, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { leaseSeconds } from './rules.ts';

/** A jump of the clock that the database goes by. */
export interface ClockJump {
  /** Seconds that it went forward; negative where it went back. */
  seconds: number;
  /** The last time that was read before it, in seconds since 1970 by the clock as it was. */
  before: number;
}

/** Seconds beyond which a difference is a jump. Smaller ones do no harm to leases, and a clock that is kept right is never set by more. */
const jumpSeconds = 5;

/**
 * Compares the database's clock with one that nobody sets, `steady` (seconds since this machine was started, suspended time included), and
 * returns a function that tells of a jump since it was called last. A database that answers too slowly is judged the next time.
 */
export function watchClock(steady: () => number = uptime): (db: Executor) => Promise<ClockJump | null> {
  let last: { steady: number; database: number } | null = null;
  return async (db) => {
    const asked = steady();
    const found = await row<{ seconds: number }>(
      db,
      sql`SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds`,
    );
    if (!found || steady() - asked > 1) return null;
    const [previous, now] = [last, { steady: asked, database: found.seconds }];
    last = now;
    if (previous === null) return null;
    const seconds = now.database - previous.database - (now.steady - previous.steady);
    return Math.abs(seconds) > jumpSeconds ? { seconds, before: previous.database } : null;
  };
}

/**
 * Makes good what a jump of the clock does to the queue: running attempts keep their lease, nothing waits for a time that is an hour away, and
 * dead workers do not count as connected. `alone`: no other server works on this database. Then the time of the jump is taken out of what running
 * attempts have computed, too (a runtime limit goes by it); several servers would each take it out.
 */
export async function absorbJump(db: Executor, { seconds, before }: ClockJump, alone: boolean): Promise<void> {
  if (alone) {
    // What began since the jump has its times by the new clock already.
    await rows(
      db,
      sql`UPDATE attempt SET heard_at = now(), started_at = least(now(), started_at + ${seconds}::float8 * interval '1 second')
          WHERE status = 'running' AND NOT started_at BETWEEN to_timestamp(${before + seconds}::float8) AND now()`,
    );
  }
  await freshLeases(db);
  await takeUpNow(db);
  await rows(db, sql`UPDATE worker SET last_seen_at = now() WHERE last_seen_at > now()`);
}

/**
 * A fresh lease for every running attempt: after a time in which the server received no heartbeats, their absence proves nothing. A lease that ends
 * later than a fresh one was given by a clock that has been set back since.
 */
export async function freshLeases(db: Executor): Promise<void> {
  await rows(
    db,
    sql`UPDATE attempt SET lease_until = now() + make_interval(secs => ${leaseSeconds}) WHERE status = 'running'`,
  );
}

/** Nothing that waits for its turn waits for longer than a retry may: what does was queued by a clock that has been set back since. */
export async function takeUpNow(db: Executor): Promise<void> {
  const late = sql`run_after > now() + interval '2 minutes'`;
  await rows(db, sql`UPDATE workflow SET run_after = now() WHERE object_status = ${itemState.queued} AND ${late}`);
  await rows(db, sql`UPDATE protein_preparation SET run_after = now() WHERE state = 'waiting' AND ${late}`);
}
