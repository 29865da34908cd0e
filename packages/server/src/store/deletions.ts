import { type Deletion, restoreDays } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem, notFound } from '../errors.ts';
import { type Database, type Executor, iso, row, rows } from './database/database.ts';
import { itemState } from './item-state.ts';
import { lockProject, lockProjectToLeave, refuseLastProject, repairDefaults } from './projects.ts';
import { endOrAskToEnd } from './protein-preparations.ts';
import { countUsers } from './proteins.ts';
import { editable, type Member, memberOf, restorable, workflowVisible } from './reader.ts';

/*
 * Deleting is one row in `deletion` and a mark on everything that went with it; a marked row is invisible to every query.
 * Restoring takes the marks off again, and what was deleted before that by itself stays deleted. After 30 days the row is
 * removed, and the database removes what carries its mark; what lies in it under another mark is moved out before.
 */

async function record(
  tx: Executor,
  member: Member,
  project: string,
  kind: Deletion['kind'],
  object: { uuid: string; name: string },
): Promise<string> {
  const made = await row<{ uuid: string }>(
    tx,
    sql`INSERT INTO deletion (project_uuid, kind, object_uuid, name, deleted_by)
        VALUES (${project}::uuid, ${kind}, ${object.uuid}::uuid, ${object.name}, ${member.id}) RETURNING uuid`,
  );
  if (!made) throw new Error('The deletion was not stored.');
  return made.uuid;
}

/** Marks items: queued ones are stopped at once, running ones at their worker's next heartbeat. */
async function markItems(tx: Executor, deletion: string, condition: SQL): Promise<void> {
  // In the order in which moves take their rows, so that neither waits for the other.
  await rows(
    tx,
    sql`SELECT count(*) FROM (SELECT 1 FROM workflow w WHERE w.deletion_uuid IS NULL AND ${condition} ORDER BY w.uuid FOR UPDATE) locked`,
  );
  await rows(
    tx,
    sql`UPDATE workflow w SET deletion_uuid = ${deletion}::uuid,
          stop_requested = w.stop_requested OR w.object_status = ${itemState.running},
          completed_at = CASE WHEN w.object_status IN (${itemState.waiting}) THEN now() ELSE w.completed_at END,
          object_status = CASE WHEN w.object_status IN (${itemState.waiting}) THEN ${itemState.stopped} ELSE w.object_status END
        WHERE w.deletion_uuid IS NULL AND ${condition}`,
  );
}

/**
 * Deletes an item, restorable for 30 days; a running attempt is stopped. The deletion's uuid, or null when the item is not visible; throws 403 for a
 * viewer.
 */
export async function deleteWorkflow(db: Database, member: Member, uuid: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await row<{ uuid: string; name: string; project_uuid: string; may: boolean }>(
      tx,
      sql`SELECT w.uuid, w.name, w.project_uuid, ${editable(member, 'w')} AS may FROM workflow w
          WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(member, 'w')} FOR UPDATE`,
    );
    if (!found) return null;
    if (!found.may) throw new HttpProblem(403, 'You may read this workflow, but not delete it.');
    const deletion = await record(tx, member, found.project_uuid, 'workflow', found);
    await markItems(tx, deletion, sql`w.uuid = ${uuid}::uuid`);
    return deletion;
  });
}

