import { sql } from 'drizzle-orm';
import { HttpProblem } from '../../errors.ts';
import { type Executor, row, rows, uuidArray } from '../database/database.ts';
import { editable, folderVisible, type Member, workflowVisible } from '../reader.ts';
import { depthOf, lockDestination, refuseDepth, refuseTakenName } from './destinations.ts';
import { bringProteins } from './moved-proteins.ts';

async function destinationOf(
  tx: Executor,
  member: Member,
  uuid: string,
): Promise<{ uuid: string; project_uuid: string }> {
  const found = await lockDestination(tx, member, uuid);
  if (!found) {
    throw new HttpProblem(404, 'The destination folder was not found, or you have no access to it.', 'parent_uuid');
  }
  return found;
}

interface Moved {
  uuid: string;
  name: string;
  project_uuid: string;
  is_root: boolean;
  may: boolean;
}

/** Refuses unless each of the named things was found (404) and may be changed (403). */
function requireAll(found: readonly Moved[], uuids: readonly string[], what: 'folder' | 'workflow'): void {
  const known = new Set(found.map(({ uuid }) => uuid));
  const missing = uuids.find((uuid) => !known.has(uuid));
  if (missing)
    throw new HttpProblem(404, `The ${what} ${missing} was not found, or you have no access to it.`, 'uuids');
  const kept = found.find(({ may }) => !may);
  if (kept) throw new HttpProblem(403, `You may read the ${what} "${kept.name}", but not move it.`, 'uuids');
}

/**
 * Moves folders with all that is in them into another folder, all or none, also to another project. Throws 404 for what is not
 * visible, 403 for what may be read only, 422 for a root folder, a move into itself or too deep a tree, 409 for a taken name.
 */
