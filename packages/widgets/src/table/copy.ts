import { columnHeading, formatInfinity, plainText, type TableData } from '@cuvette/core/tables';

/** One value of a table at full precision, as text of one line that no spreadsheet takes for a formula; where there is none the column's word for it ("Failed"), or nothing. */
function fullValue(table: TableData, place: number, row: number): string {
  const column = table.columns[place];
  const value = column?.values[row];
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return String(value);
    return formatInfinity(value) || (column?.kind === 'number' && column.missing) || '';
  }
  return plainText(value.replace(/[\t\r\n]+/g, ' '));
}

/** Lines of cells: the headings with their units, then the rows at full precision. */
export function linesOf(table: TableData, rows: readonly number[], columns: readonly number[]): string[][] {
  const head = columns.map((c) => {
    const column = table.columns[c];
    return column ? columnHeading(column) : '';
  });
  return [head, ...rows.map((row) => columns.map((column) => fullValue(table, column, row)))];
}

/** Rows of a table as tab-separated text with a heading line; numbers at full precision, units in the headings. */
export function rowsAsText(table: TableData, rows: readonly number[], columns: readonly number[]): string {
  return linesOf(table, rows, columns)
    .map((line) => line.join('\t'))
    .join('\n');
}

/**
 * Returns what a copy inside a table puts on the clipboard: the selected cells at full precision, without headings;
 * with nothing selected `rows` (those that are selected, or the active one) with the headings of `columns`. Null leaves the copy to the browser.
 */
export function copiedText(
  table: TableData,
  root: Element,
  rows: readonly number[],
  columns: readonly number[],
): string | null {
  const selection = selectionIn(root);
  if (!selection || selection.isCollapsed) {
    return rows.length === 0 ? null : rowsAsText(table, rows, columns);
  }
  const lines: string[] = [];
  for (const row of root.querySelectorAll<HTMLTableRowElement>('tr[data-row]')) {
    const cells = [...row.querySelectorAll<HTMLTableCellElement>('[data-column]')].filter((cell) =>
      selection.containsNode(cell, true),
    );
    if (cells.length === 0) continue;
    lines.push(cells.map((cell) => fullValue(table, Number(cell.dataset.column), Number(row.dataset.row))).join('\t'));
  }
  return lines.length > 0 ? lines.join('\n') : null;
}

function selectionIn(root: Element): Selection | null {
  const tree = root.getRootNode() as (Document | ShadowRoot) & { getSelection?: () => Selection | null };
  return tree.getSelection?.() ?? document.getSelection();
}
