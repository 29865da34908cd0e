import { statusLabel } from '../entities/item-status.ts';
import { type Phrase, phrase, phraseOf } from '../entities/phrases.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { formatValue } from '../tables/number-format.ts';
import { quotedNumber } from '../tables/quoted-number.ts';
import type { Column, TableData } from '../tables/table.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition } from '../workflows/definition.ts';
import { methodThatRan, namedValuesOf } from '../workflows/items/named-values.ts';

/** A few rows of a result's main table, as text. */
export interface SummaryTable {
  title: string;
  /** Headings with their units. */
  headings: string[];
  rows: string[][];
  /** Rows of the whole table that are not among these. */
  left: number;
}

/** An item in a few words and numbers, for places where its widget cannot be: paper, a page without script, a badge. */
export interface ItemSummary {
  name: string;
  /** Title of its type. */
  type: string;
  /** Label of its status, in English. */
  status: string;
  /** What is to be said first ("2 conformers", "pKa 4.48"); null where nothing is. */
  headline: string | null;
  /** Method that ran last, with engine and version; null where nothing tells. */
  method: string | null;
  /** Day of its end, else of its making (ISO, UTC). */
  day: string;
  /** Its numbers that have a name, with ± and unit. */
  values: { title: string; text: string; note?: string }[];
  table: SummaryTable | null;
}

/** How a language says what is English here. */
export interface SummaryLanguage {
  /** A title, a unit, or a count of structures ("12 conformers"). */
  term: (text: string) => string;
  /** A number as text. */
  number: (text: string) => string;
}

const asItIs = (text: string) => text;
const english: SummaryLanguage = { term: asItIs, number: asItIs };

const mostValues = 8;
const mostRows = 6;
const mostColumns = 5;

/**
 * Sums an item up.
 * @param definition of its type; null for a type that this version does not know
 * @param molecules those of its calculations that were read; tables that are made of them stay away without
 * @param language English where none is given; the day stays ISO, a method its name
 */
export function summaryOf(
  item: WorkflowItem,
  definition: ResultDefinition | null,
  molecules: MoleculesByCalculation = new Map(),
  language: SummaryLanguage = english,
): ItemSummary {
  const { term } = language;
  const table = definition?.tables(item, molecules).find(({ length }) => length > 0);
  const ran = methodThatRan(item);
  const values = definition ? namedValuesOf(definition, item, molecules).filter(({ value }) => value !== null) : [];
  // What the type itself names comes before the columns that folders keep.
  const [first] = definition?.values(item, molecules).filter(({ value }) => value !== null) ?? [];
  const counted = definition ? countOf(definition.structures(item).map(({ name }) => name)) : null;
  const count = counted && term(counted);
  return {
    name: item.name,
    type: definition ? term(definition.title) : item.object_type,
    status: statusLabel(item),
    headline:
      (isCount(first) ? count : null) ?? (first ? `${term(first.title)} ${valueText(first, null, language)}` : count),
    method: ran && `${ran.method}${ran.program ? ` (${ran.program})` : ''}`,
    day: (item.completed_at ?? item.created_at).slice(0, 10),
    values: values.slice(0, mostValues).map((value) => ({
      title: term(value.title),
      text: valueText(value, null, language),
      ...(value.note ? { note: term(value.note) } : {}),
    })),
    table: table ? excerpt(table, language) : null,
  };
}

/** A number as a sentence writes it, with ± and unit; empty where it is not there. `digits`: decimals in place of the usual ones. */
export function valueText(
  { value, uncertainty = null, precision, unit }: NamedValue,
  digits?: number | null,
  language: SummaryLanguage = english,
): string {
  if (value === null) return '';
  const number = language.number(quotedNumber({ value, uncertainty, precision, digits: digits ?? null }, 'en'));
  // A pH says by its name what it is.
  return unit && unit !== 'pH' ? `${number} ${language.term(unit)}` : number;
}

/** Whether a value only says how many there are of something: a count by its own word is said before it. */
function isCount(value: NamedValue | undefined): boolean {
  return value !== undefined && value.unit === null && value.precision === 0;
}

/** Several of what structures are called. */
const several: Readonly<Record<string, string>> = {
  Conformer: 'conformers',
  Tautomer: 'tautomers',
  Structure: 'structures',
  Microstate: 'microstates',
  Step: 'steps',
  Pose: 'poses',
  Trajectory: 'trajectories',
};

/** What a numbered thing is called without its number; null for a name without one. */
const stemOf = ({ values }: Phrase): string | null =>
  typeof values.number === 'number' && typeof values.name === 'string' ? values.name : null;

/** How many structures there are, where all are called the same but for their number: "12 conformers". */
function countOf(names: readonly string[]): string | null {
  const stems = new Set(names.map((name) => stemOf(phraseOf(name))));
  const [stem] = stems;
  if (names.length < 2 || stems.size !== 1 || !stem) return null;
  return phrase('{count} {things}', { count: names.length, things: several[stem] ?? `${stem.toLowerCase()}s` });
}

function excerpt(table: TableData, { term, number }: SummaryLanguage): SummaryTable {
  // A column of formulas is to be drawn, not to be read.
  const columns = table.columns
    .filter((column) => !(column.kind === 'text' && column.notation === 'smiles'))
    .slice(0, mostColumns);
  const shown = Math.min(table.length, mostRows);
  return {
    title: term(table.title),
    headings: columns.map(({ title, unit }) => (unit ? `${term(title)} (${term(unit)})` : term(title))),
    rows: Array.from({ length: shown }, (_, row) => columns.map((column) => cellText(column, row, { term, number }))),
    left: table.length - shown,
  };
}

function cellText(column: Column, row: number, { term, number }: SummaryLanguage): string {
  if (column.kind === 'number') {
    const text = formatValue(column, row);
    return text === column.missing ? term(text) : number(text);
  }
  const text = column.values[row] ?? '';
  return column.notation === 'term' ? term(text) : text;
}
