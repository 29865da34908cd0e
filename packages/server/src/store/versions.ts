import { sql } from 'drizzle-orm';
import { type Executor, row } from './database/database.ts';
import { itemState } from './item-state.ts';
import { type Reader, sharedByFolder, workflowVisible } from './reader.ts';
import { newerThan } from './workflows/read-workflows.ts';

/**
 * Returns what the answer for an item that has ended, or is a draft, is made from: the versions of its row and its person's,
 * whether its folders are shared, which of its proteins are in the trash, and which item superseded it. Its calculations, attempts and log no longer change.
 * Null for all other items, and for those that the reader may not see.
 */
export async function restingVersion(db: Executor, reader: Reader, uuid: string): Promise<string | null> {
  const found = await row<{ version: string }>(
    db,
    sql`SELECT concat_ws(' ', w.xmin, w.ctid, u.xmin, u.ctid, ${sharedByFolder('w')},
          (SELECT string_agg(concat(p.uuid, p.xmin), ' ' ORDER BY p.uuid) FROM workflow_protein n JOIN protein p ON p.uuid = n.protein_uuid
            WHERE n.workflow_uuid = w.uuid AND p.deletion_uuid IS NOT NULL), ${newerThan(reader)}) AS version
        FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by
        WHERE w.uuid = ${uuid}::uuid AND w.object_status NOT IN (${itemState.unfinished}) AND ${workflowVisible(reader, 'w')}`,
  );
  return found?.version ?? null;
}

/** Returns what the grids of an item are made from: its file, which never changes, or else its row. Null when the item is not visible. */
export async function gridsVersion(db: Executor, reader: Reader, uuid: string): Promise<string | null> {
  const found = await row<{ version: string }>(
    db,
    sql`SELECT w.uuid || ' ' || coalesce(CASE WHEN w.object_status IN (${itemState.finished}) THEN (
            SELECT f.uuid::text FROM item_file f WHERE f.workflow_uuid = w.uuid AND f.ready AND f.kind = 'orbitals' ORDER BY f.name COLLATE "C" LIMIT 1
          ) END, w.xmin::text || ' ' || w.ctid::text) AS version
        FROM workflow w WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
  return found?.version ?? null;
}
