/**
 * What the set-up says while it works: one line when a piece begins, its time when it is done, and for every
 * failure one sentence about what happened and one about what to do.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A failure that a person can do something about. `message` says what happened, `todo` what to do. */
export class Trouble extends Error {
  /**
   * @param {string} message what happened
   * @param {string} todo what to do about it
   * @param {string} [detail] the last lines of the tool that failed
   */
  constructor(message, todo, detail = '') {
    super(message);
    this.name = 'Trouble';
    this.todo = todo;
    this.detail = detail;
  }
}

/** Seconds as text: "0.4 s", "12 s", "3 min 05 s". */
export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Seconds since `start` (from performance.now()) as text. */
export function since(start) {
  return duration((performance.now() - start) / 1000);
}

/** @type {AsyncLocalStorage<string[]>} */
const kept = new AsyncLocalStorage();

/**
 * Does work whose output is kept instead of printed, so that two pieces of work can go on at once and each is read as a whole.
 * @template T
 * @param {string[]} parts where the output is put
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function keepOutput(parts, work) {
  return kept.run(parts, work);
}

/**
 * The way of output of whoever calls: to the terminal, or where `keepOutput` keeps it. Ask for it before waiting for events of
 * other programs, which do not know who waits.
 * @returns {(text: string) => void}
 */
export function output() {
  const parts = kept.getStore();
  return parts ? (text) => void parts.push(text) : (text) => void process.stdout.write(text);
}

/** Prints one line. */
export function say(text) {
  output()(`${text}\n`);
}

/**
 * Does one piece of the set-up and says so.
 * @template T
 * @param {string} title what is being done, as a sentence start: "Installing the Python packages"
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function piece(title, work) {
  const start = performance.now();
  say(`- ${title} ...`);
  const result = await work();
  // Named once more: other pieces may have begun meanwhile.
  say(`  ${title}: done in ${since(start)}`);
  return result;
}

/** Prints a failure and what to do about it, and ends the process with status 1. */
export function giveUp(error) {
  if (error instanceof Trouble) {
    if (error.detail) process.stderr.write(`\n${error.detail.trimEnd()}\n`);
    process.stderr.write(`\nCuvette could not be set up: ${error.message}\nWhat to do: ${error.todo}\n`);
  } else {
    process.stderr.write(`\nCuvette could not be set up: ${error?.stack ?? error}\n`);
  }
  process.exit(1);
}