/** Deletes a folder with everything in it, restorable for 30 days. The deletion's uuid, or null when the folder is not visible. Throws 403 for a viewer, 422 for a root folder. */
export async function deleteFolder(db: Database, member: Member, uuid: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const place = await row<{ project_uuid: string }>(
      tx,
      sql`SELECT f.project_uuid FROM folder f WHERE f.uuid = ${uuid}::uuid`,
    );
    const standing = place ? await lockProject(tx, member, place.project_uuid, 'The folder') : null;
    const found = await row<{ uuid: string; name: string; is_root: boolean }>(
      tx,
      sql`SELECT f.uuid, f.name, f.parent_uuid IS NULL AS is_root FROM folder f
          WHERE f.uuid = ${uuid}::uuid AND f.project_uuid = ${place?.project_uuid ?? null}::uuid AND f.deletion_uuid IS NULL`,
    );
    if (!place || !standing || !found) return null;
    if (standing.role === 'viewer') throw new HttpProblem(403, 'You may read this folder, but not delete it.');
    if (found.is_root) throw new HttpProblem(422, 'The root folder of a project cannot be deleted.');
    const deletion = await record(tx, member, place.project_uuid, 'folder', found);
    await rows(
      tx,
      sql`UPDATE folder f SET deletion_uuid = ${deletion}::uuid WHERE f.uuid = ${uuid}::uuid AND f.deletion_uuid IS NULL`,
    );
    // Level by level until nothing is left: a folder that was being made meanwhile is caught in the next round.
    const level = sql`UPDATE folder f SET deletion_uuid = ${deletion}::uuid FROM folder above
      WHERE above.uuid = f.parent_uuid AND above.deletion_uuid = ${deletion}::uuid AND f.deletion_uuid IS NULL RETURNING f.uuid`;
    while ((await rows(tx, level)).length > 0);
    await markItems(
      tx,
      deletion,
      sql`w.parent_uuid IN (SELECT f.uuid FROM folder f WHERE f.deletion_uuid = ${deletion}::uuid)`,
    );
    return deletion;
  });
}

/** Deletes a project with everything in it, restorable for 30 days. The deletion's uuid. Throws 404 for a stranger, 403 for all but the owner, 422 for a default project. */
export async function deleteProject(db: Database, member: Member, uuid: string): Promise<string> {
  return db.transaction(async (tx) => {
    const standing = await lockProjectToLeave(tx, member, uuid);
    if (standing.role !== 'owner') throw new HttpProblem(403, 'Only the owner of the project may delete it.');
    refuseLastProject(standing, 'deleted');
    const deletion = await record(tx, member, uuid, 'project', { uuid, name: standing.name });
    await rows(tx, sql`UPDATE project SET deletion_uuid = ${deletion}::uuid WHERE uuid = ${uuid}::uuid`);
    // Again until none is left: a folder that was being made meanwhile is caught in the next round.
    const marked = sql`UPDATE folder SET deletion_uuid = ${deletion}::uuid
      WHERE project_uuid = ${uuid}::uuid AND deletion_uuid IS NULL RETURNING uuid`;
    while ((await rows(tx, marked)).length > 0);
    await markItems(tx, deletion, sql`w.project_uuid = ${uuid}::uuid`);
    await repairDefaults(tx, uuid);
    return deletion;
  });
}

/** Marks one thing in which nothing else lies. Its deletion's uuid, or null when it is not visible; throws 403 for a viewer. */
async function deleteSingle(
  tx: Executor,
  member: Member,
  kind: 'protein' | 'structure',
  uuid: string,
): Promise<string | null> {
  const table = sql.raw(kind);
  const found = await row<{ uuid: string; name: string; project_uuid: string; may: boolean }>(
    tx,
    sql`SELECT t.uuid, t.name, t.project_uuid, ${editable(member, 't')} AS may FROM ${table} t
        WHERE t.uuid = ${uuid}::uuid AND t.deletion_uuid IS NULL AND ${memberOf(member, 't.project_uuid')} FOR UPDATE`,
  );
  if (!found) return null;
  if (!found.may) throw new HttpProblem(403, `You may read this ${kind}, but not delete it.`);
  const deletion = await record(tx, member, found.project_uuid, kind, found);
  await rows(tx, sql`UPDATE ${table} SET deletion_uuid = ${deletion}::uuid WHERE uuid = ${uuid}::uuid`);
  return deletion;
}

/**
 * Deletes a protein, restorable for 30 days; its preparation ends. Copies that were made from it stay, and so do items that name it: they say that
 * it is in the trash. The deletion's uuid and how many items name it, or null when the protein is not visible; throws 403 for a viewer.
 */
export async function deleteProtein(
  db: Database,
  member: Member,
  uuid: string,
): Promise<{ deletion: string; items: number } | null> {
  return db.transaction(async (tx) => {
    const deletion = await deleteSingle(tx, member, 'protein', uuid);
    if (!deletion) return null;
    await endOrAskToEnd(tx, uuid);
    return { deletion, items: await countUsers(tx, uuid) };
  });
}

