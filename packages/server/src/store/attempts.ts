import type { Attempt, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, iso, row, rows } from './database/database.ts';
import { withoutTraceback } from './public-text.ts';
import { type Reader, workflowVisible } from './reader.ts';

/**
 * Seconds that the attempts at an item (alias w) computed, waits between them left out; null where there is none. A running attempt
 * counts until its worker was last heard: a time in which neither server nor worker was there is no computing.
 */
export const computedSeconds = sql`(SELECT sum(extract(epoch FROM coalesce(a.ended_at, a.heard_at) - a.started_at))::float8
  FROM attempt a WHERE a.workflow_uuid = w.uuid)`;

interface AttemptRow {
  uuid: string;
  number: number;
  status: string;
  worker: string | null;
  host: string;
  started_at: string;
  ended_at: string | null;
  error_class: Attempt['error_class'];
  message: string | null;
  detail: string | null;
  exit_code: number | null;
  signal: string | null;
  peak_memory_mb: number | null;
  versions: Record<string, string>;
  log_file: string | null;
}

/** The attempts at an item in their order; `log_file` is where the log of one lies. None when the reader does not see the item. */
export async function listAttempts(db: Executor, reader: Reader, workflow: string) {
  const found = await rows<AttemptRow>(
    db,
    sql`SELECT a.uuid, a.number, a.status, k.name AS worker, a.host, a.started_at, a.ended_at, a.error_class, a.message, a.detail,
          a.exit_code, a.signal, a.peak_memory_mb, a.versions, a.log_file
        FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid LEFT JOIN worker k ON k.uuid = a.worker_uuid
        WHERE w.uuid = ${workflow}::uuid AND ${workflowVisible(reader, 'w')} ORDER BY a.number`,
  );
  return found.map((attempt) => ({
    ...attempt,
    detail: withoutTraceback(attempt.detail),
    started_at: iso(attempt.started_at),
    ended_at: iso(attempt.ended_at),
  }));
}

/** Where the log of one attempt lies (null: it has none). Null when there is no such attempt, or its item is not visible. */
export function attemptLog(
  db: Executor,
  reader: Reader,
  workflow: string,
  number: number,
): Promise<{ log_file: string | null } | null> {
  return row(
    db,
    sql`SELECT a.log_file FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid
        WHERE w.uuid = ${workflow}::uuid AND a.number = ${number}::int AND ${workflowVisible(reader, 'w')}`,
  );
}

/** Where the newest log of an item lies (null: it has none), and why the item failed (null: it did not). Null when the item is not visible. */
export function newestLog(
  db: Executor,
  reader: Reader,
  workflow: string,
): Promise<{ log_file: string | null; error: WorkflowItem['error'] } | null> {
  return row(
    db,
    sql`SELECT (SELECT a.log_file FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.log_file IS NOT NULL ORDER BY a.number DESC LIMIT 1) AS log_file,
          w.error FROM workflow w WHERE w.uuid = ${workflow}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
}
