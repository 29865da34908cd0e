import { sql } from 'drizzle-orm';
import { type Executor, rows, uuidArray } from './database/database.ts';
import { type Reader, workflowVisible } from './reader.ts';

/** The representative SMILES of those of the items that the reader may see and that have one. */
export function smilesOfItems(
  db: Executor,
  reader: Reader,
  uuids: readonly string[],
): Promise<{ uuid: string; smiles: string }[]> {
  return rows(
    db,
    sql`SELECT w.uuid, w.smiles FROM workflow w
        WHERE w.uuid = ANY(${uuidArray(uuids)}) AND w.smiles IS NOT NULL AND ${workflowVisible(reader, 'w')}`,
  );
}

/** Those of the items that the reader may see. */
export async function visibleItems(db: Executor, reader: Reader, uuids: readonly string[]): Promise<string[]> {
  const found = await rows<{ uuid: string }>(
    db,
    sql`SELECT w.uuid FROM workflow w WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
  return found.map(({ uuid }) => uuid);
}
