/**
 * `npm run bench:client`: what a script of the public Python client 3.x waits for. From `submit` to the result of a small job (GFN2-xTB energy of ethanol) with the
 * client's own interval of asking, beside the recipe alone, and a hundred `submit` calls one after another. Targets: at most 1.5 s more, and 5 s.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { WorkflowItem } from '@cuvette/core/entities';
import { Product, root } from '../e2e/support/product.ts';

const { setUpNewerClient } = (await import(pathToFileURL(join(root, 'scripts/lib/python.mjs')).href)) as {
  setUpNewerClient: () => Promise<string | null>;
};

/** Seconds that the client may take more than the recipe, and that a hundred submissions may take. */
const most = { more: 1.5, submissions: 5 };

/** Runs the recipe alone on what the product stored as the job's data. Returns seconds. */
async function alone(data: unknown, uuid: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cuvette-bench-'));
  const job = {
    protocol: 1,
    uuid,
    attempt: 1,
    type: 'basic_calculation',
    data,
    options: {},
    threads: 1,
    seed: 42,
    steps: {},
  };
  const start = performance.now();
  try {
    await new Promise<void>((resolve, reject) => {
      const threads = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
      const python = join(root, 'packages/compute/.venv/bin/python');
      const recipe = spawn(python, ['-m', 'cuvette_compute', 'run', '--job', '-', '--dir', folder], {
        cwd: folder,
        stdio: ['pipe', 'ignore', 'inherit'],
        env: { ...process.env, ...threads, HOME: folder, PYTHONPATH: join(root, 'packages/compute/src') },
      });
      recipe.stdin.end(JSON.stringify(job));
      recipe.once('error', reject);
      recipe.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the recipe ended with ${code}`))));
    });
    return (performance.now() - start) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const python = await setUpNewerClient();
if (python === null) throw new Error('Client 3.x takes Python 3.12 or newer, and none is installed here.');
const home = mkdtempSync(join(tmpdir(), 'cuvette-client-'));
const product = await Product.start();
try {
  await product.workerReady();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ROWAN_API_URL: `${product.origin}/api/v3`,
    ROWAN_API_KEY: product.key,
  };
  const { stdout } = await promisify(execFile)(python, [join(root, 'packages/server/scripts/client_times.py')], {
    env,
  });
  const seen = JSON.parse(stdout) as { uuid: string; results: number[]; submissions: number };
  const item = (await product.call<WorkflowItem>('GET', `/api/workflow/${seen.uuid}`)).body;
  const data = { ...item.object_data, calculation_uuid: null, messages: [] };
  const recipes: number[] = [];
  for (let run = 0; run < seen.results.length; run += 1) recipes.push(await alone(data, seen.uuid));
  const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const [withClient, bare] = [middle(seen.results), middle(recipes)];
  const more = withClient - bare;
  console.log(`recipe alone: ${bare.toFixed(2)} s`);
  console.log(
    `submitted by the client, until its result: ${withClient.toFixed(2)} s, ${more.toFixed(2)} s more (target: at most ${most.more} s)`,
  );
  console.log(
    `100 submissions one after another: ${seen.submissions.toFixed(2)} s (target: at most ${most.submissions} s)`,
  );
  process.exitCode = more > most.more || seen.submissions > most.submissions ? 1 : 0;
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
