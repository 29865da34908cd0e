import type { TableData } from '@cuvette/core/tables';
import { linesOf } from '../table/copy.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Rows of a table as a table of HTML, for documents and wikis that take formatted text; numbers at full precision, units in the headings. */
export function rowsAsHtml(table: TableData, rows: readonly number[], columns: readonly number[]): string {
  const [head = [], ...lines] = linesOf(table, rows, columns);
  const cells = (tag: string, line: readonly string[]) =>
    `<tr>${line.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${lines.map((line) => cells('td', line)).join('')}</tbody></table>`;
}
