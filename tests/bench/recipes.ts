import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What recipes cost beside their engines, and what a second core gains: the bench of packages/compute, with the names of types or none for all.
const cwd = join(fileURLToPath(new URL('.', import.meta.url)), '../../packages/compute');
const env = { ...process.env, PYTHONPATH: 'src:tests', OMP_NUM_THREADS: '1' };
execFileSync(join(cwd, '.venv/bin/python'), ['bench/recipes.py', ...process.argv.slice(2)], {
  cwd,
  env,
  stdio: 'inherit',
});
