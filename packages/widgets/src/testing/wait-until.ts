/** As long as a busy machine may take for what a quiet one does at once: a wait that is too short fails without a fault. */
const longest = 100_000;

/**
 * Waits until `what` gives something true; fails with `name` after 100 s, or later where a longer time is named. Nothing of it is left behind: a timer that
 * goes on would keep alive what `what` holds, which tests of leaks would see.
 */
export async function waitUntil(
  what: () => unknown,
  name = 'it',
  { timeout = 0, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<void> {
  const most = Math.max(longest, timeout);
  const end = performance.now() + most;
  while (!(await what())) {
    if (performance.now() > end) throw new Error(`Waited ${most / 1000} s in vain: ${name}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
