/** A queue that takes from its people in turn: whoever put in much waits behind nobody but himself. */
export interface FairQueue<Item> {
  add(person: string, item: Item): void;
  /** The next item, of the person whose turn it is; undefined when nothing waits. `may` passes over people who have to wait longer. */
  take(may?: (person: string) => boolean): Item | undefined;
  /** Takes one item of a person out before its turn. False where it does not wait (any more). */
  remove(person: string, item: Item): boolean;
  /** Takes everything out, for a queue that is given up. */
  empty(): Item[];
  /** Items that wait, of one person or of all. */
  count(person?: string): number;
}

/** An empty queue. A person's own items keep their order. */
export function fairQueue<Item>(): FairQueue<Item> {
  // A Map keeps the order of its keys: the first person in it is served next, and then is last.
  const waiting = new Map<string, Item[]>();
  let total = 0;
  return {
    add(person, item) {
      const own = waiting.get(person);
      if (own) own.push(item);
      else waiting.set(person, [item]);
      total += 1;
    },
    take(may = () => true) {
      const next = [...waiting].find(([person]) => may(person));
      if (!next) return undefined;
      const [person, own] = next;
      const item = own.shift();
      waiting.delete(person);
      if (own.length > 0) waiting.set(person, own);
      total -= 1;
      return item;
    },
    remove(person, item) {
      const own = waiting.get(person) ?? [];
      const index = own.indexOf(item);
      if (index < 0) return false;
      own.splice(index, 1);
      if (own.length === 0) waiting.delete(person);
      total -= 1;
      return true;
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
