/** Words of a text in lower case, in the singular; those of one or two letters say nothing. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/([^s])s$/, '$1'));

/**
 * Sorts by how well each fits a question: by the words that it shares with it, where a word that few have counts more (inverse document frequency,
 * Spärck Jones 1972, DOI 10.1108/eb026526), and by the share of the first text that the question has: "docking" is Docking before Batch Docking. Those
 * that fit alike keep their order.
 * @param texts of each; a word in the first text counts twice
 */
export function bestFirst<T>(question: string, all: readonly T[], texts: (one: T) => readonly [string, string]): T[] {
  const held = all.map((one) => texts(one).map((text) => new Set(wordsOf(text))) as [Set<string>, Set<string>]);
  const weights = new Map(
    wordsOf(question).map((word) => {
      const count = held.filter((sets) => sets.some((set) => set.has(word))).length;
      return [word, count === 0 ? 0 : Math.log(1 + all.length / count)];
    }),
  );
  const fit = ([first, second]: [Set<string>, Set<string>]) => {
    const shared = [...weights].reduce(
      (sum, [word, weight]) => sum + (first.has(word) ? 2 * weight : 0) + (second.has(word) ? weight : 0),
      0,
    );
    const asked = [...first].filter((word) => weights.has(word)).length;
    return shared * (1 + asked / Math.max(1, first.size));
  };
  return all
    .map((one, index) => ({ one, fit: fit(held[index] as [Set<string>, Set<string>]) }))
    .sort((a, b) => b.fit - a.fit)
    .map(({ one }) => one);
}
