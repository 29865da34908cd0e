import { type PropertySource, type SavedProperty, savedProperties } from './saved-properties.ts';
import { type Column, makeTable, numberColumn, type TableData, textColumn } from './table.ts';

/** An item of a list with what its saved columns read. */
export interface SavedRow extends PropertySource {
  name: string;
  /** Identifier of the item: a row stands for it. */
  uuid: string;
}

/** A column of one property over many items; words (PoseBusters) are "yes" and "no", what an item lacks is blank. */
export function propertyColumn(property: SavedProperty, sources: readonly PropertySource[]): Column {
  const { id, title, unit, precision, rule, read } = property;
  const head = { id, title, ...(unit ? { unit } : {}) };
  const values = sources.map(read);
  if (precision === null) {
    return textColumn(
      head,
      values.map((value) => (value === null ? null : value === true ? 'yes' : 'no')),
    );
  }
  return numberColumn(
    { ...head, precision, ...(rule ? { rating: rule } : {}) },
    values.map((value) => (typeof value === 'number' ? value : null)),
  );
}

/** A list of items with the columns that a person saved, in the saved order. Names of properties that are not known any more are left out. */
export function savedColumnTable(rows: readonly SavedRow[], columns: readonly string[]): TableData {
  const chosen = columns.flatMap((id) => savedProperties.find((property) => property.id === id) ?? []);
  return makeTable({
    id: 'saved_columns',
    title: 'Items',
    length: rows.length,
    columns: [
      textColumn(
        { id: 'item', title: 'Item' },
        rows.map(({ name }) => name),
      ),
      ...chosen.map((property) => propertyColumn(property, rows)),
    ],
    structures: rows.map(({ uuid }) => uuid),
    empty: 'No items.',
  });
}
