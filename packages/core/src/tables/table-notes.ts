import { inEnglish, type Text } from '../entities/phrases.ts';
import { type TableData, type TextColumn, textColumn } from './table.ts';

/** Identifier of the column that holds the notes of single rows. */
export const noteColumn = 'note';

/** The same table with the notes that belong to it: those of single rows in a column of their own, those of all rows beside the table. Tables without numbers are left as they are. */
export function withNotes(
  table: TableData,
  { whole, rows }: { whole: readonly Text[]; rows: readonly (Text | null)[] },
): TableData {
  if (!table.columns.some(({ kind }) => kind === 'number')) return table;
  const columns = rows.some((note) => note !== null)
    ? [...table.columns, textColumn({ id: noteColumn, title: 'Note', notation: 'term' }, rows)]
    : table.columns;
  return whole.length > 0 || columns !== table.columns ? { ...table, columns, notes: whole } : table;
}

/** The columns of a file that is made of a table: its own, with the notes of the whole table beside those of each row in one column "note". */
export function columnsWithNotes(table: TableData): TableData['columns'] {
  const own = table.columns.find(({ id }) => id === noteColumn);
  const whole = (table.notes ?? []).map(inEnglish);
  if (whole.length === 0 && own === undefined) return table.columns;
  const rows: readonly (string | null)[] = own?.kind === 'text' ? own.values : new Array<null>(table.length).fill(null);
  const notes: TextColumn = textColumn(
    { id: noteColumn, title: 'note' },
    rows.map((note) => [...whole, ...(note === null ? [] : [note])].join(' ') || null),
  );
  return [...table.columns.filter((column) => column !== own), notes];
}
