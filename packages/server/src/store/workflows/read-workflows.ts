import type { AwaitedItem, WorkflowItem } from '@cuvette/core/entities';
import { status } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { computedSeconds } from '../attempts.ts';
import { type Executor, iso, row, rows, uuidArray } from '../database/database.ts';
import { forEverybody } from '../for-everybody.ts';
import { itemState } from '../item-state.ts';
import { withoutTraceback } from '../public-text.ts';
import { folderVisible, type Member, type Reader, sharedByFolder, sharedInFolder, workflowVisible } from '../reader.ts';
import { awaitedItems } from '../workflow-sources.ts';

interface WorkflowRow {
  uuid: string;
  parent_uuid: string;
  name: string;
  object_type: string;
  object_status: number;
  object_data: Record<string, unknown> | null;
  notes: string;
  starred: boolean;
  public: boolean;
  ancestor_is_public: boolean;
  email_when_complete: boolean;
  max_credits: number | null;
  smiles: string | null;
  resubmitted_from_uuid: string | null;
  run_by_username: string | null;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  completed_at: string | null;
  elapsed: number | null;
  progress: WorkflowItem['progress'];
  provenance: WorkflowItem['provenance'];
  error: WorkflowItem['error'];
  calculation_uuids: string[];
  compute_hardware: string | null;
  imported: WorkflowItem['imported'];
  /** True while its worker has been asked to stop. */
  stopping: boolean;
  requirements: string[];
  memory_mb: number | null;
  gpus: number;
  seconds_needed: number | null;
  ahead: number | null;
  resting: boolean;
  last_failure: string | null;
  hold_reason: string | null;
  waits_for: AwaitedItem[] | null;
  after: string[] | null;
}

/** What is known of an item that waits. */
export interface WaitingFacts {
  object_status: number;
  requirements: string[];
  /** Null where it is not known; so is the time. */
  memory_mb: number | null;
  gpus: number;
  seconds_needed: number | null;
  /** Items before it: in the queue for a queued one, of the same person for one that awaits the queue. */
  ahead: number;
  /** True while it rests before its next attempt. */
  resting: boolean;
  /** Why its last attempt ended without a result. */
  last_failure: string | null;
  /** Why an administrator holds it, empty for whoever is not to know; null where nobody does. */
  hold_reason?: string | null;
  /** Items that it waits for and that have not completed, empty for whoever is not to know them; null where it waits for none. */
  waits_for?: readonly AwaitedItem[] | null;
}

/** How waiting is described: what counts the items before a queued one (the row with alias w), and the words. */
export interface WaitingRule {
  ahead: SQL;
  tell(item: WaitingFacts): NonNullable<WorkflowItem['waiting']>;
}

/** Whether an item (alias w) is public because of its folder. */
const folderPublic = sharedByFolder('w');

/** How many items are before one (alias w) that waits; null of one that does not. */
function aheadOf({ ahead }: WaitingRule): SQL {
  return sql`CASE WHEN w.object_status = ${itemState.queued} THEN ${ahead} WHEN w.object_status = ${itemState.awaitingQueue} THEN (
      SELECT count(*)::int FROM workflow q WHERE q.object_status = ${itemState.awaitingQueue} AND NOT q.waits_for_others AND q.run_by = w.run_by
        AND (q.queued_at, q.uuid) < (w.queued_at, w.uuid)
    ) END`;
}

/** What attempts and calculations of an item (alias w) tell of it. */
interface Past {
  elapsed: SQL;
  hardware: SQL;
  lastFailure: SQL;
  calculations: SQL;
}

/** The past of an item: what only its own page shows is left out of lists. */
function pastOf(withData: boolean): Past {
  return {
    elapsed: sql`CASE WHEN w.object_status = ${itemState.running} THEN ${computedSeconds} ELSE w.elapsed END`,
    hardware: withData
      ? sql`(SELECT a.host FROM attempt a WHERE a.workflow_uuid = w.uuid ORDER BY a.number DESC LIMIT 1)`
      : sql`NULL::text`,
    lastFailure: withData
      ? sql`CASE WHEN w.object_status = ${itemState.queued} THEN (SELECT a.message FROM attempt a WHERE a.workflow_uuid = w.uuid ORDER BY a.number DESC LIMIT 1) END`
      : sql`NULL::text`,
    calculations: sql`ARRAY(SELECT c.uuid::text FROM calculation c WHERE c.workflow_uuid = w.uuid ORDER BY c.position, c.created_at)`,
  };
}

