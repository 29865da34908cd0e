import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '../config.ts';

const run = promisify(execFile);
const interpreter = path.join(checkout, 'packages/server/.venv/bin/python');
/** The interpreter with client 3.x, which `npm run test:full` and `npm run client-walk` set up where there is a Python 3.12. */
const newerInterpreter = path.join(checkout, 'packages/server/.venv/client-3/bin/python');

/** Whether the set-up for testing made the environment with the Python client. */
export async function hasPythonClient(): Promise<boolean> {
  return (await stat(interpreter).catch(() => null)) !== null;
}

/** Runs a script of this folder that makes calls with the client against a server; what it printed, by name. Its first argument is a path in a place of its own. */
export async function callWithPythonClient(
  server: { address: string },
  key: string,
  args: string[],
  script: 'python_client.py' | 'read_alignments.py' = 'python_client.py',
): Promise<Record<string, unknown>> {
  const { stdout } = await run(interpreter, [path.join(import.meta.dirname, script), ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: path.dirname(args[0] ?? ''),
      ROWAN_API_URL: `${server.address}/api`,
      ROWAN_API_KEY: key,
      OMP_NUM_THREADS: '1',
    },
    timeout: 150_000,
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Whether the set-up made the environment with client 3.x. */
export async function hasNewerClient(): Promise<boolean> {
  return (await stat(newerInterpreter).catch(() => null)) !== null;
}

/** Runs a script with client 3.x against a server; what it printed, by name. `seconds` is how long it may take. */
export async function callWithNewerClient(
  server: { address: string },
  key: string,
  script: string,
  args: readonly string[],
  { home, seconds }: { home: string; seconds: number },
): Promise<Record<string, unknown>> {
  const { stdout } = await run(newerInterpreter, [path.join(checkout, 'packages/server', script), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ROWAN_API_URL: `${server.address}/api/v3`, ROWAN_API_KEY: key },
    timeout: seconds * 1000,
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
