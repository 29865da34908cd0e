import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkout } from '../config.ts';

const compute = path.join(checkout, 'packages/compute');

/** A Dask cluster of processes on this machine. */
export interface DaskCluster {
  /** What CUVETTE_DASK is set to. */
  address: string;
  /** The processes of its Dask workers now: a new one follows each that is killed. */
  workers(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Process numbers of the children of a process; none of one that has ended. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Starts a scheduler with so many Dask workers of one thread, and waits until all are there. They end with this process. */
export async function startDaskCluster(python: string, count: number): Promise<DaskCluster> {
  const child = spawn(python, [path.join(compute, 'tests/local_cluster.py'), String(count)], {
    env: { ...process.env, PYTHONPATH: path.join(compute, 'src') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The Dask cluster ended before it was there')));
  // It ends some day in any case.
  ended.catch(() => {});
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  const { address } = JSON.parse(line) as { address: string };
  return {
    address,
    async workers() {
      const found: number[] = [];
      for (const pid of await childrenOf(child.pid ?? 0)) {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        // What Python's multiprocessing calls a process that it has started.
        if (command.includes('spawn_main')) found.push(pid);
      }
      return found;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