/** The past of an item that was stored just now: it has none. */
const noPast: Past = {
  elapsed: sql`NULL::float8`,
  hardware: sql`NULL::text`,
  lastFailure: sql`NULL::text`,
  calculations: sql`'{}'::text[]`,
};

/** Columns of a row for the wire; the data of an item can be large, so lists leave it out. */
function columns(
  withData: boolean,
  ahead: SQL,
  ancestorPublic: SQL = folderPublic,
  past: Past = pastOf(withData),
): SQL {
  return sql`w.uuid, w.parent_uuid, w.name, w.object_type, w.object_status,
    ${withData ? sql`w.object_data` : sql`NULL::jsonb AS object_data`},
    w.notes, w.starred, w.public, ${ancestorPublic} AS ancestor_is_public, w.email_when_complete,
    w.max_credits, w.smiles, w.resubmitted_from_uuid, u.username AS run_by_username,
    w.created_at, w.updated_at, w.started_at, w.completed_at,
    ${past.elapsed} AS elapsed,
    w.progress, w.provenance, w.error, w.imported, w.requirements, w.memory_mb, w.gpus, w.seconds_needed,
    w.object_status = ${itemState.running} AND w.stop_requested AS stopping,
    ${past.hardware} AS compute_hardware,
    ${ahead} AS ahead,
    w.object_status = ${itemState.queued} AND w.run_after > now() AS resting,
    ${past.lastFailure} AS last_failure, w.hold_reason,
    ${awaitedItems} AS waits_for,
    ${withData ? sql`(SELECT array_agg(s.source_uuid::text ORDER BY s.position) FROM workflow_source s WHERE s.workflow_uuid = w.uuid)` : sql`NULL::text[]`} AS after,
    ${past.calculations} AS calculation_uuids`;
}

/** An item as a reader may read it. Only an administrator of the server gets the whole error output of a program. */
function toItem(
  found: WorkflowRow,
  log: string,
  waiting: WaitingRule,
  reader: Reader,
  administers = false,
): WorkflowItem {
  const {
    requirements,
    memory_mb,
    gpus,
    seconds_needed,
    ahead,
    resting,
    last_failure,
    hold_reason,
    waits_for,
    after,
    ...item
  } = found;
  // The reason of a hold is for the people of the project.
  const held = hold_reason !== null && reader.kind === 'public' ? '' : hold_reason;
  const isPublic = reader.kind === 'public';
  const awaited = isPublic && waits_for !== null ? [] : waits_for;
  const facts = {
    requirements,
    memory_mb,
    gpus,
    seconds_needed,
    resting,
    last_failure,
    hold_reason: held,
    waits_for: awaited,
  };
  const running = item.object_status === status.running;
  const { error } = item;
  const readable: WorkflowItem = {
    ...item,
    error: error && !administers ? { ...error, detail: withoutTraceback(error.detail) } : error,
    created_at: iso(item.created_at) ?? '',
    updated_at: iso(item.updated_at),
    started_at: iso(item.started_at),
    completed_at: iso(item.completed_at),
    // Whole seconds while it runs, so that two polls within a second are the same answer.
    elapsed: running && item.elapsed !== null ? Math.floor(item.elapsed) : item.elapsed,
    ...(after === null || isPublic ? {} : { after }),
    credits_charged: 0,
    is_free: true,
    object_logfile: log,
    waiting: ahead === null ? null : waiting.tell({ object_status: item.object_status, ahead, ...facts }),
  };
  return reader.kind === 'public' ? forEverybody(readable) : readable;
}

/** Whether the reader of an item (alias w) that failed administers the server. */
function administersFailed(reader: Reader): SQL {
  if (reader.kind !== 'user') return sql`false`;
  return sql`CASE WHEN w.error IS NULL THEN false ELSE ${reader.id} = ANY(SELECT a.id FROM "user" a WHERE a.administrator) END`;
}

