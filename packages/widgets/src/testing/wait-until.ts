import { waitUntil as wait } from '@open-wc/testing';

/** As long as a busy machine may take for what a quiet one does at once: a wait that is too short fails without a fault. */
const longest = 15_000;

/** Waits until `what` gives something true; fails with `name` after 15 s, or after the time that is named. */
export function waitUntil(
  what: () => unknown,
  name?: string,
  options: { timeout?: number; interval?: number } = {},
): Promise<void> {
  return wait(what, name, { timeout: longest, ...options });
}
