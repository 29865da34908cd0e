import { missingKey, sortKeysOf } from './column-index.ts';
import { sortByKeys } from './radix-sort.ts';
import type { Column, NumberColumn, TableData, TextColumn } from './table.ts';

/** One column to sort by. */
export interface Sort {
  column: string;
  descending: boolean;
}

/** Keeps rows of one column: a numeric range (blank or non-numeric bounds are ignored) or a part of a text. */
export type Filter =
  | { column: string; kind: 'range'; minimum: string; maximum: string }
  | { column: string; kind: 'text'; contains: string };

const columnOf = (table: TableData, id: string) => table.columns.find((column) => column.id === id);

/** All row numbers of a table, in its order. */
export function allRows(length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}

/**
 * Row numbers in the order of the sorts, first one first; rows without a value come last in either direction, equal rows keep their order (that
 * of `rows` where it is given). Works on the keys of the columns (`column-index.ts`): the last sort first, each one stable.
 */
export function sortOrder(table: TableData, sorts: readonly Sort[], rows?: Uint32Array): Uint32Array {
  let order = rows ? rows.slice() : allRows(table.length);
  for (const { column: id, descending } of [...sorts].reverse()) {
    const column = columnOf(table, id);
    if (!column) continue;
    const keys = sortKeysOf(column);
    order = sortByKeys(order, descending ? keys.map(reversed) : keys);
  }
  return order;
}

/** Keys that order the other way round, with missing values still last. */
function reversed(keys: Uint32Array): Uint32Array {
  return keys.map((key) => (key === missingKey ? missingKey : ~key));
}

/** Returns the sorts after a press on a heading: ascending, descending, none. `add` (Shift) keeps the other columns. */
export function toggleSort(sorts: readonly Sort[], column: string, add: boolean): Sort[] {
  const place = sorts.findIndex((sort) => sort.column === column);
  const now = sorts[place];
  const next = !now ? { column, descending: false } : now.descending ? null : { column, descending: true };
  if (!add) return next ? [next] : [];
  if (!next) return sorts.filter((sort) => sort.column !== column);
  return place < 0 ? [...sorts, next] : sorts.with(place, next);
}

/** A bound of a range as people write it, also with the true minus sign that tables show; null where it is blank or not a number. */
export function boundOf(text: string): number | null {
  const trimmed = text.trim().replace(/^\u2212/, '-');
  const value = Number(trimmed);
  return trimmed === '' || Number.isNaN(value) ? null : value;
}

/** Whether a filter keeps rows from being shown at all: it has a usable bound or some text. */
export function isActiveFilter(filter: Filter): boolean {
  return filter.kind === 'text'
    ? filter.contains.trim() !== ''
    : boundOf(filter.minimum) !== null || boundOf(filter.maximum) !== null;
}

/** Row numbers that pass every filter, in table order. A filter on an unknown column, or without a usable bound, keeps all rows. */
export function filterRows(table: TableData, filters: readonly Filter[]): Uint32Array {
  let rows = allRows(table.length);
  for (const filter of filters) {
    const column = columnOf(table, filter.column);
    if (column && isActiveFilter(filter)) rows = passing(column, filter, rows);
  }
  return rows;
}

function passing(column: Column, filter: Filter, rows: Uint32Array): Uint32Array {
  if (filter.kind === 'range') {
    const minimum = boundOf(filter.minimum) ?? Number.NEGATIVE_INFINITY;
    const maximum = boundOf(filter.maximum) ?? Number.POSITIVE_INFINITY;
    if (column.kind === 'number') return within(column, minimum, maximum, rows);
    return ofTexts(column, rows, (text) => {
      const value = boundOf(text);
      return value !== null && value >= minimum && value <= maximum;
    });
  }
  const wanted = filter.contains.trim().toLowerCase();
  if (column.kind === 'text') return ofTexts(column, rows, (text) => text.toLowerCase().includes(wanted));
  return rows.filter((row) => {
    const value = column.values[row] as number;
    return !Number.isNaN(value) && String(value).toLowerCase().includes(wanted);
  });
}

/** Not a number passes no comparison, so that rows without a value are left out. */
function within({ values }: NumberColumn, minimum: number, maximum: number, rows: Uint32Array): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const value = values[row] as number;
    if (value >= minimum && value <= maximum) kept[count++] = row;
  }
  return kept.slice(0, count);
}

function ofTexts({ values }: TextColumn, rows: Uint32Array, passes: (text: string) => boolean): Uint32Array {
  return rows.filter((row) => {
    const text = values[row] ?? null;
    return text !== null && passes(text);
  });
}
