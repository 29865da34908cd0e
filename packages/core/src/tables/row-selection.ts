import type { TableData } from './table.ts';

/** Rows that are selected, as indices into the table, and where a range with Shift starts from. */
export interface RowSelection {
  rows: ReadonlySet<number>;
  anchor: number | null;
}

/** Keys that were held. */
export interface SelectionKeys {
  /** Ctrl, or Cmd on a Mac: add or take away. */
  toggle: boolean;
  /** Shift: everything from the anchor on. */
  range: boolean;
}

export const noSelection: RowSelection = { rows: new Set(), anchor: null };

/**
 * The selection after a row was clicked or moved to: alone; added or taken away with `toggle`; with `range` everything between the anchor and the
 * row in the order that is shown, in place of the selection, or besides it when both are held. Without an anchor in sight a range is the row alone.
 */
export function selectRow(
  { rows, anchor }: RowSelection,
  row: number,
  order: Uint32Array,
  { toggle, range }: SelectionKeys,
): RowSelection {
  if (range) {
    const from = anchor === null ? -1 : order.indexOf(anchor);
    const to = order.indexOf(row);
    if (from >= 0 && to >= 0) {
      const between = order.subarray(Math.min(from, to), Math.max(from, to) + 1);
      return { rows: new Set(toggle ? [...rows, ...between] : between), anchor };
    }
  }
  if (!toggle) return { rows: new Set([row]), anchor: row };
  const next = new Set(rows);
  if (!next.delete(row)) next.add(row);
  return { rows: next, anchor: row };
}

/** Every row that is shown. */
export function selectAll({ anchor }: RowSelection, order: Uint32Array): RowSelection {
  return { rows: new Set(order), anchor: anchor ?? order[0] ?? null };
}

/** The selection without rows that a filter took out of sight: nothing is done to what is not seen. The same object where nothing changes. */
export function keepShown(selection: RowSelection, order: Uint32Array): RowSelection {
  const { rows, anchor } = selection;
  if (rows.size === 0 && anchor === null) return selection;
  const shown = new Set(order);
  const kept = [...rows].filter((row) => shown.has(row));
  const start = anchor !== null && shown.has(anchor) ? anchor : null;
  return kept.length === rows.size && start === anchor ? selection : { rows: new Set(kept), anchor: start };
}

/**
 * The selection in new data of the same table (a poll): a row is found again by the structure it stands for. Rows that stand for none keep their
 * place where the table has as many rows as before, and are dropped where it has not.
 */
export function carrySelection(selection: RowSelection, before: TableData, after: TableData): RowSelection {
  if (before === after || (selection.rows.size === 0 && selection.anchor === null)) return selection;
  const places = new Map<string, number>();
  after.structures.forEach((id, row) => {
    if (id !== null && !places.has(id)) places.set(id, row);
  });
  const found = (row: number): number | null => {
    const id = before.structures[row] ?? null;
    if (id !== null) return places.get(id) ?? null;
    return before.length === after.length ? row : null;
  };
  const rows = [...selection.rows].flatMap((row) => found(row) ?? []);
  return { rows: new Set(rows), anchor: selection.anchor === null ? null : found(selection.anchor) };
}
