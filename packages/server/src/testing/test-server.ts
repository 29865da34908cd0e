import { readConfig } from '../config.ts';
import { type RunningServer, type ServeOptions, serve } from '../serve.ts';
import { addApiKey, type NewApiKey, newKey } from '../store/api-keys.ts';
import type { Database } from '../store/database/database.ts';
import { accountByEmail, createAccount } from '../store/users.ts';
import type { TestPlace } from './databases.ts';

/** The owner's key of every test server. */
export const ownerKey = 'cuvette_owner_key_for_tests_only';

/** Starts a server in this process on a free port, without workers and without the index of structures unless asked for: both start processes. */
export function startTestServer(
  place: TestPlace,
  env: Record<string, string> = {},
  options: ServeOptions = {},
): Promise<RunningServer> {
  const config = readConfig(['--port', '0', '--data', place.data, '--workers', env.CUVETTE_WORKERS ?? '0'], {
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    CUVETTE_OWNER_EMAIL: 'owner@example.org',
    CUVETTE_OWNER_API_KEY: ownerKey,
    CUVETTE_LOOKUPS: 'off',
    CUVETTE_EXAMPLES: 'off',
    ...env,
  });
  return serve(config, { log: () => {}, warmConverter: false, structureIndex: false, ...options });
}

/** One answer of the API. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

/** Calls the API of a server. */
export async function call<T = Record<string, unknown>>(
  server: { address: string },
  method: string,
  path: string,
  options: { key?: string | null; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const { key = ownerKey, body, headers = {} } = options;
  const answer = await fetch(new URL(path, server.address), {
    method,
    headers: {
      ...(key ? { 'x-api-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A page or an empty answer.
  }
  return { status: answer.status, body: parsed as T, headers: answer.headers };
}

/** Makes a key for an account, which is made where there is none yet; `limits` narrow what the key may do. */
export function addPerson(server: RunningServer, email: string, limits: Partial<NewApiKey> = {}): Promise<string> {
  return addPersonIn(server.services.db, email, limits);
}

/** As `addPerson`, in a database. */
export async function addPersonIn(db: Database, email: string, limits: Partial<NewApiKey> = {}): Promise<string> {
  const account = (await accountByEmail(db.drizzle, email)) ?? (await createAccount(db, email));
  const key = newKey('cuvette');
  await addApiKey(db.drizzle, {
    user: account.id,
    key,
    name: 'test',
    scope: 'read_write_delete',
    canManage: true,
    ...limits,
  });
  return key;
}
