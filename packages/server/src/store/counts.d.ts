import type { Reader } from './reader.ts';
/** Counts of long lists, so that turning a page does not count a million rows again. */
export interface Counts {
  /** The number of rows that a question has for a reader: a kept one, or what `count` finds. */
  of(reader: Reader, question: readonly unknown[], count: () => Promise<number>): Promise<number>;
  /** Lets go of everything; called when somebody changed something through this server. */
  forget(): void;
}
/** Counts anew each time. */
export declare const countAlways: Counts;
/**
 * Keeps counts that took long, for a few seconds, for each reader and question; the same question asked while its answer is on
 * the way shares it. What people change through this server is in the next count.
 */
export declare function keepCounts(now?: () => number): Counts;
