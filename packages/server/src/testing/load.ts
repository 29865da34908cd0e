import { loadavg } from 'node:os';

/** Whether this is `npm run test:load`: full sizes, and times that must be kept. `npm test` runs the same on a sample and prints its times. */
export const fullLoad = process.env.CUVETTE_LOAD === '1';

/** Whether everything runs: `npm run test:full`, and `npm run test:load`. `npm test` leaves out what takes too long for every change. */
export const fullRun = fullLoad || process.env.CUVETTE_FULL === '1';

/**
 * Seconds that a test waits for what takes `seconds` at most where nothing else runs: just as long in `npm run test:load`. `npm test` judges no time: it
 * waits for the event, and gives up only where it will hardly come any more.
 */
export const patience = (seconds: number): number => (fullLoad ? seconds : Math.max(150, seconds));

/** In `npm run test:load` throws when more than these seconds have passed since `began` (of `performance.now()`). */
export function judge(what: string, began: number, seconds: number): void {
  const took = (performance.now() - began) / 1000;
  if (fullLoad && took > seconds) throw new Error(`${what} took ${took.toFixed(1)} s, not ${seconds} s at most.`);
}

/** The time within which 95 % of these stay. Not changed. */
export function p95(times: readonly number[]): number {
  return quantile(times, 0.95);
}

/** The time within which half of these stay. */
export function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

/** The time within which a share of these stay; 0 of none. */
function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** One line for whoever reads the output: how many, half of them, 95 %, the longest. */
export function timesLine(title: string, times: readonly number[]): string {
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return `${title}: ${times.length} times, half within ${ms(0.5)}, 95 % within ${ms(0.95)}, the longest ${ms(1)}`;
}

/** Random numbers from 0 to 1 that come again with the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prints a line with the load of the machine; `npm run test:load` gathers such lines in its summary. */
export function measured(line: string): void {
  console.log(`measured: ${line} (load ${loadavg()[0]?.toFixed(1)})`);
}
