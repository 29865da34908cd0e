import type { FolderContents } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, row, rows, uuidArray } from './database.ts';
import { listFolders } from './folders.ts';
import { folderVisible, type Reader, workflowVisible } from './reader.ts';
import { listWorkflows, type WaitingReason } from './workflows.ts';

/** What may be asked of a folder's contents. Pages count from 0. */
export interface ContentsQuery {
  page: number;
  size: number;
  name_contains?: string | undefined;
  public?: boolean | undefined;
  starred?: boolean | undefined;
  sort?: string | undefined;
  asc?: boolean | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  updated_after?: string | undefined;
  updated_before?: string | undefined;
  statuses?: number[] | undefined;
  object_types?: string[] | undefined;
}

const sortColumns: Record<string, string> = {
  name: 'lower(e.name)',
  created_at: 'e.created_at',
  updated_at: 'e.updated_at',
  object_status: 'e.object_status',
  object_type: 'e.object_type',
};

/** Words that may stand in `sort`. */
export const sortNames = Object.keys(sortColumns);

function conditions(query: ContentsQuery): SQL {
  const parts: SQL[] = [sql`true`];
  if (query.name_contains) {
    parts.push(sql`position(lower(${query.name_contains}) IN lower(e.name)) > 0`);
  }
  if (query.public !== undefined) parts.push(sql`e.public = ${query.public}::boolean`);
  if (query.starred !== undefined) parts.push(sql`e.starred = ${query.starred}::boolean`);
  if (query.created_after) parts.push(sql`e.created_at >= ${query.created_after}::timestamptz`);
  if (query.created_before) parts.push(sql`e.created_at <= ${query.created_before}::timestamptz`);
  if (query.updated_after) parts.push(sql`e.updated_at >= ${query.updated_after}::timestamptz`);
  if (query.updated_before) parts.push(sql`e.updated_at <= ${query.updated_before}::timestamptz`);
  if (query.statuses?.length) parts.push(sql`e.object_status = ANY(${sql.param(query.statuses)}::int[])`);
  if (query.object_types?.length) parts.push(sql`e.object_type = ANY(${sql.param(query.object_types)}::text[])`);
  return sql.join(parts, sql` AND `);
}

/** One page of a folder: folders first, then items, each part in the asked order (newest first by default). */
export async function readContents(
  db: Executor,
  reader: Reader,
  folder: string,
  query: ContentsQuery,
  waiting: WaitingReason,
): Promise<FolderContents> {
  const entries = sql`(
    SELECT f.uuid, 'folder' AS type, f.name, f.public, f.starred, f.created_at, f.updated_at, NULL::int AS object_status, NULL::text AS object_type
      FROM folder f WHERE f.parent_uuid = ${folder}::uuid AND ${folderVisible(reader, 'f')}
    UNION ALL
    SELECT w.uuid, 'workflow', w.name, w.public, w.starred, w.created_at, w.updated_at, w.object_status, w.object_type
      FROM workflow w WHERE w.parent_uuid = ${folder}::uuid AND ${workflowVisible(reader, 'w')}
  ) e`;
  const order = sql.raw(`${sortColumns[query.sort ?? 'created_at']} ${query.asc ? 'ASC' : 'DESC'}`);
  const where = conditions(query);
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${entries} WHERE ${where}`);
  const page = await rows<{ uuid: string; type: 'folder' | 'workflow' }>(
    db,
    sql`SELECT e.uuid, e.type FROM ${entries} WHERE ${where}
        ORDER BY e.type = 'workflow', ${order}, e.uuid LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  const uuids = (type: string) => page.filter((entry) => entry.type === type).map(({ uuid }) => uuid);
  const folders = await listFolders(db, reader, sql`f.uuid = ANY(${uuidArray(uuids('folder'))})`, sql``);
  const items = await listWorkflows(db, reader, sql`w.uuid = ANY(${uuidArray(uuids('workflow'))})`, sql``, waiting);
  const folderByUuid = new Map(folders.map((entry) => [entry.uuid, entry]));
  const itemByUuid = new Map(items.map((entry) => [entry.uuid, entry]));
  return {
    items: page.flatMap(({ uuid, type }): FolderContents['items'] => {
      if (type === 'folder') {
        const data = folderByUuid.get(uuid);
        return data ? [{ type, data }] : [];
      }
      const data = itemByUuid.get(uuid);
      return data ? [{ type, data }] : [];
    }),
    num_pages: Math.ceil((total?.count ?? 0) / query.size),
  };
}
