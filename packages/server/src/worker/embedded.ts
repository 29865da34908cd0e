import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Config } from '../config.ts';
import { clusterVariables } from './cluster-bridge.ts';
import { placesOfPrograms } from './environment.ts';

/** The workers that a server starts itself. */
export interface EmbeddedWorkers {
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts workers as children, and again (with growing pauses) when one dies. They end with this process: their standard input closes. `onDeath` gets
 * the name of one that died.
 */
export function startEmbeddedWorkers(
  config: Config,
  server: string,
  key: string,
  log: (text: string) => void,
  onDeath: (name: string) => void,
): EmbeddedWorkers {
  let stopping = false;
  const children = new Set<ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();

  const start = (number: number, pauseMs: number): void => {
    const began = Date.now();
    const child = spawn(
      process.execPath,
      [
        ...process.execArgv,
        path.join(import.meta.dirname, '../../bin/cuvette.js'),
        'worker',
        '--embedded',
        '--server',
        server,
        '--name',
        `embedded-${number}`,
      ],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
        env: {
          PATH: process.env.PATH ?? '',
          HOME: process.env.HOME ?? '/',
          ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}),
          ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
          ...(process.env.CUVETTE_TEST_RECIPES ? { CUVETTE_TEST_RECIPES: process.env.CUVETTE_TEST_RECIPES } : {}),
          ...(process.env.CUDA_VISIBLE_DEVICES === undefined
            ? {}
            : { CUDA_VISIBLE_DEVICES: process.env.CUDA_VISIBLE_DEVICES }),
          ...placesOfPrograms(),
          ...(process.env.CUVETTE_SANDBOX ? { CUVETTE_SANDBOX: process.env.CUVETTE_SANDBOX } : {}),
          CUVETTE_DATA: config.data,
          CUVETTE_PYTHON: config.python,
          CUVETTE_THREADS: String(config.threads),
          ...(config.dask === null ? {} : { ...clusterVariables(), CUVETTE_DASK: config.dask }),
          CUVETTE_JOB_SECONDS: String(config.jobSeconds),
          CUVETTE_JOB_MEMORY_MB: String(config.jobMemoryMb),
          CUVETTE_JOB_OUTPUT_MB: String(config.jobOutputMb),
        },
      },
    );
    children.add(child);
    child.stdin?.on('error', () => {});
    // Not by the environment, which other processes of this user can read: a job without a sandbox is one.
    child.stdin?.write(`${key}\n`);
    child.stderr?.on('data', (chunk: Buffer) => log(chunk.toString().trimEnd()));
    child.once('error', (error) => log(`A worker could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      children.delete(child);
      if (stopping) return;
      onDeath(`embedded-${number}`);
      const pause = Date.now() - began > 60_000 ? 500 : Math.min(pauseMs * 2, 30_000);
      log(`Worker embedded-${number} ended (${signal ?? `status ${code}`}); it is started again in ${pause / 1000} s.`);
      const timer = setTimeout(() => {
        timers.delete(timer);
        start(number, pause);
      }, pause);
      timers.add(timer);
    });
  };
  for (let number = 1; number <= config.workers; number += 1) start(number, 250);
  return {
    async stop(graceMs) {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      const ends = [...children].map(
        (child) =>
          new Promise<void>((resolve) => {
            child.once('exit', () => resolve());
            child.stdin?.end();
            child.kill('SIGTERM');
            setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
          }),
      );
      await Promise.all(ends);
    },
  };
}
