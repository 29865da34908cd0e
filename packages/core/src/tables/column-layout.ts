import { maximumTableColumns } from '../entities/platform-constants.ts';
import type { Column } from './table.ts';

/** Narrowest and widest that a column is drawn, in CSS pixels. */
export const columnWidths = { narrowest: 40, widest: 1200 } as const;

/**
 * How a person arranged the columns of one kind of table; columns are named by their identifiers. Columns that are not named stay as the table has
 * them.
 */
export interface ColumnLayout {
  /** Columns in the order that was chosen; columns that are not in it come after the one they follow in the table. */
  order: string[];
  hidden: string[];
  /** Columns that stay at the start while the others scroll. */
  pinned: string[];
  /** Widths in CSS pixels. */
  widths: Record<string, number>;
  /** How many columns are shown at most. */
  maximum: number;
}

/** The layout of a table that nobody arranged: its own order, the first 100 columns. */
export const defaultLayout: ColumnLayout = {
  order: [],
  hidden: [],
  pinned: [],
  widths: {},
  maximum: maximumTableColumns,
};

/**
 * Reads a remembered layout; what is not one gives the default, and what of it cannot be read counts as not chosen. Written out, for a table on a
 * page is drawn before any schema is there.
 */
export function readLayout(text: string | null): ColumnLayout {
  const { order, hidden, pinned, widths, maximum } = recordOf(text);
  return {
    order: namesOf(order),
    hidden: namesOf(hidden),
    pinned: namesOf(pinned),
    widths: widthsOf(widths),
    maximum: Number.isInteger(maximum) && Number(maximum) >= 1 ? Number(maximum) : maximumTableColumns,
  };
}

function recordOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : [];
}

function widthsOf(value: unknown): Record<string, number> {
  const { narrowest, widest } = columnWidths;
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const fits = all.every(([, width]) => typeof width === 'number' && width >= narrowest && width <= widest);
  return fits ? Object.fromEntries(all) : {};
}

/** All columns in the order of the layout, as places in the table; pinned ones first. */
export function arrangedColumns(columns: readonly Column[], layout: ColumnLayout): number[] {
  const chosen = new Map(layout.order.map((id, index) => [id, index]));
  // A column that the layout does not know keeps to its neighbour on the left, so that a new column comes where the table has it.
  let last = -1;
  const keyed = columns.map(({ id }, place) => {
    last = chosen.get(id) ?? last;
    return { place, id, key: last };
  });
  const pinned = new Set(layout.pinned);
  return keyed
    .sort((a, b) => Number(pinned.has(b.id)) - Number(pinned.has(a.id)) || a.key - b.key || a.place - b.place)
    .map(({ place }) => place);
}

/** Columns that were not hidden, in order: what a CSV holds, also where there are more than a view shows. */
export function chosenColumns(columns: readonly Column[], layout: ColumnLayout): number[] {
  const hidden = new Set(layout.hidden);
  const kept = arrangedColumns(columns, layout).filter((place) => !hidden.has(columns[place]?.id ?? ''));
  // A layout of another version of the table may hide all that this one has; a table without columns would say nothing.
  return kept.length > 0 ? kept : columns.length > 0 ? [0] : [];
}

/** Columns that are shown, in order, as places in the table: at most `layout.maximum` (100 unless a person changed it). */
export function visibleColumns(columns: readonly Column[], layout: ColumnLayout): number[] {
  return chosenColumns(columns, layout).slice(0, layout.maximum);
}

/** Shows or hides columns. */
export function withShown(layout: ColumnLayout, ids: readonly string[], shown: boolean): ColumnLayout {
  const others = layout.hidden.filter((id) => !ids.includes(id));
  return { ...layout, hidden: shown ? others : [...others, ...ids] };
}

/** Pins a column to the start, or lets it go. */
export function withPinned(layout: ColumnLayout, id: string, pinned: boolean): ColumnLayout {
  const others = layout.pinned.filter((other) => other !== id);
  return { ...layout, pinned: pinned ? [...others, id] : others };
}

/** The width that a person gave a column, in CSS pixels; undefined where none did. Names of columns are a page's: one may be called `constructor`. */
export function chosenWidth(layout: ColumnLayout, id: string): number | undefined {
  return Object.hasOwn(layout.widths, id) ? layout.widths[id] : undefined;
}

/** Sets the width of a column in CSS pixels, within what can be drawn; null gives it back to the table. */
export function withWidth(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const { [id]: _, ...widths } = layout.widths;
  if (width === null || !Number.isFinite(width)) return { ...layout, widths };
  const { narrowest, widest } = columnWidths;
  return { ...layout, widths: { ...widths, [id]: Math.round(Math.min(widest, Math.max(narrowest, width))) } };
}

/** Moves a column by some places among all columns; pinned columns stay before the others. */
export function withMoved(layout: ColumnLayout, columns: readonly Column[], id: string, by: number): ColumnLayout {
  const order = arrangedColumns(columns, layout).map((place) => columns[place]?.id ?? '');
  const from = order.indexOf(id);
  if (from < 0) return layout;
  const to = Math.min(order.length - 1, Math.max(0, from + by));
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(to, 0, id) };
}
