import type { Column, TableData } from './table.ts';

/** One column to sort by. */
export interface Sort {
  column: string;
  descending: boolean;
}

/** Keeps rows of one column: a numeric range (blank or non-numeric bounds are ignored) or a part of a text. */
export type Filter =
  | { column: string; kind: 'range'; minimum: string; maximum: string }
  | { column: string; kind: 'text'; contains: string };

/** Row numbers in the order of the sorts, first one first; rows without a value come last in either direction, equal rows keep their order. */
export function sortOrder(table: TableData, sorts: readonly Sort[], rows?: Uint32Array): Uint32Array {
  const order = rows ? rows.slice() : Uint32Array.from({ length: table.length }, (_, index) => index);
  const comparers = sorts.flatMap((sort) => {
    const column = table.columns.find(({ id }) => id === sort.column);
    return column ? [comparer(column, sort.descending ? -1 : 1)] : [];
  });
  if (comparers.length === 0) return order;
  return order.sort((a, b) => {
    for (const compare of comparers) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return a - b;
  });
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function comparer(column: Column, direction: 1 | -1): (a: number, b: number) => number {
  if (column.kind === 'number') {
    const { values } = column;
    return (a, b) => {
      const x = values[a] as number;
      const y = values[b] as number;
      if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : 1;
      if (Number.isNaN(y)) return -1;
      return (x - y) * direction;
    };
  }
  const { values } = column;
  return (a, b) => {
    const x = values[a] ?? null;
    const y = values[b] ?? null;
    if (x === null) return y === null ? 0 : 1;
    if (y === null) return -1;
    return collator.compare(x, y) * direction;
  };
}

function boundOf(text: string): number | null {
  const trimmed = text.trim();
  const value = Number(trimmed);
  return trimmed === '' || Number.isNaN(value) ? null : value;
}

/** Row numbers that pass every filter, in table order. A filter on an unknown column, or without a usable bound, keeps all rows. */
export function filterRows(table: TableData, filters: readonly Filter[]): Uint32Array {
  const tests = filters.flatMap((filter) => {
    const column = table.columns.find(({ id }) => id === filter.column);
    return column ? [rowTest(column, filter)] : [];
  });
  const kept: number[] = [];
  for (let row = 0; row < table.length; row++) {
    if (tests.every((test) => test(row))) kept.push(row);
  }
  return Uint32Array.from(kept);
}

function rowTest(column: Column, filter: Filter): (row: number) => boolean {
  if (filter.kind === 'text') {
    const wanted = filter.contains.trim().toLowerCase();
    if (wanted === '') return () => true;
    return (row) =>
      String(column.values[row] ?? '')
        .toLowerCase()
        .includes(wanted);
  }
  const minimum = boundOf(filter.minimum);
  const maximum = boundOf(filter.maximum);
  if (minimum === null && maximum === null) return () => true;
  return (row) => {
    const value = Number(column.values[row] ?? Number.NaN);
    return (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
  };
}
