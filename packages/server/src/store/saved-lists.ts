import type { SavedColumnsEntry, SavedSearch, SavedSearchEntry } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, iso, json, row, rows, textArray, uuidArray } from './database/database.ts';
import { editorOf, type Member, memberOf } from './reader.ts';

/** Saved searches have filters and columns, saved columns have columns only; all else is the same. */
export type SavedKind = 'search' | 'columns';
type Entry<Kind extends SavedKind> = Kind extends 'search' ? SavedSearchEntry : SavedColumnsEntry;

/** What a saved list is made from or changed to. */
export interface SavedChange {
  name?: string | undefined;
  columns?: string[] | undefined;
  position?: number | undefined;
  project_uuid?: string | null | undefined;
  query?: SavedSearch | undefined;
}

/** Most saved searches, and most saved columns, of one person. */
const mostSaved = 1000;

/** Own ones, and those that somebody shares in a project of theirs. A key of one project sees what is shared in that one only. */
function visible(member: Member): SQL {
  const shared = sql`(l.project_uuid IS NOT NULL AND ${memberOf(member, 'l.project_uuid')})`;
  return member.project ? shared : sql`(l.user_id = ${member.id} OR ${shared})`;
}

function columns(member: Member): SQL {
  return sql`l.uuid, l.name, l.query, l.columns, l.position, l.project_uuid, l.created_at, l.updated_at,
    u.username AS owner_username, l.user_id = ${member.id} AS is_mine`;
}

function toEntry<Kind extends SavedKind>(kind: Kind, found: SavedSearchEntry): Entry<Kind> {
  const { query, ...rest } = found;
  const entry = { ...rest, created_at: iso(rest.created_at), updated_at: iso(rest.updated_at) };
  return (kind === 'search' ? { ...entry, query } : entry) as Entry<Kind>;
}

/** All that a person sees of one kind: their own in their order, then those that others share, by name. */
export async function listSaved<Kind extends SavedKind>(
  db: Executor,
  member: Member,
  kind: Kind,
  project: string | undefined,
): Promise<Entry<Kind>[]> {
  const inside = project ? sql` AND l.project_uuid = ${project}::uuid` : sql.raw('');
  const found = await rows<SavedSearchEntry>(
    db,
    sql`SELECT ${columns(member)} FROM saved_list l JOIN "user" u ON u.id = l.user_id
        WHERE l.kind = ${kind} AND ${visible(member)}${inside}
        ORDER BY l.user_id <> ${member.id}, CASE WHEN l.user_id = ${member.id} THEN l.position END, name_order(fold_case(l.name)) COLLATE "C", l.uuid`,
  );
  return found.map((one) => toEntry(kind, one));
}

/** One of them, or null when the person does not see it. */
export async function readSaved<Kind extends SavedKind>(
  db: Executor,
  member: Member,
  kind: Kind,
  uuid: string,
): Promise<Entry<Kind> | null> {
  const found = await row<SavedSearchEntry>(
    db,
    sql`SELECT ${columns(member)} FROM saved_list l JOIN "user" u ON u.id = l.user_id
        WHERE l.uuid = ${uuid}::uuid AND l.kind = ${kind} AND ${visible(member)}`,
  );
  return found ? toEntry(kind, found) : null;
}

/** Refuses to share in a project that the person does not see (404) or may only read (403). */
export async function refuseForeignProject(tx: Executor, member: Member, project: string): Promise<void> {
  const found = await row<{ may: boolean }>(
    tx,
    sql`SELECT ${editorOf(member, 'p.uuid')} AS may FROM project p
        WHERE p.uuid = ${project}::uuid AND ${memberOf(member, 'p.uuid')}`,
  );
  if (!found) throw new HttpProblem(404, 'The project was not found, or you have no access to it.', 'project_uuid');
  if (!found.may)
    throw new HttpProblem(403, 'You may read this project, but not share anything in it.', 'project_uuid');
}

