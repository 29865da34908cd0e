import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkout } from './config.ts';
import { ConfigProblem } from './config-problem.ts';

const folder = path.join(checkout, 'packages/pilots');

/** How a worker of this checkout is started; the pilots run it unless their settings name another command. */
function ownCommand(): string[] {
  return [process.execPath, ...process.execArgv, path.join(import.meta.dirname, '../bin/cuvette.js'), 'worker'];
}

/**
 * Runs the controller of pilots, which is Python (PSI/J), with these arguments, and passes signals on to it. Returns its exit status. Throws
 * `ConfigProblem` where its environment is not installed.
 */
export async function startPilots(args: string[]): Promise<number> {
  const python = process.env.CUVETTE_PILOTS_PYTHON ?? path.join(folder, '.venv/bin/python');
  if (!existsSync(python)) {
    throw new ConfigProblem('What starts pilots is not installed. Install it: npm run setup -- --with pilots');
  }
  const child = spawn(python, ['-m', 'cuvette_pilots', ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PYTHONPATH: path.join(folder, 'src'),
      // A separator that is in no path; the settings refuse signs of the shell in it.
      CUVETTE_PILOT_COMMAND: ownCommand().join('\u001f'),
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
