import type { Folder } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Executor, iso, row, rows } from './database.ts';
import { folderVisible, type Reader } from './reader.ts';

interface FolderRow {
  uuid: string;
  project_uuid: string;
  parent_uuid: string | null;
  name: string;
  notes: string;
  starred: boolean;
  public: boolean;
  ancestor_is_public: boolean;
  is_root: boolean;
  created_at: string;
  updated_at: string;
}

const columns = sql`f.uuid, f.project_uuid, f.parent_uuid, f.name, f.notes, f.starred, f.public,
  coalesce(folder_is_public(f.parent_uuid), false) AS ancestor_is_public, f.parent_uuid IS NULL AS is_root, f.created_at, f.updated_at`;

function toFolder(found: FolderRow, path: { uuid: string; name: string }[]): Folder {
  return { ...found, created_at: iso(found.created_at), updated_at: iso(found.updated_at), path };
}

/** The folders from the root down to this one, as far as the reader may see them. */
async function pathOf(db: Executor, reader: Reader, uuid: string): Promise<{ uuid: string; name: string }[]> {
  const found = await rows<{ uuid: string; name: string }>(
    db,
    sql`WITH RECURSIVE chain AS (
          SELECT f.uuid, f.parent_uuid, 0 AS height FROM folder f WHERE f.uuid = ${uuid}::uuid
          UNION ALL
          SELECT f.uuid, f.parent_uuid, c.height + 1 FROM folder f JOIN chain c ON f.uuid = c.parent_uuid WHERE c.height < 200
        )
        SELECT f.uuid, f.name FROM chain c JOIN folder f ON f.uuid = c.uuid WHERE ${folderVisible(reader, 'f')} ORDER BY c.height DESC`,
  );
  return found;
}

/** One folder, or null when the reader may not see it. */
export async function readFolder(db: Executor, reader: Reader, uuid: string): Promise<Folder | null> {
  const found = await row<FolderRow>(
    db,
    sql`SELECT ${columns} FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')}`,
  );
  return found ? toFolder(found, await pathOf(db, reader, uuid)) : null;
}

/** Folders of a condition, in the given order, without their paths. */
export async function listFolders(db: Executor, reader: Reader, condition: SQL, tail: SQL): Promise<Folder[]> {
  const found = await rows<FolderRow>(
    db,
    sql`SELECT ${columns} FROM folder f WHERE ${folderVisible(reader, 'f')} AND ${condition} ${tail}`,
  );
  return found.map((folder) => toFolder(folder, []));
}

/** What a folder is made from or changed to. */
export interface FolderChange {
  name?: string | undefined;
  parent_uuid?: string | null | undefined;
  notes?: string | undefined;
  starred?: boolean | undefined;
  public?: boolean | undefined;
}

/** Makes a folder inside one of the person's; its uuid, or null when that one is not visible. */
export async function insertFolder(
  db: Executor,
  user: string,
  parent: string,
  change: FolderChange,
): Promise<string | null> {
  const made = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO folder (project_uuid, parent_uuid, name, notes, starred, public)
        SELECT f.project_uuid, f.uuid, ${change.name ?? 'Folder'}, ${change.notes ?? ''}, ${change.starred ?? false}::boolean, ${change.public ?? false}::boolean
        FROM folder f WHERE f.uuid = ${parent}::uuid AND is_member(f.project_uuid, ${user}) RETURNING uuid`,
  );
  return made?.uuid ?? null;
}

/** Changes or moves a folder. False when it, or the folder it shall move to, is not visible. Throws 422 for a move into itself. */
export async function changeFolder(db: Executor, user: string, uuid: string, change: FolderChange): Promise<boolean> {
  const reader: Reader = { kind: 'user', id: user };
  if (change.parent_uuid) {
    const target = await row<{ inside: boolean; same_project: boolean }>(
      db,
      sql`WITH RECURSIVE chain AS (
            SELECT f.uuid, f.parent_uuid, f.project_uuid FROM folder f WHERE f.uuid = ${change.parent_uuid}::uuid AND ${folderVisible(reader, 'f')}
            UNION SELECT f.uuid, f.parent_uuid, f.project_uuid FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
          )
          SELECT bool_or(c.uuid = ${uuid}::uuid) AS inside,
            bool_or(c.project_uuid = (SELECT project_uuid FROM folder WHERE uuid = ${uuid}::uuid)) AS same_project
          FROM chain c HAVING count(*) > 0`,
    );
    if (!target) return false;
    if (target.inside) throw new HttpProblem(422, 'A folder cannot be moved into itself.', 'parent_uuid');
    if (!target.same_project)
      throw new HttpProblem(422, 'A folder can be moved within its project only.', 'parent_uuid');
  }
  const changed = await row(
    db,
    sql`UPDATE folder f SET
          name = coalesce(${change.name ?? null}, f.name),
          notes = coalesce(${change.notes ?? null}, f.notes),
          starred = coalesce(${change.starred ?? null}::boolean, f.starred),
          public = coalesce(${change.public ?? null}::boolean, f.public),
          parent_uuid = CASE WHEN f.parent_uuid IS NULL THEN NULL ELSE coalesce(${change.parent_uuid ?? null}::uuid, f.parent_uuid) END,
          updated_at = now()
        WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')} RETURNING f.uuid`,
  );
  return changed !== null;
}

/** Deletes a folder with everything in it. False when it is not visible. Throws 422 for a root folder. */
export async function deleteFolder(db: Executor, user: string, uuid: string): Promise<boolean> {
  const found = await row<{ is_root: boolean }>(
    db,
    sql`SELECT f.parent_uuid IS NULL AS is_root FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible({ kind: 'user', id: user }, 'f')}`,
  );
  if (!found) return false;
  if (found.is_root) throw new HttpProblem(422, 'The root folder of a project cannot be deleted.');
  await rows(
    db,
    sql`DELETE FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible({ kind: 'user', id: user }, 'f')}`,
  );
  return true;
}
