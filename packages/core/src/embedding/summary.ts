import { statusLabel } from '../entities/item-status.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { methodTitle } from '../methods/methods.ts';
import { formatValue } from '../tables/number-format.ts';
import { columnHeading, type NumberColumn, type TableData } from '../tables/table.ts';
import type { MoleculesByCalculation, WorkflowDefinition } from '../workflows/definition.ts';

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
  status: string;
  /** What is to be said first ("2 conformers", "pKa 4.48"); null where nothing is. */
  headline: string | null;
  /** Method that ran last, with engine and version; null where nothing tells. */
  method: string | null;
  /** Day of its end, else of its making (ISO, UTC). */
  day: string;
  table: SummaryTable | null;
}

const mostRows = 6;
const mostColumns = 5;

/**
 * Sums an item up.
 * @param definition of its type; null for a type that this version does not know
 * @param molecules those of its calculations that were read; tables that are made of them stay away without
 */
export function summaryOf(
  item: WorkflowItem,
  definition: WorkflowDefinition | null,
  molecules: MoleculesByCalculation = new Map(),
): ItemSummary {
  const tables = definition?.tables(item, molecules).filter(({ length }) => length > 0) ?? [];
  return {
    name: item.name,
    type: definition?.title ?? item.object_type,
    status: statusLabel(item),
    headline: numberOf(tables[0]) ?? (definition ? countOf(definition.structures(item).map(({ name }) => name)) : null),
    method: methodThatRan(item),
    day: (item.completed_at ?? item.created_at).slice(0, 10),
    table: tables[0] ? excerpt(tables[0]) : null,
  };
}

/** The number of a table that has but one row. */
function numberOf(table: TableData | undefined): string | null {
  if (table?.length !== 1) return null;
  const column = table.columns.find((one): one is NumberColumn => one.kind === 'number');
  const text = column ? formatValue(column, 0) : '';
  return column && text !== '' ? [column.title, text, column.unit].filter(Boolean).join(' ') : null;
}

/** How many structures there are, where all are called the same but for their number: "12 conformers". */
function countOf(names: readonly string[]): string | null {
  const stems = new Set(names.map((name) => /^(\D+?) \d+$/.exec(name)?.[1]));
  const [stem] = stems;
  return names.length > 1 && stems.size === 1 && stem ? `${names.length} ${stem.toLowerCase()}s` : null;
}

function methodThatRan({ provenance }: WorkflowItem): string | null {
  const stage = provenance?.stages.findLast(({ method }) => typeof method === 'string');
  if (!stage) return null;
  const { method, engine, engine_version } = stage;
  const program = [engine, engine_version].filter((part) => typeof part === 'string').join(' ');
  return `${methodTitle(String(method))}${program ? ` (${program})` : ''}`;
}

function excerpt(table: TableData): SummaryTable {
  // A column of formulas is to be drawn, not to be read.
  const columns = table.columns.filter((column) => !(column.kind === 'text' && column.notation)).slice(0, mostColumns);
  const shown = Math.min(table.length, mostRows);
  return {
    title: table.title,
    headings: columns.map(columnHeading),
    rows: Array.from({ length: shown }, (_, row) =>
      columns.map((column) => (column.kind === 'number' ? formatValue(column, row) : (column.values[row] ?? ''))),
    ),
    left: table.length - shown,
  };
}
