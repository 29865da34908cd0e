import type { Text } from '../entities/phrases.ts';
import type { RatingRule } from './ratings.ts';
import { type AtomValueKind, makeTable, numberColumn, type TableData, textColumn } from './table.ts';

interface Head {
  id: string;
  title: Text;
  unit?: string;
  help?: Text;
}

/** A column as a function of a row: numbers with their decimals, or texts. */
export type ColumnOf<Row> =
  | (Head & {
      precision: number;
      notation?: 'imaginary';
      missing?: string;
      rating?: RatingRule;
      minimum?: number;
      perAtom?: AtomValueKind;
      value: (row: Row, index: number) => number | null | undefined;
    })
  | (Head & { notation?: 'smiles' | 'term'; text: (row: Row, index: number) => Text | null | undefined });

/** Makes a table from a list of rows; `structure` names the structure that a row stands for, `atom` the atom (0-based). */
export function tableOf<Row>(table: {
  id: string;
  title: Text;
  rows: readonly Row[];
  columns: readonly ColumnOf<Row>[];
  structure?: (row: Row, index: number) => string | null;
  atom?: (row: Row, index: number) => number | null;
  empty: Text;
}): TableData {
  const { id, title, rows, columns, structure, atom, empty } = table;
  return makeTable({
    id,
    title,
    length: rows.length,
    columns: columns.map((column) => {
      if ('text' in column) {
        const { text, ...head } = column;
        return textColumn(head, rows.map(text));
      }
      const { value, ...head } = column;
      return numberColumn(head, rows.map(value));
    }),
    ...(structure ? { structures: rows.map(structure) } : {}),
    ...(atom ? { atoms: rows.map(atom) } : {}),
    empty,
  });
}
