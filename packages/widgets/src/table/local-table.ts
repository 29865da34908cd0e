import type { Text } from '@cuvette/core/phrases';
import type { Column, TableData } from '@cuvette/core/tables';
import type { Words } from '../words.ts';

/** A table in the language of a page: titles, units, helps, and the values that are words of ours. Identifiers, numbers and people's texts stay. */
export function localTable({ ui: { term } }: Pick<Words, 'ui'>, table: TableData): TableData<string> {
  const { notes, ...rest } = table;
  return {
    ...rest,
    title: term(table.title),
    empty: term(table.empty),
    columns: table.columns.map((column) => localColumn(term, column)),
    ...(notes === undefined ? {} : { notes: notes.map(term) }),
  };
}

function localColumn(term: (text: Text) => string, column: Column): Column<string> {
  const { title, unit, help, ...rest } = column;
  const translated = {
    title: term(title),
    ...(unit === undefined ? {} : { unit: term(unit) }),
    ...(help === undefined ? {} : { help: term(help) }),
  };
  if (rest.kind === 'number') {
    return { ...rest, ...translated, ...(rest.missing === undefined ? {} : { missing: term(rest.missing) }) };
  }
  const { texts, ...own } = rest;
  const values =
    rest.notation === 'term' ? (texts ?? rest.values).map((text) => (text === null ? null : term(text))) : rest.values;
  return { ...own, ...translated, values };
}
