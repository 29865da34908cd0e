/**
 * `npm run test:load [-- step …]`: in full size what `npm test` runs on a sample, with the times that must be kept. Sets up
 * what `npm test` sets up. A failing step does not stop the others; the measured values are listed together at the end, and those of the steps that
 * `docs/scaling.md` names are written there.
 */
import { stripVTControlCharacters } from 'node:util';
import { build } from './lib/build.mjs';
import { cuvetteNode } from './lib/node.mjs';
import { vitest } from './lib/runners.mjs';
import { giveUp, say, since } from './lib/say.mjs';
import { writeMeasured } from './lib/scaling-page.mjs';
import { setUp } from './lib/set-up.mjs';

/** Each with the seconds after which it is stopped: some times what it takes on two cores. */
const steps = [
  {
    name: 'queue',
    title: '2 000 queued jobs and 8 workers, on both databases',
    files: ['src/queue/load.test.ts'],
    limitSeconds: 1500,
  },
  {
    name: 'crew',
    title: '100 workers and 10 000 items of 10 s on PostgreSQL, then shorter ones',
    files: ['src/queue/crew.test.ts'],
    limitSeconds: 5400,
  },
  {
    name: 'browsing',
    title: '50 people who browse while 8 workers deliver',
    files: ['src/browsing.test.ts'],
    limitSeconds: 1800,
  },
  {
    name: 'restore',
    title: 'A dump of 10 000 items, written and restored',
    files: ['src/upkeep/restore-load.test.ts'],
    limitSeconds: 1200,
  },
  {
    name: 'kills',
    title: 'kill -9 of server, workers, pilots and Dask workers, 200 times',
    files: ['src/random-kills.test.ts'],
    limitSeconds: 3600,
  },
  {
    name: 'partition',
    title: 'A worker cut off for five minutes',
    files: ['src/reliability-workers.test.ts'],
    limitSeconds: 1200,
  },
  {
    name: 'dask',
    title: 'Pieces on Dask clusters, and kill -9 of Dask workers, 50 times',
    files: ['src/dask.test.ts'],
    limitSeconds: 1800,
  },
  { name: 'polling', title: '50 clients that poll one item', files: ['src/api/polling.test.ts'], limitSeconds: 600 },
  {
    name: 'contents',
    title: 'A folder with 1 000 000 items',
    files: ['src/store/contents.test.ts'],
    limitSeconds: 2400,
  },
  {
    name: 'stream',
    title: 'A trajectory of 1 GB to a slow client',
    files: ['src/api/http/slow-client.test.ts'],
    limitSeconds: 600,
  },
  {
    name: 'convert',
    title: 'Five SMILES within 300 ms by a warm converter',
    files: ['src/api/structures/convert.test.ts'],
    limitSeconds: 600,
  },
  {
    name: 'conformance',
    title: 'Every call against its description, right and wrong (schemathesis)',
    files: ['src/api/conformance.test.ts'],
    limitSeconds: 2700,
  },
  {
    name: 'stops',
    title: 'Stops, ends and lost databases, each within its seconds',
    files: ['src/faults.test.ts', 'src/reliability-limits.test.ts', 'src/store/database/database-away.test.ts'],
    limitSeconds: 900,
  },
  {
    name: 'malformed',
    title: '10 000 malformed bodies',
    files: ['src/api/http/malformed.test.ts'],
    limitSeconds: 1800,
  },
];

const start = performance.now();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}
let missing = [];
try {
  missing = await setUp({ test: true, full: true });
  cuvetteNode();
  await build();
} catch (error) {
  giveUp(error);
}

const results = [];
for (const { name, title, files, limitSeconds } of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  say(`\n=== ${title} ${'='.repeat(Math.max(3, 100 - title.length))}`);
  const began = performance.now();
  const count = await vitest(`load-${name}`, 'packages/server', limitSeconds, {
    files,
    env: { CUVETTE_LOAD: '1' },
  });
  const lines = stripVTControlCharacters(count.output ?? '').matchAll(/^measured: (.+)$/gm);
  const measured = [...lines].map((match) => match[1]);
  writeMeasured(name, measured);
  results.push({ title, ...count, measured, took: since(began) });
}

say(`\n=== Summary ${'='.repeat(93)}`);
for (const { title, passed, failed, skipped, took, notes, measured } of results) {
  say(
    `${failed > 0 ? 'FAIL' : 'ok  '} ${title}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} in ${took}`,
  );
  for (const line of measured) say(`       ${line}`);
  for (const note of notes) say(`       failed: ${note}`);
}
for (const sentence of missing) say(sentence);
say(`All of it took ${since(start)}.`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
