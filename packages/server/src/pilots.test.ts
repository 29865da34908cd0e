import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fullRun } from './testing/load.ts';
import { pilotSettings } from './testing/pilot-settings.ts';
import {
  attemptsOf,
  endAll,
  type Product,
  processes,
  startCuvette,
  startProduct,
  submitSleep,
  until,
  untilStatus,
} from './testing/product.ts';
import { makeWorkerKey, quickProbe } from './testing/remote-worker.ts';

/*
 * `cuvette pilots` with PSI/J's local executor: the controller and the workers that it starts are really started. With a real Slurm:
 * `pilots-on-slurm.test.ts`.
 */

const token = 'the-token-of-the-demand-of-tests';
let root = '';
let server: Product & { address: string };
let settings: Awaited<ReturnType<typeof pilotSettings>>;
let controllers: Product[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cuvette-pilots-'));
  server = await startProduct(path.join(root, 'data'), root, { CUVETTE_WORKERS: '0', CUVETTE_DEMAND_TOKEN: token });
  settings = await pilotSettings({
    root,
    server: server.address,
    token,
    workerKey: await makeWorkerKey(path.join(root, 'data'), root),
    python: await quickProbe(path.join(root, 'python')),
  });
});
afterEach(async () => {
  for (const controller of controllers) controller.child.kill('SIGTERM');
  await Promise.all(controllers.map(({ exited }) => exited));
  controllers = [];
});
afterAll(async () => {
  for (const { pid } of await pilotsThere()) process.kill(pid, 'SIGKILL');
  endAll();
  await server?.exited;
  await rm(root, { recursive: true, force: true });
});

async function startController(more: Parameters<typeof settings>[0] = {}): Promise<Product> {
  const controller = startCuvette(['pilots', '--settings', await settings(more)], root);
  controllers.push(controller);
  return controller;
}

/** The workers that controllers of this file started, known by the address or the folder that they work for. */
const pilotsThere = async () =>
  (await processes('worker --server')).filter(
    ({ command }) => command.includes(`--server ${server.address} `) || command.includes(`--server file://${root}/`),
  );

const noPilots = () => until('all pilots ended', async () => (await pilotsThere()).length === 0);

test('from no pilot to two and back, also when the controller is killed between', async () => {
  const items = await Promise.all([submitSleep(server, { seconds: 2 }), submitSleep(server, { seconds: 2 })]);
  const killed = await startController();
  await until('two pilots run', async () => killed.output().match(/was submitted/g)?.length === 2);
  // The command of Node hands its end on; the controller itself is the Python below it.
  const [python] = await processes(`cuvette_pilots --settings ${root}/`);
  process.kill(python?.pid ?? 0, 'SIGKILL');
  await killed.exited;
  const controller = await startController();
  await until('it finds its pilots', async () =>
    controller.output().includes('Found 2 pilots of an earlier controller'),
  );
  for (const uuid of items) await untilStatus(server, uuid, [2]);
  expect((await attemptsOf(server, items[0] ?? ''))[0]?.worker).toMatch(/^lab-cpu/);
  await noPilots();
  expect(controller.output()).not.toContain('was submitted');
});

test.runIf(fullRun)('a worker whose node has no network works over a folder that the controller relays', async () => {
  const uuid = await submitSleep(server, { seconds: 1, files: true });
  const controller = await startController({
    top: { network: '"relay"', spool: `"${root}/spool"`, state: `"${root}/relayed"` },
  });
  const done = await untilStatus(server, uuid, [2]);
  expect(done.object_data).toMatchObject({ steps: 1 });
  const [pilot] = await processes(`--server file://${root}/spool`);
  expect(pilot?.command ?? '').not.toContain(server.address);
  await noPilots();
  expect(controller.output()).toContain('was submitted');
});

test('--check says what would be submitted and why, and submits nothing', async () => {
  await submitSleep(server, { seconds: 1 });
  const controller = startCuvette(['pilots', '--check', '--settings', await settings()], root);
  expect(await controller.exited).toBe(0);
  expect(controller.output()).toContain('cpu: 1 cores, 2048 MB, 3600 s; its workers are called lab-cpu');
  expect(controller.output()).toMatch(/worker --server \S+ --name lab-cpu --walltime 3600 --idle 3/);
  expect(controller.output()).toContain('items that wait for it: 1;');
  expect(await pilotsThere()).toEqual([]);
  const wrong = startCuvette(['pilots', '--check', '--settings', await settings({ top: { name: '"a;id"' } })], root);
  expect(await wrong.exited).toBe(1);
  expect(wrong.output()).toContain('name must be at most 20 lower-case letters, digits and underscores');
});
