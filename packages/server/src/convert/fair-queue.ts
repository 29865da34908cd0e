/** A queue that takes from its people in turn: whoever put in much waits behind nobody but himself. */
export interface FairQueue<Item> {
  add(person: string, item: Item): void;
  /** The next item, of the person whose turn it is; undefined when nothing waits. */
  take(): Item | undefined;
  /** Takes everything out, for a queue that is given up. */
  empty(): Item[];
  /** Items that wait, of one person or of all. */
  count(person?: string): number;
}

/** An empty queue. A person's own items keep their order. */
export function fairQueue<Item>(): FairQueue<Item> {
  // A Map keeps the order of its keys: the first person in it is served next, and then stands last.
  const waiting = new Map<string, Item[]>();
  let total = 0;
  return {
    add(person, item) {
      const own = waiting.get(person);
      if (own) own.push(item);
      else waiting.set(person, [item]);
      total += 1;
    },
    take() {
      const next = waiting.entries().next().value;
      if (!next) return undefined;
      const [person, own] = next;
      const item = own.shift();
      waiting.delete(person);
      if (own.length > 0) waiting.set(person, own);
      total -= 1;
      return item;
    },
    empty() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      total = 0;
      return all;
    },
    count: (person) => (person === undefined ? total : (waiting.get(person)?.length ?? 0)),
  };
}
