import type { DocumentFormat, DocumentOptions, SupportingDocument } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem, notFound } from '../errors.ts';
import { type Database, type Executor, iso, json, row, rows, uuidArray } from './database/database.ts';
import { itemState } from './item-state.ts';
import { editorOf, type Member, memberOf, workflowVisible } from './reader.ts';
import { newerThan } from './workflows/read-workflows.ts';

/** A stored file of a document. */
export interface DocumentFile {
  key: string;
  bytes: number;
}

/** Formats that are stored; `parts` has structures and tables for the zip. */
export type StoredFormat = Exclude<DocumentFormat, 'zip'> | 'parts';
export type DocumentFiles = Partial<Record<StoredFormat, DocumentFile>>;

/** An item that a document is made from. */
export interface ChosenItem {
  uuid: string;
  name: string;
  project_uuid: string;
  object_status: number;
}

/** Most documents that a project has at work at once. */
const mostAtWork = 5;
/** Seconds without a sign of life after which a making counts as broken off: its server ended. */
const heardWithin = 60;

const broken = 'The server ended while the document was made. Make it again.';
const isBroken = sql`(d.status = 'making' AND d.heard_at < now() - make_interval(secs => ${heardWithin}))`;

/** The row of an item (alias w) as it is stored: while this stays the same, so does the item. */
const rowVersion = sql`concat(w.xmin, ' ', w.ctid)`;

/** The hash of all that a document says of an item (alias w): its name, data and record, and its calculations. */
const itemVersion = sql`md5(concat_ws('|', w.name, w.object_type, w.object_status, w.smiles, w.object_data::text, w.provenance::text, w.error::text,
  (SELECT string_agg(concat(c.uuid, c.status, c.molecules_file, md5(concat(c.settings::text, c.provenance::text))), ',' ORDER BY c.position)
    FROM calculation c WHERE c.workflow_uuid = w.uuid)))`;

/** Items by their identifiers, in this order; what the reader does not see is left out. */
export function chosenItems(db: Executor, reader: Member, uuids: readonly string[]): Promise<ChosenItem[]> {
  return rows(
    db,
    sql`SELECT w.uuid, w.name, w.project_uuid, w.object_status
        FROM unnest(${uuidArray(uuids)}) WITH ORDINALITY AS asked (uuid, place) JOIN workflow w ON w.uuid = asked.uuid
        WHERE ${workflowVisible(reader, 'w')} ORDER BY asked.place`,
  );
}