/** Deletes a structure, restorable for 30 days. The deletion's uuid, or null when the structure is not visible; throws 403 for a viewer. */
export async function deleteStructure(db: Database, member: Member, uuid: string): Promise<string | null> {
  return db.transaction((tx) => deleteSingle(tx, member, 'structure', uuid));
}

/** One page of what a person can restore, deleted last first, and how many pages there are. */
export async function listDeletions(
  db: Executor,
  member: Member,
  query: { page: number; size: number; project_uuid?: string | undefined },
): Promise<{ deletions: Deletion[]; num_pages: number }> {
  const inside = query.project_uuid ? sql` AND d.project_uuid = ${query.project_uuid}::uuid` : sql.raw('');
  const where = sql`${restorable(member, 'd')}${inside}`;
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM deletion d WHERE ${where}`);
  const found = await rows<Deletion>(
    db,
    sql`SELECT ${columns} FROM deletion d LEFT JOIN "user" u ON u.id = d.deleted_by WHERE ${where}
        ORDER BY d.deleted_at DESC, d.uuid DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return { deletions: found.map(toDeletion), num_pages: Math.ceil((total?.count ?? 0) / query.size) };
}

const columns = sql`d.uuid, d.kind, d.object_uuid, d.name, d.project_uuid, d.deleted_at, u.username AS deleted_by_username,
  d.deleted_at + make_interval(days => ${restoreDays}) AS expires_at`;

const toDeletion = (one: Deletion): Deletion => ({
  ...one,
  deleted_at: iso(one.deleted_at) ?? '',
  expires_at: iso(one.expires_at) ?? '',
});

/**
 * The deletion that took something away: by its own uuid, by that of what was deleted, or by that of an item that went with its folder or project.
 * Throws 404 where there is none that the person may take back.
 */
export async function readDeletion(db: Executor, member: Member, uuid: string): Promise<Deletion> {
  const found = await row<Deletion>(
    db,
    sql`SELECT ${columns} FROM deletion d LEFT JOIN "user" u ON u.id = d.deleted_by
        WHERE (d.uuid = ${uuid}::uuid OR d.object_uuid = ${uuid}::uuid
            OR d.uuid = (SELECT w.deletion_uuid FROM workflow w WHERE w.uuid = ${uuid}::uuid)) AND ${restorable(member, 'd')}
        ORDER BY d.deleted_at DESC LIMIT 1`,
  );
  if (!found) throw notFound('What was deleted');
  return toDeletion(found);
}

/** A deletion by its own uuid or by that of what was deleted (the last time, where that was more than once). Throws 404. */
export async function deletionOf(db: Executor, member: Member, uuid: string): Promise<string> {
  const found = await row<{ uuid: string }>(
    db,
    sql`SELECT d.uuid FROM deletion d WHERE (d.uuid = ${uuid}::uuid OR d.object_uuid = ${uuid}::uuid) AND ${restorable(member, 'd')}
        ORDER BY d.deleted_at DESC LIMIT 1`,
  );
  if (!found) throw notFound('What was deleted');
  return found.uuid;
}

interface Found {
  kind: Deletion['kind'];
  object_uuid: string;
  project_uuid: string;
}

async function findDeletion(tx: Executor, member: Member, uuid: string): Promise<Found> {
  const locked = await row<{ uuid: string }>(
    tx,
    sql`SELECT p.uuid FROM project p WHERE p.uuid = (SELECT d.project_uuid FROM deletion d WHERE d.uuid = ${uuid}::uuid) FOR NO KEY UPDATE`,
  );
  // A statement of its own: it sees what was deleted while the lock was waited for.
  const found = await row<Found>(
    tx,
    sql`SELECT d.kind, d.object_uuid, d.project_uuid FROM deletion d WHERE d.uuid = ${uuid}::uuid AND ${restorable(member, 'd')}`,
  );
  if (!found) throw notFound('What was deleted');
  if (found.project_uuid !== locked?.uuid) {
    throw new HttpProblem(409, 'The folder that it was deleted from was moved to another project just now. Try again.');
  }
  return found;
}

