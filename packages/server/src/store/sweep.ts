import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { sweepApplications } from './applications.ts';
import { type Executor, rows } from './database/database.ts';
import { namedFiles, tieFiles } from './database/file-store-identity.ts';
import { purgeOldDeletions } from './deletions.ts';
import { sweepMolecules } from './molecules.ts';
import { sweepSessions } from './sessions.ts';

/** Set-aside databases and since when: `cuvette restore` names them so. */
const setAside = /^database\.before-restore-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d+Z)$/;

/**
 * When the last restore set a database of this data directory aside that still lies there; null where none does. What was stored before may be named
 * by it, and must be there for whoever puts it back.
 */
export async function lastSetAside(dataDirectory: string): Promise<Date | null> {
  const moments = (await readdir(dataDirectory)).flatMap((name) => {
    const [, day, hours, minutes, seconds] = setAside.exec(name) ?? [];
    return day === undefined ? [] : [new Date(`${day}T${hours}:${minutes}:${seconds}`)];
  });
  return moments.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/**
 * Removes files that no row points to: left by a crash between file and row, by a result that was delivered twice, or by
 * a deleted item. Files younger than `minimumAgeMs` may be on their way to a row and stay, and so do those from before
 * `keptBefore`. Returns how many went. Throws `ConfigProblem`, and removes nothing, where the files belong to another database.
 */
export async function sweepFiles(
  db: Executor,
  files: FileStore,
  minimumAgeMs = 3_600_000,
  keptBefore: Date | null = null,
): Promise<number> {
  await tieFiles(db, files);
  const used = await rows<{ key: string }>(db, namedFiles);
  const keys = new Set(used.map(({ key }) => key));
  let removed = 0;
  for await (const file of files.list()) {
    if (keys.has(file.key) || Date.now() - file.modified.getTime() < minimumAgeMs) continue;
    if (keptBefore && file.modified.getTime() <= keptBefore.getTime()) continue;
    await files.delete(file.key);
    removed += 1;
  }
  return removed;
}

/** Removes rows that serve nobody any more: ended sessions, used-up sign-in tokens, applications that nobody uses, workers that are long gone, what was deleted long ago. */
export async function sweepRows(db: Executor): Promise<void> {
  await sweepSessions(db);
  await sweepApplications(db);
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
  await sweepMolecules(db);
}
