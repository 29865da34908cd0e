import { sql } from 'drizzle-orm';
import { type Executor, iso, row, rows, textArray } from './database/database.ts';
import { type Account, accountColumns, isEnabled } from './users.ts';

/** Days after which an application that registered itself, and that nobody allowed anything, is forgotten. */
const daysUnallowed = 7;

/** An application as it described itself when it registered. */
export interface Application {
  client_id: string;
  name: string | null;
  uri: string | null;
  redirect_uris: string[];
  registered_at: string;
}

/** An application by the name that OAuth has for it, or null. */
export async function applicationByClientId(db: Executor, clientId: string): Promise<Application | null> {
  const found = await row<Application>(
    db,
    sql`SELECT k.client_id, k.name, k.uri, k.redirect_uris, k.created_at AS registered_at
        FROM oauth_client k WHERE k.client_id = ${clientId} AND NOT k.disabled`,
  );
  return found && { ...found, registered_at: iso(found.registered_at) ?? '' };
}

/** The person behind an access token, and what it may do. */
export interface LivingAccess {
  account: Account;
  /** Identifier of the token. */
  id: string;
  scopes: string[];
  /** Days it still lasts. */
  daysLeft: number;
}

interface AccessRow extends Account {
  token_id: string;
  scopes: string[];
  days_left: number;
  consent_id: string;
  stale: boolean;
}

/**
 * The person behind a living access token by its hash, where it is for one of `resources` and its connection was not ended. Notes the use, at most
 * once a minute.
 */
export async function accountByAccessToken(
  db: Executor,
  hash: string,
  resources: readonly string[],
): Promise<LivingAccess | null> {
  const found = await row<AccessRow>(
    db,
    sql`SELECT ${accountColumns}, t.id AS token_id, t.scopes, c.id AS consent_id,
          (extract(epoch FROM t.expires_at - now()) / 86400)::float8 AS days_left,
          (c.last_used_at IS NULL OR c.last_used_at < now() - interval '1 minute') AS stale
        FROM oauth_access_token t
          JOIN oauth_client k ON k.client_id = t.client_id
          JOIN oauth_consent c ON c.client_id = t.client_id AND c.user_id = t.user_id
          JOIN "user" u ON u.id = t.user_id
        WHERE t.token = ${hash} AND t.revoked IS NULL AND t.expires_at > now() AND NOT k.disabled AND ${isEnabled}
          AND t.resources && ${textArray(resources)}
        LIMIT 1`,
  );
  if (!found) return null;
  const { token_id: id, scopes, days_left: daysLeft, consent_id, stale, ...account } = found;
  if (stale) await rows(db, sql`UPDATE oauth_consent SET last_used_at = now() WHERE id = ${consent_id}`);
  return { account, id, scopes, daysLeft };
}

/** An application that a person allowed to act for them. */
export interface ConnectionRow {
  uuid: string;
  name: string | null;
  redirect_uris: string[];
  scopes: string[];
  connected_at: string;
  last_used_at: string | null;
}

/** The applications that act for a person, newest first. */
export async function listConnections(db: Executor, user: string): Promise<ConnectionRow[]> {
  const found = await rows<ConnectionRow>(
    db,
    sql`SELECT c.id AS uuid, k.name, k.redirect_uris, c.scopes, c.updated_at AS connected_at, c.last_used_at
        FROM oauth_consent c JOIN oauth_client k ON k.client_id = c.client_id
        WHERE c.user_id = ${user} ORDER BY c.updated_at DESC, c.id`,
  );
  return found.map((one) => ({
    ...one,
    connected_at: iso(one.connected_at) ?? '',
    last_used_at: iso(one.last_used_at),
  }));
}

/** Ends a connection of a person, and with it all tokens of the application for them. False when it is not the person's. */
export async function endConnection(tx: Executor, user: string, uuid: string): Promise<boolean> {
  const found = await row<{ client_id: string }>(
    tx,
    sql`DELETE FROM oauth_consent c WHERE c.user_id = ${user} AND c.client_id = (
          SELECT k.client_id FROM oauth_consent k WHERE k.id = ${uuid} AND k.user_id = ${user})
        RETURNING c.client_id`,
  );
  if (!found) return false;
  const { client_id: application } = found;
  await rows(tx, sql`DELETE FROM oauth_access_token WHERE client_id = ${application} AND user_id = ${user}`);
  await rows(tx, sql`DELETE FROM oauth_refresh_token WHERE client_id = ${application} AND user_id = ${user}`);
  return true;
}

/** Ends all connections of a person. */
export async function endConnections(tx: Executor, user: string): Promise<void> {
  await rows(tx, sql`DELETE FROM oauth_consent WHERE user_id = ${user}`);
  await rows(tx, sql`DELETE FROM oauth_access_token WHERE user_id = ${user}`);
  await rows(tx, sql`DELETE FROM oauth_refresh_token WHERE user_id = ${user}`);
}

/**
 * Removes tokens that are over, connections that have no token left, and applications that nobody allowed anything. Refresh tokens that were used stay
 * until their time is over: one that is used twice was stolen, and ends its connection.
 */
export async function sweepApplications(db: Executor): Promise<void> {
  await rows(db, sql`DELETE FROM oauth_access_token WHERE expires_at < now()`);
  await rows(db, sql`DELETE FROM oauth_refresh_token WHERE expires_at < now()`);
  await rows(
    db,
    sql`DELETE FROM oauth_consent c WHERE c.updated_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT 1 FROM oauth_access_token t WHERE t.client_id = c.client_id AND t.user_id = c.user_id)
          AND NOT EXISTS (SELECT 1 FROM oauth_refresh_token t
            WHERE t.client_id = c.client_id AND t.user_id = c.user_id AND t.revoked IS NULL)`,
  );
  await rows(
    db,
    sql`DELETE FROM oauth_client k WHERE k.created_at < now() - make_interval(days => ${daysUnallowed}::int)
          AND NOT EXISTS (SELECT 1 FROM oauth_consent c WHERE c.client_id = k.client_id)`,
  );
}
