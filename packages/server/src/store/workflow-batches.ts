import { sql } from 'drizzle-orm';
import { type Executor, json, row, rows, uuidArray } from './database/database.ts';
import { itemState } from './item-state.ts';
import { type Member, type Reader, workflowVisible } from './reader.ts';
import { lockForChange } from './workflows/change-workflow.ts';

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

/** The name of each of these items that the reader sees, by its identifier. */
export async function namesOf(db: Executor, reader: Reader, uuids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ uuid: string; name: string }>(
    db,
    sql`SELECT w.uuid, w.name FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
  return new Map(found.map(({ uuid, name }) => [uuid, name]));
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
        WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')} AND w.object_status IN (${itemState.finished}) RETURNING w.uuid`,
  );
  if (!found) return false;
  for (const table of [sql`calculation`, sql`step`, sql`attempt`, sql`item_headline`, sql`item_property`]) {
    await rows(db, sql`DELETE FROM ${table} WHERE workflow_uuid = ${uuid}::uuid`);
  }
  // Measured spectra are no result: they stay with the notes.
  await rows(db, sql`DELETE FROM item_file WHERE workflow_uuid = ${uuid}::uuid AND kind <> 'spectrum'`);
  return true;
}
