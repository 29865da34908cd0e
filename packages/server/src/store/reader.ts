import { type SQL, sql } from 'drizzle-orm';

/** Whose eyes a query looks through: a signed-in person sees their projects, the public what is shared. */
export type Reader = { kind: 'user'; id: string } | { kind: 'public' };

/** Condition that a folder (alias given) is visible to the reader. Part of every query, never a check beside it. */
export function folderVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  return reader.kind === 'user'
    ? sql`is_member(${name}.project_uuid, ${reader.id})`
    : sql`folder_is_public(${name}.uuid)`;
}

/** Condition that a workflow item (alias given) is visible to the reader. */
export function workflowVisible(reader: Reader, alias: string): SQL {
  const name = sql.raw(alias);
  return reader.kind === 'user'
    ? sql`is_member(${name}.project_uuid, ${reader.id})`
    : sql`(${name}.public OR folder_is_public(${name}.parent_uuid))`;
}
