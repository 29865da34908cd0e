import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from './serve.ts';
import { addWorkerKey } from './store/api-keys.ts';
import { rows } from './store/database/database.ts';
import { fullRun } from './testing/load.ts';
import { findPostgres, type TestPostgres } from './testing/postgres.ts';
import { probeReport } from './testing/probe-report.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { call, startTestServer } from './testing/test-server.ts';

const present = (await findPostgres()) !== null;
const count = fullRun ? 20 : 8;
/** How often all connections are dropped. */
const drops = fullRun ? 20 : 6;

/** Several servers share one PostgreSQL; the embedded database belongs to one. */
describe.skipIf(!present && process.env.CI !== 'true')('many servers on one PostgreSQL', () => {
  let root = '';
  let postgres: TestPostgres | null = null;
  const servers: RunningServer[] = [];

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-many-'));
    postgres = sharedPostgres();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres?.stop();
    await rm(root, { recursive: true, force: true });
  });

  test(`${count} start at once on an empty one: it is made once, with one owner, and all of them serve`, async () => {
    const databaseUrl = (await postgres?.createEmptyDatabase()) ?? null;
    const starts = Array.from({ length: count }, async (_, index) => {
      const server = await startTestServer({ data: path.join(root, String(index)), databaseUrl });
      servers.push(server);
    });
    const failed = (await Promise.allSettled(starts)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failed).toEqual([]);
    const [first] = servers;
    const { drizzle } = first?.services.db ?? { drizzle: null };
    if (!drizzle) throw new Error('No server started.');
    const accounts = await rows<{ email: string }>(drizzle, sql`SELECT email FROM "user"`);
    expect(accounts).toEqual([{ email: 'owner@example.org' }]);
    const migrations = await rows<{ times: number }>(
      drizzle,
      sql`SELECT count(*)::int AS times FROM drizzle.__drizzle_migrations GROUP BY hash`,
    );
    expect(new Set(migrations.map(({ times }) => times))).toEqual(new Set([1]));
    const answers = await Promise.all(servers.map((server) => call(server, 'GET', '/api/user/me')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200));
  });

  test('items submitted to all of them are handed out by all of them, each exactly once', async () => {
    const [first] = servers;
    if (!first) throw new Error('No server started.');
    const key = await addWorkerKey(first.services.db.drizzle, 'test');
    const ask = <T>(server: RunningServer, name: string, body: unknown) =>
      call<T>(server, 'POST', `/api/worker/${name}`, { key: null, headers: { 'x-worker-key': key }, body });
    const submission = { name: 'n', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    const made = await Promise.all(
      [...servers, ...servers].map((server) => call(server, 'POST', '/api/workflow', { body: submission })),
    );
    const uuids = made.map(({ body }) => String(body.uuid));
    const claimed: string[] = [];
    await Promise.all(
      servers.map(async (server) => {
        const registration = { name: 'w', host: 'h', memory_mb: 8000, report: probeReport };
        const { worker } = (await ask<{ worker: string }>(server, 'register', registration)).body;
        for (;;) {
          const offer = { worker, memory_mb: 8000, gpus: 0, seconds: null, wait_seconds: 0 };
          const { job } = (await ask<{ job: { job: { uuid: string } } | null }>(server, 'claim', offer)).body;
          if (!job) return;
          claimed.push(job.job.uuid);
        }
      }),
    );
    expect(claimed.sort()).toEqual(uuids.sort());
  });

  test('PostgreSQL drops every connection again and again: no server dies, no acknowledged item is lost, and they serve on', async () => {
    const [first] = servers;
    if (!first) throw new Error('No server started.');
    const client = new pg.Client({ connectionString: first.services.config.databaseUrl ?? '' });
    await client.connect();
    const drop = () =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`,
      );
    // Every refused call is written down; here they are hundreds.
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    // A connection that breaks in the middle of a transaction, between two statements.
    const broken = first.services.db.transaction(async (tx) => {
      await rows(tx, sql`SELECT 1`);
      await drop();
      await new Promise((resolve) => setTimeout(resolve, 200));
      await rows(tx, sql`SELECT 2`);
    });
    await expect(broken).rejects.toThrow();
    const submission = { name: 'n', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let dropping = true;
    await Promise.all([
      ...servers.slice(0, 4).map(async (server) => {
        // Where the machine is slow, one comes through only after the last break.
        while (dropping || acknowledged.length === 0) {
          const { status, body } = await call(server, 'POST', '/api/workflow', { body: submission });
          statuses.add(status);
          if (status === 201) acknowledged.push(String(body.uuid));
        }
      }),
      (async () => {
        for (let round = 0; round < drops; round += 1) {
          await drop();
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        dropping = false;
      })(),
    ]);
    quiet.mockRestore();
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    const stored = await client.query<{ uuid: string }>('SELECT uuid FROM workflow');
    await client.end();
    const kept = new Set(stored.rows.map(({ uuid }) => uuid));
    expect(acknowledged.filter((uuid) => !kept.has(uuid))).toEqual([]);
    for (const server of servers) expect((await call(server, 'GET', '/api/user/me')).status).toBe(200);
  });
});
