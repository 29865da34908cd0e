import type { Folder } from '@cuvette/core/entities';
import { type SQL } from 'drizzle-orm';
import { type Database, type Executor } from './database.ts';
import { type Member, type Reader } from './reader.ts';
/** One folder, or null when the reader may not see it. */
export declare function readFolder(db: Executor, reader: Reader, uuid: string): Promise<Folder | null>;
/** Folders of a condition that the reader sees. */
export declare function listFolders(db: Executor, reader: Reader, condition: SQL): Promise<Folder[]>;
/** What a folder is made from or changed to. `unique_name` refuses a name that another folder of the same parent has. */
export interface FolderChange {
  name?: string | undefined;
  parent_uuid?: string | null | undefined;
  notes?: string | undefined;
  notes_before?: string | undefined;
  starred?: boolean | undefined;
  public?: boolean | undefined;
  unique_name?: boolean | undefined;
}
/** Makes a folder inside another; its uuid, or null when that one is not visible. Throws 403 for a viewer, 409 for a taken name, 422 when too deep. */
export declare function insertFolder(
  db: Database,
  member: Member,
  parent: string,
  change: FolderChange,
): Promise<string | null>;
/** Changes or moves a folder. False when it, or the folder it shall move to, is not visible. Throws 403 for a viewer, 409 for a taken name or notes that somebody else has changed, 422 for a move into itself. */
export declare function changeFolder(
  db: Database,
  member: Member,
  uuid: string,
  change: FolderChange,
): Promise<boolean>;