/** The folder of an item (alias w), as far as the reader may see it. */
function visibleParent(reader: Reader): SQL {
  if (reader.kind === 'user') return sql`w.parent_uuid::text`;
  return sql`coalesce((SELECT h.uuid::text FROM folder h WHERE h.uuid = w.parent_uuid AND ${folderVisible(reader, 'h')}), '')`;
}

/** The newest completed item that the reader may see and that was submitted from this one (the row with alias w), of its type and for its molecule. */
export function newerThan(reader: Reader): SQL {
  return sql`(SELECT json_build_object('uuid', n.uuid, 'name', n.name) FROM workflow n
    WHERE n.resubmitted_from_uuid = w.uuid AND n.object_status = ${itemState.completed} AND n.deletion_uuid IS NULL AND n.object_type = w.object_type
      AND n.smiles IS NOT DISTINCT FROM w.smiles AND (n.options->>'second_opinion') IS DISTINCT FROM 'true' AND ${workflowVisible(reader, 'n')}
    ORDER BY n.completed_at DESC, n.uuid LIMIT 1)`;
}

/** Items that answer the question of one (the row with alias w) by another method, in the order they were submitted in; null where there are none. */
function secondOpinions(reader: Reader): SQL {
  return sql`(SELECT json_agg(json_build_object('uuid', n.uuid, 'name', n.name, 'object_status', n.object_status) ORDER BY n.created_at, n.uuid)
    FROM workflow n WHERE n.deletion_uuid IS NULL AND n.object_type = w.object_type AND ${workflowVisible(reader, 'n')}
      AND ((n.resubmitted_from_uuid = w.uuid AND n.options->>'second_opinion' = 'true')
        OR (n.uuid = w.resubmitted_from_uuid AND w.options->>'second_opinion' = 'true')))`;
}

