import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout, readConfig } from '../config.ts';
import { fullRun } from '../testing/load.ts';
import { runAttempt } from './attempt.ts';
import type { JobLimits } from './job-limits.ts';
import { findSandbox, noSandbox } from './sandbox.ts';
import type { ServerClient } from './server-client.ts';
import { createWarmCompute, type WarmCompute } from './warm-process.ts';

const { python } = readConfig([], process.env);
const source = path.join(checkout, 'packages/compute/src');
const walls = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
const askVersion = 'from cuvette_compute.runtime import landlock; landlock.version()';
const rules = spawnSync(python, ['-c', askVersion], { env: { PYTHONPATH: source } }).status === 0;
const types = { solubility: {}, test_sleep: {}, docking: { do_csearch: false } };

/** One attempt with the real compute; what was delivered of it. */
async function attempt(
  limits: JobLimits,
  warm: WarmCompute,
  type: string,
  data: Record<string, unknown>,
  stopAt?: string,
): Promise<{ text: string; group: string; ending: Record<string, unknown> }> {
  const lines: string[] = [];
  let ending: Record<string, unknown> = {};
  const client: ServerClient = {
    register: () => Promise.reject(new Error('unused')),
    claim: () => Promise.reject(new Error('unused')),
    heartbeat: () => Promise.reject(new Error('unused')),
    filePart: () => Promise.reject(new Error('unused')),
    events: async (body) => {
      lines.push(...(body as { events: unknown[] }).events.map((event) => JSON.stringify(event)));
      if (stopAt !== undefined && lines.some((line) => line.includes(stopAt))) running.stop('stopped');
      return {};
    },
    finish: async (body) => {
      ending = body as Record<string, unknown>;
    },
  };
  const job = { uuid: randomUUID(), attempt: 1, type, data, options: { enumerate_stereo: false }, threads: 1, seed: 1 };
  const claimed = {
    attempt: randomUUID(),
    token: randomUUID(),
    claimed_at: new Date().toISOString(),
    job: { protocol: 1 as const, ...job, steps: {}, proteins: {} },
  };
  const running = runAttempt(client, claimed, limits, () => {}, warm);
  await running.done;
  const text = lines.join('\n');
  return { text, group: /process group (\d+)/.exec(text)?.[1] ?? '', ending };
}

const solubility = (smiles: string) => ({
  initial_smiles: smiles,
  solubility_method: 'esol_crippen',
  solvents: ['O'],
  temperatures: [298.15],
});

const { PATH } = process.env;
/** What shuts jobs in, with a path of programs with which it is what is found. */
const cases = [
  { name: 'without a sandbox', shut: false, programs: PATH },
  ...(walls ? [{ name: 'in bubblewrap', shut: true, programs: PATH }] : []),
  ...(rules ? [{ name: 'in Landlock', shut: true, programs: '/nowhere' }] : []),
];