/** Brings back what was deleted in one act, to where it was; to the project's root folder when that place is gone. Throws 404. */
export async function restoreDeletion(db: Database, member: Member, uuid: string): Promise<Found> {
  return db.transaction(async (tx) => {
    const found = await findDeletion(tx, member, uuid);
    const marked = sql`deletion_uuid = ${uuid}::uuid`;
    const there = sql`SELECT 1 FROM ${sql.raw(found.kind)} t WHERE t.uuid = ${found.object_uuid}::uuid AND t.${marked}`;
    if (!(await row(tx, there))) {
      throw new HttpProblem(404, 'What was deleted cannot be restored: it was removed for good meanwhile.');
    }
    if (found.kind === 'workflow' || found.kind === 'folder') {
      const table = sql.raw(found.kind);
      await rows(
        tx,
        sql`UPDATE ${table} t SET parent_uuid = p.root_folder_uuid FROM project p
            WHERE t.uuid = ${found.object_uuid}::uuid AND p.uuid = t.project_uuid AND t.${marked}
              AND NOT EXISTS (SELECT 1 FROM folder f WHERE f.uuid = t.parent_uuid AND f.deletion_uuid IS NULL FOR SHARE)`,
      );
    }
    await rows(tx, sql`UPDATE project SET deletion_uuid = NULL WHERE ${marked}`);
    await rows(tx, sql`UPDATE folder SET deletion_uuid = NULL WHERE ${marked}`);
    await rows(tx, sql`UPDATE workflow SET deletion_uuid = NULL WHERE ${marked}`);
    await rows(tx, sql`UPDATE protein SET deletion_uuid = NULL WHERE ${marked}`);
    await rows(tx, sql`UPDATE structure SET deletion_uuid = NULL WHERE ${marked}`);
    await rows(tx, sql`DELETE FROM deletion WHERE uuid = ${uuid}::uuid`);
    return found;
  });
}

/**
 * Removes for good the deletions (alias `d`) of a condition with everything that carries their mark. What was deleted by itself in one of
 * their folders goes to the root folder of its project first: the folder would take it along, and it has 30 days of its own.
 */
async function removeForGood(db: Executor, condition: SQL): Promise<void> {
  const stays = (alias: string) =>
    sql`NOT EXISTS (SELECT 1 FROM gone g WHERE g.uuid = ${sql.raw(alias)}.deletion_uuid)`;
  await rows(
    db,
    sql`WITH locked AS MATERIALIZED (
          SELECT p.uuid, p.root_folder_uuid, p.deletion_uuid FROM project p
          WHERE p.uuid IN (SELECT d.project_uuid FROM deletion d WHERE ${condition}) ORDER BY p.uuid FOR NO KEY UPDATE
        ), gone AS MATERIALIZED (
          SELECT d.uuid FROM deletion d JOIN locked p ON p.uuid = d.project_uuid WHERE ${condition}
        ), emptied AS MATERIALIZED (
          SELECT f.uuid, p.root_folder_uuid AS root FROM folder f JOIN gone g ON g.uuid = f.deletion_uuid
          JOIN locked p ON p.uuid = f.project_uuid WHERE ${stays('p')}
        ), folders AS (
          UPDATE folder x SET parent_uuid = e.root FROM emptied e WHERE x.parent_uuid = e.uuid AND ${stays('x')}
        ), items AS (
          UPDATE workflow x SET parent_uuid = e.root FROM emptied e WHERE x.parent_uuid = e.uuid AND ${stays('x')}
        )
        DELETE FROM deletion d USING gone g WHERE d.uuid = g.uuid`,
  );
}

/** Removes for good what was deleted in one act; what was deleted in it before that stays restorable. Throws 404. */
export async function purgeDeletion(db: Database, member: Member, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    await findDeletion(tx, member, uuid);
    await removeForGood(tx, sql`d.uuid = ${uuid}::uuid`);
  });
}

/** Removes for good what was deleted more than 30 days ago. */
export async function purgeOldDeletions(db: Executor): Promise<void> {
  await removeForGood(db, sql`d.deleted_at < now() - make_interval(days => ${restoreDays})`);
}
