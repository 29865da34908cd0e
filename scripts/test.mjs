/**
 * `npm test [-- step …]`: sets up what testing needs and runs every step, or the named ones. A failing step does not stop
 * the others; the last line says how much passed and failed. Imports only built-ins until the set-up is done.
 */
import { cuvetteNode } from './lib/node.mjs';
import { giveUp, say, since } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { steps } from './lib/steps.mjs';

const start = performance.now();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}

function heading(title) {
  say(`\n=== ${title} ${'='.repeat(Math.max(3, 100 - title.length))}`);
}

heading('Set-up');
let missing = [];
try {
  missing = await setUp({ test: true });
  cuvetteNode();
} catch (error) {
  giveUp(error);
}
for (const sentence of missing) say(sentence);
say(`Set up after ${since(start)}.`);

const results = [];
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  heading(step.title);
  const began = performance.now();
  let count;
  try {
    count = await step.work();
  } catch (error) {
    count = { passed: 0, failed: 1, skipped: 0, notes: [String(error?.stack ?? error)] };
  }
  const took = since(began);
  say(
    `--- ${step.name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} in ${took}`,
  );
  results.push({ ...step, ...count, took });
}

heading('Summary');
for (const { name, passed, failed, skipped, took, notes } of results) {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? ` ${skipped} skipped` : ''}`;
  say(`${failed ? 'FAIL' : 'ok  '} ${name.padEnd(12)} ${counts}   ${took}`);
  for (const note of notes) say(`       ${note.split('\n').join('\n       ')}`);
}
for (const sentence of missing) say(sentence);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
say(`All of it took ${since(start)}.`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
