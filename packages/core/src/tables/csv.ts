import { formatInfinity } from './number-format.ts';
import { columnHeading, type TableData } from './table.ts';

/**
 * Writes a table as CSV that spreadsheets open rightly: UTF-8 byte order mark, CRLF, RFC 4180 quoting, full precision, and a quote before texts
 * that a spreadsheet would take for a formula.
 */
export function toCsv(table: TableData, rows?: Uint32Array): string {
  const order = rows ?? Uint32Array.from({ length: table.length }, (_, index) => index);
  const lines = [table.columns.map((column) => cell(columnHeading(column))).join(',')];
  for (const row of order) {
    lines.push(
      table.columns
        .map((column) => {
          if (column.kind === 'text') return cell(column.values[row] ?? '');
          const value = column.values[row] as number;
          return Number.isFinite(value) ? String(value) : formatInfinity(value);
        })
        .join(','),
    );
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A text that no spreadsheet takes for a formula: with a quote before it where it begins like one. */
export function plainText(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function cell(text: string): string {
  const safe = plainText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
