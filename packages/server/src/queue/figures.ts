import { sql } from 'drizzle-orm';
import { type Executor, row, rows } from '../store/database/database.ts';
import { itemState } from '../store/item-state.ts';
import { isConnected } from '../store/live-workers.ts';

/** The queue, the workers and the attempts in numbers. */
export interface QueueFigures {
  /** Items by status code. */
  items: { status: number; count: number }[];
  /** How long the oldest queued item has waited (s); 0 without one. */
  oldestSeconds: number;
  /** Connected workers. */
  workers: number;
  /** Attempts by state or end. */
  attempts: { status: string; count: number }[];
}

/** Counts all of this server, whoever owns it: for whoever watches over it. */
export async function queueFigures(db: Executor): Promise<QueueFigures> {
  const items = await rows<QueueFigures['items'][number]>(
    db,
    sql`SELECT object_status AS status, count(*)::int AS count FROM workflow WHERE deletion_uuid IS NULL GROUP BY object_status`,
  );
  const waiting = await row<{ seconds: number | null }>(
    db,
    sql`SELECT extract(epoch FROM now() - min(created_at))::float8 AS seconds FROM workflow
        WHERE object_status = ${itemState.queued} AND deletion_uuid IS NULL`,
  );
  const live = await row<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM worker k WHERE ${isConnected('k')}`,
  );
  const attempts = await rows<QueueFigures['attempts'][number]>(
    db,
    sql`SELECT status, count(*)::int AS count FROM attempt GROUP BY status`,
  );
  return { items, oldestSeconds: Math.max(0, waiting?.seconds ?? 0), workers: live?.count ?? 0, attempts };
}

/** The median time (s) of the last finished items of a type, at most 200 of the last 90 days, and how many they are. */
export async function usualSeconds(db: Executor, type: string): Promise<{ seconds: number | null; count: number }> {
  const past = await row<{ seconds: number | null; count: number }>(
    db,
    sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY elapsed) AS seconds, count(*)::int AS count
        FROM (SELECT elapsed FROM workflow WHERE object_type = ${type} AND object_status = ${itemState.completed} AND elapsed IS NOT NULL
              AND completed_at > now() - interval '90 days' ORDER BY completed_at DESC LIMIT 200) AS finished`,
  );
  return past ?? { seconds: null, count: 0 };
}
