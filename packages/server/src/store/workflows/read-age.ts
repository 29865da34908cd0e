import { sql } from 'drizzle-orm';
import { type Executor, rows } from '../database/database.ts';
import { type Reader, workflowVisible } from '../reader.ts';

/** How far an item is: its status, milliseconds since it was made, and whether a worker has taken it. */
export interface ItemAge {
  object_status: number;
  age: number;
  started: boolean;
}

/** How far an item is; null where the reader sees none. One small row: it is asked for several times a second. */
export async function readAge(db: Executor, reader: Reader, uuid: string): Promise<ItemAge | null> {
  const found = await rows<ItemAge>(
    db,
    sql`SELECT w.object_status, (extract(epoch FROM now() - w.created_at) * 1000)::float8 AS age, w.started_at IS NOT NULL AS started
        FROM workflow w WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(reader, 'w')}`,
  );
  return found[0] ?? null;
}