describe.each(cases)('a warm compute process $name', ({ shut, programs }) => {
  const told: string[] = [];
  let limits: JobLimits;
  let folder = '';
  let warm: WarmCompute;
  const solve = (smiles: string) => attempt(limits, warm, 'solubility', solubility(smiles));
  const solved = (ending: Record<string, unknown>) =>
    (ending.result as { data: { solubilities: { O: { solubilities: number[] } } } }).data.solubilities.O
      .solubilities[0];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-warm-'));
    process.env.PATH = programs;
    const question = { setting: 'required', hidden: [], directory: folder, python };
    const sandbox = await (shut ? findSandbox(question) : noSandbox);
    process.env.PATH = PATH;
    limits = { python, threads: 1, seconds: 120, memoryMb: 8192, outputMb: 4, sandbox };
    warm = createWarmCompute(limits, types, (text) => told.push(text));
  });
  afterAll(async () => {
    await warm.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('computes one job after the other, each with its own result; a job that crashes or leaves costs itself only', async () => {
    const first = await solve('c1ccccc1');
    expect(first.ending).toMatchObject({ outcome: 'completed', exit_code: 0 });
    expect(solved(first.ending)).toBeCloseTo(-1.93, 1);
    const crashed = await attempt(limits, warm, 'test_sleep', { seconds: 0, behaviour: 'crash' });
    expect(crashed.ending).toMatchObject({
      outcome: 'failed',
      error: { error_class: 'random_error' },
      signal: 'SIGSEGV',
    });
    const left = await attempt(limits, warm, 'test_sleep', { seconds: 0, behaviour: 'exit' });
    expect(left.ending).toMatchObject({ outcome: 'failed', error: { error_class: 'unknown_error' }, exit_code: 3 });
    const refused = await solve('c1ccccc');
    expect(refused.ending).toMatchObject({ outcome: 'failed', error: { error_class: 'input_error' } });
    const last = await solve('CCO');
    expect(solved(last.ending)).toBeCloseTo(-0.04, 1);
    expect(new Set([first, crashed, left, refused, last].map(({ group }) => group)).size).toBe(1);
    expect(told).toEqual([]);
  });

  test.runIf(programs === PATH || fullRun)(
    'a job that is stopped, or prints without end, ends with the process, and the next one gets another',
    async () => {
      const before = await solve('CCO');
      const stopped = await attempt(limits, warm, 'test_sleep', { seconds: 300 }, 'second/0');
      expect(stopped.ending).toMatchObject({ outcome: 'stopped' });
      expect(stopped.group).toBe(before.group);
      const spam = await attempt(limits, warm, 'test_sleep', { seconds: 0, behaviour: 'spam' });
      expect(spam.ending).toMatchObject({ outcome: 'failed', error: { error_class: 'resource_error' } });
      const next = await solve('CCO');
      expect(next.ending).toMatchObject({ outcome: 'completed' });
      expect(new Set([before.group, spam.group, next.group]).size).toBe(3);
      // Of those that were ended nothing is left.
      expect(await readFile(`/proc/${before.group}/cmdline`, 'utf8').catch(() => '')).toBe('');
    },
  );

  // Without a sandbox a job may write wherever the worker's user may: no files are left then. What it did to its own process, and what it left running, is gone all the same.
  const poisoned = (behaviour: string) => attempt(limits, warm, 'test_sleep', { seconds: 0, behaviour, files: shut });
  test('a job finds nothing of the one before it, which did what it could', async () => {
    const before = await solve('CCO');
    const poison = await poisoned('poison');
    expect(poison.ending).toMatchObject({ outcome: 'completed' });
    // The process that it left ended with it.
    expect(spawnSync('pgrep', ['-f', '^sleep 277$']).stdout.toString()).toBe('');
    const look = await poisoned('look');
    expect(look.ending).toMatchObject({ outcome: 'failed', error: { message: 'Found: nothing.' } });
    const after = await solve('CCO');
    expect(solved(after.ending)).toBe(solved(before.ending));
    expect(new Set([before, poison, look, after].map(({ group }) => group)).size).toBe(1);
  });

  test('other types, and jobs of a type with other data, are left to a process of their own', async () => {
    for (const [type, data] of [
      ['pka', {}],
      ['docking', { do_csearch: true }],
    ] as const) {
      const claimed = { protocol: 1 as const, uuid: randomUUID(), attempt: 1, type, data };
      const job = { ...claimed, options: { enumerate_stereo: false }, threads: 1, seed: 1, steps: {}, proteins: {} };
      expect(await warm.start(job, 0)).toBeNull();
    }
  });
});

test('where Python cannot be kept warm each job gets a process of its own, and the log says why once', async () => {
  const told: string[] = [];
  const limits = { python: '/bin/false', threads: 1, seconds: 60, memoryMb: 8192, outputMb: 4, sandbox: noSandbox };
  const warm = createWarmCompute(limits, types, (text) => told.push(text));
  const works = { ...limits, python };
  for (const smiles of ['CCO', 'CO']) {
    const { ending } = await attempt(works, warm, 'solubility', solubility(smiles));
    expect(ending).toMatchObject({ outcome: 'completed' });
  }
  expect(told).toEqual([expect.stringContaining('a warm one does not work here')]);
  await warm.stop();
});
