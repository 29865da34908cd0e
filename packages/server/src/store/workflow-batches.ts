import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, json, row, rows, uuidArray } from './database.ts';
import { type Member, type Reader, workflowVisible } from './reader.ts';
import { listWorkflows, lockForChange, type WaitingReason } from './workflows.ts';

/** What may be asked of the list of items. Pages count from 0. */
export interface WorkflowQuery {
  page: number;
  size: number;
  parent_uuid?: string | undefined;
  name_contains?: string | undefined;
  public?: boolean | undefined;
  starred?: boolean | undefined;
  object_status?: number | undefined;
  object_type?: string | undefined;
}

/** One page of all items that a reader sees, newest first, without their data, and how many pages there are. */
export async function pageOfWorkflows(
  db: Executor,
  reader: Reader,
  query: WorkflowQuery,
  waiting: WaitingReason,
): Promise<{ workflows: WorkflowItem[]; num_pages: number }> {
  const parts = [sql`true`];
  if (query.parent_uuid) parts.push(sql`w.parent_uuid = ${query.parent_uuid}::uuid`);
  if (query.name_contains) parts.push(sql`position(lower(${query.name_contains}) IN lower(w.name)) > 0`);
  if (query.public !== undefined) parts.push(sql`w.public = ${query.public}::boolean`);
  if (query.starred !== undefined) parts.push(sql`w.starred = ${query.starred}::boolean`);
  if (query.object_status !== undefined) parts.push(sql`w.object_status = ${query.object_status}::int`);
  if (query.object_type) parts.push(sql`w.object_type = ${query.object_type}`);
  const where = sql.join(parts, sql` AND `);
  const total = await row<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM workflow w WHERE ${workflowVisible(reader, 'w')} AND ${where}`,
  );
  const tail = sql`ORDER BY w.created_at DESC, w.uuid LIMIT ${query.size} OFFSET ${query.page * query.size}`;
  return {
    workflows: await listWorkflows(db, reader, where, tail, waiting),
    num_pages: Math.ceil((total?.count ?? 0) / query.size),
  };
}

/** The status of each of these items that the reader sees. */
export function statusesOf(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
): Promise<{ uuid: string; object_status: number }[]> {
  return rows(
    db,
    sql`SELECT w.uuid, w.object_status FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
}

/**
 * Throws the results of a finished item away: its data becomes `data`, its calculations, files, finished steps and attempts go.
 * Their files are swept later. The item with its name, notes and settings stays. False when the reader does not see it, or it is
 * not finished. Throws 403 for a viewer of its project.
 */
export async function clearWorkflow(
  db: Executor,
  reader: Member,
  uuid: string,
  data: Record<string, unknown>,
): Promise<boolean> {
  if (!(await lockForChange(db, reader, uuid, 'change'))) return false;
  const found = await row(
    db,
    sql`UPDATE workflow w SET object_data = ${json(data)}, provenance = NULL, updated_at = now()
        WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')} AND w.object_status IN (2, 3, 4) RETURNING w.uuid`,
  );
  if (!found) return false;
  for (const table of [sql`calculation`, sql`step`, sql`attempt`, sql`item_file`]) {
    await rows(db, sql`DELETE FROM ${table} WHERE workflow_uuid = ${uuid}::uuid`);
  }
  return true;
}
