import { type NumberColumn, numberColumn, type TableData } from '../tables/table.ts';
import type { PlotPart } from './tab-parts.ts';

/** A point of a plot: a row of its table. */
export interface Point {
  row: number;
  x: number;
  y: number;
  value: number;
  series: string;
}

/** The columns of a table that a plot draws. */
export interface PlotColumns {
  x: NumberColumn;
  /** Names of the rows, where the horizontal axis counts them. */
  names: readonly string[] | null;
  y: NumberColumn;
  value: NumberColumn | null;
  series: readonly (string | null)[] | null;
  /** The ± of the vertical values, where the table has one. */
  uncertainty: NumberColumn | null;
}

/** The columns that a plot names; null where one of them is not there or holds no numbers (of bars the horizontal one may hold names). */
export function columnsOf({ mark, x, y, value, series }: PlotPart, table: TableData): PlotColumns | null {
  const numbers = (id: string | undefined) => {
    const column = table.columns.find((each) => each.id === id);
    return column?.kind === 'number' ? column : null;
  };
  const text = table.columns.find((each) => each.id === series);
  const named = mark === 'bars' ? table.columns.find((each) => each.id === x && each.kind === 'text') : undefined;
  const names = named?.kind === 'text' ? named.values.map((name) => name ?? '') : null;
  const counted = named && names && numberColumn({ id: x, title: named.title, precision: 0 }, [...names.keys()]);
  const [horizontal, vertical] = [counted ?? numbers(x), numbers(y)];
  if (!horizontal || !vertical || (value !== undefined && !numbers(value))) return null;
  const split = text?.kind === 'text' ? text.values : null;
  const uncertainty = value === undefined ? numbers('uncertainty') : null;
  return { x: horizontal, names, y: vertical, value: numbers(value), series: split, uncertainty };
}

/** Rows that have all numbers, a curve's from left to right. A single curve has a gap where a row has no height: what failed there is not drawn over. */
export function pointsOf({ x, y, value, series }: PlotColumns, length: number, mark: PlotPart['mark']): Point[] {
  const points = Array.from({ length }, (_, row) => ({
    row,
    x: x.values[row] ?? Number.NaN,
    y: y.values[row] ?? Number.NaN,
    value: value ? (value.values[row] ?? Number.NaN) : 0,
    series: series?.[row] ?? '',
  })).filter(
    ({ x, y, value }) => [x, value].every(Number.isFinite) && (Number.isFinite(y) || (mark === 'line' && !series)),
  );
  return mark === 'line' ? points.sort((a, b) => a.x - b.x) : points;
}
