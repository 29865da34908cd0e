import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { computeEnvironment } from './environment.ts';
import type { Sandbox } from './sandbox.ts';

const execute = promisify(execFile);

/**
 * How many GPUs a job of this worker can use: those that NVIDIA's own tool lists where a job runs (in its sandbox), as far as
 * CUDA_VISIBLE_DEVICES leaves them to this worker. 0 where there is no such tool, or it finds no driver.
 */
export async function countGpus(sandbox: Sandbox, directory: string): Promise<number> {
  const [program = '', ...words] = [...sandbox.command(directory), 'nvidia-smi', '-L'];
  const listed = await execute(program, words, { timeout: 20_000, env: computeEnvironment(directory, 1) }).then(
    ({ stdout }) => stdout.split('\n').filter((line) => /^GPU \d+:/.test(line)).length,
    () => 0,
  );
  const visible = process.env.CUDA_VISIBLE_DEVICES;
  if (visible === undefined) return listed;
  // As CUDA reads it: the list ends at the first entry that is no device.
  const entries = visible.split(',').map((entry) => entry.trim());
  const end = entries.findIndex((entry) => entry === '' || entry.startsWith('-'));
  return Math.min(listed, end < 0 ? entries.length : end);
}
