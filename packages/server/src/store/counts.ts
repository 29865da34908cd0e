import type { Reader } from './reader.ts';

/** Counts of long lists, so that turning a page does not count a million rows again. */
export interface Counts {
  /** The number of rows that a question has for a reader: a kept one, or what `count` finds. */
  of(reader: Reader, question: readonly unknown[], count: () => Promise<number>): Promise<number>;
  /** Lets go of everything; called when somebody changed something through this server. */
  forget(): void;
}

/** Counts anew each time. */
export const countAlways: Counts = { of: (_reader, _question, count) => count(), forget: () => {} };

/** Milliseconds that a count is kept: how late a list notices in its number of pages what workers and other servers changed. */
const keptFor = 5000;
/** Milliseconds that counting must have taken to be kept at all: short lists are always exact. */
const worthKeeping = 20;
const mostKept = 1000;

/**
 * Keeps counts that took long, for a few seconds, for each reader and question; the same question asked while its answer is on
 * the way shares it. What people change through this server is in the next count.
 */
export function keepCounts(now: () => number = () => performance.now()): Counts {
  let kept = new Map<string, { count: Promise<number>; until: number }>();
  return {
    of(reader, question, count) {
      const key = JSON.stringify([reader, question]);
      const known = kept.get(key);
      if (known && known.until > now()) return known.count;
      const mine = kept;
      const start = now();
      // Until it is counted, whoever asks gets the same promise.
      const entry = { count: count(), until: Number.POSITIVE_INFINITY };
      mine.delete(key);
      mine.set(key, entry);
      const [oldest] = mine.keys();
      if (mine.size > mostKept && oldest !== undefined) mine.delete(oldest);
      const settle = (keep: boolean) => {
        if (keep) entry.until = start + keptFor;
        else if (mine.get(key) === entry) mine.delete(key);
      };
      entry.count.then(
        () => settle(now() - start >= worthKeeping),
        () => settle(false),
      );
      return entry.count;
    },
    forget() {
      kept = new Map();
    },
  };
}
