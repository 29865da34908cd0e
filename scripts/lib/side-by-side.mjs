/** Runs steps side by side: most of them wait now and then, and leave a core idle when they run alone. */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} [after] names of what must have ended before it starts: of steps, where they run at all, and of others
 */

/**
 * Runs every step once, in their order. A step whose `after` have not ended lets the next one start before it.
 * @template {Step} S
 * @param {S[]} steps
 * @param {number} atOnce how many run at the same time
 * @param {(step: S) => Promise<void>} work runs one
 * @param {Record<string, Promise<unknown>>} [others] what goes on besides; one that fails ends everything
 */
export async function runSideBySide(steps, atOnce, work, others = {}) {
  /** @type {Map<string, Promise<unknown>>} */
  const pending = new Map();
  for (const [name, promise] of Object.entries(others))
    pending.set(
      name,
      promise.then(() => pending.delete(name)),
    );
  const waiting = [...steps];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const mayStart = ({ after = [] }) =>
    running.size < atOnce &&
    !after.some((name) => pending.has(name) || running.has(name) || waiting.some((one) => one.name === name));
  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(mayStart);
    if (index >= 0) {
      const [step] = waiting.splice(index, 1);
      running.set(
        step.name,
        work(step).finally(() => running.delete(step.name)),
      );
      continue;
    }
    if (running.size === 0 && pending.size === 0)
      throw new Error(`these steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    await Promise.race([...running.values(), ...pending.values()]);
  }
}
