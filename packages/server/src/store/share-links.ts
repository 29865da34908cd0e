import { type LinkedKind, linkedKinds, type ShareLink, type ShareLinkList } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { hashKey } from './api-keys.ts';
import { type Executor, iso, row, rows, textArray } from './database/database.ts';
import { editable, editorOf, type Link, type Member, memberOf, personChanges } from './reader.ts';

export { type LinkedKind, linkedKinds };

const project = sql`coalesce(
  (SELECT w.project_uuid FROM workflow w WHERE w.uuid = l.workflow_uuid AND w.deletion_uuid IS NULL),
  (SELECT f.project_uuid FROM folder f WHERE f.uuid = l.folder_uuid AND f.deletion_uuid IS NULL),
  (SELECT p.project_uuid FROM protein p WHERE p.uuid = l.protein_uuid AND p.deletion_uuid IS NULL))`;

/** Links with the project `l.project_uuid` of what they open; a link to something deleted has none. */
const links = sql`(SELECT l.*, ${project} AS project_uuid FROM share_link l) l`;

const columns = sql`l.uuid, l.name, l.hint, l.workflow_uuid, l.folder_uuid, l.protein_uuid, u.username AS created_by_username,
  l.created_at, l.expires_at, l.last_used_at, coalesce(l.expires_at <= now(), false) AS is_expired, l.revoked_at IS NOT NULL AS is_revoked`;

function toLink(found: ShareLink): ShareLink {
  return {
    ...found,
    created_at: iso(found.created_at) ?? '',
    expires_at: iso(found.expires_at),
    last_used_at: iso(found.last_used_at),
  };
}

async function read(db: Executor, where: SQL, size: number, page: number): Promise<ShareLink[]> {
  const found = await rows<ShareLink>(
    db,
    sql`SELECT ${columns} FROM ${links} JOIN "user" u ON u.id = l.created_by
        WHERE ${where} ORDER BY l.created_at DESC, l.uuid LIMIT ${size} OFFSET ${page * size}`,
  );
  return found.map(toLink);
}

/** One page of the links to one thing, newest first, for those who may change it, and how many pages there are. */
export async function listLinks(
  db: Executor,
  member: Member,
  thing: { kind: LinkedKind; uuid: string },
  { page, size }: { page: number; size: number },
): Promise<ShareLinkList> {
  const where = sql`${editorOf(member, 'l.project_uuid')} AND ${sql.raw(`l.${thing.kind}_uuid`)} = ${thing.uuid}::uuid`;
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${links} WHERE ${where}`);
  return { links: await read(db, where, size, page), num_pages: Math.ceil((total?.count ?? 0) / size) };
}

/** One link, or null when the person may not change what it opens. */
export async function readLink(db: Executor, member: Member, uuid: string): Promise<ShareLink | null> {
  const where = sql`${editorOf(member, 'l.project_uuid')} AND l.uuid = ${uuid}::uuid`;
  return (await read(db, where, 1, 0))[0] ?? null;
}

/** Stores a link by its key's hash; its uuid. Throws 404 for a thing that the person does not see, 403 where they may only read it. */
export async function insertLink(
  db: Executor,
  member: Member,
  made: { kind: LinkedKind; uuid: string; key: string; name: string; validDays: number | null },
): Promise<string> {
  const thing = sql.raw(made.kind);
  const found = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO share_link (hash, hint, name, ${sql.raw(`${made.kind}_uuid`)}, created_by, expires_at)
        SELECT ${hashKey(made.key)}, ${made.key.slice(-4)}, ${made.name}, t.uuid, ${member.id},
          now() + ${made.validDays}::float8 * interval '1 day'
        FROM ${thing} t WHERE t.uuid = ${made.uuid}::uuid AND ${editable(member, 't')} RETURNING uuid`,
  );
  if (found) return found.uuid;
  throw await unshareable(db, member, made);
}

