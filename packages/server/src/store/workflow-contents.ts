import type { WorkflowContents } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type ContentsQuery, commonFilters } from './contents.ts';
import { type Executor, row, rows } from './database/database.ts';
import { forEverybody } from './for-everybody.ts';
import { type Reader, workflowVisible } from './reader.ts';

/** Words that may be in `sort` of an item's contents. */
export const contentsSortNames = ['position', 'name', 'created_at', 'updated_at', 'status'] as const;
type SortName = (typeof contentsSortNames)[number];

/** What may be asked of an item's contents: what a calculation has of a folder's query. */
export type WorkflowContentsQuery = Omit<ContentsQuery, 'sort'> & { sort?: SortName | undefined };

/** Calculations are few enough to fold their names as they are read. */
const folded = sql`fold_case(coalesce(e.name, ''))`;

const sortColumns: Record<SortName, SQL> = {
  position: sql`e.position`,
  name: sql`name_order(${folded}) COLLATE "C"`,
  created_at: sql`e.created_at`,
  updated_at: sql`e.updated_at`,
  status: sql`e.status`,
};

type Row = WorkflowContents['items'][number]['data'];

/**
 * One page of what is under an item, or null when the reader may not see it. Items lie in folders only, so these are the
 * calculations that the item made, in that order unless asked otherwise.
 */
export async function readWorkflowContents(
  db: Executor,
  reader: Reader,
  workflow: string,
  query: WorkflowContentsQuery,
): Promise<WorkflowContents | null> {
  const { name_contains, created_after, created_before, updated_after, updated_before, statuses } = query;
  const filters = commonFilters(
    { name_contains, created_after, created_before, updated_after, updated_before },
    folded,
  );
  const status = statuses?.length ? sql` AND e.status = ANY(${sql.param(statuses)}::int[])` : sql.raw('');
  const where = sql`e.workflow_uuid = ${workflow}::uuid AND ${filters}${status}`;
  const found = await row<{ count: number }>(
    db,
    sql`SELECT (SELECT count(*)::int FROM calculation e WHERE ${where}) AS count FROM workflow w
        WHERE w.uuid = ${workflow}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
  if (!found) return null;
  const sort = query.sort ?? 'position';
  const direction = sql.raw((query.asc ?? sort === 'position') ? 'ASC' : 'DESC');
  const page = await rows<Row>(
    db,
    sql`SELECT e.uuid, e.workflow_uuid, e.name, e.status, e.settings, e.tasks, e.engine, e.elapsed, e.messages, e.provenance,
          e.bond_orders
        FROM calculation e JOIN workflow w ON w.uuid = e.workflow_uuid
        WHERE ${where} AND ${workflowVisible(reader, 'w')}
        ORDER BY ${sortColumns[sort]} ${direction}, e.position ${direction}, e.uuid ${direction}
        LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return {
    items: page.map((data) => ({
      type: 'calculation' as const,
      data: reader.kind === 'public' ? forEverybody(data) : data,
    })),
    num_pages: Math.ceil(found.count / query.size),
  };
}
