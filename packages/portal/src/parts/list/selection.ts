import { type SelectionKeys, selectRow } from '@cuvette/core/tables';

/** What can be selected in a list. */
export interface Selectable {
  data: { uuid: string };
}

/** What is selected in a list, in the order of selecting, and where a range with Shift starts from. Entries of other pages stay in it. */
export interface ListSelection<Entry extends Selectable> {
  entries: ReadonlyMap<string, Entry>;
  anchor: string | null;
}

export const nothingSelected: ListSelection<never> = { entries: new Map<string, never>(), anchor: null };

const uuidOf = (entry: Selectable) => entry.data.uuid;

/**
 * The selection after an entry was clicked or moved to, by the rules of `selectRow`: alone, added or taken away (`toggle`), or a range from the anchor
 * on. What was selected on other pages stays where entries are added only.
 */
export function choose<Entry extends Selectable>(
  { entries, anchor }: ListSelection<Entry>,
  shown: readonly Entry[],
  uuid: string,
  keys: SelectionKeys,
): ListSelection<Entry> {
  const places = new Map(shown.map((entry, index) => [uuidOf(entry), index]));
  const place = places.get(uuid);
  if (place === undefined) return { entries, anchor };
  const rows = new Set([...entries.keys()].flatMap((one) => places.get(one) ?? []));
  const order = Uint32Array.from({ length: shown.length }, (_, index) => index);
  const start = anchor === null ? null : (places.get(anchor) ?? null);
  const next = selectRow({ rows, anchor: start }, place, order, keys);
  const kept = keys.toggle ? [...entries].filter(([one]) => !places.has(one)) : [];
  const chosen = [...next.rows].flatMap((row) => shown[row] ?? []);
  const first = next.anchor === null ? null : (shown[next.anchor] ?? null);
  return {
    entries: new Map([...kept, ...chosen.map((entry) => [uuidOf(entry), entry] as const)]),
    anchor: first ? uuidOf(first) : null,
  };
}

/** Every entry of the page that is shown, besides what is selected on others. */
export function chooseAll<Entry extends Selectable>(
  { entries, anchor }: ListSelection<Entry>,
  shown: readonly Entry[],
): ListSelection<Entry> {
  const first = shown[0];
  return {
    entries: new Map([...entries, ...shown.map((entry) => [uuidOf(entry), entry] as const)]),
    anchor: anchor ?? (first ? uuidOf(first) : null),
  };
}

/** The selection without some entries. The same object where none of them is in it. */
export function without<Entry extends Selectable>(
  selection: ListSelection<Entry>,
  uuids: Iterable<string>,
): ListSelection<Entry> {
  const gone = new Set(uuids);
  const kept = [...selection.entries].filter(([uuid]) => !gone.has(uuid));
  if (kept.length === selection.entries.size) return selection;
  const anchor = selection.anchor !== null && gone.has(selection.anchor) ? null : selection.anchor;
  return { entries: new Map(kept), anchor };
}

/** The selection with what a poll brought of its entries. The same object where it brought nothing. */
export function refreshed<Entry extends Selectable>(
  selection: ListSelection<Entry>,
  shown: readonly Entry[],
): ListSelection<Entry> {
  const news = new Map(shown.map((entry) => [uuidOf(entry), entry]));
  const changed = [...selection.entries].some(([uuid, entry]) => (news.get(uuid) ?? entry) !== entry);
  if (!changed) return selection;
  const entries = [...selection.entries].map(([uuid, entry]) => [uuid, news.get(uuid) ?? entry] as const);
  return { entries: new Map(entries), anchor: selection.anchor };
}
