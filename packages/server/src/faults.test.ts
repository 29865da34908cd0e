import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Molecule } from '@cuvette/core/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullRun, judge } from './testing/load.ts';
import {
  attemptsOf,
  computeOf,
  endAll,
  type Product,
  processes,
  type SeenItem,
  startProduct,
  submitSleep,
  temporaryIn,
  until,
  untilProgress,
  untilStatus,
  workersOf,
} from './testing/product.ts';
import { quickProbe } from './testing/remote-worker.ts';
import { call } from './testing/test-server.ts';

/** The really started server with its real worker and real compute processes, and everything that can go wrong with them. */
describe('faults', () => {
  let root = '';
  let data = '';
  let server: Product & { address: string };
  const env: Record<string, string> = { CUVETTE_JOB_OUTPUT_MB: '1' };

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-faults-'));
    data = path.join(root, 'data');
    env.CUVETTE_PYTHON = await quickProbe(path.join(root, 'python'));
    server = await startProduct(data, root, env);
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.exited;
    endAll();
    await rm(root, { recursive: true, force: true });
  });

  test('water is really computed', async () => {
    const atoms = [
      { atomic_number: 8, position: [0, 0, 0.12] },
      { atomic_number: 1, position: [0, 0.76, -0.48] },
      { atomic_number: 1, position: [0, -0.76, -0.48] },
    ];
    const settings = { method: 'gfn2_xtb', mode: 'meticulous', tasks: ['optimize'] };
    const made = await call(server, 'POST', '/api/workflow', {
      body: {
        name: 'water',
        workflow_type: 'basic_calculation',
        workflow_data: { mode: 'meticulous', settings, tasks: ['optimize'] },
        initial_molecule: { charge: 0, multiplicity: 1, atoms },
      },
    });
    expect(made.status).toBe(201);
    const item = await untilStatus(server, String(made.body.uuid), [2, 3]);
    expect(item.error).toBeNull();
    const molecules = await call<{ energy: number }[]>(
      server,
      'GET',
      `/api/calculation/${item.object_data.calculation_uuid}/molecules`,
    );
    expect(molecules.body.at(-1)?.energy).toBeCloseTo(-5.070544, 5);
    expect(item.provenance).toMatchObject({ stages: [{ engine: 'tblite' }] });
  });

  test.runIf(fullRun)('a calculation that is stopped during its frequencies keeps its optimization', async () => {
    const smiles = await call<{ results: { molecule: Record<string, unknown> }[] }>(
      server,
      'POST',
      '/api/convert/smiles_to_mols',
      { body: { smiles: ['CCCCCCCCCCCCCC'] } },
    );
    const tasks = ['optimize', 'frequencies'];
    const made = await call<SeenItem>(server, 'POST', '/api/workflow', {
      body: {
        workflow_type: 'basic_calculation',
        workflow_data: { mode: 'rapid', settings: { method: 'gfn2_xtb', mode: 'rapid', tasks }, tasks },
        initial_molecule: smiles.body.results[0]?.molecule,
      },
    });
    expect(made.status).toBe(201);
    const { uuid } = made.body;
    const read = async (path: string) => (await call<Record<string, unknown>>(server, 'GET', path)).body;
    /** What an item in progress names is there at any moment. */
    const named = async (item: SeenItem) => {
      const calculation = item.object_data.calculation_uuid;
      if (typeof calculation !== 'string') return null;
      expect(item.calculation_uuids).toEqual([calculation]);
      return { uuid: calculation, ...(await read(`/api/calculation/${calculation}`)) } as {
        uuid: string;
        status: number;
      };
    };
    const running = await until('the frequencies are under way', async () => {
      const item = (await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`)).body;
      const calculation = await named(item);
      if (calculation) expect(calculation.status).toBeLessThan(2);
      return item.progress?.stage.startsWith('Frequencies') ? calculation : null;
    });
    await call(server, 'POST', `/api/workflow/${uuid}/stop`);
    const stopped = await untilStatus(server, uuid, [2, 3, 4], 20);
    expect(stopped.object_status).toBe(4);
    expect(await named(stopped)).toMatchObject({
      uuid: running.uuid,
      status: 4,
      provenance: { convergence: { converged: true } },
    });
    const { body: steps } = await call<Molecule[]>(server, 'GET', `/api/calculation/${running.uuid}/molecules`);
    expect(steps.length).toBeGreaterThan(2);
    expect(Number(steps.at(-1)?.energy)).toBeLessThan(Number(steps[0]?.energy));
    expect(await read(`/api/workflow/${uuid}/contents`)).toMatchObject({ items: [{ data: { uuid: running.uuid } }] });
  });

  test('kill -9 of compute: the item finishes by itself and does not repeat what was done', async () => {
    const uuid = await submitSleep(server, { seconds: 4 });
    await untilProgress(server, uuid);
    for (const pid of await computeOf(root)) process.kill(pid, 'SIGKILL');
    const item = await untilStatus(server, uuid, [2, 3, 4]);
    expect(item).toMatchObject({ object_status: 2, object_data: { steps: 4, attempt: 2 } });
    expect(item.object_data.slept).toBeLessThan(4);
    expect(await attemptsOf(server, uuid)).toMatchObject([
      { status: 'failed', error_class: 'compute_lost', signal: 'SIGKILL' },
      { status: 'completed' },
    ]);
  });

  test('kill -9 of the worker: its compute goes with it, and the item finishes by itself', async () => {
    const uuid = await submitSleep(server, { seconds: 4 });
    await untilProgress(server, uuid);
    const compute = await computeOf(root);
    expect(compute.length).toBeGreaterThan(0);
    for (const pid of await workersOf(server.address)) process.kill(pid, 'SIGKILL');
    await until('compute is gone', async () => (await computeOf(root)).every((pid) => !compute.includes(pid)), 5);
    expect(await untilStatus(server, uuid, [2, 3, 4])).toMatchObject({ object_status: 2 });
    expect(await attemptsOf(server, uuid)).toMatchObject([
      { status: 'lost', error_class: 'compute_lost' },
      { status: 'completed' },
    ]);
  });

  // The random kills of the full run and the planned moments end the server too.
  test.runIf(fullRun)(
    'kill -9 of the server: worker and compute end, and after a restart the item finishes by itself',
    async () => {
      const uuid = await submitSleep(server, { seconds: 4 });
      await untilProgress(server, uuid);
      server.child.kill('SIGKILL');
      await server.exited;
      await until('compute is gone', async () => (await computeOf(root)).length === 0, 10);
      server = await startProduct(data, root, env);
      const item = await untilStatus(server, uuid, [2, 3, 4]);
      expect(item).toMatchObject({ object_status: 2, object_data: { attempt: 2 } });
      expect(item.object_data.slept).toBeLessThan(4);
      expect(await attemptsOf(server, uuid)).toMatchObject([{ status: 'lost' }, { status: 'completed' }]);
    },
  );

  // In `npm test` reliability 6 stops such a process (reliability-limits.test.ts).
  test.runIf(fullRun)('stop: even a compute process that ignores SIGTERM is gone within 10 s', async () => {
    const uuid = await submitSleep(server, { seconds: 4, behaviour: 'hang' });
    await untilProgress(server, uuid);
    await call(server, 'POST', `/api/workflow/${uuid}/stop`);
    expect(await untilStatus(server, uuid, [2, 3, 4], 10)).toMatchObject({
      object_status: 4,
      object_logfile: expect.stringContaining('process group'),
    });
    // The whole group, the shell that guards it included.
    expect(await processes(path.join(temporaryIn(root), 'cuvette-job-'))).toEqual([]);
    expect(await attemptsOf(server, uuid)).toMatchObject([{ status: 'stopped' }]);
  });

  test('deleting a running item ends its compute', async () => {
    const uuid = await submitSleep(server, { seconds: 60 });
    await untilProgress(server, uuid);
    expect((await call(server, 'DELETE', `/api/workflow/${uuid}`)).status).toBe(200);
    await until('compute is gone', async () => (await computeOf(root)).length === 0, 10);
  });

  const endings = [
    ['spam', 'resource_error', 2, 'printed more than 1 MB'],
    ['crash', 'random_error', 3, 'SIGSEGV'],
  ] as const;
  test.each(fullRun ? endings : endings.slice(0, 1))(
    'a compute process that does "%s" ends as %s after %i attempts, and the server goes on',
    async (behaviour, errorClass, count, words) => {
      const uuid = await submitSleep(server, { seconds: 0, behaviour });
      const item = await untilStatus(server, uuid, [2, 3, 4]);
      expect(item).toMatchObject({ object_status: 3, error: { error_class: errorClass } });
      expect(item.error?.message).toContain(words);
      const attempts = await attemptsOf(server, uuid);
      expect(attempts).toHaveLength(count);
      expect(attempts[0]?.log_tail.length).toBeLessThan(200_000);
      const next = await submitSleep(server, { seconds: 0 });
      expect(await untilStatus(server, next, [2, 3])).toMatchObject({ object_status: 2 });
    },
  );

  // In `npm test` npm-start.test.ts ends server and worker so.
  test.runIf(fullRun)(
    'SIGTERM ends the server within seconds, and the running item goes on after the next start',
    async () => {
      const uuid = await submitSleep(server, { seconds: 3 });
      await untilProgress(server, uuid);
      const began = performance.now();
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      judge('The end of the server', began, 10);
      expect(await computeOf(root)).toEqual([]);
      server = await startProduct(data, root, env);
      expect(await untilStatus(server, uuid, [2, 3, 4])).toMatchObject({ object_status: 2 });
    },
  );
});
