/**
 * `npm test [-- step …]`: sets up what testing needs and runs every step, or the named ones. A failing step does not stop
 * the others; the last line says how much passed and failed. `npm run test:full` is the same with `--full`: the tests then run
 * everything that takes too long for every change (CUVETTE_FULL=1). Imports only built-ins until the set-up is done.
 */
import { availableParallelism } from 'node:os';
import { cuvetteNode } from './lib/node.mjs';
import { duration, giveUp, keepOutput, say, since } from './lib/say.mjs';
import { beginSetUp } from './lib/set-up.mjs';
import { runSideBySide } from './lib/side-by-side.mjs';
import { steps } from './lib/steps.mjs';
import { printSummary } from './lib/summary.mjs';

const start = performance.now();
const words = process.argv.slice(2);
const full = words.includes('--full');
const wanted = words.filter((word) => word !== '--full');
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}
if (full) process.env.CUVETTE_FULL = '1';

function heading(title) {
  say(`\n=== ${title} ${'='.repeat(Math.max(3, 100 - title.length))}`);
}

heading('Set-up');
/** @type {ReturnType<typeof beginSetUp>} */
let parts;
try {
  parts = beginSetUp({ test: true, full });
  for (const part of Object.values(parts)) part.catch(giveUp);
  await parts.npm;
  cuvetteNode();
} catch (error) {
  giveUp(error);
}
const isSetUp = Promise.all(Object.values(parts)).then(() => say(`Set up after ${since(start)}.`));

/** Runs one step and prints its heading, its output and its counts. */
async function runStep(step) {
  heading(step.title);
  const began = performance.now();
  let count;
  try {
    count = await step.work();
  } catch (error) {
    count = { passed: 0, failed: 1, skipped: 0, notes: [String(error?.stack ?? error)] };
  }
  const seconds = (performance.now() - began) / 1000;
  say(
    `--- ${step.name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} in ${duration(seconds)}`,
  );
  return { ...step, ...count, seconds };
}

const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const results = new Map();
// Two fill two cores: a third, also one at low priority, makes the whole longer, and waits run out.
const atOnce = Math.min(2, availableParallelism());
await runSideBySide(
  chosen,
  atOnce,
  async (step) => {
    if (chosen.length === 1) {
      results.set(step.name, await runStep(step));
      return;
    }
    // What runs beside something else is printed as a whole when it has ended.
    say(`\n... ${step.title} begins`);
    const printed = [];
    results.set(step.name, await keepOutput(printed, () => runStep(step)));
    process.stdout.write(printed.join(''));
  },
  parts,
);
await isSetUp;
const missing = await parts.programs;

heading('Summary');
const inOrder = chosen.flatMap(({ name }) => results.get(name) ?? []);
printSummary(inOrder);
for (const sentence of missing) say(sentence);
const passed = inOrder.reduce((sum, result) => sum + result.passed, 0);
const failed = inOrder.reduce((sum, result) => sum + result.failed, 0);
say(`All of it took ${since(start)}.`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
