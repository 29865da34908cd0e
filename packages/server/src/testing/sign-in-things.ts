import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { hashAccessToken } from '../auth/oauth.ts';
import { hashKey } from '../store/api-keys.ts';
import { type Executor, rows } from '../store/database/database.ts';

/** Connects an application to an account, with a token that may read and submit. Returns the connection's uuid. */
export async function connectAgent(
  db: Executor,
  user: string,
  client: string,
  token: string,
  mcp: string,
): Promise<string> {
  await rows(
    db,
    sql`INSERT INTO oauth_client (id, client_id, name, redirect_uris) VALUES (${client}, ${client}, 'Agent', ARRAY['http://127.0.0.1/'])
        ON CONFLICT DO NOTHING`,
  );
  const [connection, scopes] = [randomUUID(), sql`ARRAY['read', 'submit']`];
  await rows(
    db,
    sql`INSERT INTO oauth_consent (id, client_id, user_id, scopes) VALUES (${connection}, ${client}, ${user}, ${scopes})`,
  );
  await rows(
    db,
    sql`INSERT INTO oauth_access_token (id, token, client_id, user_id, scopes, resources, expires_at)
        VALUES (${connection}, ${hashAccessToken(token)}, ${client}, ${user}, ${scopes}, ARRAY[${mcp}]::text[], now() + interval '1 day')`,
  );
  return connection;
}

/** A session of an account in a browser that makes no calls. Returns its uuid. */
export async function signInElsewhere(db: Executor, user: string): Promise<string> {
  const session = randomUUID();
  await rows(
    db,
    sql`INSERT INTO session (id, token, user_id, expires_at) VALUES (${session}, ${hashKey(session)}, ${user}, now() + interval '1 day')`,
  );
  return session;
}
