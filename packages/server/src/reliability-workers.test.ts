import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseSeconds } from './queue/rules.ts';
import { fullLoad, fullRun, measured } from './testing/load.ts';
import {
  attemptsOf,
  computeOf,
  endAll,
  type Product,
  startProduct,
  submitSleep,
  until,
  untilProgress,
  untilStatus,
} from './testing/product.ts';
import { endWorker, makeWorkerKey, quickProbe, type RemoteWorker, startRemoteWorker } from './testing/remote-worker.ts';
import { call } from './testing/test-server.ts';

/** Seconds from the loss of a worker until another has done a job of `seconds`: lease, the look for lost attempts, and room for a busy machine. */
const afterLoss = (seconds: number) => leaseSeconds + 2 + seconds + 15;

/**
 * How long the wire of a worker is cut, at least, and the job that it has meanwhile; in a sample for as long as another takes to finish it. A long job
 * keeps that other one from the tests beside it, so there are more workers then.
 */
const partition = fullLoad ? { seconds: 300, job: 120 } : { seconds: 0, job: 4 };

const refusal = /Attempt 1 is over\. No heartbeat came for too long.*what arrives now is not taken/;

/** Several workers, each a process of its own with a wire of its own, at one server that starts none itself. */
describe('reliability, several workers', () => {
  let root = '';
  let server: Product & { address: string };
  let key = '';
  const workers: RemoteWorker[] = [];

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-workers-'));
    const data = path.join(root, 'data');
    server = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
    key = await makeWorkerKey(data, root);
    const names = ['one', 'two', ...(fullRun ? ['three', 'four'] : []), ...(fullLoad ? ['five', 'six'] : [])];
    const started = names.map((name) => startRemoteWorker(server, key, root, name));
    workers.push(...(await Promise.all(started)));
  });
  afterAll(async () => {
    await Promise.all(workers.map(endWorker));
    server.child.kill('SIGTERM');
    await server.exited;
    endAll();
    await rm(root, { recursive: true, force: true });
  });

  const history = async (uuid: string): Promise<{ worker: string; status: string }[]> => attemptsOf(server, uuid);

  /** Submits a job, waits until it runs, and says which worker has it. */
  const start = async (seconds: number): Promise<{ uuid: string; worker: RemoteWorker }> => {
    const uuid = await submitSleep(server, { seconds });
    await untilProgress(server, uuid);
    const [attempt] = await history(uuid);
    const worker = workers.find(({ name }) => name === attempt?.worker);
    if (!worker) throw new Error(`Nobody runs ${uuid}.`);
    return { uuid, worker };
  };

  /** Another worker has finished the item, and the history says so. */
  const finishedByAnother = async (uuid: string, worker: RemoteWorker, seconds: number): Promise<void> => {
    const item = await untilStatus(server, uuid, [2, 3, 4], afterLoss(seconds));
    expect(item).toMatchObject({ object_status: 2, object_data: { steps: seconds, attempt: 2 } });
    const [first, second, ...more] = await history(uuid);
    expect(first).toMatchObject({ worker: worker.name, status: 'lost', error_class: 'compute_lost' });
    expect(second).toMatchObject({ status: 'completed' });
    expect(second?.worker).not.toBe(worker.name);
    expect(more).toEqual([]);
  };

  /** The worker, refused once, takes work again. */
  const goesOn = async (worker: RemoteWorker): Promise<void> => {
    const before = worker.output().length;
    await until(`${worker.name} takes work again`, async () => {
      await untilStatus(server, await submitSleep(server, { seconds: 0 }), [2, 3, 4]);
      return /Attempt \d+ at test_sleep/.test(worker.output().slice(before));
    });
  };

  test.runIf(fullRun)(
    'reliability 2: kill -9 of a worker in the middle: another one finishes, the history shows both, nothing is done twice',
    { concurrent: true },
    async () => {
      const { uuid, worker } = await start(5);
      worker.child.kill('SIGKILL');
      await until('its compute is gone', async () => (await computeOf(worker.temporary)).length === 0, 5);
      await finishedByAnother(uuid, worker, 5);
      const { object_data } = await untilStatus(server, uuid, [2]);
      expect(object_data.slept).toBeLessThan(5);
    },
  );

  test.runIf(fullRun)(
    'reliability 4: a worker cut off for longer than its lease computes on; its late result is refused with the reason, and it works on',
    { concurrent: true, timeout: 180_000 + 2000 * (partition.seconds + partition.job) },
    async () => {
      const { uuid, worker } = await start(partition.job);
      worker.wire.cut();
      const began = performance.now();
      const compute = await computeOf(worker.temporary);
      expect(compute.length).toBeGreaterThan(0);
      // It computes on while nobody hears it, to the end of the job.
      await sleep(Math.max(0, 1000 * (partition.job - 10)));
      expect(await computeOf(worker.temporary)).toEqual(compute);
      await until('its compute has ended by itself', async () => (await computeOf(worker.temporary)).length === 0, 25);
      expect(worker.child.exitCode).toBeNull();
      await finishedByAnother(uuid, worker, partition.job);
      const { body: result } = await call(server, 'GET', `/api/workflow/${uuid}`);
      await sleep(Math.max(0, 1000 * partition.seconds - (performance.now() - began)));
      expect(worker.child.exitCode).toBeNull();
      expect(worker.output()).not.toMatch(refusal);
      const cutFor = (performance.now() - began) / 1000;
      worker.wire.mend();
      const mended = performance.now();
      await until('the refusal arrives', async () => refusal.test(worker.output()), 60);
      const refusedAfter = (performance.now() - mended) / 1000;
      await goesOn(worker);
      const worksAfter = (performance.now() - mended) / 1000;
      measured(
        `a worker cut off for ${cutFor.toFixed(0)} s: refused ${refusedAfter.toFixed(1)} s after, works again ${worksAfter.toFixed(1)} s after`,
      );
      expect((await call(server, 'GET', `/api/workflow/${uuid}`)).body).toEqual(result);
      await until('it counts as connected again', async () => {
        const { body } = await call<{ workers: number }>(server, 'GET', '/api/methods');
        return body.workers >= workers.filter(({ child }) => child.exitCode === null && !child.signalCode).length - 1;
      });
    },
  );

  // In `npm test` leases run out in queue/queue.test.ts, without waiting for them.
  test
    .runIf(fullRun)
    .concurrent(
      'reliability 5: a worker that hangs loses its lease, another one finishes; awake again its result is refused with the reason, and it works on',
      async () => {
        const { uuid, worker } = await start(4);
        worker.child.kill('SIGSTOP');
        await finishedByAnother(uuid, worker, 4);
        // Compute has ended meanwhile: its result lies in the pipe, and the worker will want to deliver it.
        await until('compute has ended', async () => (await computeOf(worker.temporary)).length === 0, 15);
        const { body: result } = await call(server, 'GET', `/api/workflow/${uuid}`);
        worker.child.kill('SIGCONT');
        await until('the refusal arrives', async () => refusal.test(worker.output()), 30);
        await goesOn(worker);
        expect((await call(server, 'GET', `/api/workflow/${uuid}`)).body).toEqual(result);
      },
    );
});

