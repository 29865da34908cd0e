import type { ItemHeadline, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { headlineRevision } from '@cuvette/core/workflows/headline';
import { headlineOf, orderOf } from '@cuvette/core/workflows/items/headline-of';
import { calculationsOfValues } from '@cuvette/core/workflows/items/item-values';
import { levelInShort } from '@cuvette/core/workflows/items/level-in-short';
import { listedHeadline } from '@cuvette/core/workflows/items/listed-headline';
import { type SQL, sql } from 'drizzle-orm';
import type { FileStore } from '../files/file-store.ts';
import { readMoleculeFile } from './calculations.ts';
import { type Executor, json, row, rows, uuidArray } from './database/database.ts';

/** Items that one call reads at most, and at a time: a list answers soon, and goes on with the next call. */
const mostRead = 1000;
const atOnce = 50;

/** What a headline is made from. */
type UnreadItem = Pick<WorkflowItem, 'uuid' | 'object_type' | 'object_status' | 'object_data' | 'provenance' | 'name'>;

interface ReadHeadline {
  uuid: string;
  number: number | null;
  said: ItemHeadline;
}

const isRead = sql`EXISTS (SELECT 1 FROM item_headline h WHERE h.workflow_uuid = e.uuid AND h.revision = ${headlineRevision})`;

/**
 * Makes the headlines of the ended items of a condition (alias e) that have none yet, newest first, a thousand at most. A result does not change once
 * its item has ended, so what was made stays.
 * @returns how many are still left
 */
export async function makeHeadlines(db: Executor, files: FileStore, condition: SQL): Promise<number> {
  const unread = sql`${condition} AND e.object_status IN (2, 3, 4) AND NOT ${isRead}`;
  let read = 0;
  for (let found = atOnce; found === atOnce && read < mostRead; read += found) {
    const items = await rows<UnreadItem>(
      db,
      sql`SELECT e.uuid, e.name, e.object_type, e.object_status, e.object_data, e.provenance
          FROM workflow e WHERE ${unread} ORDER BY e.created_at DESC, e.uuid LIMIT ${atOnce}`,
    );
    found = items.length;
    const made: ReadHeadline[] = [];
    for (const item of items) made.push(await headlineOfItem(db, files, item));
    await rows(
      db,
      sql`INSERT INTO item_headline (workflow_uuid, revision, number, said)
          SELECT w.uuid, ${headlineRevision}::int, n.number, n.said
          FROM jsonb_to_recordset(${json(made)}) AS n (uuid uuid, number float8, said jsonb) JOIN workflow w ON w.uuid = n.uuid
          ON CONFLICT (workflow_uuid) DO UPDATE SET revision = excluded.revision, number = excluded.number, said = excluded.said`,
    );
  }
  if (read < mostRead) return 0;
  const left = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM workflow e WHERE ${unread}`);
  return left?.count ?? 0;
}

/** The headlines of items, by their uuids; those that have none yet are made. */
export async function headlinesOf(
  db: Executor,
  files: FileStore,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, ItemHeadline>> {
  if (uuids.length === 0) return new Map();
  await makeHeadlines(db, files, sql`e.uuid = ANY(${uuidArray(uuids)})`);
  const found = await rows<{ workflow_uuid: string; said: ItemHeadline }>(
    db,
    sql`SELECT workflow_uuid, said FROM item_headline WHERE workflow_uuid = ANY(${uuidArray(uuids)})`,
  );
  return new Map(found.map(({ workflow_uuid, said }) => [workflow_uuid, said]));
}

/**
 * What is known so far of items that go on, by their uuids, from their data alone: it changes with every step, so it is not kept. Items without data, and
 * drafts, have none.
 */
export async function headlinesSoFar(
  db: Executor,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, ItemHeadline>> {
  if (uuids.length === 0) return new Map();
  const items = await rows<UnreadItem>(
    db,
    sql`SELECT e.uuid, e.name, e.object_type, e.object_status, e.object_data, e.provenance
        FROM workflow e WHERE e.uuid = ANY(${uuidArray(uuids)}) AND e.object_data IS NOT NULL`,
  );
  const told = new Map<string, ItemHeadline>();
  for (const item of items) {
    const definition = await loadWorkflow(item.object_type);
    const whole = item as WorkflowItem;
    told.set(item.uuid, listedHeadline(headlineOf(definition, whole), levelInShort(definition, whole)));
  }
  return told;
}

/** The headline of one item; a file that cannot be read now leaves out what is read from it. */
async function headlineOfItem(db: Executor, files: FileStore, item: UnreadItem): Promise<ReadHeadline> {
  const definition = await loadWorkflow(item.object_type);
  // Only the parts are there that a headline is made from.
  const whole = item as WorkflowItem;
  const needed = calculationsOfValues(definition, whole);
  const headline = headlineOf(definition, whole, await moleculesOf(db, files, item.uuid, needed));
  return {
    uuid: item.uuid,
    number: orderOf(headline).number,
    said: listedHeadline(headline, levelInShort(definition, whole)),
  };
}

/** Molecules of some calculations of an item. */
async function moleculesOf(db: Executor, files: FileStore, item: string, uuids: readonly string[]) {
  const molecules = new Map<string, Molecule[]>();
  if (uuids.length === 0) return molecules;
  const found = await rows<{ uuid: string; molecules_file: string }>(
    db,
    sql`SELECT c.uuid, c.molecules_file FROM calculation c WHERE c.workflow_uuid = ${item}::uuid AND c.uuid = ANY(${uuidArray(uuids)})`,
  );
  for (const { uuid, molecules_file } of found) {
    const read = await readMoleculeFile(files, molecules_file, false).catch(() => null);
    if (read) molecules.set(uuid, read);
  }
  return molecules;
}
