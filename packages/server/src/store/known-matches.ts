/** What a search by structure found, whoever may see what has these molecules. */
export interface StructureMatches {
  /** The search as a text, and up to which molecule it looked: the same for the same answer. */
  key: string;
  /** Numbers of the molecules, the most similar first. */
  molecules: readonly number[];
  /** How many items have one of them, counted to some number. */
  items: number;
  /** Their Tanimoto coefficients, in the same order; null where similarity was not asked for. */
  similarities: readonly number[] | null;
}

/** Answers that are kept: turning a page does not search again. */
const kept = 50;

/** A cache of answers, the last ones asked for. */
export interface KnownMatches {
  get(key: string): StructureMatches | undefined;
  set(key: string, matches: StructureMatches): void;
}

/** An empty cache. */
export function knownMatches(): KnownMatches {
  const known = new Map<string, StructureMatches>();
  return {
    get: (key) => known.get(key),
    set(key, matches) {
      known.set(key, matches);
      for (const [oldest] of known) {
        if (known.size <= kept) break;
        known.delete(oldest);
      }
    },
  };
}
