import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullRun } from './testing/load.ts';
import { pilotSettings } from './testing/pilot-settings.ts';
import {
  attemptsOf,
  endAll,
  type Product,
  startCuvette,
  startProduct,
  submitSleep,
  until,
  untilProgress,
  untilStatus,
} from './testing/product.ts';
import { makeWorkerKey, quickProbe } from './testing/remote-worker.ts';
import { slurmIsHere, startSlurm, type TestSlurm } from './testing/slurm.ts';

/*
 * `cuvette pilots` on a real Slurm of one node, which this file starts: Debian's slurm-wlm, as root. Elsewhere it is left out.
 */

const token = 'the-token-of-the-demand-of-tests';
const here = fullRun && (await slurmIsHere());

describe.runIf(here)('pilots on Slurm', () => {
  let root = '';
  let slurm: TestSlurm;
  let server: Product & { address: string };
  let settings: Awaited<ReturnType<typeof pilotSettings>>;
  let controller: Product;

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-slurm-'));
    slurm = await startSlurm(path.join(root, 'slurm'));
    server = await startProduct(path.join(root, 'data'), root, { CUVETTE_WORKERS: '0', CUVETTE_DEMAND_TOKEN: token });
    settings = await pilotSettings({
      root,
      server: server.address,
      token,
      workerKey: await makeWorkerKey(path.join(root, 'data'), root),
      python: await quickProbe(path.join(root, 'python')),
    });
    controller = await start();
  });
  afterAll(async () => {
    controller?.child.kill('SIGTERM');
    await controller?.exited;
    await slurm?.stop();
    endAll();
    await server?.exited;
    await rm(root, { recursive: true, force: true });
  });

  async function start(more: Parameters<typeof settings>[0] = {}): Promise<Product> {
    const file = await settings({
      ...more,
      top: { system: '"slurm"', idle_minutes: 0.2, poll_seconds: 1, ...more.top },
      pilot: { partition: '"main"', ...more.pilot },
    });
    return startCuvette(['pilots', '--settings', file], root, slurm.env);
  }
  const running = async (count: number) =>
    until(`${count} pilots run`, async () => {
      const jobs = await slurm.jobs().catch(() => []);
      return jobs.filter(({ state }) => state === 'R').length === count && jobs;
    });
  const none = () => until('no pilot is left', async () => (await slurm.jobs()).length === 0);

  test('from no pilot to two and back', async () => {
    expect(await slurm.jobs()).toEqual([]);
    const items = await Promise.all([submitSleep(server, { seconds: 5 }), submitSleep(server, { seconds: 5 })]);
    const jobs = await running(2);
    for (const { name } of jobs) expect(name).toMatch(/^cuvette-lab-cpu-[0-9a-f]{8}$/);
    for (const uuid of items) expect((await untilStatus(server, uuid, [2])).object_data).toMatchObject({ steps: 5 });
    await none();
  });

  test('a pilot that its time limit ends loses the step that it was in, and no item', async () => {
    const uuid = await submitSleep(server, { seconds: 90 });
    const [job] = await running(1);
    await untilProgress(server, uuid);
    // Slurm counts limits in minutes and looks twice a minute: the job is ended within a minute and a half, in the middle of its work.
    await slurm.command('scontrol', 'update', `jobid=${job?.id}`, 'TimeLimit=1');
    const done = await untilStatus(server, uuid, [2], 400);
    const attempts = await attemptsOf(server, uuid);
    expect(attempts.length).toBeGreaterThanOrEqual(2);
    expect(attempts.at(-1)?.status).toBe('completed');
    expect(['lost', 'released']).toContain(attempts[0]?.status);
    // What the second attempt slept is what the first had not finished, but for the one second that was under way.
    const { slept, steps } = done.object_data as { slept: number; steps: number };
    expect(steps).toBe(90);
    expect(slept).toBeLessThan(89);
    await none();
  }, 600_000);

  test('a pilot whose walltime ends gives the item back before', async () => {
    controller.child.kill('SIGTERM');
    await controller.exited;
    controller = await start({ pilot: { walltime: '"00:01:00"' } });
    const uuid = await submitSleep(server, { seconds: 70 });
    await untilStatus(server, uuid, [2], 400);
    const attempts = await attemptsOf(server, uuid);
    expect(attempts[0]?.status).toBe('released');
    expect(attempts.at(-1)?.status).toBe('completed');
    await none();
    controller.child.kill('SIGTERM');
    await controller.exited;
    controller = await start();
  }, 600_000);

  test('scancel from outside: the item goes on with another pilot', async () => {
    const uuid = await submitSleep(server, { seconds: 20 });
    const [job] = await running(1);
    await untilProgress(server, uuid);
    await slurm.command('scancel', job?.id ?? '');
    await untilStatus(server, uuid, [2]);
    expect((await attemptsOf(server, uuid)).length).toBe(2);
    await none();
  });

  test('slurmctld is away for a minute: pilots work on, none is submitted twice, and the controller goes on', async () => {
    const uuid = await submitSleep(server, { seconds: 30 });
    await running(1);
    await untilProgress(server, uuid);
    await slurm.stopController();
    const later = await submitSleep(server, { seconds: 2 });
    await until(
      'the controller notices',
      async () => controller.output().includes('The batch system does not answer'),
      200,
    );
    await sleep(60_000);
    expect((await untilStatus(server, uuid, [2])).object_data).toMatchObject({ attempt: 1 });
    await slurm.startController();
    await untilStatus(server, later, [2]);
    await none();
    expect(controller.child.exitCode).toBeNull();
  }, 600_000);

  test('pilots that wait are cancelled when nothing waits any more, and when the controller ends', async () => {
    // Both processors of the node are taken, so that pilots wait.
    const blocker = (
      await slurm.command('sbatch', '--parsable', '-c', '2', '-o', '/dev/null', '--wrap', 'sleep 600')
    ).trim();
    const uuid = await submitSleep(server, { seconds: 1 });
    const waits = () =>
      until('a pilot waits', async () =>
        (await slurm.jobs()).some(({ state, name }) => state === 'PD' && /^cuvette-/.test(name)),
      );
    const left = () =>
      until('no pilot waits', async () => (await slurm.jobs()).every(({ name }) => !/^cuvette-/.test(name)));
    await waits();
    const { call } = await import('./testing/test-server.ts');
    await call(server, 'POST', `/api/workflow/${uuid}/stop`, { body: {} });
    await left();
    await submitSleep(server, { seconds: 1 });
    await waits();
    controller.child.kill('SIGTERM');
    await controller.exited;
    await left();
    await slurm.command('scancel', blocker);
    controller = await start();
    await none();
  });

  test('a partition that does not exist: the words of Slurm, and a pause that grows', async () => {
    const wrong = await start({ top: { name: '"wrong"' }, pilot: { partition: '"nowhere"' }, file: 'wrong.toml' });
    controller.child.kill('SIGTERM');
    await controller.exited;
    const uuid = await submitSleep(server, { seconds: 1 });
    await until('Slurm refuses', async () => /Submitting failed.*\n?.*nvalid partition/.test(wrong.output()));
    expect(wrong.output()).toContain('The next try is in 30 s.');
    wrong.child.kill('SIGTERM');
    await wrong.exited;
    controller = await start();
    await untilStatus(server, uuid, [2]);
    await none();
  });
});
