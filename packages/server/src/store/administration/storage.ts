import type { StorageRow } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, row, rows, textArray } from '../database/database.ts';

/** Bytes that the database knows: large results in files, settings and results of items, and proteins. */
const filesOf = sql`SELECT w.run_by AS person, w.project_uuid AS project, f.kind AS kind, f.bytes::float8 AS bytes
  FROM item_file f JOIN workflow w ON w.uuid = f.workflow_uuid WHERE f.ready`;

const dataOf = sql`SELECT w.run_by AS person, w.project_uuid AS project, 'data' AS kind, pg_column_size(w.object_data)::float8 AS bytes FROM workflow w`;

const proteinsOf = sql`SELECT p.created_by AS person, p.project_uuid AS project, 'protein' AS kind,
  (coalesce(pg_column_size(p.data), 0) + coalesce(pg_column_size(p.original), 0))::float8 AS bytes FROM protein p`;

const all = sql`(${filesOf} UNION ALL ${dataOf} UNION ALL ${proteinsOf})`;

/** Bytes by person and kind that the database knows, the largest first; what is in the trash counts until it is removed. */
export function readStorage(db: Executor): Promise<StorageRow[]> {
  return rows<StorageRow>(
    db,
    sql`SELECT s.person, u.email AS person_name, s.kind, sum(s.bytes)::float8 AS bytes, count(*)::int AS things
        FROM ${all} s LEFT JOIN "user" u ON u.id = s.person GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 3 LIMIT 20000`,
  );
}

/** MB (10⁶ bytes) that a person or a project has stored. */
export async function storedMegabytes(db: Executor, kind: 'person' | 'project', subject: string): Promise<number> {
  const whose = (column: SQL) => (kind === 'person' ? sql`${column} = ${subject}` : sql`${column} = ${subject}::uuid`);
  const found = await row<{ bytes: number }>(
    db,
    sql`SELECT coalesce(sum(s.bytes), 0)::float8 AS bytes FROM ${all} s WHERE ${whose(kind === 'person' ? sql`s.person` : sql`s.project`)}`,
  );
  return (found?.bytes ?? 0) / 1e6;
}

/** Files of molecules and logs by their key, with whose they are; the file store knows their sizes. */
const otherFiles = sql`(
  SELECT c.molecules_file AS key, 'molecules' AS kind, w.run_by AS person FROM calculation c JOIN workflow w ON w.uuid = c.workflow_uuid
  UNION ALL SELECT c.logfile_file, 'log', w.run_by FROM calculation c JOIN workflow w ON w.uuid = c.workflow_uuid WHERE c.logfile_file IS NOT NULL
  UNION ALL SELECT a.log_file, 'log', w.run_by FROM attempt a JOIN workflow w ON w.uuid = a.workflow_uuid WHERE a.log_file IS NOT NULL)`;

/** Whose the files with these keys are, and of which kind; keys of large results and of nothing are left out. */
export function ownersOfFiles(
  db: Executor,
  keys: readonly string[],
): Promise<{ key: string; kind: string; person: string | null; person_name: string | null }[]> {
  return rows(
    db,
    sql`SELECT f.key, f.kind, f.person, u.email AS person_name FROM ${otherFiles} f LEFT JOIN "user" u ON u.id = f.person WHERE f.key = ANY(${textArray(keys)})`,
  );
}