const shiftedDate = `
const { Date: Real } = globalThis;
const shift = Number(process.env.TEST_CLOCK_SHIFT_MS);
globalThis.Date = class Date extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }
  static now() {
    return Real.now() + shift;
  }
};
`;

const shiftedDatetime = (seconds: number) => `
import datetime, time
_real, _time, _shift = datetime.datetime, time.time, datetime.timedelta(seconds=${seconds})
class Shifted(_real):
    @classmethod
    def now(cls, tz=None):
        return _real.now(tz) + _shift
    @classmethod
    def utcnow(cls):
        return _real.utcnow() + _shift
datetime.datetime = Shifted
time.time = lambda: _time() + ${seconds}
`;

describe('reliability, wrong clocks', () => {
  let root = '';
  let server: Product & { address: string };
  const workers: RemoteWorker[] = [];

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-clocks-'));
    const data = path.join(root, 'data');
    server = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
    const key = await makeWorkerKey(data, root);
    const preload = path.join(root, 'shifted-date.mjs');
    await writeFile(preload, shiftedDate);
    for (const [name, seconds] of [
      ['fast', 600],
      ['slow', -600],
    ] as const) {
      const folder = path.join(root, `${name}-clock`);
      // Both halves of the worker have the wrong clock: the process in Node and compute in Python.
      const python = await quickProbe(folder, `export PYTHONPATH='${folder}':"$PYTHONPATH"`);
      await writeFile(path.join(folder, 'sitecustomize.py'), shiftedDatetime(seconds));
      workers.push(
        await startRemoteWorker(server, key, root, name, {
          CUVETTE_PYTHON: python,
          NODE_OPTIONS: `--import ${pathToFileURL(preload)}`,
          TEST_CLOCK_SHIFT_MS: String(seconds * 1000),
        }),
      );
    }
  });
  afterAll(async () => {
    await Promise.all(workers.map(endWorker));
    server.child.kill('SIGTERM');
    await server.exited;
    endAll();
    await rm(root, { recursive: true, force: true });
  });

  // In `npm test` clocks jump in queue/clock-jumps.test.ts.
  test.runIf(fullRun)(
    'reliability 7: a worker whose clock is ten minutes off changes nothing: all times are the server’s',
    async () => {
      const began = Date.now();
      const atoms = [
        { atomic_number: 8, position: [0, 0, 0.12] },
        { atomic_number: 1, position: [0, 0.76, -0.48] },
        { atomic_number: 1, position: [0, -0.76, -0.48] },
      ];
      const settings = { method: 'gfn2_xtb', mode: 'rapid', tasks: ['energy'] };
      const body = {
        name: 'water',
        workflow_type: 'basic_calculation',
        workflow_data: { mode: 'rapid', settings, tasks: ['energy'] },
        initial_molecule: { charge: 0, multiplicity: 1, atoms },
      };
      const seen = new Set<string>();
      const texts: string[] = [];
      await until('both have computed', async () => {
        const made = await Promise.all([1, 2].map(() => call(server, 'POST', '/api/workflow', { body })));
        for (const { status, body: item } of made) {
          expect(status).toBe(201);
          const uuid = String(item.uuid);
          const ended = await untilStatus(server, uuid, [2, 3, 4]);
          expect(ended).toMatchObject({ object_status: 2, error: null });
          // Water takes a moment; ten minutes would be seen here too.
          expect(ended.elapsed).toBeLessThan(60);
          expect(ended.elapsed).toBeGreaterThan(0);
          const attempts = await attemptsOf(server, uuid);
          expect(attempts).toMatchObject([{ status: 'completed' }]);
          seen.add(attempts[0]?.worker ?? '');
          const calculation = await call(server, 'GET', `/api/calculation/${ended.object_data.calculation_uuid}`);
          expect(calculation.body.provenance).toMatchObject({ started_at: expect.any(String) });
          expect(ended.provenance).toMatchObject({ started_at: expect.any(String), ended_at: expect.any(String) });
          texts.push(JSON.stringify([ended, attempts, calculation.body]));
        }
        return seen.size === 2;
      });
      // A job that runs for longer than a heartbeat: no lease is lost by a clock.
      const long = await Promise.all([submitSleep(server, { seconds: 6 }), submitSleep(server, { seconds: 6 })]);
      for (const uuid of long) {
        expect(await untilStatus(server, uuid, [2, 3, 4])).toMatchObject({
          object_status: 2,
          object_data: { slept: 6 },
        });
        const attempts = await attemptsOf(server, uuid);
        expect(attempts).toHaveLength(1);
        texts.push(JSON.stringify(attempts));
      }
      const times = texts.flatMap(
        (text) => text.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:\d\d)/g) ?? [],
      );
      expect(times.length).toBeGreaterThan(20);
      const outside = times.filter((time) => Date.parse(time) < began - 2000 || Date.parse(time) > Date.now() + 2000);
      expect(outside).toEqual([]);
    },
  );
});
