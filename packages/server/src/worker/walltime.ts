/**
 * Whole seconds that a worker of a batch system works, out of the walltime of its job. It ends some time before, so that it gives back what it has and the batch
 * system never ends it, and a further random time before that, so that workers that began together do not all hand back in the same second.
 * `random` gives a number from 0 to 1. `usable_seconds` of `packages/pilots` is the least that comes out.
 */
export function lifetimeWithin(walltime: number, random: () => number = Math.random): number {
  const reserve = Math.min(120, Math.max(10, 0.05 * walltime));
  return Math.max(1, Math.floor(walltime - reserve * (1 + random())));
}

/** Seconds of a walltime given as seconds or as hours:minutes:seconds; null for what is neither, or is less than a minute. */
export function walltimeIn(text: string): number | null {
  const clock = /^([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])$/.exec(text);
  const seconds = clock
    ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
    : /^[0-9]{1,7}$/.test(text)
      ? Number(text)
      : Number.NaN;
  return seconds >= 60 && seconds <= 2_000_000 ? seconds : null;
}