/** The refusal to share what a person does not see (404), or may only read (403). */
async function unshareable(
  db: Executor,
  member: Member,
  { kind, uuid }: { kind: LinkedKind; uuid: string },
): Promise<HttpProblem> {
  const seen = await row(
    db,
    sql`SELECT 1 FROM ${sql.raw(kind)} t WHERE t.uuid = ${uuid}::uuid AND t.deletion_uuid IS NULL AND ${memberOf(member, 't.project_uuid')}`,
  );
  const field = `${kind}_uuid`;
  if (seen) return new HttpProblem(403, `You may read this ${kind}, but not share it.`, field);
  return new HttpProblem(404, `The ${kind} was not found, or you have no access to it.`, field);
}

/** Name of the links that `temporarily_share` of the Python client makes; its `end_temporary_share` revokes those of this name. */
const temporaryName = 'Temporary share (Python client)';

/** Ends the temporary links to an item. Throws 404 and 403 as `insertLink` does. */
export async function endTemporaryLinks(db: Executor, member: Member, workflow: string): Promise<void> {
  const may = await row(
    db,
    sql`SELECT 1 FROM workflow t WHERE t.uuid = ${workflow}::uuid AND ${editable(member, 't')}`,
  );
  if (!may) throw await unshareable(db, member, { kind: 'workflow', uuid: workflow });
  await rows(
    db,
    sql`UPDATE share_link SET revoked_at = now() WHERE workflow_uuid = ${workflow}::uuid AND name = ${temporaryName} AND revoked_at IS NULL`,
  );
}

/** Makes the one temporary link to an item, which ends those before it. Returns when it expires. Throws 404 and 403 as `insertLink` does. */
export async function insertTemporaryLink(
  db: Executor,
  member: Member,
  { workflow, key, minutes }: { workflow: string; key: string; minutes: number },
): Promise<string> {
  await endTemporaryLinks(db, member, workflow);
  const made = { kind: 'workflow', uuid: workflow, key, name: temporaryName, validDays: minutes / 1440 } as const;
  const link = await readLink(db, member, await insertLink(db, member, made));
  return link?.expires_at ?? '';
}

/** Ends a link at once and for good. False when the person may not change what it opens. */
export async function revokeLink(db: Executor, member: Member, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`UPDATE share_link s SET revoked_at = coalesce(s.revoked_at, now())
        WHERE s.uuid = (SELECT l.uuid FROM ${links} WHERE l.uuid = ${uuid}::uuid AND ${editorOf(member, 'l.project_uuid')})
        RETURNING s.uuid`,
  );
  return found !== null;
}

/**
 * Ends for good the links that these people made to things in a project, also to those in the trash, where they may no longer change the project. To be
 * called when people leave it or become viewers: otherwise their links would work again if they came back.
 */
export async function endLinksOfFormer(tx: Executor, project: string, people: readonly string[]): Promise<void> {
  const inProject = linkedKinds.map((kind) => {
    const thing = sql.raw(kind);
    return sql`EXISTS (SELECT 1 FROM ${thing} t WHERE t.uuid = l.${sql.raw(`${kind}_uuid`)} AND t.project_uuid = ${project}::uuid)`;
  });
  await rows(
    tx,
    sql`UPDATE share_link l SET revoked_at = now()
        WHERE l.revoked_at IS NULL AND l.created_by = ANY(${textArray(people)}) AND (${sql.join(inProject, sql` OR `)})
          AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.project_uuid = ${project}::uuid AND m.user_id = l.created_by AND m.role <> 'viewer')`,
  );
}

/**
 * Returns what a living link opens; null when it was revoked, has expired, never was, or when whoever made it may no longer change
 * the thing. Notes the use, at most once a minute.
 */
export async function openLink(db: Executor, key: string): Promise<Link | null> {
  const found = await row<Link & { uuid: string; stale: boolean }>(
    db,
    sql`SELECT l.uuid, l.workflow_uuid AS workflow, l.folder_uuid AS folder, l.protein_uuid AS protein,
          (l.last_used_at IS NULL OR l.last_used_at < now() - interval '1 minute') AS stale
        FROM ${links} WHERE l.hash = ${hashKey(key)} AND ${personChanges('l.created_by', 'l.project_uuid')} AND l.revoked_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > now())`,
  );
  if (!found) return null;
  if (found.stale) await rows(db, sql`UPDATE share_link SET last_used_at = now() WHERE uuid = ${found.uuid}::uuid`);
  return { workflow: found.workflow, folder: found.folder, protein: found.protein };
}
