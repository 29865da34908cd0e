import type { NumberColumn } from './table.ts';

const minus = '\u2212';

/**
 * Writes a number with a fixed number of decimals: the one rule of rounding for tables, headlines and sentences. Halves of the decimal number that is
 * stored go away from zero, so that 8.555 reads 8.56 everywhere: its double lies below the half, and `toFixed` alone would write 8.55.
 */
export function toDecimals(value: number, decimals: number): string {
  const shifted = Math.round(Number(`${Math.abs(value)}e${decimals}`));
  // No number for what is written with an exponent, which is too large or too small to have a half that anybody could read.
  return (shifted < 1e15 ? Math.sign(value) * Number(`${shifted}e-${decimals}`) : value).toFixed(decimals);
}

/** Writes a number with a fixed number of decimals and a true minus sign; a missing value is an empty text. No "-0.00". */
export function formatNumber(value: number | null | undefined, precision: number): string {
  // Also for what is missing: only a number is finite.
  if (!Number.isFinite(value)) return '';
  const number = value as number;
  const text = toDecimals(Math.abs(number), precision);
  return number < 0 && Number(text) !== 0 ? minus + text : text;
}

/** Writes a number with its sign, for differences: "+0.42". */
export function formatSigned(value: number | null | undefined, precision: number): string {
  const text = formatNumber(value, precision);
  return text === '' || text.startsWith(minus) || Number(text) === 0 ? text : `+${text}`;
}

/** Writes what is larger than every number, or smaller, with the sign for it: it is not the same as a missing value. An empty text for all else. */
export function formatInfinity(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '\u221E' : value === Number.NEGATIVE_INFINITY ? `${minus}\u221E` : '';
}

/**
 * Text of one value of a number column, at the column's precision and in its notation; the column's word where there is none. What is smaller than the
 * last decimal reads 0 as in every column of fixed decimals: a copy and the CSV have it in full.
 */
export function formatValue(column: NumberColumn, row: number): string {
  const value = column.values[row];
  if (value !== undefined && formatInfinity(value)) return formatInfinity(value);
  if (column.notation === 'imaginary' && value !== undefined && Number.isFinite(value)) {
    return formatFrequency(value, column.precision);
  }
  return formatNumber(value, column.precision) || (column.missing ?? '');
}

/** Frequency of a vibrational mode in cm⁻¹ as chemists write it: imaginary ones as "512.3i". */
export function formatFrequency(frequency: number, precision = 1): string {
  return `${toDecimals(Math.abs(frequency), precision)}${frequency < 0 ? 'i' : ''}`;
}
