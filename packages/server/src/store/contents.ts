import type { Folder, FolderContents, WorkflowItem } from '@cuvette/core/entities';
import { type SavedProperty, savedProperties } from '@cuvette/core/tables';
import { type SQL, sql } from 'drizzle-orm';
import { type Counts, countAlways } from './counts.ts';
import { type Executor, row, rows, uuidArray } from './database/database.ts';
import { listFolders } from './folders/folders.ts';
import type { StructureMatches } from './known-matches.ts';
import { hasMolecule, similarItems } from './molecules.ts';
import {
  folderVisible,
  insideVisible,
  itemsInsideVisible,
  type Member,
  projectsOf,
  type Reader,
  workflowVisible,
} from './reader.ts';
import { listPage, type WaitingRule } from './workflows/read-workflows.ts';

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
  /** What a search by structure found: only items that have one of these molecules. */
  matched?: StructureMatches | undefined;
  /** Whether the answer has the number of all that fits. */
  count?: boolean | undefined;
}

/** Columns of each order; with the direction on all of them an index gives the order either way. */
const sortColumns: Record<string, { items: string[]; folders: string[] }> = {
  name: { items: ['name_key', 'uuid'], folders: ['name_key', 'uuid'] },
  created_at: { items: ['created_at', 'uuid'], folders: ['created_at', 'uuid'] },
  updated_at: { items: ['updated_at', 'uuid'], folders: ['updated_at', 'uuid'] },
  object_status: { items: ['object_status', 'created_at', 'uuid'], folders: ['created_at', 'uuid'] },
  object_type: { items: ['object_type', 'created_at', 'uuid'], folders: ['created_at', 'uuid'] },
};

/** What a sort by a property uses for items; folders have none and are sorted by age. */
const byProperty = { items: ['property_value', 'created_at', 'uuid'], folders: ['created_at', 'uuid'] };

/** Numbers of different types do not compare: each type by itself, by the number of its headline. */
const byHeadline = { items: ['object_type', 'property_value', 'created_at', 'uuid'], folders: ['created_at', 'uuid'] };

/** Whether a list is sorted by similarity, and a structure to be similar to is asked for. */
const isBySimilarity = ({ sort, matched }: Pick<ContentsQuery, 'sort' | 'matched'>): boolean =>
  sort === 'similarity' && matched?.similarities != null;

/** Whether a list is sorted by the key results of its items. */
export const isByHeadline = ({ sort }: Pick<ContentsQuery, 'sort'>): boolean => sort === 'headline';

function columnsOf(query: ContentsQuery, kind: 'items' | 'folders'): string[] {
  const columns = isByHeadline(query)
    ? byHeadline
    : propertyOf(query) || isBySimilarity(query)
      ? byProperty
      : sortColumns[query.sort === 'similarity' ? 'created_at' : (query.sort ?? 'created_at')];
  return columns?.[kind] ?? ['uuid'];
}

/** Words that may be in `sort` and are columns of an item. */
export const sortNames = Object.keys(sortColumns);

/** All words that may be in `sort`: columns of an item, and properties of its result. */
export const orderNames = [...sortNames, 'headline', 'similarity', ...savedProperties.map(({ id }) => id)];

/** The property of a result that a list is sorted by; undefined where it is sorted by something else. */
export function propertyOf({ sort }: Pick<ContentsQuery, 'sort'>): SavedProperty | undefined {
  return savedProperties.find(({ id }) => id === sort);
}

/** The items, with the value that they are sorted by where that is a property (`readItemProperty` filled it in). */
function sortedItems(query: ContentsQuery): SQL {
  const property = propertyOf(query);
  if (query.matched?.similarities && isBySimilarity(query))
    return sql`(SELECT x.*, v.similarity AS property_value FROM workflow x JOIN (${similarItems(query.matched.molecules, query.matched.similarities)}) v ON v.uuid = x.uuid)`;
  if (isByHeadline(query))
    return sql`(SELECT x.*, v.number AS property_value FROM workflow x LEFT JOIN item_headline v ON v.workflow_uuid = x.uuid)`;
  return property
    ? sql`(SELECT x.*, v.value AS property_value FROM workflow x LEFT JOIN item_property v ON v.workflow_uuid = x.uuid AND v.property = ${property.id})`
    : sql`workflow`;
}

function orderOf(query: ContentsQuery, kind: 'items' | 'folders', alias = 'e'): SQL {
  const direction = query.asc ? 'ASC' : 'DESC';
  const names = columnsOf(query, kind);
  // What has no value is last either way.
  const last = (name: string) => (name === 'property_value' ? ' NULLS LAST' : '');
  return sql.raw(names.map((name) => `${alias}.${name} ${direction}${last(name)}`).join(', '));
}

