import type { Folder, FolderContents } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Counts, countAlways } from './counts.ts';
import { type Executor, row, rows, uuidArray } from './database.ts';
import { listFolders } from './folders.ts';
import { folderVisible, insideVisible, type Member, projectsOf, type Reader, workflowVisible } from './reader.ts';
import { listWorkflows, type WaitingRule } from './workflows.ts';

/** What may be asked of a folder's contents or of a search. Pages count from 0. */
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
  project_uuid?: string | undefined;
  parent_uuid?: string | undefined;
}

/** Columns of each order; with the direction on all of them an index gives the order either way. */
const sortColumns: Record<string, { items: string[]; folders: string[] }> = {
  name: { items: ['e.name_key', 'e.uuid'], folders: ['e.name_key', 'e.uuid'] },
  created_at: { items: ['e.created_at', 'e.uuid'], folders: ['e.created_at', 'e.uuid'] },
  updated_at: { items: ['e.updated_at', 'e.uuid'], folders: ['e.updated_at', 'e.uuid'] },
  object_status: { items: ['e.object_status', 'e.created_at', 'e.uuid'], folders: ['e.created_at', 'e.uuid'] },
  object_type: { items: ['e.object_type', 'e.created_at', 'e.uuid'], folders: ['e.created_at', 'e.uuid'] },
};

/** Words that may stand in `sort`. */
export const sortNames = Object.keys(sortColumns);

function orderOf(query: ContentsQuery, kind: 'items' | 'folders'): SQL {
  const direction = query.asc ? 'ASC' : 'DESC';
  const names = sortColumns[query.sort ?? 'created_at']?.[kind] ?? ['e.uuid'];
  return sql.raw(names.map((name) => `${name} ${direction}`).join(', '));
}

/** A pattern of LIKE for text that contains these characters, whatever they mean in a pattern. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The filters that folders and items have in common, on an alias `e`. */
export function commonFilters(query: Partial<ContentsQuery>): SQL {
  const parts: SQL[] = [sql`true`];
  if (query.name_contains) parts.push(sql`lower(e.name) LIKE lower(${containing(query.name_contains)})`);
  if (query.public !== undefined) parts.push(query.public ? sql`e.public` : sql`NOT e.public`);
  if (query.starred !== undefined) parts.push(query.starred ? sql`e.starred` : sql`NOT e.starred`);
  if (query.created_after) parts.push(sql`e.created_at >= ${query.created_after}::timestamptz`);
  if (query.created_before) parts.push(sql`e.created_at <= ${query.created_before}::timestamptz`);
  if (query.updated_after) parts.push(sql`e.updated_at >= ${query.updated_after}::timestamptz`);
  if (query.updated_before) parts.push(sql`e.updated_at <= ${query.updated_before}::timestamptz`);
  if (query.project_uuid) parts.push(sql`e.project_uuid = ${query.project_uuid}::uuid`);
  if (query.parent_uuid) parts.push(sql`e.parent_uuid = ${query.parent_uuid}::uuid`);
  return sql.join(parts, sql` AND `);
}

/** Condition that a column has one of some values. One alone is an equation: only then does the database know that an index keeps its order. */
function oneOf(column: SQL, values: readonly (string | number)[], type: SQL): SQL {
  const [first, ...more] = values;
  return more.length > 0
    ? sql`${column} = ANY(${sql.param(values)}::${type}[])`
    : sql`${column} = ${sql.param(first)}::${type}`;
}

function itemFilters(query: ContentsQuery): SQL {
  const parts: SQL[] = [commonFilters(query)];
  if (query.statuses?.length) parts.push(oneOf(sql`e.object_status`, query.statuses, sql`int`));
  if (query.object_types?.length) parts.push(oneOf(sql`e.object_type`, query.object_types, sql`text`));
  return sql.join(parts, sql` AND `);
}

