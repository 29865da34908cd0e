import { formatInfinity } from './number-format.ts';
import { columnHeading, type TableData } from './table.ts';
import { columnsWithNotes } from './table-notes.ts';

/**
 * Writes a table as CSV that spreadsheets open rightly: UTF-8 byte order mark, CRLF, RFC 4180 quoting, full precision, and a quote before texts
 * that a spreadsheet would take for a formula.
 */
export function toCsv(table: TableData, rows?: Uint32Array): string {
  const order = rows ?? Uint32Array.from({ length: table.length }, (_, index) => index);
  const columns = columnsWithNotes(table);
  const lines = [columns.map((column) => cell(columnHeading(column))).join(',')];
  for (const row of order) {
    lines.push(
      columns
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

/**
 * A text that no spreadsheet takes for a formula: with a quote before it where it begins like one, and before each part that begins like one after a sign
 * at which some spreadsheet starts another cell. Where the list separator of the system is a semicolon, as in much of Europe, `x;=1+1` is two cells,
 * whatever quotation marks are around it.
 */
export function plainText(text: string): string {
  const begun = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return begun.replace(/(?<=[;\t\r\n])(?="?[=+\-@])/g, "'");
}

function cell(text: string): string {
  const safe = plainText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
