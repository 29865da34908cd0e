import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isEmail } from '../config.ts';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, row, rows } from './database/database.ts';

/** An account as the routes need it. */
export interface Account {
  id: string;
  email: string;
  username: string;
  firstname: string | null;
  lastname: string | null;
  default_project_uuid: string | null;
  root_folder_uuid: string | null;
  /** Whether the person administers this server. */
  administrator: boolean;
  /** Whether a code is asked for at sign-in. */
  second_factor: boolean;
}

/** Columns of an account `u`. */
export const accountColumns = sql`
  u.id, u.email, u.username, u.firstname, u.lastname, u.default_project_uuid, u.administrator,
  u.two_factor_enabled AS second_factor,
  (SELECT p.root_folder_uuid FROM project p WHERE p.uuid = u.default_project_uuid) AS root_folder_uuid`;

/** What else a new account may come with. */
export interface NewAccount {
  firstname?: string | null;
  lastname?: string | null;
  /** Whether somebody vouched for the address: an administrator, a one-time link, an identity provider. */
  verified?: boolean;
}

/** Makes an account with its default project and root folder in one transaction. Throws 409 when the address is taken. */
export function createAccount(db: Database, email: string, more: NewAccount = {}): Promise<Account> {
  return db.transaction((tx) => insertAccount(tx, email, more));
}

/** A username after the address that nobody has yet. */
async function freeUsername(tx: Executor, address: string): Promise<string> {
  const base = address.split('@')[0]?.replace(/[^a-z0-9._-]/g, '') || 'user';
  const taken = await rows<{ username: string }>(
    tx,
    sql`SELECT username FROM "user" WHERE username LIKE ${`${base}%`}`,
  );
  const names = new Set(taken.map(({ username }) => username));
  let username = base;
  for (let number = 2; names.has(username); number += 1) username = `${base}${number}`;
  return username;
}

/** As `createAccount`, inside a transaction. */
export async function insertAccount(tx: Executor, email: string, more: NewAccount = {}): Promise<Account> {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) throw new HttpProblem(422, `"${email}" is not an e-mail address.`, 'email');
  const id = randomUUID();
  const project = randomUUID();
  const folder = randomUUID();
  for (let stored = false; !stored; ) {
    if (await row(tx, sql`SELECT 1 FROM "user" WHERE email = ${address}`)) {
      throw new HttpProblem(409, `There is already an account with the address ${address}.`, 'email');
    }
    const username = await freeUsername(tx, address);
    // Another who takes the address or the name at this moment is waited for; then this looks again.
    const made = await row(
      tx,
      sql`INSERT INTO "user" (id, name, email, email_verified, username, firstname, lastname, default_project_uuid, administrator)
            VALUES (${id}, ${username}, ${address}, ${more.verified ?? true}::boolean, ${username}, ${more.firstname ?? null},
              ${more.lastname ?? null}, ${project}::uuid, NOT EXISTS (SELECT 1 FROM "user"))
          ON CONFLICT DO NOTHING RETURNING id`,
    );
    stored = made !== null;
  }
  await rows(
    tx,
    sql`INSERT INTO project (uuid, name, owner_id, root_folder_uuid)
          VALUES (${project}::uuid, ${'My project'}, ${id}, ${folder}::uuid)`,
  );
  await rows(
    tx,
    sql`INSERT INTO folder (uuid, project_uuid, name) VALUES (${folder}::uuid, ${project}::uuid, ${'Home'})`,
  );
  await rows(tx, sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${project}::uuid, ${id}, 'owner')`);
  const account = await accountById(tx, id);
  if (!account) throw new Error('The account was not stored.');
  return account;
}

/** Condition that an account (alias u) is not disabled. Nobody comes in with one that is: by no session, key, token or application. */
export const isEnabled = sql`u.disabled_at IS NULL`;

/** The account with this id, or null; a disabled one is not found. */
export function accountById(db: Executor, id: string): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u WHERE u.id = ${id} AND ${isEnabled}`);
}

/** The account with this address, or null. */
export function accountByEmail(db: Executor, email: string): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u WHERE u.email = ${email.trim().toLowerCase()}`);
}

/** The account that was made first: the owner of this installation. Null before there is one. */
export function firstAccount(db: Executor): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u ORDER BY u.created_at, u.id LIMIT 1`);
}

/** Several servers may start on one new database: the first makes the first account, and the others wait until this transaction ends. */
export async function lockFirstAccount(tx: Executor): Promise<void> {
  await rows(tx, sql`SELECT pg_advisory_xact_lock(4282)`);
}

/** Whether anybody ever signed in (or could, with an API key). */
export async function isOwned(db: Executor): Promise<boolean> {
  const found = await row<{ owned: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM session) OR EXISTS (SELECT 1 FROM api_key) OR EXISTS (SELECT 1 FROM account) AS owned`,
  );
  return found?.owned ?? false;
}

/**
 * Whether a person made an account their own: they came into it once (whatever became of their sessions), have a password or another service's name
 * for them, or had an API key. Then nobody else, not even the owner of the server, gets a link to it through the web.
 */
export async function isInUse(db: Executor, id: string): Promise<boolean> {
  const found = await row<{ used: boolean }>(
    db,
    sql`SELECT u.signed_in OR EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id)
          OR EXISTS (SELECT 1 FROM api_key k WHERE k.user_id = u.id) AS used
        FROM "user" u WHERE u.id = ${id}`,
  );
  return found?.used ?? false;
}

/** What a person may change of their profile. */
export interface ProfileChange {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  default_project_uuid?: string | undefined;
}

/** Changes a profile; what is undefined stays. False when the default project shall be one that the person does not own. */
export async function changeProfile(db: Executor, id: string, change: ProfileChange): Promise<boolean> {
  const keep = (value: unknown) => value === undefined;
  const changed = await row(
    db,
    sql`UPDATE "user" u SET
          firstname = CASE WHEN ${keep(change.firstname)}::boolean THEN u.firstname ELSE ${change.firstname ?? null} END,
          lastname = CASE WHEN ${keep(change.lastname)}::boolean THEN u.lastname ELSE ${change.lastname ?? null} END,
          default_project_uuid = coalesce(${change.default_project_uuid ?? null}::uuid, u.default_project_uuid),
          updated_at = now()
        WHERE u.id = ${id}
          AND (${keep(change.default_project_uuid)}::boolean OR EXISTS (
            SELECT 1 FROM project p WHERE p.uuid = ${change.default_project_uuid ?? null}::uuid AND p.owner_id = u.id AND p.deletion_uuid IS NULL))
        RETURNING u.id`,
  );
  return changed !== null;
}
