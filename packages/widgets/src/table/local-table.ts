import type { Column, TableData } from '@cuvette/core/tables';
import type { Words } from '../words.ts';

/** A table in the language of a page: titles, units, helps, and the values that are words of ours. Identifiers, numbers and people's texts stay. */
export function localTable({ ui: { term } }: Pick<Words, 'ui'>, table: TableData): TableData {
  return {
    ...table,
    title: term(table.title),
    empty: term(table.empty),
    columns: table.columns.map((column) => localColumn(term, column)),
  };
}

function localColumn(term: (text: string) => string, column: Column): Column {
  const { title, unit, help } = column;
  const translated = {
    title: term(title),
    ...(unit === undefined ? {} : { unit: term(unit) }),
    ...(help === undefined ? {} : { help: term(help) }),
  };
  if (column.kind === 'number') {
    return { ...column, ...translated, ...(column.missing === undefined ? {} : { missing: term(column.missing) }) };
  }
  const values =
    column.notation === 'term' ? column.values.map((text) => (text === null ? null : term(text))) : column.values;
  return { ...column, ...translated, values };
}
