import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded, row, rows } from '../store/database/database.ts';
import { fullRun } from '../testing/load.ts';
import { attemptsOf, endAll, startCuvette, startProduct, submitSleep, untilStatus } from '../testing/product.ts';
import { makeWorkerKey, quickProbe } from '../testing/remote-worker.ts';
import { call } from '../testing/test-server.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cuvette-lifetime-'));
});
afterAll(async () => {
  endAll();
  await rm(root, { recursive: true, force: true });
});

test.runIf(fullRun)(
  'a worker that is lent for a time says how long it stays, and at its end gives back what it has and ends',
  async () => {
    const server = await startProduct(path.join(root, 'data'), root, {
      CUVETTE_WORKERS: '0',
      CUVETTE_PYTHON: await quickProbe(path.join(root, 'python')),
    });
    const key = await makeWorkerKey(path.join(root, 'data'), root);
    const uuid = await submitSleep(server, { seconds: 300 });
    const worker = startCuvette(['worker', '--server', server.address, '--name', 'lent', '--lifetime', '15'], root, {
      CUVETTE_WORKER_KEY: key,
      CUVETTE_PYTHON: await quickProbe(path.join(root, 'python')),
    });
    await untilStatus(server, uuid, [1]);
    expect(await worker.exited).toBe(0);
    expect((await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`)).body).toMatchObject({
      object_status: 0,
      waiting: { reason: 'No worker is connected. It starts when one is.', position: null },
    });
    expect(await attemptsOf(server, uuid)).toMatchObject([{ number: 1, status: 'released' }]);
    server.child.kill('SIGTERM');
    await server.exited;
    const db = await openEmbedded(path.join(root, 'data'));
    try {
      const told = await row<{ gpus: number; stays: number; memory_mb: number }>(
        db.drizzle,
        sql`SELECT gpus, memory_mb, extract(epoch FROM leaves_at - registered_at)::float8 AS stays FROM worker`,
      );
      expect(told?.stays).toBeGreaterThan(5);
      expect(told?.stays).toBeLessThan(16);
      expect(told?.memory_mb).toBeGreaterThan(500);
      expect(await rows(db.drizzle, sql`SELECT 1 FROM worker WHERE NOT gone`)).toEqual([]);
    } finally {
      await db.close();
    }
  },
);

test.each(['0', '-5', 'an hour', '1e9'])('a lifetime of "%s" is refused with what it may be', async (lifetime) => {
  const product = startCuvette(['worker', '--server', 'http://127.0.0.1:9', '--lifetime', lifetime], root, {
    CUVETTE_WORKER_KEY: 'x',
  });
  expect(await product.exited).toBe(1);
  expect(product.output()).toContain('--lifetime must be a whole number of seconds');
});

test.each([
  ['--walltime', '30', 'hours:minutes:seconds'],
  ['--walltime', '$(id)', 'hours:minutes:seconds'],
  ['--idle', '0', '--idle must be a whole number of seconds'],
])('%s "%s" is refused with what it may be', async (option, value, words) => {
  const product = startCuvette(['worker', '--server', 'http://127.0.0.1:9', option, value], root, {
    CUVETTE_WORKER_KEY: 'x',
  });
  expect(await product.exited).toBe(1);
  expect(product.output()).toContain(words);
});
