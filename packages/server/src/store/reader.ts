import { type SQL, sql } from 'drizzle-orm';

/** A signed-in person's eyes; an API key that is restricted to one project sees that project only. */
export interface Member {
  kind: 'user';
  id: string;
  project?: string | null;
}

/** Whose eyes a query looks through: a signed-in person sees their projects, the public what is shared. */
export type Reader = Member | { kind: 'public' };

/** Condition that a project, given as a column, is one the person may work in. Part of every query, never a check beside it. */
export function memberOf(member: Member, column: string): SQL {
  const name = sql.raw(column);
  return member.project
    ? sql`(is_member(${name}, ${member.id}) AND ${name} = ${member.project}::uuid)`
    : sql`is_member(${name}, ${member.id})`;
}

/** Condition that a folder (alias given) is visible to the reader. */
export function folderVisible(reader: Reader, alias: string): SQL {
  return reader.kind === 'user'
    ? memberOf(reader, `${alias}.project_uuid`)
    : sql`folder_is_public(${sql.raw(alias)}.uuid)`;
}

/** Condition that a workflow item (alias given) is visible to the reader. */
export function workflowVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  return reader.kind === 'user'
    ? memberOf(reader, `${alias}.project_uuid`)
    : sql`(${name}.public OR folder_is_public(${name}.parent_uuid))`;
}
