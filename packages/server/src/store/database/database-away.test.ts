import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { fullRun, judge } from '../../testing/load.ts';
import { findPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startProxy, type TestProxy } from '../../testing/proxy.ts';
import { sharedPostgres } from '../../testing/shared-postgres.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { openPostgres, rows } from './database.ts';
import { DatabaseAway, isDatabaseAway } from './database-away.ts';

const present = (await findPostgres()) !== null;
const metricsToken = 'a-token-for-measurements';
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
    const env = { CUVETTE_SIGN_UP: 'open', CUVETTE_METRICS_TOKEN: metricsToken };
    server = await startTestServer({ data, databaseUrl: address.href }, env);
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
    await vi.waitFor(() => ask((status) => ({ status })), { timeout: 150_000, interval: 500 });
    quiet.mockRestore();
  });

  test.runIf(fullRun)(
    'that hangs and closes nothing: it lives, is not ready, and measures what it has in memory, each within seconds',
    async () => {
      const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
      const headers = { authorization: `Bearer ${metricsToken}` };
      const measure = () => call<string>(server, 'GET', '/metrics', { key: null, headers });
      const probe = (path: string) => call(server, 'GET', path, { key: null, headers: {} });
      expect((await measure()).body).toMatch(/cuvette_database_up 1\n[\s\S]*cuvette_workers 0\n/);
      proxy?.cut();
      try {
        for (let round = 0; round < 2; round += 1) {
          const began = performance.now();
          const [one, other, live, old, measured] = await Promise.all([
            ...['/readyz', '/readyz', '/healthz', '/api/healthz'].map(probe),
            measure(),
          ]);
          // Without a limit of its own it was the ten seconds of a new connection, or for ever.
          judge('What needs no database', began, 8);
          for (const answer of [one, other]) {
            expect(answer).toMatchObject({ status: 503, body: { ok: false, detail: 'The database does not answer.' } });
          }
          for (const answer of [live, old]) expect(answer).toMatchObject({ status: 200, body: { ok: true } });
          expect(measured?.status).toBe(200);
          expect(measured?.body).toMatch(/cuvette_database_up 0\n/);
          expect(measured?.body).toMatch(/process_resident_memory_bytes \d+/);
          expect(measured?.body).toMatch(/cuvette_http_request_duration_seconds_count\{[^}]*\} \d+/);
          // An unknown figure is left out: it is neither repeated nor 0.
          expect(measured?.body).not.toMatch(/^cuvette_(items|workers|attempts|queue_oldest_seconds)[ {]/m);
        }
      } finally {
        proxy?.mend();
      }
      await vi.waitFor(async () => expect((await probe('/readyz')).status).toBe(200), {
        timeout: 150_000,
        interval: 200,
      });
      expect((await measure()).body).toMatch(/cuvette_database_up 1\n[\s\S]*cuvette_workers 0\n/);
      quiet.mockRestore();
    },
  );

  test('a statement without an answer is given up with its connection, alone and in a transaction; the others go on', async () => {
    const impatient = await openPostgres((await postgres?.createDatabase()) ?? '', 200);
    try {
      const sleep = sql`SELECT pg_sleep(60)`;
      // More than there are connections.
      for (let round = 0; round < 2; round += 1) {
        const alone = Array.from({ length: 6 }, () => rows(impatient.drizzle, sleep));
        const within = Array.from({ length: 6 }, () => impatient.transaction((tx) => rows(tx, sleep)));
        for (const end of await Promise.allSettled([...alone, ...within])) {
          expect(end).toMatchObject({ status: 'rejected' });
          expect(isDatabaseAway(end.status === 'rejected' ? end.reason : null)).toBe(true);
        }
      }
      expect(await impatient.transaction((tx) => rows(tx, sql`SELECT 1 AS one`))).toEqual([{ one: 1 }]);
    } finally {
      await impatient.close();
    }
  });
});
