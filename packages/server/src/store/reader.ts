import { type SQL, sql } from 'drizzle-orm';

/** A signed-in person's eyes; an API key that is restricted to one project sees that project only. */
export interface Member {
  kind: 'user';
  id: string;
  project?: string | null;
}

/** What a share link opens: one item, everything under one folder, or one protein. */
export interface Link {
  workflow: string | null;
  folder: string | null;
  protein: string | null;
}

/** Whose eyes a query looks through: a signed-in person sees their projects, the public what is shared, and what a link opens. */
export type Reader = Member | { kind: 'public'; link?: Link | null };

/** What a link adds to a condition of the public; nothing without one. */
function orLinked(link: Link | null | undefined, folder: SQL, item?: SQL): SQL {
  const inside = link?.folder ? sql` OR folder_is_inside(${folder}, ${link.folder}::uuid)` : sql``;
  return item && link?.workflow ? sql`${inside} OR ${item} = ${link.workflow}::uuid` : inside;
}

/** Condition that a project, given as a column, is among those of a person, deleted ones aside, and the one of their key. */
function among(member: Member, column: string, role: SQL): SQL {
  const name = sql.raw(column);
  const found = sql`${name} IN (SELECT m.project_uuid FROM membership m JOIN project q ON q.uuid = m.project_uuid
    WHERE m.user_id = ${member.id} AND q.deletion_uuid IS NULL${role})`;
  return member.project ? sql`(${found} AND ${name} = ${member.project}::uuid)` : found;
}

/** Condition that a project, given as a column, is one the person may look into. Part of every query, never a check beside it. */
export function memberOf(member: Member, column: string): SQL {
  return among(member, column, sql``);
}

/** Condition that a project, given as a column, is one in which the person may change things: viewers only read. */
export function editorOf(member: Member, column: string): SQL {
  return among(member, column, sql` AND m.role <> 'viewer'`);
}

/** Condition that a project (alias given) is visible to a person. */
export function projectVisible(member: Member, alias: string): SQL {
  return memberOf(member, `${alias}.uuid`);
}

/** Condition that a folder (alias given) is visible to the reader. */
export function folderVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  return reader.kind === 'user'
    ? sql`(${name}.deletion_uuid IS NULL AND ${memberOf(reader, `${alias}.project_uuid`)})`
    : sql`(${name}.deletion_uuid IS NULL AND (folder_is_public(${name}.uuid)${orLinked(reader.link, sql`${name}.uuid`)}))`;
}

/** Condition that a workflow item (alias given) is visible to the reader. */
export function workflowVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  return reader.kind === 'user'
    ? sql`(${name}.deletion_uuid IS NULL AND ${memberOf(reader, `${alias}.project_uuid`)})`
    : sql`(${name}.deletion_uuid IS NULL AND (${name}.public OR folder_is_public(${name}.parent_uuid)${orLinked(reader.link, sql`${name}.parent_uuid`, sql`${name}.uuid`)}))`;
}

/** Condition that a person may change a folder or an item (alias given), or put something into the folder. */
export function editable(member: Member, alias: string): SQL {
  return sql`(${sql.raw(alias)}.deletion_uuid IS NULL AND ${editorOf(member, `${alias}.project_uuid`)})`;
}

/**
 * Condition that the direct contents (alias given) of a folder are visible to the reader. The folder is asked once, not
 * every row: what lies in it belongs to its project and is public when the folder is.
 */
export function insideVisible(reader: Reader, folder: string, alias: string): SQL {
  const name = sql.raw(alias);
  return sql`(${name}.parent_uuid = ${folder}::uuid AND ${name}.deletion_uuid IS NULL
    AND (SELECT ${folderVisible(reader, 'parent')} FROM folder parent WHERE parent.uuid = ${folder}::uuid))`;
}
