import { sql } from 'drizzle-orm';
import { type Executor, rows } from '../database/database.ts';
import { folderVisible, type Reader, workflowVisible } from '../reader.ts';

/** A folder of a tree, and the one around it; null for the one that was asked for. */
export interface TreeFolder {
  uuid: string;
  parent_uuid: string | null;
  name: string;
  notes: string;
  starred: boolean;
}

/** An item that lies somewhere in the tree. */
export interface TreeItem {
  uuid: string;
  folder_uuid: string;
  name: string;
  starred: boolean;
  object_status: number;
}

/**
 * A folder with all that lies in and below it: folders from the top down, items folder by folder, in the order that they were submitted in. At most `most` of each, and one
 * more, by which the caller sees that there are more. Null when the reader does not see the folder.
 */
export async function folderContentsBelow(
  db: Executor,
  reader: Reader,
  uuid: string,
  most: number,
): Promise<{ folders: TreeFolder[]; items: TreeItem[] } | null> {
  const tree = sql`WITH RECURSIVE tree AS (
      SELECT f.uuid, NULL::uuid AS parent_uuid, f.name, f.name_key, f.notes, f.starred, 0 AS depth FROM folder f
        WHERE f.uuid = ${uuid}::uuid AND ${folderVisible(reader, 'f')}
      UNION ALL
      SELECT f.uuid, f.parent_uuid, f.name, f.name_key, f.notes, f.starred, t.depth + 1 FROM folder f JOIN tree t ON f.parent_uuid = t.uuid
        WHERE ${folderVisible(reader, 'f')}
    )`;
  const folders = await rows<TreeFolder>(
    db,
    sql`${tree} SELECT uuid, parent_uuid, name, notes, starred FROM tree ORDER BY depth, name_key, uuid LIMIT ${most + 1}`,
  );
  if (folders.length === 0) return null;
  const items = await rows<TreeItem>(
    db,
    sql`${tree} SELECT w.uuid, w.parent_uuid AS folder_uuid, w.name, w.starred, w.object_status FROM workflow w JOIN tree t ON w.parent_uuid = t.uuid
        WHERE ${workflowVisible(reader, 'w')} ORDER BY t.depth, t.name_key, t.uuid, w.created_at, w.uuid LIMIT ${most + 1}`,
  );
  return { folders, items };
}
