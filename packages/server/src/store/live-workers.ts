import { type SQL, sql } from 'drizzle-orm';

/** Seconds after its last sign of life that a worker counts as gone. */
const workerSeconds = 15;

/** Condition that a worker (its alias) is connected. */
export function isConnected(alias: string): SQL {
  const name = sql.raw(alias);
  return sql`(NOT ${name}.gone AND ${name}.last_seen_at > now() - make_interval(secs => ${workerSeconds}))`;
}
