import { formatNumber } from '@cuvette/core/tables';

/** The numbers that a plot draws, for files and for what the pointer reads. */
export interface PlotData {
  /** Name of the files, without an extension. */
  name: string;
  /** Position of each row on the horizontal axis; NaN for none. */
  at: ArrayLike<number>;
  columns: readonly PlotColumn[];
}

interface PlotColumn {
  /** Heading with its unit. */
  title: string;
  /** Decimals that the pointer reads; files have all. */
  precision?: number | undefined;
  /** The half-width of the error bar of each row, where it is known. */
  uncertainty?: ArrayLike<number> | undefined;
  values: ArrayLike<number | string | null>;
}

/** Returns what a row says, a line for each column; empty where it has no value. */
export function readingOf({ columns }: PlotData, row: number): string[] {
  return columns.flatMap(({ title, values, precision, uncertainty }) => {
    const value = values[row];
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'string') return [`${title} ${value}`];
    if (!Number.isFinite(value)) return [];
    const write = (number: number) => (precision === undefined ? String(number) : formatNumber(number, precision));
    const error = uncertainty?.[row] ?? Number.NaN;
    return [`${title} ${write(value)}${Number.isFinite(error) ? ` ± ${write(error)}` : ''}`];
  });
}
