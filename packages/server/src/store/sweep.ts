import { sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { type Executor, rows } from './database.ts';
import { purgeOldDeletions } from './deletions.ts';
import { sweepSessions } from './sessions.ts';

/**
 * Removes files that no row points to: left by a crash between file and row, by a result that was delivered twice, or by
 * a deleted item. Files younger than `minimumAgeMs` may be on their way to a row and stay. Returns how many went.
 */
export async function sweepFiles(db: Executor, files: FileStore, minimumAgeMs = 3_600_000): Promise<number> {
  const used = await rows<{ key: string }>(
    db,
    sql`SELECT molecules_file AS key FROM calculation
        UNION ALL SELECT logfile_file FROM calculation WHERE logfile_file IS NOT NULL
        UNION ALL SELECT log_file FROM attempt WHERE log_file IS NOT NULL
        UNION ALL SELECT stored_file FROM item_file_part`,
  );
  const keys = new Set(used.map(({ key }) => key));
  let removed = 0;
  for await (const file of files.list()) {
    if (keys.has(file.key) || Date.now() - file.modified.getTime() < minimumAgeMs) continue;
    await files.delete(file.key);
    removed += 1;
  }
  return removed;
}

/** Removes rows that serve nobody any more: ended sessions, used-up sign-in tokens, workers that are long gone, what was deleted long ago. */
export async function sweepRows(db: Executor): Promise<void> {
  await sweepSessions(db);
  await rows(db, sql`DELETE FROM sign_in_attempt WHERE until < now()`);
  await rows(db, sql`DELETE FROM verification WHERE expires_at < now()`);
  await rows(
    db,
    sql`DELETE FROM worker k WHERE k.last_seen_at < now() - interval '7 days'
          AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.worker_uuid = k.uuid)`,
  );
  // Files whose sending was broken off: their attempt ended before the last part came.
  await rows(
    db,
    sql`DELETE FROM item_file f WHERE NOT f.ready AND f.created_at < now() - interval '1 hour'
          AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.workflow_uuid = f.workflow_uuid AND a.status = 'running')`,
  );
  await purgeOldDeletions(db);
}
