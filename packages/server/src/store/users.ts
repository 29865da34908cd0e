import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isEmail } from '../config.ts';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, row, rows } from './database.ts';

/** What an API key may do. */
export type Scope = 'read' | 'read_write' | 'read_write_delete';

/** An account as the routes need it. */
export interface Account {
  id: string;
  email: string;
  username: string;
  firstname: string | null;
  lastname: string | null;
  default_project_uuid: string | null;
  root_folder_uuid: string | null;
}

/** SHA-256 of a key; keys carry 128 bits or more of their own, so no salt and no slow hash is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A new key: prefix and 32 random bytes. */
export function newKey(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

const accountColumns = sql`
  u.id, u.email, u.username, u.firstname, u.lastname, u.default_project_uuid,
  (SELECT p.root_folder_uuid FROM project p WHERE p.uuid = u.default_project_uuid) AS root_folder_uuid`;

/** Makes an account with its default project and root folder in one transaction. Throws 409 when the address is taken. */
export async function createAccount(db: Database, email: string): Promise<Account> {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) throw new HttpProblem(422, `"${email}" is not an e-mail address.`, 'email');
  return db.transaction(async (tx) => {
    if (await row(tx, sql`SELECT 1 FROM "user" WHERE email = ${address}`)) {
      throw new HttpProblem(409, `There is already an account with the address ${address}.`, 'email');
    }
    const id = randomUUID();
    const base = address.split('@')[0]?.replace(/[^a-z0-9._-]/g, '') || 'user';
    const taken = await rows<{ username: string }>(
      tx,
      sql`SELECT username FROM "user" WHERE username LIKE ${`${base}%`}`,
    );
    const names = new Set(taken.map(({ username }) => username));
    let username = base;
    for (let number = 2; names.has(username); number += 1) username = `${base}${number}`;
    const project = randomUUID();
    const folder = randomUUID();
    await rows(
      tx,
      sql`INSERT INTO "user" (id, name, email, email_verified, username, default_project_uuid)
          VALUES (${id}, ${username}, ${address}, true, ${username}, ${project}::uuid)`,
    );
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
  });
}

/** The account with this id, or null. */
export function accountById(db: Executor, id: string): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u WHERE u.id = ${id}`);
}

/** The account with this address, or null. */
export function accountByEmail(db: Executor, email: string): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u WHERE u.email = ${email.trim().toLowerCase()}`);
}

/** The account that was made first: the owner of this installation. Null before there is one. */
export function firstAccount(db: Executor): Promise<Account | null> {
  return row<Account>(db, sql`SELECT ${accountColumns} FROM "user" u ORDER BY u.created_at, u.id LIMIT 1`);
}

/** Whether anybody ever signed in (or could, with an API key). */
export async function isOwned(db: Executor): Promise<boolean> {
  const found = await row<{ owned: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM session) OR EXISTS (SELECT 1 FROM api_key) AS owned`,
  );
  return found?.owned ?? false;
}

/** Stores an API key by its hash. */
export async function addApiKey(db: Executor, user: string, key: string, name: string, scope: Scope): Promise<void> {
  await rows(
    db,
    sql`INSERT INTO api_key (user_id, name, hash, scope) VALUES (${user}, ${name}, ${hashKey(key)}, ${scope})
        ON CONFLICT (hash) DO NOTHING`,
  );
}

/** The account and scope behind a living API key; notes the use, at most once a minute. */
export async function accountByKey(db: Executor, key: string): Promise<{ account: Account; scope: Scope } | null> {
  const found = await row<Account & { scope: Scope; key_uuid: string; stale: boolean }>(
    db,
    sql`SELECT ${accountColumns}, k.scope, k.uuid AS key_uuid,
          (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS stale
        FROM api_key k JOIN "user" u ON u.id = k.user_id
        WHERE k.hash = ${hashKey(key)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
  );
  if (!found) return null;
  if (found.stale) await rows(db, sql`UPDATE api_key SET last_used_at = now() WHERE uuid = ${found.key_uuid}::uuid`);
  return { account: found, scope: found.scope };
}

/** Makes a worker key and returns it; only its hash is stored. */
export async function addWorkerKey(db: Executor, name: string): Promise<string> {
  const key = newKey('cuvette_worker');
  await rows(db, sql`INSERT INTO worker_key (name, hash) VALUES (${name}, ${hashKey(key)})`);
  return key;
}

/** Whether this is a living worker key. */
export async function isWorkerKey(db: Executor, key: string): Promise<boolean> {
  const found = await row(
    db,
    sql`SELECT 1 AS found FROM worker_key WHERE hash = ${hashKey(key)} AND revoked_at IS NULL`,
  );
  return found !== null;
}
