import { type SQL } from 'drizzle-orm';
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
export type Reader =
  | Member
  | {
      kind: 'public';
      link?: Link | null;
    };
/** The projects that a person may look into, as a query with the column `project_uuid`. What comes of it is still to be asked by its own condition. */
export declare function projectsOf(member: Member): SQL;
/** Condition that a person, given as a column, may look into a project, given as a column. */
export declare function personReads(person: string, project: string): SQL;
/** Condition that a person, given as a column, may change things in a project, given as a column. */
export declare function personChanges(person: string, project: string): SQL;
/** Condition that a project, given as a column, is one the person may look into. Part of every query, never a check beside it. */
export declare function memberOf(member: Member, column: string): SQL;
/** Condition that a project, given as a column, is one in which the person may change things: viewers only read. */
export declare function editorOf(member: Member, column: string): SQL;
/** Condition that a project (alias given) is visible to a person. */
export declare function projectVisible(member: Member, alias: string): SQL;
/** Condition that a folder (alias given) is visible to the reader. */
export declare function folderVisible(reader: Reader, alias: string): SQL;
/** Condition that a workflow item (alias given) is visible to the reader. */
export declare function workflowVisible(reader: Reader, alias: string): SQL;
/** Condition that a person may change a folder or an item (alias given), or put something into the folder. */
export declare function editable(member: Member, alias: string): SQL;
/** Condition that a structure (alias given) is visible: to the people of its project; to everybody when it is shared. */
export declare function structureVisible(reader: Reader, alias: string): SQL;
/**
 * Condition that a protein (alias given) is visible: to the people of its project; to everybody when it is shared, or when an item of its own
 * project that names it is. An item of another project opens nothing: whoever shares it might not even see the protein.
 */
export declare function proteinVisible(reader: Reader, alias: string): SQL;
/** Condition that a person may restore a deletion (alias given): the owner a project, whoever may change the project all else in it. */
export declare function restorable(member: Member, alias: string): SQL;
/**
 * Condition that the direct contents (alias given) of a folder are visible to the reader. The folder is asked once, not
 * every row: what lies in it belongs to its project and is public when the folder is.
 */
export declare function insideVisible(reader: Reader, folder: string, alias: string): SQL;