/** A pattern of LIKE for text that contains these characters, whatever they mean in a pattern. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The filters that folders and items have in common, on an alias `e`; `folded` is its name as `fold_case` makes it. */
export function commonFilters(query: Partial<ContentsQuery>, folded: SQL = sql`e.name_folded`): SQL {
  const parts: SQL[] = [sql`true`];
  if (query.name_contains) parts.push(sql`${folded} LIKE fold_case(${containing(query.name_contains)})`);
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
  if (query.matched) parts.push(hasMolecule('workflow', sql`e.uuid`, query.matched.molecules, query.matched.items));
  return sql.join(parts, sql` AND `);
}

/**
 * A question as several that leave out nothing and have nothing in common, each of which an index answers in the asked order: one for each status,
 * and one for each type where types are the order.
 */
function branchesOf(query: ContentsQuery): ContentsQuery[] {
  const { sort, statuses = [], object_types = [] } = query;
  // What is starred or public has indexes of its own in every order, with few others in them: only the order by status is one for each.
  const few = query.starred === true || query.public === true;
  if (statuses.length > 1 && (!few || sort === 'object_status'))
    return [...new Set(statuses)].map((status) => ({ ...query, statuses: [status] }));
  if (sort === 'object_type' && object_types.length > 1)
    return [...new Set(object_types)].map((type) => ({ ...query, object_types: [type] }));
  return [query];
}

/** Rows before a page from which on it pays to find the page by what the indexes hold, and only then to read its rows. */
const far = 200;

/** The items of a page that `inside` and the filters let through, as a query of whole rows or of their uuids and the columns of their order. */
function pageOfItems(query: ContentsQuery, inside: SQL, size: number, skip: number, whole: boolean): SQL {
  const order = orderOf(query, 'items');
  const columns = whole
    ? sql`e.*`
    : sql.raw(
        columnsOf(query, 'items')
          .map((name) => `e.${name}`)
          .join(', '),
      );
  const branches = branchesOf(query).map(
    (branch) =>
      sql`SELECT ${columns} FROM ${sortedItems(query)} e WHERE ${inside} AND ${itemFilters(branch)} ORDER BY ${order}`,
  );
  const end = sql`LIMIT ${size} OFFSET ${skip}`;
  const [alone, ...more] = branches;
  if (alone !== undefined && more.length === 0) return sql`${alone} ${end}`;
  const firsts = branches.map((branch) => sql`(${branch} LIMIT ${skip + size})`);
  return sql`SELECT ${columns} FROM (${sql.join(firsts, sql` UNION ALL `)}) e ORDER BY ${order} ${end}`;
}

/** A query of the whole rows of a page, of one that has their uuids. */
const rowsOf = (query: ContentsQuery, page: SQL): SQL =>
  sql`SELECT r.*${propertyOf(query) || isByHeadline(query) || isBySimilarity(query) ? sql`, e.property_value` : sql``} FROM (${page}) e JOIN workflow r ON r.uuid = e.uuid`;

