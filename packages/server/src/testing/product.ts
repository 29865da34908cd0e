import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../config.ts';
import { useTemplate } from './databases.ts';
import { patience } from './load.ts';
import { call, ownerKey } from './test-server.ts';

const launcher = path.join(import.meta.dirname, '../../bin/cuvette.js');

/** Where Node keeps what it compiled, from one start to the next and from one run of the tests to the next: half of the time of a start. */
export const compiled = path.join(checkout, 'node_modules/.cache/cuvette-tests');

/** A really started `cuvette` process. */
export interface Product {
  child: ChildProcess;
  /** Everything it printed so far. */
  output: () => string;
  exited: Promise<number | null>;
}

const started = new Set<ChildProcess>();

/** Ends every process that was started here and still runs: none outlives its tests, also when they fail. */
export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
}

/** Starts `cuvette ...`; `temporary` becomes TMPDIR, so that its job processes can be told from others'. */
export function startCuvette(
  args: string[],
  temporary: string,
  env: Record<string, string> = {},
  user: { uid: number; gid: number } | null = null,
): Product {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: temporary,
      TMPDIR: temporary,
      CUVETTE_TEST_RECIPES: '1',
      CUVETTE_EXAMPLES: 'off',
      NODE_COMPILE_CACHE: compiled,
      ...(process.env.CUVETTE_PYTHON ? { CUVETTE_PYTHON: process.env.CUVETTE_PYTHON } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user ?? {}),
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, output: () => text, exited };
}

/** Asks again until the answer is not null or false. Throws with `what` when it takes too long: `seconds` in `npm run test:load`, longer elsewhere. */
export async function until<T>(what: string, ask: () => Promise<T | null | false>, seconds = 120): Promise<T> {
  const most = patience(seconds);
  const end = Date.now() + most * 1000;
  for (;;) {
    const found = await ask();
    if (found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`Waited ${most} s in vain: ${what}`);
    await sleep(50);
  }
}

/** Starts `cuvette serve` with the owner's key and waits until it is ready. */
export async function startProduct(
  data: string,
  temporary: string,
  env: Record<string, string> = {},
  port = 0,
): Promise<Product & { address: string }> {
  const embedded = env.DATABASE_URL === undefined;
  if (embedded && !(await stat(path.join(data, 'database')).catch(() => null))) await useTemplate(data);
  const product = startCuvette(['serve', '--port', String(port), '--data', data], temporary, {
    CUVETTE_OWNER_EMAIL: 'owner@example.org',
    CUVETTE_OWNER_API_KEY: ownerKey,
    ...env,
  });
  const address = await until('the server is ready', async () => {
    if (product.child.exitCode !== null) throw new Error(`The server ended: ${product.output()}`);
    return /Cuvette is ready: (http:\/\/[^/\s]+)/.exec(product.output())?.[1] ?? null;
  });
  return { ...product, address };
}

/** Processes whose command line holds a text, by the process table. */
export async function processes(text: string): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    if (command.includes(text)) found.push({ pid: Number(name), command });
  }
  return found;
}

/** Where the directories of jobs, uploads and the converter are, of processes that have this temporary directory. */
export const temporaryIn = (root: string): string => path.join(root, `cuvette-user-${process.getuid?.() ?? 0}`);

/** The compute processes of jobs under a temporary directory (the Python ones, not the shells that guard them). */
export async function computeOf(temporary: string): Promise<number[]> {
  const found = await processes(path.join(temporaryIn(temporary), 'cuvette-job-'));
  return found.filter(({ command }) => !command.startsWith('/bin/sh')).map(({ pid }) => pid);
}

/** The workers that a server started. */
export async function workersOf(address: string): Promise<number[]> {
  return (await processes(`--server ${address}`)).map(({ pid }) => pid);
}

/** An item as tests look at it. */
export interface SeenItem {
  uuid: string;
  object_status: number;
  object_data: Record<string, unknown>;
  progress: { stage: string; percent: number } | null;
  error: { error_class: string; message: string } | null;
  [key: string]: unknown;
}

/** Submits a job of the test recipe. */
export async function submitSleep(server: { address: string }, data: Record<string, unknown>): Promise<string> {
  const made = await call<SeenItem>(server, 'POST', '/api/workflow', {
    body: { name: 'sleep', workflow_type: 'test_sleep', workflow_data: data },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.uuid;
}

/** Waits until an item is in one of these states. */
export function untilStatus(
  server: { address: string },
  uuid: string,
  statuses: number[],
  seconds = 120,
): Promise<SeenItem> {
  return until(
    `item ${uuid} is ${statuses.join(' or ')}`,
    async () => {
      const { body } = await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`);
      return statuses.includes(body.object_status) ? body : null;
    },
    seconds,
  );
}

/** Waits until a running item has done at least one step. */
export function untilProgress(server: { address: string }, uuid: string): Promise<SeenItem> {
  return until(`item ${uuid} makes progress`, async () => {
    const { body } = await call<SeenItem>(server, 'GET', `/api/workflow/${uuid}`);
    return body.object_status === 1 && (body.progress?.percent ?? 0) > 0 ? body : null;
  });
}

/** An attempt at an item, as its page shows it. */
interface Attempt {
  worker: string;
  status: string;
  error_class: string | null;
  signal: string | null;
  log_tail: string;
}

/** The attempts at an item. */
export async function attemptsOf(server: { address: string }, uuid: string): Promise<Attempt[]> {
  return (await call<Attempt[]>(server, 'GET', `/api/workflow/${uuid}/attempts`)).body;
}

/** Makes a worker key on the running server of a data directory. */
export async function workerKeyOf(data: string): Promise<string> {
  const admin = JSON.parse(await readFile(path.join(data, 'admin.json'), 'utf8')) as { address: string; token: string };
  const made = await call<{ answer: string }>(admin, 'POST', '/api/admin', {
    key: null,
    body: { command: 'worker_key', name: 'test' },
    headers: { 'x-cuvette-admin': admin.token },
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body.answer;
}
