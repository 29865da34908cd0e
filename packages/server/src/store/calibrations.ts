import type { AppliedCalibration, FitKind, MeasuredQuantity, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, iso, json, row, rows, uuidArray } from './database/database.ts';
import { itemState } from './item-state.ts';
import { editorOf, type Member, memberOf, workflowVisible } from './reader.ts';

/** What was computed for a row of a set. `subject` is what the calibration judges molecules by. */
export interface StoredComputed {
  computed: number;
  method: string;
  subject: Record<string, unknown>;
}

/** A row of a set as it is stored. */
export interface StoredRow {
  line: number;
  name: string | null;
  smiles: string;
  atom: string | null;
  measured: number;
  measured_error: number | null;
  workflow_uuid: string | null;
  left_out: string | null;
  problem: string | null;
  found: StoredComputed | null;
}

/** A set of measured values as it is stored. */
export interface StoredCalibration {
  uuid: string;
  project_uuid: string;
  folder_uuid: string | null;
  name: string;
  quantity: MeasuredQuantity;
  object_type: string;
  fit: FitKind;
  rows: StoredRow[];
  applied: AppliedCalibration | null;
  created_by: string | null;
  created_at: string;
}

const columns = sql`c.uuid, c.project_uuid, c.folder_uuid, c.name, c.quantity, c.object_type, c.fit, c.rows, c.applied, c.created_at,
  (SELECT u.username FROM "user" u WHERE u.id = c.created_by) AS created_by`;

const toCalibration = (found: StoredCalibration): StoredCalibration => ({
  ...found,
  created_at: iso(found.created_at) ?? '',
});

/** The sets of a project, newest first; empty where the person does not see it. */
export async function listCalibrations(db: Executor, member: Member, project: string): Promise<StoredCalibration[]> {
  const found = await rows<StoredCalibration>(
    db,
    sql`SELECT ${columns} FROM calibration c WHERE c.project_uuid = ${project}::uuid AND ${memberOf(member, 'c.project_uuid')}
        ORDER BY c.created_at DESC, c.uuid LIMIT 200`,
  );
  return found.map(toCalibration);
}

/** One set, or null when the person does not see its project. */
export async function readCalibration(db: Executor, member: Member, uuid: string): Promise<StoredCalibration | null> {
  const found = await row<StoredCalibration>(
    db,
    sql`SELECT ${columns} FROM calibration c WHERE c.uuid = ${uuid}::uuid AND ${memberOf(member, 'c.project_uuid')}`,
  );
  return found && toCalibration(found);
}

/** Whether the person may change a set that they see. */
export async function mayChangeCalibration(db: Executor, member: Member, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`SELECT 1 FROM calibration c WHERE c.uuid = ${uuid}::uuid AND ${editorOf(member, 'c.project_uuid')}`,
  );
  return found !== null;
}

