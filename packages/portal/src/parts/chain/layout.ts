import type { ItemGraph } from '@cuvette/core/entities';

/** A box of a drawn graph: its column (from the sources to what was made of them) and its place in the column. */
export interface PlacedItem {
  uuid: string;
  column: number;
  row: number;
}

/** The boxes of a graph, column by column, and how many columns and rows they take. */
export interface GraphLayout {
  places: readonly PlacedItem[];
  columns: number;
  rows: number;
}

/**
 * Places the items of a graph: each in the column behind the last of its sources, in a column in the order of their sources, so that lines cross seldom. A circle,
 * which submissions cannot make, ends at the item that it comes back to.
 */
export function layOut({ items, gone, links }: ItemGraph): GraphLayout {
  const all = [...gone, ...items].map(({ uuid }) => uuid);
  const sources = new Map(all.map((uuid) => [uuid, links.filter(({ to }) => to === uuid).map(({ from }) => from)]));
  const columns = new Map<string, number>();
  const columnOf = (uuid: string, passed: ReadonlySet<string>): number => {
    const known = columns.get(uuid);
    if (known !== undefined) return known;
    const before = (sources.get(uuid) ?? []).filter((one) => sources.has(one) && !passed.has(one));
    const column = Math.max(-1, ...before.map((one) => columnOf(one, new Set([...passed, uuid])))) + 1;
    columns.set(uuid, column);
    return column;
  };
  for (const uuid of all) columnOf(uuid, new Set([uuid]));
  const count = Math.max(0, ...columns.values()) + 1;
  const rows = new Map<string, number>();
  for (let column = 0; column < count; column += 1) {
    const here = all.filter((uuid) => columns.get(uuid) === column);
    const wanted = (uuid: string) => {
      const places = (sources.get(uuid) ?? []).flatMap((one) => rows.get(one) ?? []);
      return places.length === 0 ? 0 : places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    const ordered = here.map((uuid) => ({ uuid, place: wanted(uuid) })).sort((a, b) => a.place - b.place);
    ordered.forEach(({ uuid }, row) => rows.set(uuid, row));
  }
  const places = all
    .map((uuid) => ({ uuid, column: columns.get(uuid) ?? 0, row: rows.get(uuid) ?? 0 }))
    .sort((a, b) => a.column - b.column || a.row - b.row);
  return { places, columns: count, rows: Math.max(0, ...places.map(({ row }) => row)) + 1 };
}
