import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A job's pieces on a Dask cluster of this machine beside its own further processes: the bench of packages/compute, with its options.
const cwd = join(fileURLToPath(new URL('.', import.meta.url)), '../../packages/compute');
const env = { ...process.env, PYTHONPATH: 'src:tests', OMP_NUM_THREADS: '1' };
execFileSync(join(cwd, '.venv/bin/python'), ['bench/dask_pieces.py', ...process.argv.slice(2)], {
  cwd,
  env,
  stdio: 'inherit',
});