/** One item with its data, or null when the reader may not see it. `log` is put into `object_logfile`. */
export async function readWorkflow(
  db: Executor,
  reader: Reader,
  uuid: string,
  waiting: WaitingRule,
  log = '',
): Promise<WorkflowItem | null> {
  const found = await row<
    WorkflowRow & {
      newer: WorkflowItem['superseded_by'] | null;
      opinions: WorkflowItem['second_opinions'] | null;
      administers: boolean;
      visible_parent: string;
    }
  >(
    db,
    sql`SELECT ${columns(true, aheadOf(waiting))}, ${newerThan(reader)} AS newer, ${secondOpinions(reader)} AS opinions, ${administersFailed(reader)} AS administers,
          ${visibleParent(reader)} AS visible_parent
        FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by
        WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
  if (!found) return null;
  const { newer, opinions, administers, visible_parent: parent_uuid, ...item } = found;
  return {
    ...toItem({ ...item, parent_uuid }, log, waiting, reader, administers),
    ...(newer ? { superseded_by: newer } : {}),
    ...(opinions ? { second_opinions: opinions } : {}),
  };
}

/** Reads these items with their data, in this order; what the reader may not see is left out. Their logs are not read. */
export async function readWorkflows(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
  waiting: WaitingRule,
): Promise<WorkflowItem[]> {
  const found = await rows<WorkflowRow & { newer: WorkflowItem['superseded_by'] | null; visible_parent: string }>(
    db,
    sql`SELECT ${columns(true, sql`NULL::int`)}, ${newerThan(reader)} AS newer, ${visibleParent(reader)} AS visible_parent
        FROM unnest(${uuidArray(uuids)}) WITH ORDINALITY AS asked (uuid, place) JOIN workflow w ON w.uuid = asked.uuid
          LEFT JOIN "user" u ON u.id = w.run_by
        WHERE ${workflowVisible(reader, 'w')} ORDER BY asked.place`,
  );
  const places = await placesOf(db, found, waiting);
  return found.map(({ newer, visible_parent: parent_uuid, ...item }) => ({
    ...toItem({ ...item, parent_uuid, ahead: places.get(item.uuid) ?? null }, '', waiting, reader),
    ...(newer ? { superseded_by: newer } : {}),
  }));
}

/**
 * Reads items with their data that a call stored just now for the person who called, in this order. Nothing has become of them yet that would have to be looked for: a
 * script's hundred submissions wait for a hundred of these answers.
 */
export async function readNewWorkflows(
  db: Executor,
  member: Member,
  uuids: readonly string[],
  waiting: WaitingRule,
): Promise<WorkflowItem[]> {
  const found = await rows<WorkflowRow>(
    db,
    sql`SELECT ${columns(true, aheadOf(waiting), folderPublic, noPast)}
        FROM unnest(${uuidArray(uuids)}) WITH ORDINALITY AS asked (uuid, place) JOIN workflow w ON w.uuid = asked.uuid
          LEFT JOIN "user" u ON u.id = w.run_by
        ORDER BY asked.place`,
  );
  return found.map((item) => toItem(item, '', waiting, member));
}

/** Items of a condition without their data, in the given order. */
export async function listWorkflows(
  db: Executor,
  reader: Reader,
  condition: SQL,
  tail: SQL,
  waiting: WaitingRule,
): Promise<WorkflowItem[]> {
  const found = await rows<WorkflowRow>(
    db,
    sql`SELECT ${columns(false, aheadOf(waiting))} FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by
        WHERE ${workflowVisible(reader, 'w')} AND ${condition} ${tail}`,
  );
  return found.map((item) => toItem(item, '', waiting, reader));
}

/** How many items are before those of these that wait. Few pages have any, and to plan for them would cost each page. */
async function placesOf(
  db: Executor,
  items: readonly WorkflowRow[],
  waiting: WaitingRule,
): Promise<Map<string, number>> {
  const waits = items.filter(
    ({ object_status }) => object_status === status.queued || object_status === status.awaitingQueue,
  );
  if (waits.length === 0) return new Map();
  const uuids = waits.map(({ uuid }) => uuid);
  const found = await rows<{ uuid: string; ahead: number | null }>(
    db,
    sql`SELECT w.uuid, ${aheadOf(waiting)} AS ahead FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)})`,
  );
  const places = new Map(found.map(({ uuid, ahead }) => [uuid, ahead]));
  // One that a worker took meanwhile had none before it.
  return new Map(uuids.map((uuid) => [uuid, places.get(uuid) ?? 0]));
}

/** What a page of items may be asked with. */
export interface PageOptions {
  /** Where all of them lie in one folder, this one: whether it is public is then asked once. */
  folder?: string;
  /** A condition that is asked for along with them. */
  beside?: SQL;
}

/**
 * The items of a page, without their data: `page` is a query of whole rows, of those only that the reader may see, and `order` its order by columns
 * of `w`. One statement for all, because each costs more on its way than in the database. `beside` is null where it was not asked or there are no items.
 */
export async function listPage(
  db: Executor,
  reader: Reader,
  page: SQL,
  order: SQL,
  waiting: WaitingRule,
  { folder, beside = sql`NULL::boolean` }: PageOptions = {},
): Promise<{ items: WorkflowItem[]; beside: boolean | null }> {
  const ancestorPublic = folder === undefined ? folderPublic : sharedInFolder(folder, 'w');
  const found = await rows<WorkflowRow & { beside: boolean | null }>(
    db,
    sql`SELECT ${columns(false, sql`NULL::int`, ancestorPublic)}, ${beside} AS beside
        FROM (${page}) w LEFT JOIN "user" u ON u.id = w.run_by ORDER BY ${order}`,
  );
  const places = await placesOf(db, found, waiting);
  const items = found.map(({ beside: _beside, ...item }) =>
    toItem({ ...item, ahead: places.get(item.uuid) ?? null }, '', waiting, reader),
  );
  return { items, beside: found[0]?.beside ?? null };
}

/** The newest items, by their last change, that a person submitted themselves and that have one of these statuses, without their data. */
export function listOwn(
  db: Executor,
  member: Member,
  statuses: readonly number[],
  size: number,
  waiting: WaitingRule,
): Promise<WorkflowItem[]> {
  const condition = sql`w.run_by = ${member.id} AND w.object_status = ANY(${sql.param([...statuses])}::int[])`;
  return listWorkflows(db, member, condition, sql`ORDER BY w.updated_at DESC, w.uuid DESC LIMIT ${size}`, waiting);
}

/** Whether an item may be read by a person: one of their projects, or one that is shared with everybody. */
export async function isReadable(db: Executor, member: Member, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`SELECT 1 FROM workflow w WHERE w.uuid = ${uuid}::uuid AND (${workflowVisible(member, 'w')} OR ${workflowVisible({ kind: 'public' }, 'w')})`,
  );
  return found !== null;
}
