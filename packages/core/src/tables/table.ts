import { inEnglish, type Text } from '../entities/phrases.ts';
import type { RatingRule } from './ratings.ts';

/** How values of atoms are read: `signed` about zero (charges), `magnitude` from low to high (shifts). */
export type AtomValueKind = 'signed' | 'magnitude';

/** A column: what it says, its unit (is in the heading), and its values, one for each row. `Words` is `string` where a language was chosen. */
export type Column<Words extends Text = Text> = NumberColumn<Words> | TextColumn<Words>;

interface ColumnHead<Words extends Text = Text> {
  id: string;
  title: Words;
  unit?: string;
  /** Longer explanation of the heading. */
  help?: Words;
}

/** Numbers; NaN is a missing value. `precision` is the number of decimals shown; copying gives the full value. */
export interface NumberColumn<Words extends Text = Text> extends ColumnHead<Words> {
  kind: 'number';
  precision: number;
  /** How a value is written: `imaginary` writes a negative frequency as "512.3i"; copying and CSV keep the number. */
  notation?: 'imaginary';
  /** What is in the place of a missing value ("Failed"); blank where it is left out. */
  missing?: string;
  /** How each value is rated good, okay or bad. */
  rating?: RatingRule;
  /** Minimum that a view filters by at first; the person may change it. */
  minimum?: number;
  /** The values belong to the atoms of the rows and can colour and label them: about zero, or from low to high. */
  perAtom?: AtomValueKind;
  values: Float64Array;
}

export interface TextColumn<Words extends Text = Text> extends ColumnHead<Words> {
  kind: 'text';
  /**
   * How a value is shown: `smiles` draws the structural formula; copying, CSV, sorting and filters keep the text. The values of a `term` column are
   * words of ours ("acid", "Failed"), never a person's: a page in another language says them in it.
   */
  notation?: 'smiles' | 'term';
  values: readonly (string | null)[];
  /** The values of a `term` column as texts, where some have values in them; `values` are what they say in English. */
  texts?: readonly (Text | null)[];
}

/** A table, column by column, so that 100 000 rows stay cheap to sort and filter. */
export interface TableData<Words extends Text = Text> {
  id: string;
  title: Words;
  length: number;
  columns: readonly Column<Words>[];
  /** Structure that each row stands for, or null: making the row active shows it. */
  structures: readonly (string | null)[];
  /** Atom (0-based) that each row stands for, or null; left out where rows stand for no atoms. */
  atoms?: readonly (number | null)[];
  /** What changes the meaning of all numbers of the table; shown above it, and in the column "note" of its CSV. Single rows have a column `note`. */
  notes?: readonly Words[];
  /** What to say when there are no rows. */
  empty: Words;
}

/** Makes a number column; missing values (null, undefined) become NaN. */
export function numberColumn(
  head: ColumnHead & Pick<NumberColumn, 'precision' | 'notation' | 'missing' | 'rating' | 'minimum' | 'perAtom'>,
  values: Iterable<number | null | undefined>,
): NumberColumn {
  return { ...head, kind: 'number', values: Float64Array.from([...values], (value) => value ?? Number.NaN) };
}

/** Makes a text column; missing values become null. */
export function textColumn(
  head: ColumnHead & Pick<TextColumn, 'notation'>,
  values: Iterable<Text | null | undefined>,
): TextColumn {
  const texts = Array.from(values, (value) => value ?? null);
  if (texts.every((text): text is string | null => typeof text !== 'object' || text === null))
    return { ...head, kind: 'text', values: texts };
  return { ...head, kind: 'text', values: texts.map((text) => text && inEnglish(text)), texts };
}

/** Makes a table; every column must have as many values as there are rows. */
export function makeTable(
  table: Omit<TableData, 'structures'> & { structures?: readonly (string | null)[] },
): TableData {
  for (const column of table.columns) {
    if (column.values.length !== table.length) {
      throw new RangeError(`Column "${column.id}" has ${column.values.length} values for ${table.length} rows.`);
    }
  }
  return { ...table, structures: table.structures ?? new Array<null>(table.length).fill(null) };
}

/** Heading with its unit: "Relative energy (kcal/mol)". */
export function columnHeading({ title, unit }: Pick<Column, 'title' | 'unit'>): string {
  return unit ? `${inEnglish(title)} (${unit})` : inEnglish(title);
}
