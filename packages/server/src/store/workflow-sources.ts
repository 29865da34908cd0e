import type { ItemGraph } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, json, row, rows, uuidArray } from './database/database.ts';
import { itemState } from './item-state.ts';
import { type Member, type Reader, workflowVisible } from './reader.ts';

/** A result that is taken from another item: where it is put, and where it is there. */
interface TakenPath {
  field: string;
  path: string;
}

/** An item that another one comes from: it waits for it, and takes these of its results. */
export interface Source {
  uuid: string;
  name: string;
  taken: readonly TakenPath[];
}

/** An item that a submission names as one that it comes from. */
export interface NamedSource {
  uuid: string;
  name: string;
  object_type: string;
  object_status: number;
  project_uuid: string;
}

/** Those of these items that a person may read, */
export function readSources(db: Executor, member: Member, uuids: readonly string[]): Promise<NamedSource[]> {
  return rows(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.object_status, w.project_uuid FROM workflow w
        WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(member, 'w')}`,
  );
}

/** The project of a folder; null where there is no such folder. */
export async function projectOfFolder(db: Executor, folder: string): Promise<string | null> {
  const found = await row<{ project_uuid: string }>(
    db,
    sql`SELECT f.project_uuid FROM folder f WHERE f.uuid = ${folder}::uuid AND f.deletion_uuid IS NULL`,
  );
  return found?.project_uuid ?? null;
}

/** Stores what items come from, in place of what was stored of them. To be called in the transaction that stores the items. */
export async function storeSources(
  tx: Executor,
  items: readonly { uuid: string; sources: readonly Source[] }[],
): Promise<void> {
  const links = items.flatMap(({ uuid, sources }) =>
    sources.map((source, position) => ({
      workflow_uuid: uuid,
      source_uuid: source.uuid,
      source_name: source.name,
      taken: source.taken,
      position,
    })),
  );
  if (links.length === 0) return;
  await rows(
    tx,
    sql`INSERT INTO workflow_source (workflow_uuid, source_uuid, source_name, taken, position)
        SELECT workflow_uuid, source_uuid, source_name, taken, position FROM jsonb_to_recordset(${json(links)})
          AS n (workflow_uuid uuid, source_uuid uuid, source_name text, taken jsonb, position int)
        ON CONFLICT (workflow_uuid, source_uuid) DO UPDATE SET source_name = excluded.source_name, taken = excluded.taken, position = excluded.position`,
  );
}

/** Forgets what a draft comes from, before it is stored anew. */
export async function clearSources(tx: Executor, workflow: string): Promise<void> {
  await rows(tx, sql`DELETE FROM workflow_source WHERE workflow_uuid = ${workflow}::uuid`);
}

/** The name of the first of these items that comes from a given one, or is it; null where none does. */
export async function sourceWithin(db: Executor, uuid: string, sources: readonly string[]): Promise<string | null> {
  const found = await row<{ name: string }>(
    db,
    sql`WITH RECURSIVE above (start, uuid) AS (
          SELECT u, u FROM unnest(${uuidArray(sources)}) AS u
          UNION SELECT a.start, s.source_uuid FROM above a JOIN workflow_source s ON s.workflow_uuid = a.uuid
        )
        SELECT w.name FROM above a JOIN workflow w ON w.uuid = a.start WHERE a.uuid = ${uuid}::uuid LIMIT 1`,
  );
  return found?.name ?? null;
}

/** A link as it is stored. */
type GraphLink = ItemGraph['links'][number];
type GraphItem = ItemGraph['items'][number];

/** Links into these items (`up`), or out of them. */
async function linksOf(db: Executor, uuids: readonly string[], up: boolean): Promise<GraphLink[]> {
  const wanted = uuidArray(uuids);
  const found = await rows<GraphLink & { position: number }>(
    db,
    sql`SELECT s.source_uuid AS "from", s.source_name AS from_name, s.workflow_uuid AS "to", 'after' AS kind, s.taken, s.position
          FROM workflow_source s WHERE ${up ? sql`s.workflow_uuid` : sql`s.source_uuid`} = ANY(${wanted})
        UNION ALL
        SELECT (w.object_data #>> '{made_from,workflow_uuid}')::uuid, '', w.uuid, 'made_from',
          jsonb_build_array(jsonb_build_object('field', 'initial_molecule', 'path', w.object_data #>> '{made_from,structure_name}')), 0
          FROM workflow w WHERE w.object_data ? 'made_from' AND w.object_data #>> '{made_from,workflow_uuid}' IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM workflow_source s WHERE s.workflow_uuid = w.uuid AND s.source_uuid::text = w.object_data #>> '{made_from,workflow_uuid}')
            AND ${up ? sql`w.uuid = ANY(${wanted})` : sql`w.object_data #>> '{made_from,workflow_uuid}' = ANY(${wanted}::text[])`}
        ORDER BY 3, position, 1`,
  );
  return found.map(({ position: _position, ...link }) => link);
}

function itemsOf(db: Executor, reader: Reader, uuids: readonly string[]): Promise<GraphItem[]> {
  return rows<GraphItem>(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.object_status, w.smiles FROM workflow w
        WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(reader, 'w')}`,
  );
}

/** Most items of one graph: more are counted only. */
const mostInGraph = 200;

/**
 * What an item comes from, back to the first inputs, and what was made of it, level by level, as far as the reader may see it. Null where they do not see the
 * item itself.
 */
export async function graphOf(db: Executor, reader: Reader, uuid: string): Promise<ItemGraph | null> {
  const [start] = await itemsOf(db, reader, [uuid]);
  if (!start) return null;
  const items = new Map([[uuid, start]]);
  const links = new Map<string, GraphLink>();
  const gone = new Map<string, { uuid: string; name: string }>();
  let isCut = false;
  for (const up of [true, false]) {
    let level = [uuid];
    const passed = new Set(level);
    while (level.length > 0) {
      const found = await linksOf(db, level, up);
      const next = [...new Set(found.map(({ from, to }) => (up ? from : to)))].filter((one) => !passed.has(one));
      const seen = await itemsOf(
        db,
        reader,
        next.filter((one) => !items.has(one)),
      );
      for (const one of seen) {
        if (items.size >= mostInGraph) isCut = true;
        else items.set(one.uuid, one);
      }
      for (const link of found) {
        const key = `${link.from} ${link.to} ${link.kind}`;
        if (items.has(link.from) && items.has(link.to)) links.set(key, link);
        else if (up && reader.kind === 'user' && items.has(link.to) && !isCut) {
          gone.set(link.from, { uuid: link.from, name: link.from_name });
          links.set(key, link);
        }
      }
      for (const one of next) passed.add(one);
      level = next.filter((one) => items.has(one));
    }
  }
  // A source may have been called otherwise when it was not shared.
  const told = [...links.values()].map((link) => (reader.kind === 'public' ? { ...link, from_name: '' } : link));
  return { items: [...items.values()], links: told, gone: [...gone.values()], is_cut: isCut };
}

/** The items that an item (alias w) waits for and that have not completed, as JSON; null for one that waits for none. */
export const awaitedItems = sql`CASE WHEN w.object_status = ${itemState.awaitingQueue} AND w.waits_for_others THEN coalesce((
    SELECT json_agg(json_build_object('uuid', p.uuid, 'name', p.name, 'object_status', p.object_status) ORDER BY s.position)
    FROM workflow_source s JOIN workflow p ON p.uuid = s.source_uuid
    WHERE s.workflow_uuid = w.uuid AND p.object_status <> ${itemState.completed}), '[]') END`;

/** Whether an item (alias w) waits until others have ended. */
export const waitsForOthers = sql`(w.object_status = ${itemState.awaitingQueue} AND w.waits_for_others)`;
