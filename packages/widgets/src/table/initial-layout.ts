import { type Column, type ColumnLayout, defaultLayout, type TableData } from '@cuvette/core/tables';

/** A table of more columns draws only those in sight: what stays must be named. */
const manyColumns = 30;

/**
 * The layout of a table whose columns nobody arranged: columns without any value are folded, and the drawing and the name of the rows stay in
 * sight while the others scroll. A layout that somebody made is left as it is.
 */
export function initialLayout({ columns, length }: TableData, layout: ColumnLayout): ColumnLayout {
  if (layout !== defaultLayout || length === 0) return layout;
  const empty = columns.filter(isEmpty).map(({ id }) => id);
  const hidden = empty.length < columns.length ? empty : [];
  const left = columns.filter(({ id }) => !hidden.includes(id));
  const pinned = leading(left);
  return hidden.length === 0 && pinned.length === 0 ? layout : { ...layout, hidden, pinned };
}

/** Whether no row has anything in a column. */
function isEmpty(column: Column): boolean {
  if (column.kind === 'text') return column.values.every((value) => value === null || value === '');
  return !column.missing && column.values.every(Number.isNaN);
}

/** The drawing with the name beside it, where a table begins with them; of very many columns the first one. */
function leading(columns: readonly Column[]): string[] {
  const first = columns.slice(0, 2);
  const isDrawing = (column: Column) => column.kind === 'text' && column.notation === 'smiles';
  if (columns.length > 4 && first.some(isDrawing)) {
    return first.filter((column, place) => place === 0 || column.kind === 'text').map(({ id }) => id);
  }
  return columns.length > manyColumns ? first.slice(0, 1).map(({ id }) => id) : [];
}