/** Stores a set; its identifier, or null when the person may not change the project. */
export async function insertCalibration(
  db: Executor,
  member: Member,
  made: Pick<StoredCalibration, 'project_uuid' | 'folder_uuid' | 'name' | 'quantity' | 'object_type' | 'fit' | 'rows'>,
): Promise<string | null> {
  const stored = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO calibration (project_uuid, folder_uuid, name, quantity, object_type, fit, rows, created_by)
        SELECT p.uuid, ${made.folder_uuid}::uuid, ${made.name}, ${made.quantity}, ${made.object_type}, ${made.fit}, ${json(made.rows)}, ${member.id}
        FROM project p WHERE p.uuid = ${made.project_uuid}::uuid AND ${editorOf(member, 'p.uuid')} RETURNING uuid`,
  );
  return stored?.uuid ?? null;
}

/** Changes a set; what is undefined stays. False when the person may not. */
export async function changeCalibration(
  db: Executor,
  member: Member,
  uuid: string,
  change: { name?: string | undefined; fit?: FitKind | undefined; rows?: readonly StoredRow[] | undefined },
): Promise<boolean> {
  const changed = await row(
    db,
    sql`UPDATE calibration c SET updated_at = now(), name = coalesce(${change.name ?? null}::text, c.name),
          fit = coalesce(${change.fit ?? null}::text, c.fit), rows = coalesce(${change.rows ? json(change.rows) : null}::jsonb, c.rows)
        WHERE c.uuid = ${uuid}::uuid AND ${editorOf(member, 'c.project_uuid')} RETURNING c.uuid`,
  );
  return changed !== null;
}

/** Keeps what was computed for the rows of a set: whoever looks first stores it for the others. */
export async function keepComputed(
  db: Executor,
  uuid: string,
  found: readonly { line: number; found: StoredComputed | null; problem: string | null }[],
): Promise<void> {
  await rows(
    db,
    sql`UPDATE calibration c SET rows = (
          SELECT jsonb_agg(r.value || coalesce(jsonb_build_object('found', n.found, 'problem', n.problem), '{}') ORDER BY r.place)
          FROM jsonb_array_elements(c.rows) WITH ORDINALITY AS r (value, place)
            LEFT JOIN jsonb_to_recordset(${json(found)}) AS n (line int, found jsonb, problem text) ON n.line = (r.value->>'line')::int)
        WHERE c.uuid = ${uuid}::uuid`,
  );
}

/** As much of an item as its numbers are read from. */
export type SetItem = Pick<
  WorkflowItem,
  'uuid' | 'name' | 'object_type' | 'object_status' | 'object_data' | 'provenance' | 'error'
>;

/** The items that compute rows of a set, with their data where they are completed. Deleted ones are missing. */
export function itemsOfSet(db: Executor, member: Member, uuids: readonly string[]): Promise<SetItem[]> {
  return rows<SetItem>(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.object_status, w.provenance, w.error,
          CASE WHEN w.object_status = ${itemState.completed} THEN w.object_data END AS object_data
        FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(member, 'w')}`,
  );
}

/** The molecules of items of a project as SMILES, by identifier. */
export async function smilesInProject(
  db: Executor,
  member: Member,
  project: string,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ uuid: string; smiles: string }>(
    db,
    sql`SELECT w.uuid, w.smiles FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND w.project_uuid = ${project}::uuid
          AND w.smiles IS NOT NULL AND ${workflowVisible(member, 'w')}`,
  );
  return new Map(found.map(({ uuid, smiles }) => [uuid, smiles]));
}

/** Provenance of an item (alias w) with its calibrations without that of a quantity. */
const withoutQuantity = (quantity: string) => sql`coalesce((SELECT jsonb_agg(k.value)
  FROM jsonb_array_elements(CASE jsonb_typeof(w.provenance->'measured_calibrations') WHEN 'array' THEN w.provenance->'measured_calibrations' ELSE '[]' END) AS k (value)
  WHERE k.value->>'quantity' <> ${quantity}), '[]'::jsonb)`;

/**
 * Puts a line into use: it is written into the provenance of every completed item of the project that computes the quantity, in the place of the one before, and
 * the headlines of lists are made again. Returns how many items that are. To be called in a transaction.
 */
