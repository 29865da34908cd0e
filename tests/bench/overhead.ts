/**
 * `npm run bench`: the platform's own overhead. One job of 10 s or more is run twice with the same seed: as the recipe alone
 * from the command line, and submitted to a freshly started product with one worker. Prints both times and their ratio;
 * the target is 1.10.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conformerSearch, Product, root } from '../e2e/support/product.ts';

const smiles = process.argv[2] ?? 'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O';
const target = 1.1;

/** Runs the recipe alone on what the product stored as the job's data. Returns seconds. */
async function alone(data: unknown, uuid: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cuvette-bench-'));
  const job = {
    protocol: 1,
    uuid,
    attempt: 1,
    type: 'conformer_search',
    data,
    options: {},
    threads: 1,
    seed: 42,
    steps: {},
  };
  const start = performance.now();
  try {
    await new Promise<void>((resolve, reject) => {
      const python = join(root, 'packages/compute/.venv/bin/python');
      const threads = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
      const recipe = spawn(python, ['-m', 'cuvette_compute', 'run', '--job', '-', '--dir', folder], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ...threads, HOME: folder, PYTHONPATH: join(root, 'packages/compute/src') },
      });
      let last = '';
      recipe.stdout.setEncoding('utf8').on('data', (text: string) => {
        last = `${last}${text}`.slice(-2000);
      });
      recipe.stdin.end(JSON.stringify(job));
      recipe.once('error', reject);
      recipe.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`the recipe ended with ${code}: ${last}`)),
      );
    });
    return (performance.now() - start) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const product = await Product.start();
try {
  await product.workerReady();
  const start = performance.now();
  const { uuid } = await product.submit({ ...conformerSearch(smiles, { max_confs: 8 }), name: 'bench' });
  const item = await product.finished(uuid, 600_000);
  const onPlatform = (performance.now() - start) / 1000;
  if (item.object_status !== 2) throw new Error(`the job failed: ${JSON.stringify(item.error)}`);
  const seconds = await alone({ ...item.object_data, conformer_uuids: [], energies: [], messages: [] }, uuid);
  const ratio = onPlatform / seconds;
  console.log(`recipe alone: ${seconds.toFixed(2)} s`);
  console.log(`submitted, until completed: ${onPlatform.toFixed(2)} s`);
  console.log(`ratio: ${ratio.toFixed(3)} (target: at most ${target.toFixed(2)})`);
  if (seconds < 10) console.log('The job takes less than 10 s: the ratio says little. Give a larger SMILES.');
  process.exitCode = seconds < 10 || ratio > target ? 1 : 0;
} finally {
  await product.stop();
}
