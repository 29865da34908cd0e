import { statusLabel } from '../entities/item-status.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { formatValue } from '../tables/number-format.ts';
import type { Column, TableData } from '../tables/table.ts';
import type { MoleculesByCalculation, ResultDefinition } from '../workflows/definition.ts';
import { headlineOf } from '../workflows/items/headline-of.ts';
import { english, headlineText, type SummaryLanguage, valueText } from '../workflows/items/headline-text.ts';
import { namedValuesOf } from '../workflows/items/named-values.ts';
import { methodThatRan } from '../workflows/items/value-method.ts';
import { shortenedText } from './svg-text.ts';

export { type SummaryLanguage, valueText };

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
  /** The headline ("2 conformers", "pKa 4.48"); null where there is none. */
  headline: string | null;
  /** The headline in a sentence, and why it is outside a calibration where it is; empty where there is neither. */
  sentence: string;
  /** What changes the meaning of the headline's number; null for nothing. */
  caveat: string | null;
  /** Method of the headline's first value, else the one that ran last, with engine and version; null where nothing tells. */
  method: string | null;
  /** Day of its end, else of its making (ISO, UTC). */
  day: string;
  /** Its numbers that have a name, with ± and unit. */
  values: { title: string; text: string; note?: string }[];
  table: SummaryTable | null;
}

const mostValues = 8;
const mostRows = 6;
const mostColumns = 5;
/** Of a person's or a worker's text in a cell: a sequence would fill the page. */
const mostLetters = 120;

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
  const headline = headlineOf(definition, item, molecules);
  const method = headline.values.find((value) => value.method?.ran)?.method?.text;
  const values = definition ? namedValuesOf(definition, item, molecules).filter(({ value }) => value !== null) : [];
  return {
    name: item.name,
    type: definition ? term(definition.title) : item.object_type,
    status: statusLabel(item),
    headline: headlineText(headline, language),
    sentence: [headline.sentence, headline.applicability].flatMap((text) => (text ? [term(text)] : [])).join(' '),
    caveat: headline.values.flatMap(({ note }) => (note ? [term(note)] : []))[0] ?? null,
    method: method === undefined ? ran && `${ran.method}${ran.program ? ` (${ran.program})` : ''}` : term(method),
    day: (item.completed_at ?? item.created_at).slice(0, 10),
    values: values.slice(0, mostValues).map((value) => ({
      title: term(value.title),
      text: valueText(value, null, language),
      ...(value.note ? { note: term(value.note) } : {}),
    })),
    table: table ? excerpt(table, language) : null,
  };
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
  return column.notation === 'term'
    ? term(column.texts?.[row] ?? column.values[row] ?? '')
    : shortenedText(column.values[row] ?? '', mostLetters);
}
