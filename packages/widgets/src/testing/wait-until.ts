import { waitUntil as wait } from '@open-wc/testing';

/** As long as a busy machine may take for what a quiet one does at once: a wait that is too short fails without a fault. */
const longest = 100_000;

/** Waits until `what` gives something true; fails with `name` after 100 s, or later where a longer time is named. */
export function waitUntil(
  what: () => unknown,
  name?: string,
  options: { timeout?: number; interval?: number } = {},
): Promise<void> {
  return wait(what, name, { ...options, timeout: Math.max(longest, options.timeout ?? 0) });
}
