/** Seconds and memory of reading 50 MB of ORCA's text: the cycles of a real optimization (ORCA 6.0, BSD test data of cclib), repeated. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '../..');
const goalBytes = 50 * 2 ** 20;
const limits = { seconds: 10, megabytes: 500 };

const fixture = path.join(root, 'packages/compute/tests/data/outputs/orca6-optimization.out.gz');
const text = gunzipSync(readFileSync(fixture)).toString();
const starts = [...text.matchAll(/GEOMETRY OPTIMIZATION CYCLE/g)].map(({ index }) =>
  text.lastIndexOf('\n', index - 70),
);
const [first = 0, last = 0] = [starts[0], starts.at(-1)];
const cycles = text.slice(first, last);
const times = Math.ceil((goalBytes - (text.length - cycles.length)) / cycles.length);
const folder = mkdtempSync(path.join(tmpdir(), 'cuvette-bench-'));
try {
  const file = path.join(folder, 'large.out');
  writeFileSync(file, text.slice(0, first) + cycles.repeat(times) + text.slice(last));
  const python = path.join(root, 'packages/compute/.venv/bin/python');
  const script = [
    'import json, resource, sys, time',
    'begun = time.perf_counter()',
    'from cuvette_compute.outputs import run_outputs',
    'run_outputs(sys.argv[1], "large.out", sys.argv[2])',
    'seconds = time.perf_counter() - begun',
    'memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024',
    'print(json.dumps({"seconds": seconds, "megabytes": memory}))',
  ].join('\n');
  const env = { ...process.env, PYTHONPATH: path.join(root, 'packages/compute/src') };
  const done = spawnSync(python, ['-c', script, file, folder], { env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  const measured = JSON.parse(done.stdout) as { seconds: number; megabytes: number };
  const answer = JSON.parse(readFileSync(path.join(folder, 'answer.json'), 'utf8')) as {
    calculations: { molecules: unknown[] }[];
  };
  const frames = answer.calculations[0]?.molecules.length ?? 0;
  const size = (readFileSync(file).length / 2 ** 20).toFixed(1);
  console.log(
    `${size} MB, ${frames} frames: ${measured.seconds.toFixed(1)} s (at most ${limits.seconds}), ${Math.round(measured.megabytes)} MB of memory (at most ${limits.megabytes})`,
  );
  if (frames < 2 * times || measured.seconds > limits.seconds || measured.megabytes > limits.megabytes) process.exit(1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
