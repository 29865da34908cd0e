import type { OwnColumns, RecipePlace, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, iso, row, rows } from '../database/database.ts';
import { itemState } from '../item-state.ts';
import { itemsInsideVisible, type Reader } from '../reader.ts';

/** As much of an item as its named numbers are read from. */
export type ValuedItem = Pick<
  WorkflowItem,
  'uuid' | 'name' | 'smiles' | 'object_type' | 'object_status' | 'object_data' | 'error' | 'provenance'
> & { resubmitted_from_uuid: string | null; columns: OwnColumns | null; recipe: RecipePlace | null };

/** Most items of one answer. */
const mostRead = 1000;

/**
 * The items that lie in a folder itself, in the order that they were submitted in: all, or those that changed since a moment (ISO). Finished ones come
 * with their data. With them how many there are, and the moment of this answer, a little early, so that no change between two answers is missed.
 */
export async function readValuedItems(
  db: Executor,
  reader: Reader,
  folder: string,
  since: string | undefined,
): Promise<{ items: ValuedItem[]; total: number; asOf: string }> {
  const inside = itemsInsideVisible(reader, folder, 'w');
  const totals = await row<{ total: number; as_of: string }>(
    db,
    sql`SELECT count(*)::int AS total, now() - interval '2 seconds' AS as_of FROM workflow w WHERE ${inside}`,
  );
  const changed = since === undefined ? sql`true` : sql`w.updated_at >= ${since}::timestamptz`;
  const items = await rows<ValuedItem>(
    db,
    sql`SELECT w.uuid, w.name, w.smiles, w.object_type, w.object_status, w.error, w.provenance, w.resubmitted_from_uuid, w.options->'columns' AS columns,
          w.options->'recipe' AS recipe,
          CASE WHEN w.object_status = ${itemState.completed} THEN w.object_data END AS object_data
        FROM workflow w WHERE ${inside} AND ${changed} ORDER BY w.queued_at, w.uuid LIMIT ${mostRead}`,
  );
  return { items, total: totals?.total ?? 0, asOf: iso(totals?.as_of ?? null) ?? '' };
}
