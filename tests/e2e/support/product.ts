import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attempt, MethodReport, WorkflowItem } from '@cuvette/core/entities';

/** The root of the checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const pinned = join(root, 'node_modules/.bin/node');
/** The Node that runs the product. */
const node = existsSync(pinned) ? pinned : process.execPath;

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Servers that still run: none outlives the tests, however they end. */
const servers = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3] ?? '' }] : [];
  });
}

/** Everything that a process started, at any depth. */
export function descendants(pid: number): Process[] {
  const all = processes();
  const found: Process[] = [];
  const open = [pid];
  while (open.length > 0) {
    const parent = open.pop();
    for (const one of all) {
      if (one.parent !== parent) continue;
      found.push(one);
      open.push(one.pid);
    }
  }
  return found;
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !processes().some((one) => one.pid === pid && /<defunct>/.test(one.command));
  } catch {
    return false;
  }
};

/** The really started product: `cuvette serve` with its embedded database and one worker, in a data directory of its own. */
export class Product {
  readonly data: string;
  readonly port: number;
  readonly origin: string;
  private readonly env: Record<string, string>;
  output = '';
  /** The owner's API key, made by the command line once the server runs. */
  key = '';
  /** The one-time link that the first start printed. */
  link = '';
  private server: ChildProcess | null = null;

  private constructor(data: string, port: number, env: Record<string, string>) {
    this.data = data;
    this.port = port;
    this.env = env;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /** Starts one in a fresh data directory, with settings besides. */
  static async start(env: Record<string, string> = {}): Promise<Product> {
    const port = Number(env.CUVETTE_PORT) || (await freePort());
    const product = new Product(mkdtempSync(join(tmpdir(), 'cuvette-e2e-')), port, env);
    await product.launch();
    try {
      product.link = /^Cuvette is ready: (\S+token=\S+)$/m.exec(product.output)?.[1] ?? '';
      if (!product.link) throw new Error(`the first start printed no one-time link:\n${product.output}`);
      product.key = product.command('user', 'key').trim().split(/\s/).at(-1) ?? '';
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  get pid(): number {
    if (!this.server?.pid) throw new Error('the server does not run');
    return this.server.pid;
  }

  /** Runs a `cuvette` command beside the server and returns what it prints. */
  command(...args: string[]): string {
    return execFileSync(node, ['packages/server/bin/cuvette.js', ...args, '--data', this.data], {
      cwd: root,
      encoding: 'utf8',
      timeout: 120_000,
    });
  }

  /** Starts the server on the product's data directory and waits until it says that it is ready. */
  async launch(): Promise<void> {
    const server = spawn(node, ['packages/server/bin/cuvette.js', 'serve'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CUVETTE_DATA: this.data,
        CUVETTE_PORT: String(this.port),
        CUVETTE_HOST: '127.0.0.1',
        CUVETTE_WORKERS: '1',
        CUVETTE_EXAMPLES: 'off',
        DATABASE_URL: '',
        ...this.env,
      },
    });
    this.server = server;
    servers.add(server);
    server.once('exit', () => servers.delete(server));
    this.output = '';
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        server.kill('SIGKILL');
        reject(new Error(`not ready after 300 s:\n${this.output}`));
      }, 300_000);
      const take = (text: string) => {
        this.output += text;
        if (!/^Cuvette is ready: \S+/m.test(this.output)) return;
        clearTimeout(limit);
        resolve();
      };
      server.stdout.setEncoding('utf8').on('data', take);
      server.stderr.setEncoding('utf8').on('data', take);
      server.once('exit', (code) => {
        clearTimeout(limit);
        reject(new Error(`the server ended with ${code}:\n${this.output}`));
      });
    });
  }

  /** Waits until the worker that the server started has reported what it can do. */
  async workerReady(): Promise<void> {
    await waitFor('a worker with GFN2-xTB', 300_000, async () => {
      const report = await this.get<MethodReport>('/api/methods');
      return report.workers > 0 && report.methods?.gfn2_xtb?.available === true;
    });
  }

  worker(): Process {
    const found = descendants(this.pid).find(({ command }) =>
      /cuvette\.js.* worker|worker\/main|cli\.ts worker/.test(command),
    );
    if (!found) throw new Error(`no worker among ${JSON.stringify(descendants(this.pid))}`);
    return found;
  }

  /** The recipe that runs now: the outermost Python process of the job. */
  compute(): Process | undefined {
    return descendants(this.pid).find(({ command }) => /cuvette_compute run/.test(command));
  }

  /** Ends the server's process alone, as a crash does. */
  async crash(): Promise<void> {
    const server = this.server;
    if (!server) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await gone;
    this.server = null;
  }

  /** Ends the product orderly and removes its data. */
  async stop(): Promise<void> {
    const server = this.server;
    if (server && server.exitCode === null && server.signalCode === null) {
      const started = descendants(this.pid);
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      const hard = setTimeout(() => server.kill('SIGKILL'), 60_000);
      await gone;
      clearTimeout(hard);
      for (const { pid } of started) {
        if (!isAlive(pid)) continue;
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended by itself between the question and the signal.
        }
      }
    }
    this.server = null;
    rmSync(this.data, { recursive: true, force: true });
  }

  async get<T>(path: string): Promise<T> {
    const { body } = await this.call<T>('GET', path);
    return body;
  }

  /** A call as the owner, with the API key. */
  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text || '{}') as T };
  }

  async submit(body: object): Promise<Item> {
    const { status, body: item } = await this.call<Item>('POST', '/api/workflow', body);
    if (status !== 201) throw new Error(`refused with ${status}: ${JSON.stringify(item)}`);
    return item;
  }

  /** Every try of a worker at an item. */
  attempts(uuid: string): Promise<Attempt[]> {
    return this.get<Attempt[]>(`/api/workflow/${uuid}/attempts`);
  }

  /** Waits until an item is finished. */
  async finished(uuid: string, limit = 480_000): Promise<Item> {
    let item = await this.get<Item>(`/api/workflow/${uuid}`);
    await waitFor(`the end of ${uuid}`, limit, async () => {
      item = await this.get<Item>(`/api/workflow/${uuid}`);
      return item.object_status >= 2 && item.object_status <= 4;
    });
    return item;
  }

  /** Waits until an item runs and has got somewhere. */
  async underWay(uuid: string, percent: number): Promise<Item> {
    let item = await this.get<Item>(`/api/workflow/${uuid}`);
    await waitFor(`${percent} % of ${uuid}`, 300_000, async () => {
      item = await this.get<Item>(`/api/workflow/${uuid}`);
      if (item.object_status >= 2)
        throw new Error(`finished too early: ${JSON.stringify(item.error)} ${item.object_status}`);
      return item.object_status === 1 && (item.progress?.percent ?? 0) >= percent;
    });
    return item;
  }
}

