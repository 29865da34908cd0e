import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, row, rows, textArray } from './database/database.ts';
import { lockProject, lockProjectToLeave, refuseLastProject, repairDefaults, type Standing } from './projects.ts';
import type { Member } from './reader.ts';
import { endLinksOfFormer } from './share-links.ts';

/** People as a call names them: uuids, and e-mail addresses or usernames. */
export interface Named {
  user_uuids?: string[] | undefined;
  users?: string[] | undefined;
}

function requireOwner({ role }: Standing, what: string): void {
  if (role !== 'owner') throw new HttpProblem(403, `Only the owner of the project may ${what}.`);
}

/** Ids of the accounts that are named. Throws 404 naming the first that there is not. */
async function findPeople(tx: Executor, { user_uuids = [], users = [] }: Named): Promise<string[]> {
  const ids = user_uuids.map((uuid) => uuid.toLowerCase());
  const names = users.map((name) => name.trim().toLowerCase());
  const found = await rows<{ id: string; named: string[] }>(
    tx,
    sql`SELECT u.id, array_remove(array_agg(n.name), NULL) AS named FROM "user" u
        LEFT JOIN unnest(${textArray(names)}) AS n(name) ON u.email = n.name OR fold_case(u.username) = fold_case(n.name)
        WHERE u.id = ANY(${textArray(ids)}) OR n.name IS NOT NULL GROUP BY u.id`,
  );
  const unknownId = ids.find((id) => !found.some((one) => one.id === id));
  if (unknownId) throw new HttpProblem(404, `There is no account with the identifier ${unknownId}.`, 'user_uuids');
  for (const name of names) {
    if (!found.some(({ named }) => named.includes(name))) {
      throw new HttpProblem(404, `There is no account with the address or username "${name}".`, 'users');
    }
  }
  return found.map(({ id }) => id);
}

/**
 * Adds people to a project. Who is in it already stays, in the given role if there is one; the share links of those who become viewers end. Throws 403 for
 * all but the owner.
 */
export async function addUsers(
  db: Database,
  member: Member,
  project: string,
  named: Named,
  role: 'member' | 'viewer' | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    requireOwner(await lockProject(tx, member, project), 'add people');
    const people = await findPeople(tx, named);
    await rows(
      tx,
      sql`INSERT INTO membership (project_uuid, user_id, role)
          SELECT ${project}::uuid, id, ${role ?? 'member'} FROM unnest(${textArray(people)}) AS id
          ON CONFLICT (project_uuid, user_id) DO UPDATE SET role = coalesce(${role ?? null}::text, membership.role)
            WHERE membership.role <> 'owner'`,
    );
    await endLinksOfFormer(tx, project, people);
    await rows(tx, sql`UPDATE project SET updated_at = now() WHERE uuid = ${project}::uuid`);
  });
}

/**
 * Takes people out of a project; anybody may leave by themselves, all else is the owner's. The searches that they shared in it stay theirs and are
 * shared no more; their share links end. Throws 422 for the owner, who gives the project away first.
 */
export async function removeUsers(db: Database, member: Member, project: string, named: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const standing = await lockProject(tx, member, project);
    const people = await findPeople(tx, named);
    if (people.some((id) => id !== member.id)) requireOwner(standing, 'remove people');
    const gone = await rows<{ user_id: string }>(
      tx,
      sql`DELETE FROM membership WHERE project_uuid = ${project}::uuid AND user_id = ANY(${textArray(people)}) AND role <> 'owner'
          RETURNING user_id`,
    );
    if (standing.role === 'owner' && people.includes(member.id)) {
      throw new HttpProblem(
        422,
        'The owner cannot leave the project. Reassign its ownership to somebody else first.',
        named.user_uuids ? 'user_uuids' : 'users',
      );
    }
    await rows(
      tx,
      sql`UPDATE saved_list SET project_uuid = NULL, updated_at = now()
          WHERE project_uuid = ${project}::uuid AND user_id = ANY(${textArray(gone.map(({ user_id }) => user_id))})`,
    );
    await endLinksOfFormer(tx, project, people);
    await repairDefaults(tx, project);
    await rows(tx, sql`UPDATE project SET updated_at = now() WHERE uuid = ${project}::uuid`);
  });
}

/** Gives a project to another who works in it; its owner stays as a member. Throws 403 for all but the owner, 422 for a stranger and for a default project. */
export async function reassignOwnership(db: Database, member: Member, project: string, heir: string): Promise<void> {
  await db.transaction(async (tx) => {
    const standing = await lockProjectToLeave(tx, member, project);
    requireOwner(standing, 'give it to somebody else');
    const id = heir.toLowerCase();
    if (id === member.id) return;
    refuseLastProject(standing, 'given away');
    const known = await row(
      tx,
      sql`SELECT 1 FROM membership WHERE project_uuid = ${project}::uuid AND user_id = ${id} FOR UPDATE`,
    );
    if (!known) {
      throw new HttpProblem(
        422,
        `${heir} does not work in this project, so it cannot be given to them. Add them to the project first.`,
        'user_uuid',
      );
    }
    await rows(
      tx,
      sql`UPDATE membership SET role = 'member' WHERE project_uuid = ${project}::uuid AND user_id = ${member.id}`,
    );
    await rows(tx, sql`UPDATE membership SET role = 'owner' WHERE project_uuid = ${project}::uuid AND user_id = ${id}`);
    await rows(tx, sql`UPDATE project SET owner_id = ${id}, updated_at = now() WHERE uuid = ${project}::uuid`);
  });
}
