/** What a cache keeps at most. */
export interface CacheLimits {
  entries: number;
  /** Characters of all texts together. */
  characters: number;
  seconds: number;
}

/** Keeps texts in memory for a while, the least recently used going first; those who ask for the same at once share one answer. Failures are not kept. */
export function createTextCache({ entries, characters, seconds }: CacheLimits, now: () => number = Date.now) {
  const kept = new Map<string, { text: string; until: number }>();
  const under = new Map<string, Promise<string | null>>();
  let total = 0;

  const forget = (key: string): void => {
    total -= kept.get(key)?.text.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, text: string): void => {
    forget(key);
    if (text.length > characters) return;
    kept.set(key, { text, until: now() + seconds * 1000 });
    total += text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= entries && total <= characters) break;
      forget(oldest);
    }
  };

  return {
    /** The text of a key, loaded where it is not known; null, which is not kept, where there is none. */
    async read(key: string, load: () => Promise<string | null>): Promise<string | null> {
      const known = kept.get(key);
      if (known && known.until > now()) {
        kept.delete(key);
        kept.set(key, known);
        return known.text;
      }
      const running = under.get(key);
      if (running) return running;
      const made = load();
      under.set(key, made);
      try {
        const text = await made;
        if (text !== null) keep(key, text);
        return text;
      } finally {
        under.delete(key);
      }
    },
  };
}
