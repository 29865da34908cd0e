import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, iso, row, rows } from './database/database.ts';
import { type Account, accountColumns, isEnabled } from './users.ts';

/** What an API key may do; each scope includes the ones before it. */
export const scopes = ['read', 'read_write', 'read_write_delete'] as const;
export type Scope = (typeof scopes)[number];

/** Whether a scope is enough for what needs another one. */
export function allows(scope: Scope, needed: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed);
}

/** SHA-256 of a key; keys carry 128 bits or more of their own, so no salt and no slow hash is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A new key: prefix and 32 random bytes. */
export function newKey(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** What an API key is made from; the key itself is never stored. */
export interface NewApiKey {
  user: string;
  key: string;
  name: string;
  scope: Scope;
  /** Whether it may make, list and revoke API keys. */
  canManage?: boolean;
  /** The only project it sees; null: all of the person's. */
  project?: string | null;
  /** Days until it expires; null: never. */
  validDays?: number | null;
  createdByKey?: string | null;
}

/** Stores an API key by its hash. Its uuid, or null when the same key is stored already. */
export async function addApiKey(db: Executor, made: NewApiKey): Promise<string | null> {
  const days = made.validDays ?? null;
  const found = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO api_key (user_id, name, hash, hint, scope, can_manage_api_keys, project_uuid, created_by_key_uuid, expires_at)
        VALUES (${made.user}, ${made.name}, ${hashKey(made.key)}, ${made.key.slice(-4)}, ${made.scope},
          ${made.canManage ?? false}::boolean, ${made.project ?? null}::uuid, ${made.createdByKey ?? null}::uuid,
          now() + ${days}::float8 * interval '1 day')
        ON CONFLICT (hash) DO NOTHING RETURNING uuid`,
  );
  return found?.uuid ?? null;
}

/** What is known of a living key, beside whose it is. */
export interface LivingKey {
  uuid: string;
  scope: Scope;
  project: string | null;
  canManage: boolean;
  /** Days it still lasts; null: it does not expire. */
  daysLeft: number | null;
}

const alive = sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

interface KeyRow extends Account {
  scope: Scope;
  key_uuid: string;
  project: string | null;
  can_manage: boolean;
  days_left: number | null;
  stale: boolean;
  key_root_folder_uuid: string | null;
}

async function living(db: Executor, condition: SQL): Promise<{ account: Account; key: LivingKey } | null> {
  const found = await row<KeyRow>(
    db,
    sql`SELECT ${accountColumns}, k.scope, k.uuid AS key_uuid, k.project_uuid AS project, k.can_manage_api_keys AS can_manage,
          (extract(epoch FROM k.expires_at - now()) / 86400)::float8 AS days_left,
          (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute') AS stale,
          (SELECT p.root_folder_uuid FROM project p WHERE p.uuid = k.project_uuid) AS key_root_folder_uuid
        FROM api_key k JOIN "user" u ON u.id = k.user_id WHERE ${condition} AND ${alive} AND ${isEnabled}`,
  );
  if (!found) return null;
  if (found.stale) await rows(db, sql`UPDATE api_key SET last_used_at = now() WHERE uuid = ${found.key_uuid}::uuid`);
  const { scope, key_uuid, project, can_manage, days_left, stale: _stale, key_root_folder_uuid, ...account } = found;
  // What goes to "the default project" with such a key goes to the only one it sees.
  const home = project ? { default_project_uuid: project, root_folder_uuid: key_root_folder_uuid } : {};
  return {
    account: { ...account, ...home },
    key: { uuid: key_uuid, scope, project, canManage: can_manage, daysLeft: days_left },
  };
}

/** The account behind a living API key, and what the key may do; notes the use, at most once a minute. */
export function accountByKey(db: Executor, key: string): Promise<{ account: Account; key: LivingKey } | null> {
  return living(db, sql`k.hash = ${hashKey(key)}`);
}

/** The same by the key's uuid: for a token that was made with the key and ends with it. */
export function accountByKeyUuid(db: Executor, uuid: string): Promise<{ account: Account; key: LivingKey } | null> {
  return living(db, sql`k.uuid = ${uuid}::uuid`);
}

/** Keys without an end answer this moment: clients read the field as a date that is always there. */
const never = '9999-12-31T23:59:59.000Z';

const wireColumns = sql`k.uuid, k.name, k.hint, k.created_at, k.expires_at, k.scope, k.can_manage_api_keys,
  k.project_uuid AS scoped_project_uuid, k.created_by_key_uuid, k.revoked_at, k.last_used_at,
  coalesce(k.expires_at <= now(), false) AS is_expired, k.revoked_at IS NOT NULL AS is_revoked`;

function toWire(found: ApiKey): ApiKey {
  return {
    ...found,
    created_at: iso(found.created_at) ?? '',
    expires_at: iso(found.expires_at) ?? never,
    revoked_at: iso(found.revoked_at),
    last_used_at: iso(found.last_used_at),
  };
}

/** Days that a key stays in the list after its end: revoked or expired, whichever came first. */
const daysListed = 90;

/**
 * A person's keys, newest first: the valid ones and those that ended in the last 90 days, so that the list does not grow for ever; `active` keeps
 * only the valid or only the ended ones.
 */
export async function listApiKeys(db: Executor, user: string, active?: boolean): Promise<ApiKey[]> {
  const wanted = active === undefined ? sql`true` : active ? alive : sql`NOT (${alive})`;
  const found = await rows<ApiKey>(
    db,
    sql`SELECT ${wireColumns} FROM api_key k
        WHERE k.user_id = ${user} AND ${wanted} AND (${alive} OR least(k.revoked_at, k.expires_at) > now() - make_interval(days => ${daysListed}))
        ORDER BY k.created_at DESC, k.uuid`,
  );
  return found.map(toWire);
}

/** One of a person's keys, or null. */
export async function readApiKey(db: Executor, user: string, uuid: string): Promise<ApiKey | null> {
  const found = await row<ApiKey>(
    db,
    sql`SELECT ${wireColumns} FROM api_key k WHERE k.user_id = ${user} AND k.uuid = ${uuid}::uuid`,
  );
  return found ? toWire(found) : null;
}

/** Ends a key at once and for good. False when it is not the person's. */
export async function revokeApiKey(db: Executor, user: string, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE user_id = ${user} AND uuid = ${uuid}::uuid RETURNING uuid`,
  );
  return found !== null;
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
