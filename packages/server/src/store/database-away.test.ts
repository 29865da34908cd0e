import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startProxy, type TestProxy } from '../testing/proxy.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { DatabaseAway, isDatabaseAway } from './database-away.ts';

const present = (await findPostgres()) !== null;
const away = { detail: 'The database does not answer at the moment. Try again in a moment.' };

test('only lost connections of the database count, however they are wrapped', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code });
  const query = (cause: Error) => new DrizzleQueryError('SELECT 1', [], cause);
  for (const code of ['57P01', '57P02', '57P03', '08006', '08P01', 'ECONNREFUSED', 'ECONNRESET']) {
    expect(isDatabaseAway(query(coded(code))), code).toBe(true);
    expect(isDatabaseAway(new Error('outer', { cause: query(coded(code)) })), code).toBe(true);
  }
  expect(isDatabaseAway(query(new Error('Connection terminated unexpectedly')))).toBe(true);
  expect(isDatabaseAway(query(new AggregateError([coded('ECONNREFUSED')])))).toBe(true);
  expect(isDatabaseAway(new DatabaseAway(coded('ECONNREFUSED')))).toBe(true);
  for (const code of ['23505', '42P01', '40P01', '57014']) expect(isDatabaseAway(query(coded(code))), code).toBe(false);
  // The store of files, or mail, is not the database.
  expect(isDatabaseAway(coded('ECONNREFUSED'))).toBe(false);
  expect(isDatabaseAway(new Error('outer', { cause: coded('ECONNRESET') }))).toBe(false);
});

describe.skipIf(!present && process.env.CI !== 'true')('while PostgreSQL is away', () => {
  let data = '';
  let postgres: TestPostgres | null = null;
  let proxy: TestProxy | null = null;
  let server: RunningServer;
  let cookie = '';
  const account = { email: 'ada@example.org', password: 'a long enough password' };

  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-away-'));
    postgres = sharedPostgres();
    const address = new URL(await postgres.createDatabase());
    proxy = await startProxy(`http://${address.host}`);
    address.host = new URL(proxy.address).host;
    server = await startTestServer({ data, databaseUrl: address.href }, { CUVETTE_SIGN_UP: 'open' });
    const made = await call(server, 'POST', '/api/session/sign_up', { key: null, body: account });
    cookie = made.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect(cookie, JSON.stringify(made.body)).not.toBe('');
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
    await postgres?.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('every call answers 503 in words, by key, by cookie, in a transaction or at sign-in; then all work again', async () => {
    // Every failed call is written down.
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const workflow = { workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    const calls: [string, string, Parameters<typeof call>[3], number][] = [
      ['GET', '/api/user/me', {}, 200],
      ['GET', '/api/user/me', { key: null, headers: { cookie } }, 200],
      ['GET', '/api/protein', {}, 200],
      ['POST', '/api/workflow', { body: workflow }, 201],
      ['POST', '/api/project', { body: { name: 'p' } }, 201],
      ['POST', '/api/session/sign_in', { key: null, body: { ...account } }, 200],
      ['GET', '/api/shared/workflow/00000000-0000-4000-8000-000000000000', { key: null }, 404],
    ];
    const ask = (wanted: (expected: number) => object) =>
      Promise.all(
        calls.map(async ([method, address, options, expected]) => {
          const answer = await call(server, method, address, options);
          expect(answer, `${method} ${address}`).toMatchObject(wanted(expected));
        }),
      );
    await ask((status) => ({ status }));
    // The connections that are open break first; then nobody listens there.
    proxy?.refuse();
    await ask(() => ({ status: 503, body: away }));
    await ask(() => ({ status: 503, body: away }));
    expect((await call(server, 'GET', '/readyz', { key: null })).status).toBe(503);
    proxy?.accept();
    await vi.waitFor(() => ask((status) => ({ status })), { timeout: 20_000, interval: 500 });
    quiet.mockRestore();
  });
});
