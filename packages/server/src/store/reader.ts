import { type SQL, sql } from 'drizzle-orm';
import { itemState } from './item-state.ts';

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

/** Returns what a link to a folder adds to a condition of the public on a folder; nothing without one. */
function orLinked(link: Link | null | undefined, folder: SQL): SQL {
  return link?.folder ? sql` OR folder_is_inside(${folder}, ${link.folder}::uuid)` : sql``;
}

/** Roles that may change a project: viewers only read. */
const changing = sql` AND m.role <> 'viewer'`;

/** The projects of a person (column `project_uuid`), deleted ones aside; `role` narrows what they are in them. */
function projectsOfPerson(person: SQL, role: SQL): SQL {
  return sql`SELECT m.project_uuid FROM membership m JOIN project q ON q.uuid = m.project_uuid
    WHERE m.user_id = ${person} AND q.deletion_uuid IS NULL${role}`;
}

/** Condition that a project, given as a column, is among those of a person, and the one of their key. */
function among(member: Member, column: string, role: SQL): SQL {
  const name = sql.raw(column);
  const found = sql`${name} IN (${projectsOfPerson(sql`${member.id}`, role)})`;
  return member.project ? sql`(${found} AND ${name} = ${member.project}::uuid)` : found;
}

/** The projects that a person may look into, as a query with the column `project_uuid`. Its rows are still checked by their own condition. */
export function projectsOf(member: Member): SQL {
  return projectsOfPerson(sql`${member.id}`, sql``);
}

/** Condition that a person, given as a column, may look into a project, given as a column. */
export function personReads(person: string, project: string): SQL {
  return sql`(${sql.raw(project)} IN (${projectsOfPerson(sql.raw(person), sql``)}))`;
}

/** Condition that a person, given as a column, may change things in a project, given as a column. */
export function personChanges(person: string, project: string): SQL {
  return sql`(${sql.raw(project)} IN (${projectsOfPerson(sql.raw(person), changing)}))`;
}

/** Condition that a project, given as a column, is one the person may look into. Part of every query, never a check beside it. */
export function memberOf(member: Member, column: string): SQL {
  return among(member, column, sql``);
}

/** Condition that a project, given as a column, is one in which the person may change things: viewers only read. */
export function editorOf(member: Member, column: string): SQL {
  return among(member, column, changing);
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

/**
 * Whether a folder of a walk is visible to the reader, as a column. The rows (alias given) are those of one walk or several from a folder (`start`) up to
 * its root, with `height` counted from 0 at `start`. What is open to everybody is open with all below it, so that one look over the walk tells it of each
 * of its folders.
 */
export function seenOnWalk(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  if (reader.kind === 'user') return folderVisible(reader, alias);
  const linked = reader.link?.folder ? sql` OR ${name}.uuid = ${reader.link.folder}::uuid` : sql``;
  const open = sql`bool_or(${name}.public${linked}) OVER (PARTITION BY ${name}.start ORDER BY ${name}.height DESC)`;
  return sql`(${name}.deletion_uuid IS NULL AND ${open})`;
}

/** Condition that an item (alias given) is no draft. A folder that is shared does not share the drafts in it. */
function noDraft(alias: string): SQL {
  return sql`${sql.raw(alias)}.object_status <> ${itemState.draft}`;
}

/** Whether an item (alias given) is open to everybody because its folder is, by itself or by one above it. */
export function sharedByFolder(alias: string): SQL {
  return sql`(${noDraft(alias)} AND folder_is_public(${sql.raw(alias)}.parent_uuid))`;
}

/** As `sharedByFolder` of items that all lie in one folder, which is asked once. */
export function sharedInFolder(folder: string, alias: string): SQL {
  return sql`(${noDraft(alias)} AND (SELECT folder_is_public(${folder}::uuid)))`;
}

/** Condition that a workflow item (alias given) is visible to the reader. A draft is open to everybody only by itself, not by its folder. */
export function workflowVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  if (reader.kind === 'user')
    return sql`(${name}.deletion_uuid IS NULL AND ${memberOf(reader, `${alias}.project_uuid`)})`;
  const inFolder = sql`folder_is_public(${name}.parent_uuid)${orLinked(reader.link, sql`${name}.parent_uuid`)}`;
  const linked = reader.link?.workflow ? sql` OR ${name}.uuid = ${reader.link.workflow}::uuid` : sql``;
  return sql`(${name}.deletion_uuid IS NULL AND (${name}.public${linked} OR (${noDraft(alias)} AND (${inFolder}))))`;
}