export async function applyCalibration(
  tx: Executor,
  { uuid, project_uuid: project, quantity, object_type: type, rows: set }: StoredCalibration,
  applied: AppliedCalibration,
): Promise<number> {
  await rows(
    tx,
    sql`UPDATE calibration SET applied = NULL, updated_at = now() WHERE project_uuid = ${project}::uuid AND quantity = ${quantity} AND applied IS NOT NULL AND uuid <> ${uuid}::uuid`,
  );
  await rows(tx, sql`UPDATE calibration SET applied = ${json(applied)}, updated_at = now() WHERE uuid = ${uuid}::uuid`);
  const own = set.flatMap(({ workflow_uuid: item, measured, left_out, atom }) =>
    item !== null && left_out === null && atom === null ? [{ item, measured }] : [],
  );
  const changed = await rows<{ uuid: string }>(
    tx,
    sql`UPDATE workflow w SET updated_at = now(),
          provenance = jsonb_set(coalesce(w.provenance, '{}'), '{measured_calibrations}', ${withoutQuantity(quantity)} ||
            jsonb_build_array(${json(applied)} || jsonb_build_object('own_value', o.measured)))
        FROM (SELECT i.uuid FROM workflow i WHERE i.project_uuid = ${project}::uuid AND i.object_type = ${type} AND i.object_status = ${itemState.completed}
            ORDER BY i.uuid FOR UPDATE) held
          LEFT JOIN (SELECT item, min(measured) AS measured FROM jsonb_to_recordset(${json(own)}) AS n (item uuid, measured float8) GROUP BY item) o ON o.item = held.uuid
        WHERE w.uuid = held.uuid RETURNING w.uuid`,
  );
  await forgetHeadlines(
    tx,
    changed.map(({ uuid: item }) => item),
  );
  return changed.length;
}

/** Takes a line out of use: the items that have it lose it. Returns how many these are. To be called in a transaction. */
export async function withdrawCalibration(
  tx: Executor,
  { uuid, project_uuid: project, quantity }: Pick<StoredCalibration, 'uuid' | 'project_uuid' | 'quantity'>,
): Promise<number> {
  await rows(tx, sql`UPDATE calibration SET applied = NULL, updated_at = now() WHERE uuid = ${uuid}::uuid`);
  const changed = await rows<{ uuid: string }>(
    tx,
    // As it was before any line, where none is left: a document of then is up to date again.
    sql`UPDATE workflow w SET updated_at = now(), provenance = (w.provenance - 'measured_calibrations') || (
          SELECT CASE WHEN r.left_over = '[]' THEN '{}' ELSE jsonb_build_object('measured_calibrations', r.left_over) END
          FROM (SELECT ${withoutQuantity(quantity)} AS left_over) r)
        FROM (SELECT i.uuid FROM workflow i WHERE i.project_uuid = ${project}::uuid
            AND i.provenance->'measured_calibrations' @> ${json([{ uuid }])} ORDER BY i.uuid FOR UPDATE) held
        WHERE w.uuid = held.uuid RETURNING w.uuid`,
  );
  await forgetHeadlines(
    tx,
    changed.map(({ uuid: item }) => item),
  );
  return changed.length;
}

async function forgetHeadlines(tx: Executor, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await rows(tx, sql`DELETE FROM item_headline WHERE workflow_uuid = ANY(${uuidArray(items)})`);
}

/** Deletes a set for good. False when the person may not. */
export async function deleteCalibration(db: Executor, member: Member, uuid: string): Promise<boolean> {
  const gone = await row(
    db,
    sql`DELETE FROM calibration c WHERE c.uuid = ${uuid}::uuid AND ${editorOf(member, 'c.project_uuid')} RETURNING c.uuid`,
  );
  return gone !== null;
}

/**
 * The calibrations that an item which ends now gets: those in use in its project for its type. The rows are held until the item is stored, so that one that is
 * put into use at the same time finds it completed.
 */
export async function calibrationsForItem(tx: Executor, item: string): Promise<AppliedCalibration[]> {
  const found = await rows<{ applied: AppliedCalibration; own: number | null }>(
    tx,
    sql`SELECT c.applied, (SELECT (r.value->>'measured')::float8 FROM jsonb_array_elements(c.rows) AS r (value)
            WHERE r.value->>'workflow_uuid' = w.uuid::text AND r.value->'left_out' = 'null' LIMIT 1) AS own
        FROM calibration c JOIN workflow w ON w.project_uuid = c.project_uuid AND w.object_type = c.object_type
        WHERE w.uuid = ${item}::uuid AND c.applied IS NOT NULL FOR SHARE OF c`,
  );
  return found.map(({ applied, own }) => ({ ...applied, own_value: own }));
}