/** Positions 0, 1, 2, ... over a person's list, with one of them put at a place; the rest keep their order. */
async function renumber(
  tx: Executor,
  user: string,
  kind: SavedKind,
  uuid: string | null,
  place: number | null,
): Promise<void> {
  const found = await rows<{ uuid: string }>(
    tx,
    sql`SELECT uuid FROM saved_list WHERE user_id = ${user} AND kind = ${kind} AND uuid IS DISTINCT FROM ${uuid}::uuid
        ORDER BY position, created_at, uuid`,
  );
  const order = found.map((one) => one.uuid);
  if (uuid !== null) order.splice(Math.min(place ?? order.length, order.length), 0, uuid);
  await rows(
    tx,
    sql`UPDATE saved_list l SET position = o.place - 1 FROM unnest(${uuidArray(order)}) WITH ORDINALITY AS o(uuid, place)
        WHERE l.uuid = o.uuid AND l.position <> o.place - 1`,
  );
}

/** Changes of one person's lists follow one after the other, so that positions stay whole. */
async function takeTurns(tx: Executor, user: string): Promise<void> {
  await rows(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`saved ${user}`}, 0))`);
}

/** Stores a saved list; its uuid. Throws 404 or 403 for the project it shall be shared in, 422 when there are too many. */
export async function insertSaved(
  db: Database,
  member: Member,
  kind: SavedKind,
  made: SavedChange & { name: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    if (made.project_uuid) await refuseForeignProject(tx, member, made.project_uuid);
    await takeTurns(tx, member.id);
    const stored = await row<{ uuid: string; count: number }>(
      tx,
      sql`INSERT INTO saved_list (kind, user_id, project_uuid, name, query, columns, position)
          SELECT ${kind}, ${member.id}, ${made.project_uuid ?? null}::uuid, ${made.name},
            ${kind === 'search' ? json(made.query ?? {}) : sql`NULL::jsonb`}, ${textArray(made.columns ?? [])}, count(*)::int
          FROM saved_list WHERE user_id = ${member.id} AND kind = ${kind} RETURNING uuid, position AS count`,
    );
    if (!stored) throw new Error('The list was not stored.');
    if (stored.count >= mostSaved) throw new HttpProblem(422, `At most ${mostSaved} can be saved. Delete some first.`);
    if (made.position !== undefined) await renumber(tx, member.id, kind, stored.uuid, made.position);
    return stored.uuid;
  });
}

/** Whether a person sees a saved list. Throws 403 when it is somebody else's. */
async function ownOrRefuse(tx: Executor, member: Member, kind: SavedKind, uuid: string): Promise<boolean> {
  const found = await readSaved(tx, member, kind, uuid);
  if (found && !found.is_mine) {
    throw new HttpProblem(
      403,
      `"${found.name}" belongs to ${found.owner_username}; you may use it, but not change it.`,
    );
  }
  return found !== null;
}

/** Changes a saved list. False when it is not visible. Throws 403 for somebody else's, 404 or 403 for the project it shall be shared in. */
export async function changeSaved(
  db: Database,
  member: Member,
  kind: SavedKind,
  uuid: string,
  change: SavedChange,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeTurns(tx, member.id);
    if (!(await ownOrRefuse(tx, member, kind, uuid))) return false;
    if (change.project_uuid) await refuseForeignProject(tx, member, change.project_uuid);
    await rows(
      tx,
      sql`UPDATE saved_list SET
            name = coalesce(${change.name ?? null}, name),
            columns = ${change.columns ? textArray(change.columns) : sql`columns`},
            query = ${change.query && kind === 'search' ? json(change.query) : sql`query`},
            project_uuid = ${change.project_uuid === undefined ? sql`project_uuid` : sql`${change.project_uuid}::uuid`},
            updated_at = now()
          WHERE uuid = ${uuid}::uuid`,
    );
    if (change.position !== undefined) await renumber(tx, member.id, kind, uuid, change.position);
    return true;
  });
}

/** Deletes a saved list. False when it is not visible. Throws 403 for somebody else's. */
export async function deleteSaved(db: Database, member: Member, kind: SavedKind, uuid: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await takeTurns(tx, member.id);
    if (!(await ownOrRefuse(tx, member, kind, uuid))) return false;
    await rows(tx, sql`DELETE FROM saved_list WHERE uuid = ${uuid}::uuid`);
    await renumber(tx, member.id, kind, null, null);
    return true;
  });
}