async function countOf(db: Executor, from: SQL, where: SQL): Promise<number> {
  const found = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${from} e WHERE ${where}`);
  return found?.count ?? 0;
}

/** Returns what a count depends on: the filters, neither page nor order. */
function filtersOf({
  page: _page,
  size: _size,
  sort: _sort,
  asc: _asc,
  count: _count,
  matched,
  ...filters
}: ContentsQuery) {
  return { ...filters, matched: matched?.key };
}

/** Pages of a list; a count that was kept may be a little behind what a page shows. */
function pagesOf(count: number, shown: number, size: number): number {
  return Math.ceil(Math.max(count, shown) / size);
}

const asItem = (data: WorkflowItem) => ({ type: 'workflow' as const, data });

/** How many there are: what is found after those that were skipped tells it when it is not a full page; else they are counted. */
async function countedBy(found: number, skipped: number, size: number, count: () => Promise<number>): Promise<number> {
  return found < size && (found > 0 || skipped === 0) ? skipped + found : count();
}

/** The folders of a page, in its order. */
async function foldersOf(db: Executor, reader: Reader, page: readonly { uuid: string }[]): Promise<Folder[]> {
  if (page.length === 0) return [];
  const found = await listFolders(db, reader, sql`f.uuid = ANY(${uuidArray(page.map(({ uuid }) => uuid))})`);
  const byUuid = new Map(found.map((folder) => [folder.uuid, folder]));
  return page.flatMap(({ uuid }) => byUuid.get(uuid) ?? []);
}

/** Condition of the items (alias e) of a folder that a query lets through. */
export function itemsInFolder(reader: Reader, folder: string, query: ContentsQuery): SQL {
  return sql`${itemsInsideVisible(reader, folder, 'e')} AND ${itemFilters(query)}`;
}

/** Condition of the items (alias e) that a search lets through. */
export function itemsFound(member: Member, query: ContentsQuery): SQL {
  return sql`${workflowVisible(member, 'e')} AND ${itemFilters(query)}`;
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
  const start = query.page * size;
  const inside = insideVisible(reader, folder, 'e');
  const itemsInside = itemsInsideVisible(reader, folder, 'e');
  const direct = sql`e.parent_uuid = ${folder}::uuid AND e.deletion_uuid IS NULL`;
  const folderWhere = sql`${inside} AND ${commonFilters(query)}`;
  const itemWhere = itemsInFolder(reader, folder, query);
  const countFolders = () =>
    counts.of(reader, ['folders', folder, filtersOf(query)], () => countOf(db, sql`folder`, folderWhere));
  const countItems = () =>
    counts.of(reader, ['items', folder, filtersOf(query)], () => countOf(db, sql`workflow`, itemWhere));
  // A folder has no status, no type and no molecules, so a filter by one leaves items only.
  const itemsOnly = Boolean(query.statuses?.length || query.object_types?.length || query.matched);
  // Further down the number of folders says where the items begin; a first page asks along with the items whether there are any.
  const before = start === 0 || itemsOnly ? 0 : await countFolders();
  const skip = Math.max(0, start - before);
  const itemPage =
    skip < far
      ? pageOfItems(query, itemsInside, size, skip, true)
      : rowsOf(query, pageOfItems(query, itemsInside, size, skip, false));
  // A reader of an item may see its folder and what is in it, so that is not checked twice.
  const beside = sql`EXISTS (SELECT 1 FROM folder e WHERE ${direct} AND ${commonFilters(query)})`;
  const foldersOnly = start + size <= before;
  const found = foldersOnly
    ? { items: [], beside: null }
    : await listPage(db, reader, itemPage, orderOf(query, 'items', 'w'), waiting, {
        folder,
        ...(start > 0 || itemsOnly ? {} : { beside }),
      });
  const hasFolders = start === 0 ? found.beside !== false : start < before;
  const shown =
    itemsOnly || !hasFolders
      ? []
      : await rows<{ uuid: string }>(
          db,
          sql`SELECT e.uuid FROM folder e WHERE ${folderWhere} ORDER BY ${orderOf(query, 'folders')} LIMIT ${size} OFFSET ${start}`,
        );
  const folders = await foldersOf(db, reader, shown);
  const items = found.items.slice(0, size - shown.length);
  const folderCount = start > 0 || itemsOnly ? before : await countedBy(shown.length, 0, size, countFolders);
  const itemCount = foldersOnly ? await countItems() : await countedBy(found.items.length, skip, size, countItems);
  const onPage = shown.length + items.length;
  return {
    items: [...folders.map((data) => ({ type: 'folder' as const, data })), ...items.map(asItem)],
    num_pages: pagesOf(folderCount + itemCount, onPage > 0 ? start + onPage : 0, size),
    ...(query.count ? { total: folderCount + itemCount } : {}),
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
  const { size } = query;
  const start = query.page * size;
  const visible = workflowVisible(member, 'e');
  const where = itemsFound(member, query);
  const mine = sql`e.project_uuid = p.project_uuid AND ${visible}`;
  const page = (whole: boolean) => sql`SELECT e.* FROM (${projectsOf(member)}) p
    CROSS JOIN LATERAL (${pageOfItems(query, mine, start + size, 0, whole)}) e
    ORDER BY ${orderOf(query, 'items')} LIMIT ${size} OFFSET ${start}`;
  const itemPage = start < far ? page(true) : rowsOf(query, page(false));
  const { items } = await listPage(db, member, itemPage, orderOf(query, 'items', 'w'), waiting);
  const count = await countedBy(items.length, start, size, () =>
    counts.of(member, ['search', filtersOf(query)], () => countOf(db, sql`workflow`, where)),
  );
  const shown = items.length > 0 ? start + items.length : 0;
  return { items: items.map(asItem), num_pages: pagesOf(count, shown, size), ...(query.count ? { total: count } : {}) };
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