/** An item of the two first types, with the parts of its data that the tests look at. */
export type Item = WorkflowItem & {
  object_data: { energies: number[]; conformer_uuids: string[][]; calculation_uuid: string };
};

/** What is refused, as text. */
export interface Refusal {
  detail: string;
  field?: string;
}

/** Asks again and again until the answer is yes. */
export async function waitFor(what: string, limit: number, ask: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + limit;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What `/api/workflow` takes for a conformer search with GFN2-xTB. */
export function conformerSearch(smiles: string, more: object = {}) {
  return {
    name: smiles,
    folder_uuid: null,
    workflow_type: 'conformer_search',
    initial_smiles: smiles,
    workflow_data: {
      conf_gen_mode: 'rapid',
      mso_mode: 'manual',
      multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
      ...more,
    },
  };
}

export const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.119] },
    { atomic_number: 1, position: [0, 0.763, -0.477] },
    { atomic_number: 1, position: [0, -0.763, -0.477] },
  ],
};

/** The same molecule as a file. */
export const waterXyz = '3\nwater\nO 0 0 0.119\nH 0 0.763 -0.477\nH 0 -0.763 -0.477\n';

/** What `/api/workflow` takes for a calculation with GFN2-xTB. */
export function calculation(molecule: object, tasks: string[], mode = 'rapid') {
  return {
    name: `calculation: ${tasks.join(', ')}`,
    folder_uuid: null,
    workflow_type: 'basic_calculation',
    initial_molecule: molecule,
    workflow_data: { settings: { method: 'gfn2_xtb', tasks, mode } },
  };
}

/** GFN2-xTB energy in Hartree of atoms in Å, computed here and now, past the product, by the same library. */
export function gfn2Energy(molecule: {
  atoms: { atomic_number: number; position: number[] }[];
  charge: number;
}): number {
  const script = `
import json, sys
import numpy as np
from tblite.interface import Calculator
m = json.load(sys.stdin)
c = Calculator("GFN2-xTB", np.array([a["atomic_number"] for a in m["atoms"]]), np.array([a["position"] for a in m["atoms"]]) / 0.529177210903, charge=m["charge"])
c.set("verbosity", 0)
print(repr(float(c.singlepoint().get("energy"))))`;
  const output = execFileSync(join(root, 'packages/compute/.venv/bin/python'), ['-c', script], {
    input: JSON.stringify(molecule),
    encoding: 'utf8',
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
  });
  return Number(output.trim().split('\n').at(-1));
}
