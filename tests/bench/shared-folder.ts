/**
 * `npm run bench:shared-folder`: how long the public calls of a shared folder take while the server holds `CUVETTE_BENCH_FOLDERS` (100 000) folders of
 * other people, half of them in the trash, and how long another person waits meanwhile. Both databases, one after the other. Prints medians and the
 * slowest call in milliseconds; judges nothing.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../e2e/support/product.ts';

const count = Number(process.env.CUVETTE_BENCH_FOLDERS ?? 100_000);
const turns = 20;

async function timed(address: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(address);
  await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return performance.now() - began;
}

/** The median and the slowest of some times (ms). */
function words(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const shown = (time: number | undefined) => (time ?? 0).toFixed(1).padStart(7);
  return `${shown(sorted[Math.floor(sorted.length / 2)])} ms, slowest ${shown(sorted.at(-1))} ms`;
}

for (const kind of ['pglite', 'postgres']) {
  const server = spawn(process.execPath, ['packages/server/scripts/foreign-folders-server.ts', kind, String(count)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const line: IteratorResult<string, unknown> = await createInterface({ input: server.stdout })
      [Symbol.asyncIterator]()
      .next();
    if (line.done) throw new Error('the server ended');
    const { address, folder } = JSON.parse(line.value) as { address: string; folder: string };
    console.log(`${kind}, ${count} folders of others`);
    for (const call of ['', '/contents', '/values', '/proteins']) {
      const [reads, meanwhile]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < turns; turn += 1) {
        const read = timed(`${address}/api/shared/folder/${folder}${call}`);
        const other = timed(`${address}/api/platform`);
        reads.push(await read);
        meanwhile.push(await other);
      }
      console.log(`  folder${call.padEnd(10)} ${words(reads)}; another call beside it ${words(meanwhile)}`);
    }
  } finally {
    server.stdin.end();
    await ended;
  }
}