/** Condition that a person may change a folder or an item (alias given), or put something into the folder. */
export function editable(member: Member, alias: string): SQL {
  return sql`(${sql.raw(alias)}.deletion_uuid IS NULL AND ${editorOf(member, `${alias}.project_uuid`)})`;
}

/** Condition that what is shared by itself (alias given) is: its project must not be deleted. */
function sharedAlone(alias: string): SQL {
  const name = sql.raw(alias);
  return sql`(${name}.public AND EXISTS (SELECT 1 FROM project q WHERE q.uuid = ${name}.project_uuid AND q.deletion_uuid IS NULL))`;
}

/** Condition that a structure (alias given) is visible: to the people of its project; to everybody when it is shared. */
export function structureVisible(reader: Reader, alias: string): SQL {
  const may = reader.kind === 'user' ? memberOf(reader, `${alias}.project_uuid`) : sharedAlone(alias);
  return sql`(${sql.raw(alias)}.deletion_uuid IS NULL AND ${may})`;
}

/** Condition that a person is in the project of a protein (alias given), or in that of an item that hands it on; proteins in the trash too. */
export function readsProtein(member: Member, alias: string): SQL {
  const handed = sql`SELECT n.protein_uuid FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid
    WHERE n.hands_on AND ${workflowVisible(member, 'w')}`;
  return sql`(${memberOf(member, `${alias}.project_uuid`)} OR ${sql.raw(alias)}.uuid IN (${handed}))`;
}

/** As `readsProtein` for a person who is given as a column. */
export function personReadsProtein(person: string, alias: string): SQL {
  return sql`(${personReads(person, `${alias}.project_uuid`)} OR EXISTS (SELECT 1 FROM workflow_protein o JOIN workflow v ON v.uuid = o.workflow_uuid
    WHERE o.protein_uuid = ${sql.raw(alias)}.uuid AND o.hands_on AND v.deletion_uuid IS NULL AND ${personReads(person, 'v.project_uuid')}))`;
}

/**
 * Condition that a protein (alias given) is visible: to the people of its project; to whoever may read an item that hands it on, because it was moved
 * out of the protein's project; to everybody when it is shared, or when an item of its own project that names it is. Other items of another project give
 * no access: whoever shares one might not even see the protein.
 */
export function proteinVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  if (reader.kind === 'user') return sql`(${name}.deletion_uuid IS NULL AND ${readsProtein(reader, alias)})`;
  const linked = reader.link?.protein ?? null;
  // OFFSET 0 keeps the planner from asking it of all items of the server at once, where it expects many proteins.
  const named = sql`EXISTS (SELECT 1 FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid
    WHERE n.protein_uuid = ${name}.uuid AND (w.project_uuid = ${name}.project_uuid OR n.hands_on) AND ${workflowVisible(reader, 'w')} OFFSET 0)`;
  return sql`(${name}.deletion_uuid IS NULL AND (${linked === null ? sql`` : sql`${name}.uuid = ${linked}::uuid OR `}${sharedAlone(alias)} OR ${named}))`;
}

/** Condition that a person may restore a deletion (alias given): the owner a project, whoever may change the project all else in it. */
export function restorable(member: Member, alias: string): SQL {
  const name = sql.raw(alias);
  return sql`EXISTS (SELECT 1 FROM membership m JOIN project p ON p.uuid = m.project_uuid
    WHERE m.project_uuid = ${name}.project_uuid AND m.user_id = ${member.id} AND ${member.project ? sql`p.uuid = ${member.project}::uuid` : sql`true`}
      AND CASE WHEN ${name}.kind = 'project' THEN m.role = 'owner' ELSE p.deletion_uuid IS NULL${changing} END)`;
}

/**
 * Condition that the folders (alias given) that lie in a folder directly are visible to the reader. The folder is asked once, not every row: what lies
 * in it belongs to its project and is public when the folder is.
 */
export function insideVisible(reader: Reader, folder: string, alias: string): SQL {
  const name = sql.raw(alias);
  return sql`(${name}.parent_uuid = ${folder}::uuid AND ${name}.deletion_uuid IS NULL
    AND (SELECT ${folderVisible(reader, 'parent')} FROM folder parent WHERE parent.uuid = ${folder}::uuid))`;
}

/** Condition that the items (alias given) that lie in a folder directly are visible to the reader; asked as `insideVisible` is. */
export function itemsInsideVisible(reader: Reader, folder: string, alias: string): SQL {
  const inside = insideVisible(reader, folder, alias);
  return reader.kind === 'user' ? inside : sql`(${inside} AND (${noDraft(alias)} OR ${sql.raw(alias)}.public))`;
}
