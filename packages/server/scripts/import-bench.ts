/**
 * `npm run bench:import`: seconds and memory of importing 50 MB of ORCA's text, the cycles of a real optimization (ORCA 6.0, BSD test data of cclib) repeated.
 * First the reading alone, then the whole way: the upload over HTTP until the item is answered, on a server of its own with its database in this process.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { call, ownerKey, startTestServer } from '../src/testing/test-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
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

/** Seconds and megabytes of reading the file in a process of its own, and how many frames it has. */
function readAlone(file: string, folder: string): { seconds: number; megabytes: number; frames: number } {
  const script = [
    'import json, sys, time',
    'begun = time.perf_counter()',
    'from cuvette_compute.outputs import run_outputs',
    'run_outputs(sys.argv[1], "large.out", sys.argv[2])',
    'seconds = time.perf_counter() - begun',
    // Of this program alone: ru_maxrss counts the process that started it.
    'words = [line.split() for line in open("/proc/self/status") if line.startswith("VmHWM")]',
    'memory = int(words[0][1]) / 1024',
    'print(json.dumps({"seconds": seconds, "megabytes": memory}))',
  ].join('\n');
  const python = path.join(root, 'packages/compute/.venv/bin/python');
  const env = { ...process.env, PYTHONPATH: path.join(root, 'packages/compute/src') };
  const done = spawnSync(python, ['-c', script, file, folder], { env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  const answer = JSON.parse(readFileSync(path.join(folder, 'answer.json'), 'utf8')) as {
    calculations: { molecules: unknown[] }[];
  };
  return {
    ...(JSON.parse(done.stdout) as { seconds: number; megabytes: number }),
    frames: answer.calculations[0]?.molecules.length ?? 0,
  };
}

/** Seconds from the first byte of the upload to the answer with the item, and the most memory (MB) that this process took more meanwhile. */
async function uploaded(
  content: Buffer,
  data: string,
): Promise<{ seconds: number; megabytes: number; frames: number }> {
  const server = await startTestServer({ data, databaseUrl: null });
  try {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const begun = performance.now();
    const answer = await fetch(new URL('/api/workflow/import_results?filename=large.out', server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
    });
    const body = (await answer.json()) as { items: { uuid: string }[]; detail?: string };
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(watch);
    if (answer.status !== 201) throw new Error(body.detail ?? String(answer.status));
    const item = await call<{ calculation_uuids: string[] }>(server, 'GET', `/api/workflow/${body.items[0]?.uuid}`);
    const molecules = await call(server, 'GET', `/api/calculation/${item.body.calculation_uuids[0]}/molecules`);
    const frames = (molecules.body as unknown as unknown[]).length;
    return { seconds, megabytes: (most - before) / 2 ** 20, frames };
  } finally {
    await server.stop();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'cuvette-bench-'));
try {
  const file = path.join(folder, 'large.out');
  writeFileSync(file, text.slice(0, first) + cycles.repeat(times) + text.slice(last));
  const content = readFileSync(file);
  console.log(`${(content.length / 2 ** 20).toFixed(1)} MB (at most ${limits.seconds} s and ${limits.megabytes} MB)`);
  const ways = {
    'reading alone': readAlone(file, folder),
    'upload to item': await uploaded(content, path.join(folder, 'data')),
  };
  for (const [way, { seconds, megabytes, frames }] of Object.entries(ways)) {
    const more = way === 'reading alone' ? '' : ' more in the server, beside the reading';
    console.log(`${way}: ${seconds.toFixed(1)} s, ${frames} frames, ${Math.round(megabytes)} MB of memory${more}`);
    if (frames < 2 * times || seconds > limits.seconds || megabytes > limits.megabytes) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
