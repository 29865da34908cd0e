import type { WorkerList, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { addWorkerKey } from '../store/api-keys.ts';
import { rows } from '../store/database/database.ts';
import { firstAccount } from '../store/users.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport } from '../testing/probe-report.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { allowAgain } from './denied-workers.ts';

interface Claimed {
  job: { attempt: string; token: string; job: { uuid: string } } | null;
  denied: string | null;
}

/** A machine with a fault, and one without. */
onBothDatabases('a worker that fails what others complete', (place) => {
  let server: RunningServer;
  let key = '';
  const ask = async <T>(name: string, body: unknown): Promise<T> =>
    (await call(server, 'POST', `/api/worker/${name}`, { key: null, headers: { 'x-worker-key': key }, body }))
      .body as T;
  const register = async (name: string, host: string): Promise<string> =>
    (await ask<{ worker: string }>('register', { name, host, memory_mb: 8000, report: probeReport })).worker;
  const claim = (worker: string) =>
    ask<Claimed>('claim', { worker, memory_mb: 8000, gpus: 0, seconds: null, wait_seconds: 0 });
  const submit = async (): Promise<string> => {
    const body = { name: 'item', workflow_type: 'test_sleep', workflow_data: { seconds: 0 } };
    return String((await call(server, 'POST', '/api/workflow', { body })).body.uuid);
  };
  const end = ({ job }: Claimed, outcome: 'completed' | 'failed') =>
    ask('finish', {
      attempt: job?.attempt,
      token: job?.token,
      outcome,
      ...(outcome === 'completed'
        ? { result: { event: 'result', data: {}, messages: [], provenance: null } }
        : {
            error: {
              event: 'error',
              error_class: 'random_error',
              message: 'The engine died.',
              detail: null,
              field: null,
            },
          }),
      exit_code: 0,
      signal: null,
      peak_memory_mb: null,
      output_tail: '',
    });
  /** The item fails on one worker and is completed by the other; its pause before the next attempt is skipped. */
  const failThenComplete = async (bad: string, good: string): Promise<void> => {
    const uuid = await submit();
    const first = await claim(bad);
    expect(first.job?.job.uuid).toBe(uuid);
    await end(first, 'failed');
    await rows(server.services.db.drizzle, sql`UPDATE workflow SET run_after = now() WHERE uuid = ${uuid}::uuid`);
    await ask('heartbeat', { worker: good, attempts: [] });
    // It is left to the other worker, so that the one with the fault does not use up its attempts.
    expect((await claim(bad)).job).toBeNull();
    const second = await claim(good);
    expect(second.job?.job.uuid).toBe(uuid);
    await end(second, 'completed');
  };
  const listed = async (name: string) =>
    (await call<WorkerList>(server, 'GET', '/api/workers')).body.workers.find((worker) => worker.name === name);

  beforeAll(async () => {
    server = await startTestServer(place(), { CUVETTE_TEST_RECIPES: '1' });
    key = await addWorkerKey(server.services.db.drizzle, 'w');
  });
  afterAll(() => server.stop());

  test('gets no more after the third in a row, also under a new registration, until an administrator allows it', async () => {
    const [bad, good] = [await register('pilot', 'node7'), await register('pilot', 'node8')];
    await failThenComplete(bad, good);
    await failThenComplete(bad, good);
    // A success between them: two failures before it count no more.
    await submit();
    await end(await claim(bad), 'completed');
    await failThenComplete(bad, good);
    await failThenComplete(bad, good);
    expect((await claim(bad)).denied).toBeNull();
    await failThenComplete(bad, good);

    expect((await claim(bad)).denied).toMatch(
      /failed 3 items in a row that other workers completed.*The last time it said: The engine died\./,
    );
    const again = await register('pilot', 'node7');
    const uuid = await submit();
    expect(await claim(again)).toMatchObject({ job: null, denied: expect.stringContaining('administrator') });
    const seen = (await call<WorkerList>(server, 'GET', '/api/workers')).body.workers.filter(({ denied }) => denied);
    expect(seen.map(({ host }) => host)).toEqual(['node7', 'node7']);
    expect(seen[0]?.denied?.text).toContain('3 items in a row');

    // Without the other worker the item says why it waits.
    await ask('heartbeat', { worker: good, attempts: [], leaving: true });
    const waiting = await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`);
    expect(waiting.body.waiting?.reason).toContain('until an administrator of this server allows them again');

    const { db } = server.services;
    const owner = (await firstAccount(db.drizzle))?.id ?? '';
    expect(await allowAgain(db.drizzle, again, owner)).toBe(true);
    expect(await allowAgain(db.drizzle, again, owner)).toBe(false);
    const allowed = await claim(again);
    expect(allowed.job?.job.uuid).toBe(uuid);
    await end(allowed, 'completed');
    expect((await listed('pilot'))?.denied).toBeNull();
  });

  test('a worker that fails what nobody else completes is not denied', async () => {
    const only = await register('alone', 'node1');
    for (let count = 0; count < 4; count += 1) {
      const uuid = await submit();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await rows(
          server.services.db.drizzle,
          sql`UPDATE workflow SET run_after = now() - interval '2 minutes' WHERE uuid = ${uuid}::uuid`,
        );
        await end(await claim(only), 'failed');
      }
      expect((await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`)).body.object_status).toBe(3);
    }
    expect((await claim(only)).denied).toBeNull();
  });
});
