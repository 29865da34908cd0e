/**
 * `npm run bench:catalogue`: what the catalogue costs. Parsing a docking item of 1000 scores (target 20 ms), importing the whole catalogue against a
 * bare zod import (target 3), one type alone against bare zod/mini (target 2).
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue, loadWorkflow } from '@cuvette/core/workflows';
import { bareZodMini, bundled, inFolder } from './bundled.ts';

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds of reading an item of `count` scores, tables and structures with it. */
async function parseDocking(count: number): Promise<{ read: number; json: number }> {
  const definition = await loadWorkflow('docking');
  if (!definition) throw new Error('docking is not in the catalogue');
  const uuid = (index: number) => `9b3e5d2a-7a52-4f0e-8c41-${String(index).padStart(12, '0')}`;
  const text = JSON.stringify({
    target_uuid: uuid(0),
    pocket: [
      [0, 0, 0],
      [20, 20, 20],
    ],
    scores: Array.from({ length: count }, (_, index) => ({
      pose: uuid(index),
      complex_pdb: uuid(index),
      score: -9 + index / 200,
      posebusters_valid: true,
      strain: index % 12,
    })),
  });
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    const data: unknown = JSON.parse(text);
    const parsed = performance.now();
    definition.misfits(data);
    return { read: performance.now() - parsed, json: parsed - start };
  });
  return { read: median(times.map(({ read }) => read)), json: median(times.map(({ json }) => json)) };
}

/** Milliseconds that a fresh Node needs to import a built module. */
async function importTime(entry: string): Promise<number> {
  const { code } = await bundled(entry, { whole: true });
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'built.mjs'), code);
    const script =
      "const s = performance.now(); const m = await import('./built.mjs'); await m.load?.(); console.log(performance.now() - s);";
    const once = () =>
      Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' }));
    return median(Array.from({ length: 9 }, once));
  });
}

const docking = await parseDocking(1000);
console.log(
  `Docking item of 1000 scores: read in ${docking.read.toFixed(1)} ms (target 20), ${(docking.read / docking.json).toFixed(1)} times JSON.parse of the same text.`,
);

const zod = await importTime("export * from 'zod';");
const all = await importTime(
  "import { catalogue } from './../src/workflows/catalogue.ts'; export const load = () => Promise.all(catalogue.map((entry) => entry.load()));",
);
console.log(
  `Whole catalogue imported in ${all.toFixed(1)} ms, bare zod in ${zod.toFixed(1)} ms: ratio ${(all / zod).toFixed(2)} (target 3).`,
);

const bare = (await bundled(bareZodMini)).gzip;
const wholeZodMini = (await bundled("export * from 'zod/mini';")).gzip;
console.log(
  `zod/mini with the kinds of schema in use: ${(bare / 1000).toFixed(1)} kB gz; all of it: ${(wholeZodMini / 1000).toFixed(1)} kB gz. One type alone, against the first (target 2) and the second:`,
);
for (const { type } of catalogue) {
  const { gzip } = await bundled(`export { default } from './../src/workflows/types/${type}/index.ts';`);
  console.log(
    `  ${type.padEnd(24)} ${(gzip / 1000).toFixed(1).padStart(5)} kB gz  ${(gzip / bare).toFixed(2)}  ${(gzip / wholeZodMini).toFixed(2)}`,
  );
}
