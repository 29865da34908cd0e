import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { localFiles } from '../files/local-files.ts';
import { type Database, openEmbedded, openPostgres, rows } from '../store/database/database.ts';
import { sweepFiles } from '../store/sweep.ts';

/** What a stopped server left, and the items whose submission was acknowledged. */
interface Left {
  /** Its data directory, and its database where that is not in it. */
  data: string;
  databaseUrl: string | null;
  items: string[];
}

/**
 * Looks into the database and the files of a stopped server whose jobs were those of `stand-in-compute.ts` and real ones, after a sweep: every item and
 * attempt has ended, none was completed twice, each result is that of its own job, and files are there for what names them and for nothing else. Returns
 * what there is, in words.
 */
export async function lookIntoStored({ data, databaseUrl, items }: Left): Promise<string> {
  const db: Database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
  try {
    const open = await rows(
      db.drizzle,
      sql`SELECT uuid, object_status::text FROM workflow WHERE object_status IN (0, 1, 5)
          UNION ALL SELECT uuid, status FROM attempt WHERE status = 'running'`,
    );
    expect(open).toEqual([]);
    const ended = await rows<{
      uuid: string;
      type: string;
      status: number;
      ran: string | null;
      completed: number;
      attempts: number;
      files: number;
      bytes: number;
    }>(
      db.drizzle,
      sql`SELECT w.uuid, w.object_type AS type, w.object_status AS status, w.object_data->>'ran' AS ran,
            (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'completed') AS completed,
            (SELECT count(*)::int FROM attempt a WHERE a.workflow_uuid = w.uuid) AS attempts,
            (SELECT count(*)::int FROM item_file f WHERE f.workflow_uuid = w.uuid AND f.ready) AS files,
            (SELECT coalesce(sum(f.bytes), 0)::int FROM item_file f WHERE f.workflow_uuid = w.uuid AND f.ready) AS bytes
          FROM workflow w WHERE w.object_type IN ('test_sleep', 'conformer_search') AND w.object_status <> 6`,
    );
    const completed = ended.filter(({ status }) => status === 2);
    const wrong = completed.filter(
      ({ uuid, type, ran, completed: times, files, bytes }) =>
        times !== 1 || (type === 'test_sleep' && (ran !== uuid || files !== 1 || bytes !== 900)),
    );
    expect(wrong).toEqual([]);
    expect(ended.filter(({ status, completed: times }) => status !== 2 && times > 0)).toEqual([]);
    const known = new Set(ended.map(({ uuid }) => uuid));
    expect(items.filter((uuid) => !known.has(uuid))).toEqual([]);

    const files = localFiles(path.join(data, 'files'));
    const swept = await sweepFiles(db.drizzle, files, 0);
    const stored = new Map<string, number>();
    for await (const { key, bytes } of files.list()) stored.set(key, bytes);
    const named = await rows<{ key: string; bytes: number | null }>(
      db.drizzle,
      sql`SELECT molecules_file AS key, NULL::int AS bytes FROM calculation
          UNION ALL SELECT logfile_file, NULL FROM calculation WHERE logfile_file IS NOT NULL
          UNION ALL SELECT log_file, NULL FROM attempt WHERE log_file IS NOT NULL
          UNION ALL SELECT stored_file, bytes FROM item_file_part`,
    );
    const torn = named.filter(({ key, bytes }) => {
      const size = stored.get(key) ?? 0;
      return bytes === null ? size === 0 : size !== bytes;
    });
    expect(torn).toEqual([]);
    expect([...stored.keys()].filter((key) => !named.some((one) => one.key === key))).toEqual([]);
    const again = ended.filter(({ attempts }) => attempts > 1).length;
    return `${ended.length} items (${completed.length} completed, ${again} after more than one attempt), ${stored.size} files, ${swept} swept`;
  } finally {
    await db.close();
  }
}
