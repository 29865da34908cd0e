import { energyCalculation, type PropertySource, type SavedProperty } from '@cuvette/core/tables';
import { entryOfType } from '@cuvette/core/workflows';
import { type SQL, sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { lastMoleculeOf } from './calculations.ts';
import { type Executor, json, row, rows } from './database/database.ts';
import { itemState } from './item-state.ts';

/** Items that one call reads at most, and at a time: a list answers soon, and goes on with the next call. */
const mostRead = 1000;
const atOnce = 50;

interface UnreadItem {
  uuid: string;
  object_type: string;
  object_data: PropertySource['data'] | null;
  molecules_files: string[];
}

/**
 * Reads a property of the finished items of a condition (alias e) that it was not read of yet, newest first, a thousand at most. A result does
 * not change once its item has ended, so what was read stays.
 * @returns how many are still left
 */
export async function readItemProperty(
  db: Executor,
  files: FileStore,
  property: SavedProperty,
  condition: SQL,
): Promise<number> {
  const { types } = property;
  const unread = sql`${condition} AND e.object_status IN (${itemState.finished}) AND ${types ? sql`e.object_type = ANY(${sql.param([...types])}::text[])` : sql`true`}
    AND NOT EXISTS (SELECT 1 FROM item_property v WHERE v.workflow_uuid = e.uuid AND v.property = ${property.id})`;
  let read = 0;
  for (let found = atOnce; found === atOnce && read < mostRead; read += found) {
    const items = await rows<UnreadItem>(
      db,
      sql`SELECT e.uuid, e.object_type, ${types ? sql`e.object_data` : sql`NULL::jsonb AS object_data`},
            ARRAY(SELECT c.molecules_file FROM calculation c WHERE ${types === null} AND c.workflow_uuid = e.uuid ORDER BY c.position, c.created_at) AS molecules_files
          FROM workflow e WHERE ${unread} ORDER BY e.created_at DESC, e.uuid LIMIT ${atOnce}`,
    );
    found = items.length;
    const values = await Promise.all(
      items.map(async (item) => ({ uuid: item.uuid, value: await valueOf(files, item, property) })),
    );
    await rows(
      db,
      sql`INSERT INTO item_property (workflow_uuid, property, value)
          SELECT w.uuid, ${property.id}, n.value FROM jsonb_to_recordset(${json(values.filter(({ value }) => value !== undefined))}) AS n (uuid uuid, value float8) JOIN workflow w ON w.uuid = n.uuid
          ON CONFLICT DO NOTHING`,
    );
  }
  if (read < mostRead) return 0;
  const left = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM workflow e WHERE ${unread}`);
  return left?.count ?? 0;
}

/** A property of one item as a number to sort by (yes is 1, no is 0); null where the item has none, undefined where its file could not be read now. */
async function valueOf(
  files: FileStore,
  item: UnreadItem,
  property: SavedProperty,
): Promise<number | null | undefined> {
  const file = energyCalculation(entryOfType(item.object_type)?.stages === true, item.molecules_files);
  const molecule = file === null ? null : await lastMoleculeOf(files, file).catch(() => undefined);
  if (molecule === undefined) return undefined;
  const value = property.read({ data: item.object_data ?? {}, molecule });
  return value === null ? null : Number(value);
}
