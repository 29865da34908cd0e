const digitBits = 11;
const buckets = 1 << digitBits;
const shifts = [0, 11, 22] as const;

/**
 * Sorts identifiers by 32-bit keys, the most significant word first; identifiers with equal keys keep their order. `words[k][id]` is word k of
 * the key of `id`. Radix sort, least significant digit first: time grows with the number of identifiers alone, and a digit that is the same
 * everywhere costs one count. Returns a new array.
 */
export function sortByKeys(ids: Uint32Array, words: readonly Uint32Array[]): Uint32Array {
  const { length } = ids;
  let from = ids.slice();
  let to = new Uint32Array(length);
  const counts = shifts.map(() => new Uint32Array(buckets));
  for (let word = words.length - 1; word >= 0; word--) {
    const keys = words[word] as Uint32Array;
    countDigits(from, keys, counts);
    for (const [digit, shift] of shifts.entries()) {
      const count = counts[digit] as Uint32Array;
      if (!startsOf(count, length)) continue;
      for (let index = 0; index < length; index++) {
        const id = from[index] as number;
        const bucket = ((keys[id] as number) >>> shift) & (buckets - 1);
        to[(count[bucket] as number)++] = id;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

function countDigits(ids: Uint32Array, keys: Uint32Array, [low, middle, high]: Uint32Array[]): void {
  if (!low || !middle || !high) return;
  low.fill(0);
  middle.fill(0);
  high.fill(0);
  for (let index = 0; index < ids.length; index++) {
    const key = keys[ids[index] as number] as number;
    (low[key & (buckets - 1)] as number)++;
    (middle[(key >>> digitBits) & (buckets - 1)] as number)++;
    (high[key >>> (2 * digitBits)] as number)++;
  }
}

/** Turns counts into the first place of each bucket; false when one bucket holds everything, so that the digit orders nothing. */
function startsOf(count: Uint32Array, total: number): boolean {
  let start = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const size = count[bucket] as number;
    if (size === total) return false;
    count[bucket] = start;
    start += size;
  }
  return true;
}
