import type { PersonSummary } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../../errors.ts';
import { type Database, type Executor, iso, row, rows, textArray } from '../database/database.ts';
import { itemState } from '../item-state.ts';
import { endSessions } from '../sessions.ts';
import { endLinksOfFormer } from '../share-links.ts';

/** Key of the advisory lock under which administrators are changed: two cannot take each other's right at the same moment. */
const administratorsLock = 4283;

/** All accounts, by their address, with what an administrator asks about them. */
export async function listPeople(db: Executor): Promise<PersonSummary[]> {
  const found = await rows<PersonSummary>(
    db,
    sql`SELECT u.id AS uuid, u.email, u.username, u.firstname, u.lastname, u.administrator, u.two_factor_enabled AS second_factor, u.disabled_at, u.created_at, u.signed_in,
          (SELECT count(*)::int FROM passkey k WHERE k.user_id = u.id) AS passkeys,
          greatest((SELECT max(s.updated_at) FROM session s WHERE s.user_id = u.id), (SELECT max(k.last_used_at) FROM api_key k WHERE k.user_id = u.id)) AS last_seen_at,
          (SELECT count(*)::int FROM project p WHERE p.owner_id = u.id AND p.deletion_uuid IS NULL) AS projects,
          (SELECT count(*)::int FROM workflow w WHERE w.run_by = u.id AND w.deletion_uuid IS NULL) AS items,
          (SELECT count(*)::int FROM workflow w WHERE w.run_by = u.id AND w.object_status IN (${itemState.unfinished})) AS unfinished
        FROM "user" u ORDER BY u.disabled_at IS NOT NULL, u.email LIMIT 10000`,
  );
  return found.map((person) => ({
    ...person,
    created_at: iso(person.created_at) ?? '',
    disabled_at: iso(person.disabled_at),
    last_seen_at: iso(person.last_seen_at),
  }));
}

interface Changed {
  administrator?: boolean | undefined;
  disabled?: boolean | undefined;
}

interface State {
  email: string;
  administrator: boolean;
  disabled: boolean;
  others: number;
}

/**
 * Makes a person an administrator or no longer one, closes an account or opens it again. Closing ends its sessions; its keys, tokens and applications open
 * nothing while it is closed. Returns its address, or null where there is no such account. Throws 409 where no administrator would be left.
 */
export function changePerson(db: Database, id: string, { administrator, disabled }: Changed): Promise<string | null> {
  return db.transaction(async (tx) => {
    await rows(tx, sql`SELECT pg_advisory_xact_lock(${administratorsLock})`);
    const before = await row<State>(
      tx,
      sql`SELECT u.email, u.administrator, u.disabled_at IS NOT NULL AS disabled,
            (SELECT count(*)::int FROM "user" o WHERE o.administrator AND o.disabled_at IS NULL AND o.id <> u.id) AS others
          FROM "user" u WHERE u.id = ${id} FOR UPDATE OF u`,
    );
    if (!before) return null;
    const after = { administrator: administrator ?? before.administrator, disabled: disabled ?? before.disabled };
    if (before.others === 0 && !(after.administrator && !after.disabled)) {
      throw new HttpProblem(
        409,
        `${before.email} is the last administrator of this server. Make somebody else one first.`,
        administrator === false ? 'administrator' : 'disabled',
      );
    }
    await rows(
      tx,
      sql`UPDATE "user" SET administrator = ${after.administrator}, updated_at = now(),
            disabled_at = CASE WHEN ${after.disabled}::boolean THEN coalesce(disabled_at, now()) END WHERE id = ${id}`,
    );
    if (after.disabled) await endSessions(tx, id);
    else await ensureProject(tx, id);
    return before.email;
  });
}

/** Gives an account a project to work in where it has none. */
async function ensureProject(tx: Executor, id: string): Promise<void> {
  await rows(
    tx,
    sql`WITH lacking AS (SELECT u.id, gen_random_uuid() AS project, gen_random_uuid() AS folder FROM "user" u
            WHERE u.id = ${id} AND NOT EXISTS (SELECT 1 FROM project p WHERE p.owner_id = u.id AND p.deletion_uuid IS NULL)),
          made AS (INSERT INTO project (uuid, name, owner_id, root_folder_uuid) SELECT project, 'My project', id, folder FROM lacking RETURNING uuid),
          root AS (INSERT INTO folder (uuid, project_uuid, name) SELECT folder, project, 'Home' FROM lacking RETURNING uuid),
          owned AS (INSERT INTO membership (project_uuid, user_id, role) SELECT project, id, 'owner' FROM lacking RETURNING user_id)
        UPDATE "user" u SET default_project_uuid = l.project FROM lacking l WHERE u.id = l.id`,
  );
}

/** What was handed over. */
export interface HandedOver {
  from: string;
  to: string;
  projects: { uuid: string; name: string }[];
}

/**
 * Gives all projects of one person to another, with everything in them. Whoever leaves stays in none of them where their account is closed, and else as a
 * member. Null where one of the accounts does not exist. Throws 422 where both are the same, 409 where the heir's account is closed.
 */
export function handOver(db: Database, from: string, to: string): Promise<HandedOver | null> {
  return db.transaction(async (tx) => {
    if (from === to) throw new HttpProblem(422, 'Choose another person to hand the projects to.', 'to');
    const people = await rows<{ id: string; email: string; username: string; disabled: boolean }>(
      tx,
      sql`SELECT u.id, u.email, u.username, u.disabled_at IS NOT NULL AS disabled FROM "user" u WHERE u.id IN (${from}, ${to}) ORDER BY u.id FOR UPDATE`,
    );
    const leaver = people.find(({ id }) => id === from);
    const heir = people.find(({ id }) => id === to);
    if (!leaver || !heir) return null;
    if (heir.disabled) throw new HttpProblem(409, `The account of ${heir.email} is disabled.`, 'to');
    const projects = await rows<{ uuid: string; name: string }>(
      tx,
      sql`SELECT p.uuid, p.name FROM project p WHERE p.owner_id = ${from} ORDER BY p.uuid FOR NO KEY UPDATE`,
    );
    const uuids = textArray(projects.map(({ uuid }) => uuid));
    const whose = sql`project_uuid = ANY(${uuids}::uuid[])`;
    await rows(tx, sql`DELETE FROM membership WHERE ${whose} AND user_id = ${to}`);
    await rows(tx, sql`UPDATE membership SET user_id = ${to} WHERE ${whose} AND user_id = ${from}`);
    await rows(
      tx,
      sql`UPDATE project p SET owner_id = ${to}, updated_at = now(),
            name = CASE WHEN p.uuid = (SELECT default_project_uuid FROM "user" WHERE id = ${from}) THEN left(p.name, 400) || ${` (${leaver.username})`} ELSE p.name END
          WHERE p.uuid = ANY(${uuids}::uuid[])`,
    );
    if (leaver.disabled) {
      await rows(tx, sql`UPDATE "user" SET default_project_uuid = NULL WHERE id = ${from}`);
      for (const { uuid } of projects) await endLinksOfFormer(tx, uuid, [from]);
    } else {
      await rows(
        tx,
        sql`INSERT INTO membership (project_uuid, user_id, role) SELECT uuid, ${from}, 'member' FROM unnest(${uuids}::uuid[]) AS given (uuid)`,
      );
      await ensureProject(tx, from);
    }
    return { from: leaver.email, to: heir.email, projects };
  });
}