/** The version of each of these items that the reader sees; what is read after it is at least as new. */
export async function versionsOf(db: Executor, reader: Member, uuids: readonly string[]) {
  const found = await rows<{ uuid: string; version: string; row_version: string }>(
    db,
    sql`SELECT w.uuid, ${itemVersion} AS version, ${rowVersion} AS row_version FROM workflow w
        WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
  return new Map(found.map(({ uuid, ...version }) => [uuid, version]));
}

type DocumentRow = Pick<
  SupportingDocument,
  | 'uuid'
  | 'project_uuid'
  | 'name'
  | 'options'
  | 'status'
  | 'error'
  | 'items_done'
  | 'item_count'
  | 'made_at'
  | 'made_by'
  | 'created_at'
  | 'has_edit_access'
> & { files: DocumentFiles };

const columns = (
  member: Member,
) => sql`d.uuid, d.project_uuid, d.name, d.options, d.items_done, d.made_at, d.created_at, d.files,
  CASE WHEN ${isBroken} THEN 'failed' ELSE d.status END AS status, CASE WHEN ${isBroken} THEN ${broken} ELSE d.error END AS error,
  (SELECT count(*)::int FROM document_item i WHERE i.document_uuid = d.uuid) AS item_count,
  (SELECT u.username FROM "user" u WHERE u.id = d.made_by) AS made_by, ${editorOf(member, 'd.project_uuid')} AS has_edit_access`;

const formatOrder: readonly DocumentFormat[] = ['html', 'docx', 'txt', 'bib', 'ris', 'zip'];

function toDocument({ files, ...found }: DocumentRow, changes: SupportingDocument['changes']): SupportingDocument {
  const made = found.made_at !== null;
  return {
    ...found,
    made_at: iso(found.made_at),
    created_at: iso(found.created_at) ?? '',
    formats: made
      ? formatOrder.map((format) => ({ format, bytes: format === 'zip' ? null : (files[format]?.bytes ?? 0) }))
      : [],
    outdated: changes.length > 0,
    changes,
  };
}

type Change = SupportingDocument['changes'][number];

/** What became of the items of made documents since: changed, run again, or no longer there for the reader. */
async function changesOf(db: Executor, reader: Member, documents: SQL): Promise<Map<string, Change[]>> {
  const found = await rows<Change & { document_uuid: string }>(
    db,
    sql`SELECT c.document_uuid, c.uuid, c.name, c.change FROM (
          SELECT i.document_uuid, i.position, i.workflow_uuid AS uuid, coalesce(w.name, i.name) AS name,
            CASE WHEN w.uuid IS NULL THEN 'deleted'
              WHEN i.row_version IS DISTINCT FROM ${rowVersion} AND i.version IS DISTINCT FROM ${itemVersion} THEN 'changed'
              WHEN ${newerThan(reader)} IS NOT NULL THEN 'replaced' END AS change
          FROM document_item i JOIN document d ON d.uuid = i.document_uuid
            LEFT JOIN workflow w ON w.uuid = i.workflow_uuid AND ${workflowVisible(reader, 'w')}
          WHERE i.document_uuid IN (${documents}) AND d.made_at IS NOT NULL AND i.version IS NOT NULL) c
        WHERE c.change IS NOT NULL ORDER BY c.document_uuid, c.position`,
  );
  const changes = new Map<string, Change[]>();
  for (const { document_uuid, ...change } of found) {
    changes.set(document_uuid, [...(changes.get(document_uuid) ?? []), change]);
  }
  return changes;
}

/** One document with what changed since it was made, or null when the reader does not see it. */
export async function readDocument(db: Executor, reader: Member, uuid: string): Promise<SupportingDocument | null> {
  const found = await row<DocumentRow>(
    db,
    sql`SELECT ${columns(reader)} FROM document d WHERE d.uuid = ${uuid}::uuid AND ${memberOf(reader, 'd.project_uuid')}`,
  );
  if (!found) return null;
  return toDocument(found, (await changesOf(db, reader, sql`SELECT ${uuid}::uuid`)).get(uuid) ?? []);
}

/** One page of the documents that a person sees, the newest first, of one project where it is given. Pages count from 0. */
export async function listDocuments(
  db: Executor,
  reader: Member,
  { project_uuid, page, size }: { project_uuid?: string | undefined; page: number; size: number },
) {
  const within = project_uuid ? sql` AND d.project_uuid = ${project_uuid}::uuid` : sql``;
  const where = sql`${memberOf(reader, 'd.project_uuid')}${within}`;
  const count = await row<{ total: number }>(db, sql`SELECT count(*)::int AS total FROM document d WHERE ${where}`);
  const found = await rows<DocumentRow>(
    db,
    sql`SELECT ${columns(reader)} FROM document d WHERE ${where} ORDER BY d.created_at DESC, d.uuid LIMIT ${size} OFFSET ${page * size}`,
  );
  const changes = await changesOf(db, reader, sql`SELECT unnest(${uuidArray(found.map(({ uuid }) => uuid))})`);
  return {
    documents: found.map((one) => toDocument(one, changes.get(one.uuid) ?? [])),
    num_pages: Math.ceil((count?.total ?? 0) / size),
  };
}

/** Throws 404 for a project that the person is not in, 403 for one that they only read, 409 where too many of its documents are made now. */
async function refuseProject(tx: Executor, member: Member, project: string): Promise<void> {
  const found = await row<{ may: boolean; at_work: number }>(
    tx,
    sql`SELECT ${editorOf(member, 'p.uuid')} AS may,
          (SELECT count(*)::int FROM document d WHERE d.project_uuid = p.uuid AND d.status = 'making' AND NOT ${isBroken}) AS at_work
        FROM project p WHERE p.uuid = ${project}::uuid AND ${memberOf(member, 'p.uuid')}`,
  );
  if (!found) throw notFound('The project');
  if (!found.may) throw new HttpProblem(403, 'You may read this project, but not keep a document in it.');
  if (found.at_work >= mostAtWork) {
    throw new HttpProblem(
      409,
      `${mostAtWork} documents of this project are being made. Wait until one is ready, or cancel one.`,
    );
  }
}

/** A making of a document: which document, and the token by which it writes to the row. */
export interface Making {
  uuid: string;
  run: string;
}

/** Stores a document that is to be made of these items. Throws 404, 403 and 409 for its project. */
export function insertDocument(
  db: Database,
  member: Member,
  made: {
    project_uuid: string;
    name: string;
    options: DocumentOptions;
    items: readonly Pick<ChosenItem, 'uuid' | 'name'>[];
  },
): Promise<Making> {
  return db.transaction(async (tx) => {
    await refuseProject(tx, member, made.project_uuid);
    const stored = await row<Making>(
      tx,
      sql`INSERT INTO document (project_uuid, name, options, made_by) VALUES (${made.project_uuid}::uuid, ${made.name}, ${json(made.options)}, ${member.id})
          RETURNING uuid, run`,
    );
    if (!stored) throw new Error('The document was not stored.');
    await rows(
      tx,
      sql`INSERT INTO document_item (document_uuid, position, workflow_uuid, name)
          SELECT ${stored.uuid}::uuid, (i.place - 1)::int, (i.item->>'uuid')::uuid, i.item->>'name'
          FROM jsonb_array_elements(${json(made.items.map(({ uuid, name }) => ({ uuid, name })))}) WITH ORDINALITY AS i (item, place)`,
    );
    return stored;
  });
}

/** Begins to make a document again. Null when the person does not see it; throws 403 where they only read it, 409 while it is made. */
export function beginAgain(
  db: Database,
  member: Member,
  uuid: string,
  change: { name?: string | undefined; options?: DocumentOptions | undefined },
): Promise<Making | null> {
  return db.transaction(async (tx) => {
    const found = await readDocument(tx, member, uuid);
    if (!found) return null;
    if (found.status === 'making')
      throw new HttpProblem(409, 'The document is being made. Wait until it is ready, or cancel it.');
    await refuseProject(tx, member, found.project_uuid);
    return row<Making>(
      tx,
      sql`UPDATE document SET status = 'making', run = gen_random_uuid(), heard_at = now(), items_done = 0, error = NULL, made_by = ${member.id},
            name = coalesce(${change.name ?? null}, name), options = coalesce(${change.options ? json(change.options) : sql`NULL::jsonb`}, options)
          WHERE uuid = ${uuid}::uuid RETURNING uuid, run`,
    );
  });
}

/** The items of a document in their order. */
export function itemsOfDocument(
  db: Executor,
  uuid: string,
): Promise<{ uuid: string; name: string; version: string | null }[]> {
  return rows(
    db,
    sql`SELECT workflow_uuid AS uuid, name, version FROM document_item WHERE document_uuid = ${uuid}::uuid ORDER BY position`,
  );
}

/** Name and options of a document that is made. */
export function settingsOfDocument(
  db: Executor,
  uuid: string,
): Promise<Pick<SupportingDocument, 'name' | 'options'> | null> {
  return row(db, sql`SELECT name, options FROM document WHERE uuid = ${uuid}::uuid`);
}

/** Writes how far a making is. False where it is no longer wanted: cancelled, begun anew, or deleted. */
export async function noteProgress(db: Executor, { uuid, run }: Making, done: number): Promise<boolean> {
  const found = await row(
    db,
    sql`UPDATE document SET items_done = ${done}, heard_at = now() WHERE uuid = ${uuid}::uuid AND run = ${run}::uuid AND status = 'making' RETURNING uuid`,
  );
  return found !== null;
}

/** Puts what was made in place of what was there, with the versions of its items. False where it is no longer wanted. */
export function finishDocument(
  db: Database,
  { uuid, run }: Making,
  made: {
    files: DocumentFiles;
    readAt: string;
    items: readonly { name: string; version: string | null; row_version: string | null }[];
  },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await row(
      tx,
      sql`UPDATE document SET status = 'made', files = ${json(made.files)}, made_at = ${made.readAt}::timestamptz, items_done = ${made.items.length}, error = NULL
          WHERE uuid = ${uuid}::uuid AND run = ${run}::uuid AND status = 'making' RETURNING uuid`,
    );
    if (!found) return false;
    await rows(
      tx,
      sql`UPDATE document_item i SET name = n.item->>'name', version = n.item->>'version', row_version = n.item->>'row_version'
          FROM jsonb_array_elements(${json(made.items)}) WITH ORDINALITY AS n (item, place)
          WHERE i.document_uuid = ${uuid}::uuid AND i.position = n.place - 1`,
    );
    return true;
  });
}

/** Ends a making that failed; what was made before stays. */
export async function failDocument(db: Executor, { uuid, run }: Making, error: string): Promise<void> {
  await rows(
    db,
    sql`UPDATE document SET status = 'failed', error = ${error} WHERE uuid = ${uuid}::uuid AND run = ${run}::uuid AND status = 'making'`,
  );
}

/** Condition that a person may change a document (alias d). Throws 403 where they only read it; null when they do not see it. */
async function changeable(db: Executor, member: Member, uuid: string): Promise<SupportingDocument | null> {
  const found = await readDocument(db, member, uuid);
  if (found && !found.has_edit_access)
    throw new HttpProblem(403, 'You may read this project, but not change its documents.');
  return found;
}

/** Gives a making up; what was made before stays, and counts as made. False when the document is not visible. Throws 403 for a viewer. */
export async function cancelDocument(db: Executor, member: Member, uuid: string): Promise<boolean> {
  if (!(await changeable(db, member, uuid))) return false;
  await rows(
    db,
    sql`UPDATE document SET status = CASE WHEN made_at IS NULL THEN 'cancelled' ELSE 'made' END, run = gen_random_uuid()
        WHERE uuid = ${uuid}::uuid AND status = 'making'`,
  );
  return true;
}

/** Deletes a document for good; its files are swept later. False when it is not visible. Throws 403 for a viewer. */
export async function deleteDocument(db: Executor, member: Member, uuid: string): Promise<boolean> {
  if (!(await changeable(db, member, uuid))) return false;
  await rows(db, sql`DELETE FROM document WHERE uuid = ${uuid}::uuid`);
  return true;
}

/** The stored files of a made document, its name, and the items whose result is still the one in it; null when it is not visible or not made. */
export async function madeDocument(db: Executor, member: Member, uuid: string) {
  const found = await row<{ name: string; files: DocumentFiles }>(
    db,
    sql`SELECT d.name, d.files FROM document d WHERE d.uuid = ${uuid}::uuid AND d.made_at IS NOT NULL AND ${memberOf(member, 'd.project_uuid')}`,
  );
  if (!found) return null;
  const unchanged = await rows<{ uuid: string; name: string }>(
    db,
    sql`SELECT w.uuid, w.name FROM document_item i JOIN workflow w ON w.uuid = i.workflow_uuid
        WHERE i.document_uuid = ${uuid}::uuid AND ${workflowVisible(member, 'w')} AND w.object_status = ${itemState.completed}
          AND (i.row_version = ${rowVersion} OR i.version = ${itemVersion}) ORDER BY i.position`,
  );
  return { ...found, unchanged };
}
