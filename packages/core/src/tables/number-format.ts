import type { NumberColumn } from './table.ts';

const minus = '\u2212';

/** Writes a number with a fixed number of decimals and a true minus sign; a missing value is an empty text. No "-0.00". */
export function formatNumber(value: number | null | undefined, precision: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  const text = Math.abs(value).toFixed(precision);
  return value < 0 && Number(text) !== 0 ? `${minus}${text}` : text;
}

/** Writes a number with its sign, for differences: "+0.42". */
export function formatSigned(value: number | null | undefined, precision: number): string {
  const text = formatNumber(value, precision);
  return text === '' || text.startsWith(minus) || Number(text) === 0 ? text : `+${text}`;
}

/** Text of one value of a number column, at the column's precision and in its notation; the column's word where there is none. */
export function formatValue(column: NumberColumn, row: number): string {
  const value = column.values[row];
  if (column.notation === 'imaginary' && value !== undefined && Number.isFinite(value)) {
    return formatFrequency(value, column.precision);
  }
  return formatNumber(value, column.precision) || (column.missing ?? '');
}

/** Frequency of a vibrational mode in cm⁻¹ as chemists write it: imaginary ones as "512.3i". */
export function formatFrequency(frequency: number, precision = 1): string {
  return frequency < 0 ? `${Math.abs(frequency).toFixed(precision)}i` : frequency.toFixed(precision);
}
