/**
 * Test files as a runner reports them, summed up, and tried once more where one failed: on a machine that has other things to do a test may miss
 * its moment, and a whole run is long.
 */
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{name: string, message?: string}} Failure */
/** `file` is empty where a runner died without a report. @typedef {{file: string, passed: number, failed: number, skipped: number, failures: Failure[]}} FileCount */
/** @typedef {{status: number | null, files: FileCount[]}} Report */

/** More failing files than this are no accident. */
const most = 4;

/**
 * A failed test as the summary names it: what it is called, and the first line of what it said.
 * @param {Failure} failure
 */
export function named({ name, message = '' }) {
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n');
  return first ? `${name}\n  ${first.slice(0, 300)}` : name;
}

/** How the summary tells of a test that failed and then passed: @param {string} told */
export const unsteady = (told) => `UNSTEADY, passed the second time: ${told}`;

/**
 * Counts of a run whose exit status must agree with its report: a crash after green tests is a failure.
 * @template {{passed: number, failed: number, notes: string[]}} Counted
 * @param {Counted} count
 * @param {number | null} status
 * @param {string} runner
 * @returns {Counted}
 */
export function agree(count, status, runner) {
  if (status !== 0 && count.failed === 0) {
    return { ...count, failed: 1, notes: [`${runner} ended with status ${status} although no test failed`] };
  }
  if (status === 0 && count.passed === 0) {
    return { ...count, failed: Math.max(1, count.failed), notes: [`${runner} found no tests`] };
  }
  return count;
}

/**
 * @param {Report} report
 * @param {string} runner its name, for what the exit status says
 */
export function total({ status, files }, runner) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) => files.reduce((all, file) => all + file[what], 0);
  const notes = files.flatMap((file) => file.failures.map(named));
  return agree({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), notes }, status, runner);
}

/**
 * Runs test files, and those with a failure once more. What passes then is no failure, but the summary names it as unsteady: to be mended like any
 * fault.
 * @param {string} runner
 * @param {(files: string[]) => Promise<Report>} run the named files, or all where none is named
 */
export async function withSecondTry(runner, run) {
  const first = await run([]);
  const failing = first.files.filter(({ failed }) => failed > 0);
  const namely = failing.every(({ file }) => file !== '');
  if (failing.length === 0 || failing.length > most || !namely) return total(first, runner);
  const second = await run(failing.map(({ file }) => file));
  const again = new Map(second.files.map((file) => [file.file, file]));
  const count = total(
    { status: second.status, files: first.files.map((file) => again.get(file.file) ?? file) },
    runner,
  );
  const steady = new Set(second.files.flatMap(({ failures }) => failures.map(({ name }) => name)));
  const accidents = failing
    .filter(({ file }) => again.has(file))
    .flatMap(({ failures }) => failures.filter(({ name }) => !steady.has(name)));
  return {
    ...count,
    notes: [...count.notes, ...accidents.map((one) => unsteady(named(one)))],
  };
}
