import { sortByKeys } from './radix-sort.ts';

/** The order of texts in tables: letter case and accents do not count, numbers in texts count as numbers. */
export const textCollator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Groups smaller than this are sorted by comparing, larger ones by their bytes. */
const smallGroup = 48;
/** A run of digits longer than this has no key of its own; the collator orders its text. */
const longestRun = 250;
const ignored = 0;

/**
 * Returns the weight of each ASCII character in the collator's order (1 and up, equal for a letter's two cases), 0 where the collator passes over it.
 */
function asciiWeights(): Uint8Array {
  const weights = new Uint8Array(128);
  const counted = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    .filter((character) => textCollator.compare(character, '') !== 0)
    .sort(textCollator.compare);
  let weight = 0;
  let before = '';
  for (const character of counted) {
    if (textCollator.compare(character, before) !== 0) weight += 1;
    weights[character.charCodeAt(0)] = weight;
    before = character;
  }
  return weights;
}

let weights: Uint8Array | null = null;

const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Keys of texts whose bytes compare as the collator compares the texts; a run of digits becomes its length and its digits without leading zeros.
 * A text that is not plain ASCII has no key.
 */
class TextKeys {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
  /** Texts with a key, and those without one, by their place in the list. */
  plain: Uint32Array;
  odd: number[] = [];
  #first: Uint32Array | null = null;
  #second: Uint32Array | null = null;

  constructor(texts: readonly (string | null)[]) {
    weights ??= asciiWeights();
    let room = 0;
    // A digit alone takes three bytes: digit, length, value.
    for (const text of texts) room += text === null ? 0 : 3 * text.length;
    this.bytes = new Uint8Array(room);
    this.starts = new Uint32Array(texts.length);
    this.ends = new Uint32Array(texts.length);
    const plain = new Uint32Array(texts.length);
    let count = 0;
    let at = 0;
    for (let id = 0; id < texts.length; id++) {
      const text = texts[id] ?? null;
      if (text === null) continue;
      const end = this.#write(text, at, weights);
      if (end < 0) {
        this.odd.push(id);
        continue;
      }
      plain[count++] = id;
      this.starts[id] = at;
      this.ends[id] = end;
      at = end;
    }
    this.plain = plain.slice(0, count);
  }

  /** Writes the key of a text from `at` on. Returns where it ends, or -1 where the text has none. */
  #write(text: string, at: number, weights: Uint8Array): number {
    const { bytes } = this;
    const { length } = text;
    const zero = weights[48] as number;
    let place = at;
    for (let index = 0; index < length; index++) {
      let code = text.charCodeAt(index);
      if (code > 127) return -1;
      if (!isDigit(code)) {
        const weight = weights[code] as number;
        if (weight !== ignored) bytes[place++] = weight;
        continue;
      }
      bytes[place++] = zero;
      const count = place++;
      for (; index < length && isDigit((code = text.charCodeAt(index))); index++) {
        if (code === 48 && place === count + 1) continue;
        bytes[place++] = code - 47;
      }
      index -= 1;
      if (place - count - 1 > longestRun) return -1;
      bytes[count] = place - count;
    }
    return place;
  }

  compare(a: number, b: number): number {
    const { bytes, starts, ends } = this;
    let x = starts[a] as number;
    let y = starts[b] as number;
    const endX = ends[a] as number;
    const endY = ends[b] as number;
    for (; x < endX && y < endY; x++, y++) {
      const difference = (bytes[x] as number) - (bytes[y] as number);
      if (difference !== 0) return difference;
    }
    return endX - x - (endY - y);
  }

  /** Four bytes of a key from `depth` on as one number; zeros after its end, which no weight is. */
  #word(id: number, depth: number): number {
    const { bytes } = this;
    const at = (this.starts[id] as number) + depth;
    const end = this.ends[id] as number;
    const first = at < end ? (bytes[at] as number) : 0;
    const second = at + 1 < end ? (bytes[at + 1] as number) : 0;
    const third = at + 2 < end ? (bytes[at + 2] as number) : 0;
    const fourth = at + 3 < end ? (bytes[at + 3] as number) : 0;
    return ((first << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
  }

  sort(ids: Uint32Array, depth = 0): Uint32Array {
    if (ids.length < smallGroup) return ids.sort((a, b) => this.compare(a, b));
    // One pair for all depths: a deeper call writes the words of its own group only, which this one has read.
    const first = (this.#first ??= new Uint32Array(this.starts.length));
    const second = (this.#second ??= new Uint32Array(this.starts.length));
    for (const id of ids) {
      first[id] = this.#word(id, depth);
      second[id] = this.#word(id, depth + 4);
    }
    const sorted = sortByKeys(ids, [first, second]);
    for (let from = 0; from < sorted.length; ) {
      const id = sorted[from] as number;
      let to = from + 1;
      while (
        to < sorted.length &&
        first[sorted[to] as number] === first[id] &&
        second[sorted[to] as number] === second[id]
      )
        to += 1;
      // A last byte of zero is the end of a key: texts with equal words are equal then.
      if (to - from > 1 && ((second[id] as number) & 0xff) !== 0) {
        sorted.set(this.sort(sorted.slice(from, to), depth + 8), from);
      }
      from = to;
    }
    return sorted;
  }
}

/**
 * Ranks of texts in the order of `textCollator`, 1 and up, `missing` where there is no text; texts that the collator calls equal share a rank.
 * Plain ASCII texts are ordered by byte keys (some ten times faster than by comparing), the others by the collator itself.
 */
export function textRanks(texts: readonly (string | null)[], missing: number): Uint32Array {
  const keys = new TextKeys(texts);
  const plain = keys.sort(keys.plain);
  const textOf = (id: number) => texts[id] ?? '';
  const isOdd = new Set(keys.odd);
  const odd = groupsOf(keys.odd, textOf).sort(([a], [b]) => textCollator.compare(textOf(a), textOf(b)));

  const ranks = new Uint32Array(texts.length).fill(missing);
  let rank = 0;
  let before = -1;
  const place = (id: number) => {
    const equal =
      before >= 0 &&
      (isOdd.has(id) || isOdd.has(before)
        ? textCollator.compare(textOf(id), textOf(before)) === 0
        : keys.compare(id, before) === 0);
    if (!equal) rank += 1;
    ranks[id] = rank;
    before = id;
  };
  let next = 0;
  for (const group of odd) {
    const text = textOf(group[0]);
    const until = firstNotBefore(plain, next, (other) => textCollator.compare(textOf(other), text) < 0);
    for (; next < until; next++) place(plain[next] as number);
    place(group[0]);
    for (const id of group) ranks[id] = rank;
  }
  for (; next < plain.length; next++) place(plain[next] as number);
  return ranks;
}

/** Texts that are the same, together: each is compared once. */
function groupsOf(ids: readonly number[], textOf: (id: number) => string): [number, ...number[]][] {
  const groups = new Map<string, [number, ...number[]]>();
  for (const id of ids) {
    const text = textOf(id);
    const group = groups.get(text);
    if (group) group.push(id);
    else groups.set(text, [id]);
  }
  return [...groups.values()];
}

/** First place from `from` on that is not before the wanted one, by halving. */
function firstNotBefore(ids: Uint32Array, from: number, isBefore: (id: number) => boolean): number {
  let low = from;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(ids[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