/**
 * A question as several that leave out nothing and have nothing in common, each of which an index answers in the asked order: one for each status,
 * and one for each type where types are the order.
 */
function branchesOf(query: ContentsQuery): ContentsQuery[] {
  const { sort, statuses = [], object_types = [] } = query;
  if (statuses.length > 1) return [...new Set(statuses)].map((status) => ({ ...query, statuses: [status] }));
  if (sort === 'object_type' && object_types.length > 1)
    return [...new Set(object_types)].map((type) => ({ ...query, object_types: [type] }));
  return [query];
}

/** The first `count` of the items that `inside` and the filters let through, in the asked order, with the columns of every order. */
function firstItems(query: ContentsQuery, inside: SQL, count: number): SQL {
  const columns = sql`e.uuid, e.name_key, e.created_at, e.updated_at, e.object_status, e.object_type`;
  const end = sql`ORDER BY ${orderOf(query, 'items')} LIMIT ${count}`;
  const branches = branchesOf(query).map(
    (branch) => sql`(SELECT ${columns} FROM workflow e WHERE ${inside} AND ${itemFilters(branch)} ${end})`,
  );
  return sql.join(branches, sql` UNION ALL `);
}

async function countOf(db: Executor, from: SQL, where: SQL): Promise<number> {
  const found = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${from} e WHERE ${where}`);
  return found?.count ?? 0;
}

/** What a count depends on: the filters, neither page nor order. */
function filtersOf({ page: _page, size: _size, sort: _sort, asc: _asc, ...filters }: ContentsQuery) {
  return filters;
}

/** Pages of a list; a count that was kept may be a little behind what a page shows. */
function pagesOf(count: number, shown: number, size: number): number {
  return Math.ceil(Math.max(count, shown) / size);
}

const uuids = (page: readonly { uuid: string }[]): SQL => uuidArray(page.map(({ uuid }) => uuid));

async function itemsOf(
  db: Executor,
  reader: Reader,
  page: readonly { uuid: string }[],
  waiting: WaitingRule,
): Promise<FolderContents['items']> {
  if (page.length === 0) return [];
  const found = await listWorkflows(db, reader, sql`w.uuid = ANY(${uuids(page)})`, sql``, waiting);
  const byUuid = new Map(found.map((item) => [item.uuid, item]));
  return page.flatMap(({ uuid }) => {
    const data = byUuid.get(uuid);
    return data ? [{ type: 'workflow' as const, data }] : [];
  });
}

/** The folders of a page, in its order. */
async function foldersOf(db: Executor, reader: Reader, page: readonly { uuid: string }[]): Promise<Folder[]> {
  if (page.length === 0) return [];
  const found = await listFolders(db, reader, sql`f.uuid = ANY(${uuids(page)})`);
  const byUuid = new Map(found.map((folder) => [folder.uuid, folder]));
  return page.flatMap(({ uuid }) => byUuid.get(uuid) ?? []);
}

/** One page of a folder: folders first, then items, each part in the asked order (newest first by default). */
export async function readContents(
  db: Executor,
  reader: Reader,
  folder: string,
  query: ContentsQuery,
  waiting: WaitingRule,
  counts: Counts = countAlways,
): Promise<FolderContents> {
  const { size } = query;
  const folderWhere = sql`${insideVisible(reader, folder, 'e')} AND ${commonFilters(query)}`;
  const itemWhere = sql`${insideVisible(reader, folder, 'e')} AND ${itemFilters(query)}`;
  // A folder has no status and no type, so a filter by one leaves items only.
  const itemsOnly = Boolean(query.statuses?.length || query.object_types?.length);
  const [folderCount, itemCount] = await Promise.all([
    itemsOnly
      ? 0
      : counts.of(reader, ['folders', folder, filtersOf(query)], () => countOf(db, sql`folder`, folderWhere)),
    counts.of(reader, ['items', folder, filtersOf(query)], () => countOf(db, sql`workflow`, itemWhere)),
  ]);
  const start = query.page * size;
  const shownFolders =
    !itemsOnly && (start === 0 || start < folderCount)
      ? await rows<{ uuid: string }>(
          db,
          sql`SELECT e.uuid FROM folder e WHERE ${folderWhere} ORDER BY ${orderOf(query, 'folders')} LIMIT ${size} OFFSET ${start}`,
        )
      : [];
  const room = size - shownFolders.length;
  const skip = Math.max(0, start - folderCount);
  const itemPage =
    room > 0 && (skip === 0 || skip < itemCount)
      ? await rows<{ uuid: string }>(
          db,
          sql`SELECT e.uuid FROM (${firstItems(query, insideVisible(reader, folder, 'e'), skip + room)}) e
              ORDER BY ${orderOf(query, 'items')} LIMIT ${room} OFFSET ${skip}`,
        )
      : [];
  const folders = await foldersOf(db, reader, shownFolders);
  return {
    items: [
      ...folders.map((data) => ({ type: 'folder' as const, data })),
      ...(await itemsOf(db, reader, itemPage, waiting)),
    ],
    num_pages: pagesOf(
      folderCount + itemCount,
      shownFolders.length + itemPage.length > 0 ? start + shownFolders.length + itemPage.length : 0,
      size,
    ),
  };
}

/**
 * One page of all items that a person sees and that a search lets through, in the asked order. Each project gives its own
 * rows in that order from its index, and the rows of all of them are merged.
 */
export async function searchItems(
  db: Executor,
  member: Member,
  query: ContentsQuery,
  waiting: WaitingRule,
  counts: Counts = countAlways,
): Promise<FolderContents> {
  const visible = workflowVisible(member, 'e');
  const where = sql`${visible} AND ${itemFilters(query)}`;
  const count = await counts.of(member, ['search', filtersOf(query)], () => countOf(db, sql`workflow`, where));
  const start = query.page * query.size;
  const page =
    start === 0 || start < count
      ? await rows<{ uuid: string }>(
          db,
          sql`SELECT e.uuid FROM (${projectsOf(member)}) p CROSS JOIN LATERAL (
                ${firstItems(query, sql`e.project_uuid = p.project_uuid AND ${visible}`, start + query.size)}
              ) e ORDER BY ${orderOf(query, 'items')} LIMIT ${query.size} OFFSET ${start}`,
        )
      : [];
  const shown = page.length > 0 ? start + page.length : 0;
  return { items: await itemsOf(db, member, page, waiting), num_pages: pagesOf(count, shown, query.size) };
}

/** Orders of a list of folders. */
export const folderOrders = ['name', 'created_at', 'updated_at'] as const;

/** What may be asked of a list of folders. Pages count from 0. */
export interface FolderQuery
  extends Pick<
    ContentsQuery,
    'page' | 'size' | 'name_contains' | 'public' | 'starred' | 'project_uuid' | 'parent_uuid'
  > {
  sort: (typeof folderOrders)[number];
  asc: boolean;
  /** Only those that lie directly in this folder. */
  inside?: string;
}

/** One page of the folders that a reader sees and that the filters let through, and how many pages there are. */
export async function folderPage(
  db: Executor,
  reader: Reader,
  { inside, ...query }: FolderQuery,
): Promise<{ folders: Folder[]; num_pages: number }> {
  const below = inside === undefined ? sql`true` : sql`e.parent_uuid = ${inside}::uuid`;
  const where = sql`${folderVisible(reader, 'e')} AND ${commonFilters(query)} AND ${below}`;
  const count = await countOf(db, sql`folder`, where);
  const order = orderOf(query, 'folders');
  const page = await rows<{ uuid: string }>(
    db,
    sql`SELECT e.uuid FROM folder e WHERE ${where} ORDER BY ${order} LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return { folders: await foldersOf(db, reader, page), num_pages: Math.ceil(count / query.size) };
}
