/** Runs steps side by side where each of them leaves a core idle. */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {1 | 2} cores how many processor cores it keeps busy
 * @property {string[]} [after] names of steps that must have ended before it starts, where they run at all
 */

/**
 * Runs every step once. Steps start in their order; one waits until it has its cores and until what it comes after has ended. A step behind one that
 * waits may start before it.
 * @template {Step} S
 * @param {S[]} steps
 * @param {number} cores how many there are
 * @param {(step: S, alone: boolean) => Promise<void>} work runs one; `alone` where no other step can run beside it
 */
export async function runSideBySide(steps, cores, work) {
  const waiting = [...steps];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  let free = cores;
  const mayStart = ({ cores: needs, after = [] }) =>
    Math.min(needs, cores) <= free &&
    !after.some((name) => running.has(name) || waiting.some((one) => one.name === name));
  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(mayStart);
    if (index < 0) {
      if (running.size === 0)
        throw new Error(`these steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
      await Promise.race(running.values());
      continue;
    }
    const [step] = waiting.splice(index, 1);
    const taken = Math.min(step.cores, cores);
    free -= taken;
    const ended = work(step, taken === cores || steps.length === 1).finally(() => {
      running.delete(step.name);
      free += taken;
    });
    running.set(step.name, ended);
  }
}
