import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '../config.ts';

const run = promisify(execFile);
const interpreter = path.join(checkout, 'packages/server/.venv/bin/python');

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
