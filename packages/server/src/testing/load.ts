import { loadavg } from 'node:os';

/** Whether this is `npm run test:load`: full sizes, and times that must be kept. `npm test` runs the same on a sample and prints its times. */
export const fullLoad = process.env.CUVETTE_LOAD === '1';

/** The time within which 95 % of these stay. Not changed. */
export function p95(times: readonly number[]): number {
  return quantile(times, 0.95);
}

/** The time within which half of these stay. */
export function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

/** The time within which a share of these stay; 0 of none. */
export function quantile(times: readonly number[], share: number): number {
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