export async function moveFolders(
  tx: Executor,
  member: Member,
  given: readonly string[],
  parent: string,
  uniqueNames: boolean,
): Promise<void> {
  const uuids = [...new Set(given.map((uuid) => uuid.toLowerCase()))];
  // Moves and deletions in a project follow one after the other: two moves at once could close a circle.
  const locked = await rows<{ uuid: string }>(
    tx,
    sql`SELECT p.uuid FROM project p WHERE p.uuid IN (SELECT f.project_uuid FROM folder f WHERE f.uuid = ANY(${uuidArray([...uuids, parent])}))
        ORDER BY p.uuid FOR NO KEY UPDATE`,
  );
  const destination = await destinationOf(tx, member, parent);
  const found = await rows<Moved & { name_folded: string }>(
    tx,
    sql`SELECT f.uuid, f.name, f.name_folded, f.project_uuid, f.parent_uuid IS NULL AS is_root, ${editable(member, 'f')} AS may FROM folder f
        WHERE f.uuid = ANY(${uuidArray(uuids)}) AND ${folderVisible(member, 'f')}`,
  );
  requireAll(found, uuids, 'folder');
  // What came from another project while the locks were waited for is not kept from deletions there.
  const held = new Set(locked.map(({ uuid }) => uuid));
  if ([destination, ...found].some(({ project_uuid }) => !held.has(project_uuid))) {
    throw new HttpProblem(409, 'The folder was moved to another project just now. Try again.', 'uuids');
  }
  if (found.some(({ is_root }) => is_root)) {
    throw new HttpProblem(422, 'The root folder of a project cannot be moved.', 'uuids');
  }
  const circle = await row<{ name: string; same: boolean }>(
    tx,
    sql`WITH RECURSIVE chain AS (
          SELECT f.uuid, f.parent_uuid, f.name FROM folder f WHERE f.uuid = ${destination.uuid}::uuid
          UNION SELECT f.uuid, f.parent_uuid, f.name FROM folder f JOIN chain c ON f.uuid = c.parent_uuid
        ) SELECT name, uuid = ${destination.uuid}::uuid AS same FROM chain WHERE uuid = ANY(${uuidArray(uuids)}) LIMIT 1`,
  );
  if (circle) {
    throw new HttpProblem(
      422,
      `The folder "${circle.name}" cannot be moved into itself${circle.same ? '' : ' or a folder inside it'}.`,
      'parent_uuid',
    );
  }
  const tree = sql`WITH RECURSIVE tree AS (
      SELECT f.uuid, 1 AS height FROM folder f WHERE f.uuid = ANY(${uuidArray(uuids)})
      UNION ALL SELECT f.uuid, t.height + 1 FROM folder f JOIN tree t ON f.parent_uuid = t.uuid
    )`;
  const size = await row<{ height: number }>(tx, sql`${tree} SELECT max(height)::int AS height FROM tree`);
  refuseDepth((await depthOf(tx, destination.uuid)) + (size?.height ?? 0));
  if (uniqueNames) {
    const names = new Set<string>();
    for (const { uuid, name, name_folded } of found) {
      await refuseTakenName(tx, destination.uuid, name, uuid);
      if (names.has(name_folded)) {
        throw new HttpProblem(409, `Two of the folders are named "${name}". Rename one of them first.`, 'name');
      }
      names.add(name_folded);
    }
  }
  await rows(
    tx,
    sql`UPDATE folder SET parent_uuid = ${destination.uuid}::uuid, updated_at = now() WHERE uuid = ANY(${uuidArray(uuids)})`,
  );
  if (found.every(({ project_uuid }) => project_uuid === destination.project_uuid)) return;
  // Again until none is left: a folder that was being made meanwhile is caught in the next round.
  const changed = sql`${tree} UPDATE folder f SET project_uuid = ${destination.project_uuid}::uuid FROM tree t
    WHERE f.uuid = t.uuid AND f.project_uuid <> ${destination.project_uuid}::uuid RETURNING f.uuid`;
  while ((await rows(tx, changed)).length > 0);
  // The folders first: once they are, nothing more comes in with the old project.
  await rows(
    tx,
    sql`${tree} SELECT count(*) FROM (SELECT 1 FROM workflow w JOIN tree t ON t.uuid = w.parent_uuid ORDER BY w.uuid FOR UPDATE OF w) locked`,
  );
  await rows(
    tx,
    sql`${tree} UPDATE workflow w SET project_uuid = ${destination.project_uuid}::uuid FROM tree t
        WHERE w.parent_uuid = t.uuid AND w.project_uuid <> ${destination.project_uuid}::uuid`,
  );
  await bringProteins(tx, member, sql`${tree} SELECT w.uuid FROM workflow w JOIN tree t ON t.uuid = w.parent_uuid`);
  // What was deleted in the folders lies in them still: it is restored there, by those who may change the new project.
  await rows(
    tx,
    sql`${tree} UPDATE deletion d SET project_uuid = ${destination.project_uuid}::uuid
        WHERE d.uuid IN (SELECT f.deletion_uuid FROM folder f JOIN tree t ON t.uuid = f.uuid
          UNION SELECT w.deletion_uuid FROM workflow w JOIN tree t ON t.uuid = w.parent_uuid)`,
  );
}

/** Moves items into a folder, all or none, also to another project. Throws 404 for what is not visible, 403 for what may be read only. */
export async function moveWorkflows(
  tx: Executor,
  member: Member,
  given: readonly string[],
  parent: string,
): Promise<void> {
  const uuids = [...new Set(given.map((uuid) => uuid.toLowerCase()))];
  const destination = await destinationOf(tx, member, parent);
  const found = await rows<Moved>(
    tx,
    sql`SELECT w.uuid, w.name, w.project_uuid, false AS is_root, ${editable(member, 'w')} AS may FROM workflow w
        WHERE w.uuid = ANY(${uuidArray(uuids)}) AND ${workflowVisible(member, 'w')}
        ORDER BY w.uuid FOR UPDATE OF w`,
  );
  requireAll(found, uuids, 'workflow');
  await rows(
    tx,
    sql`UPDATE workflow SET parent_uuid = ${destination.uuid}::uuid, project_uuid = ${destination.project_uuid}::uuid, updated_at = now()
        WHERE uuid = ANY(${uuidArray(uuids)})`,
  );
  if (found.every(({ project_uuid }) => project_uuid === destination.project_uuid)) return;
  await bringProteins(tx, member, sql`SELECT unnest(${uuidArray(uuids)})`);
}
