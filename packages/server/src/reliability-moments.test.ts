import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from './files/file-store.ts';
import { localFiles } from './files/local-files.ts';
import { type Database, openPostgres } from './store/database/database.ts';
import { sweepFiles } from './store/sweep.ts';
import { computed } from './testing/finished-item.ts';
import { fullRun } from './testing/load.ts';
import { findPostgres, type TestPostgres } from './testing/postgres.ts';
import { probeReport } from './testing/probe-report.ts';
import {
  attemptsOf,
  computeOf,
  endAll,
  type Product,
  type SeenItem,
  startProduct,
  submitSleep,
  temporaryIn,
  until,
  untilProgress,
  untilStatus,
} from './testing/product.ts';
import { endWorker, makeWorkerKey, startRemoteWorker } from './testing/remote-worker.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { call, ownerKey } from './testing/test-server.ts';

const present = (await findPostgres()) !== null;

/**
 * kill -9 of the server at planned moments. Another connection holds a table of PostgreSQL, so that a call stops exactly between
 * two of its steps (files written, rows not yet; rows written, not yet committed); then the process is killed.
 */
describe.skipIf(!present && process.env.CI !== 'true')('reliability, planned moments', () => {
  let root = '';
  let postgres: TestPostgres | null = null;
  let databaseUrl = '';
  let server: Product & { address: string };
  let key = '';
  let db: Database;
  let files: FileStore;

  const start = () => startProduct(path.join(root, 'data'), root, { DATABASE_URL: databaseUrl, CUVETTE_WORKERS: '0' });
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-moments-'));
    postgres = sharedPostgres();
    databaseUrl = await postgres.createDatabase();
    server = await start();
    key = await makeWorkerKey(path.join(root, 'data'), root);
    db = await openPostgres(databaseUrl);
    files = localFiles(path.join(root, 'data', 'files'));
  });
  afterAll(async () => {
    await db?.close();
    server?.child.kill('SIGTERM');
    await server?.exited;
    endAll();
    await postgres?.stop();
    await rm(root, { recursive: true, force: true });
  });

  const query = async <T extends object>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  };

  /** Kills the server while `act` waits in a statement that begins with `statement` for a table; the answer must never have come. */
  const killAt = async (table: string, statement: string, act: () => Promise<unknown>): Promise<void> => {
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    const answer = act().then(
      (value) => ({ answered: value }),
      (error: Error) => error,
    );
    await until(`a call waits at ${statement}`, async () => {
      const waiting = await query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '${statement}%'`,
      );
      return waiting.length > 0;
    });
    server.child.kill('SIGKILL');
    await server.exited;
    expect(await answer).toBeInstanceOf(Error);
    await holder.query('ROLLBACK');
    await holder.end();
    await until('its transaction is gone', async () => {
      const busy = await query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE '${statement}%' AND state <> 'idle'`,
      );
      return busy.length === 0;
    });
    server = await start();
  };

  /** No row without its file, and after the sweep no file without its row. Returns how many orphans there were. */
  const consistent = async (): Promise<number> => {
    const removed = await sweepFiles(db.drizzle, files, 0);
    const used = await query<{ key: string }>(
      `SELECT molecules_file AS key FROM calculation UNION SELECT logfile_file FROM calculation WHERE logfile_file IS NOT NULL
       UNION SELECT log_file FROM attempt WHERE log_file IS NOT NULL UNION SELECT stored_file FROM item_file_part`,
    );
    const stored: string[] = [];
    for await (const file of files.list()) stored.push(file.key);
    expect(stored.sort()).toEqual(used.map(({ key: one }) => one).sort());
    return removed;
  };

  const asWorker = async <T = Record<string, unknown>>(name: string, body: unknown): Promise<T> => {
    const answer = await call<T & { detail?: string }>(server, 'POST', `/api/worker/${name}`, {
      key: null,
      headers: { 'x-worker-key': key },
      body,
    });
    if (answer.status !== 200) throw new Error(`unexpected ${answer.status}: ${answer.body.detail}`);
    return answer.body;
  };
  interface Claimed {
    uuid: string;
    keys: { attempt: string; token: string };
  }
  /** An item that this test, as a worker, has claimed. */
  const claimed = async (): Promise<Claimed> => {
    const { worker } = await asWorker<{ worker: string }>('register', {
      name: 'test',
      host: 'test',
      memory_mb: 100_000,
      report: probeReport,
    });
    const uuid = await submitSleep(server, { seconds: 1 });
    const { job } = await asWorker<{ job: { attempt: string; token: string } }>('claim', {
      worker,
      memory_mb: 100_000,
      gpus: 0,
      seconds: null,
      wait_seconds: 5,
    });
    return { uuid, keys: { attempt: job.attempt, token: job.token } };
  };
  const item = async (uuid: string) => (await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`)).body;
  const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };
  const finish = ({ keys }: Claimed) =>
    asWorker('finish', {
      ...keys,
      outcome: 'completed',
      result,
      exit_code: 0,
      signal: null,
      peak_memory_mb: null,
      output_tail: 'the tail',
    });
  const count = async (table: string): Promise<number> =>
    (await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count ?? -1;
  const part = (found: Claimed, file: string): Promise<Response> =>
    fetch(
      new URL(`/api/worker/file_part?${new URLSearchParams({ ...found.keys, file, position: '0' })}`, server.address),
      {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', 'x-worker-key': key },
        body: new Uint8Array(36),
      },
    );

  test('reliability 3: kill -9 in the middle of a submission: nothing of it is there, and it can be sent again', async () => {
    const before = await count('workflow');
    await killAt('workflow', 'INSERT INTO workflow', () => submitSleep(server, { seconds: 0 }));
    expect(await count('workflow')).toBe(before);
    const uuid = await submitSleep(server, { seconds: 0 });
    expect((await item(uuid)).object_status).toBe(0);
    expect(await count('workflow')).toBe(before + 1);
    await call(server, 'POST', `/api/workflow/${uuid}/stop`);
  });

  test.runIf(fullRun)(
    'reliability 3: kill -9 between the files of a calculation and its row: the sweep takes the orphans, sent again it is stored once',
    async () => {
      const found = await claimed();
      const [calculation] = Object.values(computed('water').calculations);
      const uuid = randomUUID();
      const send = () => asWorker('events', { ...found.keys, events: [{ event: 'calculation', uuid, calculation }] });
      await killAt('calculation', 'INSERT INTO calculation', send);
      expect(await count('calculation')).toBe(0);
      expect(await consistent()).toBeGreaterThanOrEqual(1);
      await send();
      expect((await call<unknown[]>(server, 'GET', `/api/calculation/${uuid}/molecules`)).body.length).toBeGreaterThan(
        0,
      );
      expect(await consistent()).toBe(0);
      await finish(found);
    },
  );

  test.runIf(fullRun)(
    'reliability 3: kill -9 between a part of a large file and its row: the sweep takes the orphan, sent again the file is whole',
    async () => {
      const found = await claimed();
      const uuid = randomUUID();
      await killAt('item_file_part', 'INSERT INTO item_file_part', () => part(found, uuid));
      expect(await count('item_file_part')).toBe(0);
      expect(await consistent()).toBe(1);
      expect((await part(found, uuid)).status).toBe(200);
      const details = { replicate: 0, num_atoms: 3, num_frames: 1 };
      const event = { event: 'file', name: 'trajectory-0', kind: 'trajectory', uuid, bytes: 36, details };
      await asWorker('events', { ...found.keys, events: [event] });
      await finish(found);
      const frames = await call(server, 'GET', `/api/trajectory/${found.uuid}/compressed_stream`);
      expect(frames.status).toBe(200);
      expect(await consistent()).toBe(0);
    },
  );

  test('reliability 3: kill -9 in the middle of a finish: the item still runs, sent again it ends once', async () => {
    const found = await claimed();
    await killAt('step', 'DELETE FROM step', () => finish(found));
    expect(await item(found.uuid)).toMatchObject({ object_status: 1 });
    expect(await attemptsOf(server, found.uuid)).toMatchObject([{ status: 'running' }]);
    await finish(found);
    expect(await item(found.uuid)).toMatchObject({ object_status: 2, object_data: { answer: 42 } });
    await expect(finish(found)).rejects.toThrow(
      'unexpected 409: Attempt 1 is over. It had already delivered its result',
    );
    expect(await attemptsOf(server, found.uuid)).toMatchObject([{ status: 'completed' }]);
    await consistent();
  });

  test.runIf(fullRun)(
    'reliability 3: kill -9 while bodies are on their way: a submission, a part of a file, a zip and a result, each half sent, leave nothing',
    async () => {
      const found = await claimed();
      const before = { items: await count('workflow'), parts: await count('item_file_part') };
      const { hostname, port } = new URL(server.address);
      const half = async (target: string, headers: string, body: string): Promise<void> => {
        const socket = connect({ host: hostname, port: Number(port) });
        socket.on('error', () => {});
        const head = `POST ${target} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
        await new Promise((resolve) => socket.write(head + body.slice(0, body.length / 2), resolve));
      };
      const submission = JSON.stringify({ name: 'half', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } });
      await half('/api/workflow', `content-type: application/json\r\nx-api-key: ${ownerKey}`, submission);
      const place = new URLSearchParams({ ...found.keys, file: randomUUID(), position: '0' });
      const workerHeaders = (type: string) => `content-type: ${type}\r\nx-worker-key: ${key}`;
      await half(`/api/worker/file_part?${place}`, workerHeaders('application/octet-stream'), 'x'.repeat(100_000));
      await half(
        '/api/workflow/import',
        `content-type: application/zip\r\nx-api-key: ${ownerKey}`,
        'x'.repeat(100_000),
      );
      await half('/api/worker/finish', workerHeaders('application/json'), JSON.stringify({ ...found.keys, result }));
      const uploads = async () =>
        (await readdir(temporaryIn(root))).filter((name) => name.startsWith('cuvette-import-'));
      await until('an upload has begun', async () => (await uploads()).length > 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      server.child.kill('SIGKILL');
      await server.exited;
      const left = await uploads();
      expect(left).toHaveLength(1);
      // What is younger than ten minutes is left alone.
      const past = new Date(Date.now() - 11 * 60_000);
      for (const name of left) await utimes(path.join(temporaryIn(root), name), past, past);
      server = await start();
      await until('what came of the upload is swept', async () => (await uploads()).length === 0);
      expect({ items: await count('workflow'), parts: await count('item_file_part') }).toEqual(before);
      expect(await item(found.uuid)).toMatchObject({ object_status: 1 });
      expect(await consistent()).toBe(0);
      await finish(found);
      expect(await item(found.uuid)).toMatchObject({ object_status: 2 });
    },
  );

  test.runIf(fullRun)(
    'the server is away while a worker computes: the result is delivered after the restart, by the first attempt',
    async () => {
      const worker = await startRemoteWorker(server, key, root, 'remote');
      try {
        const uuid = await submitSleep(server, { seconds: 3 });
        await untilProgress(server, uuid);
        server.child.kill('SIGKILL');
        await server.exited;
        await until('compute has ended', async () => (await computeOf(worker.temporary)).length === 0, 15);
        expect(worker.child.exitCode).toBeNull();
        server = await start();
        worker.wire.turnTo(server.address);
        const done = await untilStatus(server, uuid, [2, 3, 4], 30);
        expect(done).toMatchObject({ object_status: 2, object_data: { attempt: 1, slept: 3 } });
        expect(await attemptsOf(server, uuid)).toMatchObject([{ status: 'completed' }]);
      } finally {
        await endWorker(worker);
      }
    },
  );
});
