import type { Folder } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { aboutField, HttpProblem, notesChanged } from '../../errors.ts';
import { type Database, type Executor, iso, row, rows, uuidArray } from '../database/database.ts';
import { editable, folderVisible, type Member, type Reader, seenOnWalk } from '../reader.ts';
import { deepestFolder, depthOf, lockDestination, refuseDepth, refuseTakenName } from './destinations.ts';
import { moveFolders } from './moves.ts';

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

type Path = { uuid: string; name: string }[];

/** A folder as a reader may see it, by the folders above that the reader sees: a public reader sees no other, and not the project. */
function toFolder(found: FolderRow, path: Path, reader: Reader): Folder {
  const folder = { ...found, created_at: iso(found.created_at), updated_at: iso(found.updated_at), path };
  if (reader.kind === 'user') return folder;
  const parent_uuid = path.some(({ uuid }) => uuid === found.parent_uuid) ? found.parent_uuid : null;
  return { ...folder, project_uuid: null, parent_uuid };
}

/**
 * For each folder, the folders from the root down to it, as far as the reader may see them. One walk up from each, without a look at other folders.
 */
async function pathsOf(db: Executor, reader: Reader, uuids: readonly string[]): Promise<Map<string, Path>> {
  const walked = (alias: string) =>
    sql.raw(
      ['uuid', 'parent_uuid', 'project_uuid', 'deletion_uuid', 'public', 'name']
        .map((name) => `${alias}.${name}`)
        .join(', '),
    );
  const found = await rows<{ start: string; uuid: string; name: string }>(
    db,
    // LIMIT has each folder above taken by its key, which a join of whole tables would not.
    sql`WITH RECURSIVE chain AS (
          SELECT f.uuid AS start, 0 AS height, ${walked('f')}
            FROM unnest(${uuidArray(uuids)}) asked (uuid) CROSS JOIN LATERAL (SELECT ${walked('p')} FROM folder p WHERE p.uuid = asked.uuid LIMIT 1) f
          UNION ALL
          SELECT c.start, c.height + 1, ${walked('f')}
            FROM chain c CROSS JOIN LATERAL (SELECT ${walked('p')} FROM folder p WHERE p.uuid = c.parent_uuid LIMIT 1) f
            WHERE c.height < ${deepestFolder}::int
        )
        SELECT seen.start, seen.uuid, seen.name FROM (SELECT c.*, ${seenOnWalk(reader, 'c')} AS visible FROM chain c) seen
        WHERE seen.visible ORDER BY seen.height DESC`,
  );
  const paths = new Map<string, Path>(uuids.map((uuid) => [uuid, []]));
  for (const { start, uuid, name } of found) paths.get(start)?.push({ uuid, name });
  return paths;
}

/** Whether the reader may see a folder. */
export async function seesFolder(db: Executor, reader: Reader, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`SELECT 1 FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')}`,
  );
  return found !== null;
}

/** One folder, or null when the reader may not see it. */
export async function readFolder(db: Executor, reader: Reader, uuid: string): Promise<Folder | null> {
  const found = await row<FolderRow>(
    db,
    sql`SELECT ${columns} FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')}`,
  );
  return found ? toFolder(found, (await pathsOf(db, reader, [found.uuid])).get(found.uuid) ?? [], reader) : null;
}

/** Folders of a condition that the reader sees. */
export async function listFolders(db: Executor, reader: Reader, condition: SQL): Promise<Folder[]> {
  const found = await rows<FolderRow>(
    db,
    sql`SELECT ${columns} FROM folder f WHERE ${folderVisible(reader, 'f')} AND ${condition}`,
  );
  if (found.length === 0) return [];
  const paths = await pathsOf(
    db,
    reader,
    found.map(({ uuid }) => uuid),
  );
  return found.map((folder) => toFolder(folder, paths.get(folder.uuid) ?? [], reader));
}

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
export async function insertFolder(
  db: Database,
  member: Member,
  parent: string,
  change: FolderChange,
): Promise<string | null> {
  return db.transaction((tx) => insertFolderIn(tx, member, parent, change));
}

/** As `insertFolder`, in the caller's transaction; `uuid` is the folder's own where it has to be known before. */
export async function insertFolderIn(
  tx: Executor,
  member: Member,
  parent: string,
  change: FolderChange & { uuid?: string },
): Promise<string | null> {
  const name = change.name ?? 'Folder';
  // Two that make the same name at once would both find it free: they take turns.
  if (change.unique_name) await rows(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${parent}, 0))`);
  const destination = await lockDestination(tx, member, parent);
  if (!destination) return null;
  refuseDepth((await depthOf(tx, parent)) + 1);
  if (change.unique_name) await refuseTakenName(tx, parent, name, parent);
  const made = await row<{ uuid: string }>(
    tx,
    sql`INSERT INTO folder (uuid, project_uuid, parent_uuid, name, notes, starred, public)
        VALUES (coalesce(${change.uuid ?? null}::uuid, gen_random_uuid()), ${destination.project_uuid}::uuid, ${destination.uuid}::uuid, ${name},
          ${change.notes ?? ''}, ${change.starred ?? false}::boolean, ${change.public ?? false}::boolean) RETURNING uuid`,
  );
  return made?.uuid ?? null;
}

/** Changes or moves a folder. False when it, or the folder it shall move to, is not visible. Throws 403 for a viewer, 409 for a taken name or notes that somebody else has changed, 422 for a move into itself. */
export async function changeFolder(db: Database, member: Member, uuid: string, change: FolderChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await row<{ parent_uuid: string | null; name: string; may: boolean }>(
      tx,
      sql`SELECT f.parent_uuid, f.name, ${editable(member, 'f')} AS may FROM folder f WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(member, 'f')}`,
    );
    if (!found) return false;
    if (!found.may) throw new HttpProblem(403, 'You may read this folder, but not change it.');
    const parent = change.parent_uuid ?? found.parent_uuid;
    // Clients send the whole set back; the parent that it has already is no move.
    if (parent !== null && parent !== found.parent_uuid) {
      await moveFolders(tx, member, [uuid], parent, false).catch((error: unknown) => {
        throw aboutField(error, () => 'parent_uuid');
      });
    }
    if (change.unique_name && parent !== null) {
      await rows(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${parent}, 0))`);
      await refuseTakenName(tx, parent, change.name ?? found.name, uuid);
    }
    const before = change.notes_before ?? null;
    const changed = await rows(
      tx,
      sql`UPDATE folder f SET
            name = coalesce(${change.name ?? null}, f.name),
            notes = coalesce(${change.notes ?? null}, f.notes),
            starred = coalesce(${change.starred ?? null}::boolean, f.starred),
            public = coalesce(${change.public ?? null}::boolean, f.public),
            updated_at = now()
          WHERE f.uuid = ${uuid}::uuid AND (${before}::text IS NULL OR f.notes = ${before}::text) RETURNING f.uuid`,
    );
    if (changed.length === 0) throw notesChanged();
    return true;
  });
}
