/** What `npm test` prints at its end: each step with its counts and seconds, what failed, and where the time went. */
import { duration, say } from './say.mjs';

/** @typedef {import('./runners.mjs').Count & {name: string, seconds: number}} Result */

const slowestTests = 20;
const slowestFiles = 10;

const bySeconds = (one, other) => other.seconds - one.seconds;
const column = (seconds) => `${seconds.toFixed(1).padStart(8)} s`;

/** Seconds of each file's tests together, the longest first. */
function files(tests) {
  const sums = new Map();
  for (const { file, seconds } of tests) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return [...sums].map(([file, seconds]) => ({ file, seconds })).sort(bySeconds);
}

/**
 * Prints the summary.
 * @param {Result[]} results in the order of the steps
 */
export function printSummary(results) {
  for (const { name, passed, failed, skipped, seconds, notes } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? ` ${skipped} skipped` : ''}`;
    say(`${failed ? 'FAIL' : 'ok  '} ${name.padEnd(13)} ${counts}   ${duration(seconds)}`);
    for (const note of notes) say(`       ${note.split('\n').join('\n       ')}`);
  }
  const tests = results.flatMap((result) => result.tests ?? []).sort(bySeconds);
  if (tests.length === 0) return;
  say(`\nThe ${Math.min(slowestTests, tests.length)} slowest tests:`);
  for (const { name, file, seconds } of tests.slice(0, slowestTests)) say(`${column(seconds)}  ${file}: ${name}`);
  const summed = files(tests);
  say(`\nThe ${Math.min(slowestFiles, summed.length)} slowest files, their tests together:`);
  for (const { file, seconds } of summed.slice(0, slowestFiles)) say(`${column(seconds)}  ${file}`);
  say('');
}
