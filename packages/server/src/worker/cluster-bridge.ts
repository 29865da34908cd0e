import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { ConfigProblem } from '../config.ts';
import { computeEnvironment } from './environment.ts';

/** Milliseconds that a bridge may take to end the use of a cluster, with the jobs of a batch system that it started. */
const endingMs = 30_000;

/** Variables of the worker that a bridge needs: Dask's own settings and where the commands of batch systems find theirs. */
const passedOn = /^(DASK_|SLURM_|PBS_|LSF_|SGE_|CONDOR_|_CONDOR_|OAR_|LD_LIBRARY_PATH$|SSL_CERT_|CUVETTE_SANDBOX$)/;

/** Those of these variables that are set: a server hands them on to its workers. */
export function clusterVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => passedOn.test(entry[0])),
  );
}

function environment(dask: string): Record<string, string> {
  const home = process.env.HOME ?? '/';
  const temporary = process.env.TMPDIR ?? '/tmp';
  return { ...computeEnvironment(home, 1), TMPDIR: temporary, ...clusterVariables(), CUVETTE_DASK: dask };
}

/** Throws `ConfigProblem` where a worker's setting describes no cluster, or Dask is not installed. */
export async function checkDask(python: string, dask: string): Promise<void> {
  try {
    const options = { env: environment(dask), timeout: 60_000 };
    await promisify(execFile)(python, ['-m', 'cuvette_compute', 'bridge', '--check'], options);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ConfigProblem(stderr?.trim().split('\n').at(-1) || message);
  }
}

/**
 * Gives a job a way to a Dask cluster: when it first writes to its channel, the bridge (`cuvette_compute/runtime/cluster`) is started at the other end, outside of
 * the job's sandbox. It passes bytes on and reads none of them. It ends with the job, or with this process, whichever comes first; what ends it later than
 * it should is SIGKILL.
 */
export function bridgeTo(dask: string, python: string, control: Duplex, log: (text: string) => void): void {
  let child: ChildProcess | null = null;
  control.on('error', () => {});
  control.once('readable', () => {
    if (control.readableLength === 0) return;
    child = spawn(python, ['-m', 'cuvette_compute', 'bridge'], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment(dask),
    });
    child.on('error', (error) => {
      log(`What speaks with the Dask cluster could not be started: ${error.message}`);
      control.end();
    });
    child.stdin?.on('error', () => {});
    child.stderr?.on('data', (chunk: Buffer) => log(chunk.toString().trimEnd()));
    if (child.stdin) control.pipe(child.stdin);
    child.stdout?.pipe(control);
  });
  control.once('close', () => {
    const running = child;
    if (running === null || running.exitCode !== null) return;
    running.stdin?.end();
    const timer = setTimeout(() => running.kill('SIGKILL'), endingMs);
    running.once('exit', () => clearTimeout(timer));
  });
}
