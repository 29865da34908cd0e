import { nameHeading, smilesHeading } from '../../chemistry/formats/smiles-csv.ts';
import { type MoleculeTable, readMoleculeTable } from '../../chemistry/molecule-list/read-table.ts';
import type { MeasuredQuantity } from '../../entities/applied-calibration.ts';
import { maximumSmilesLength } from '../../entities/conversion.ts';
import { fewestMeasured } from '../../methods/measured-fit.ts';
import { type QuantityFacts, quantityFacts } from './quantity-facts.ts';

/** Most rows of one set. */
export const mostMeasured = 1000;

/** A row of a table of measured values, as it was read. One of the three ways to name the molecule is given. */
export interface ReadRow {
  line: number;
  name: string | null;
  smiles: string | null;
  inchi: string | null;
  /** Identifier of an item whose molecule it is. */
  workflow: string | null;
  atom: string | null;
  measured: number;
  measuredError: number | null;
}

/** Measured values that can be used, or what is wrong with the table, in sentences. */
export type ReadMeasured = { rows: ReadRow[] } | { problems: string[] };

const headings = {
  inchi: /^(?:standard[ _-]?)?inchi$/i,
  workflow: /^(?:workflow|item)(?:[ _-]?(?:uuid|id))?$|^(?:uuid|identifier)$/i,
  error: /^(?:±|\+\/-|error|uncertainty|sd|s\.d\.|std(?:ev)?|sigma)$/i,
  unit: /^units?$/i,
  atom: /^(?:atom|nucleus)s?$/i,
  value:
    /^(?:value|measured|exp(?:erimental|eriment|t)?\.?|observed|pka|log ?[sdp]|logd ?7\.4|e|e ?1\/2|potential|ccs|shift|delta|δ)$/i,
};

const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

/** A heading without the unit in brackets behind it: "log S (mol/L)" is "log S" and "mol/L". */
function parts(heading: string): { head: string; unit: string | null } {
  const open = heading.search(/[([]/);
  if (open <= 0) return { head: heading.trim(), unit: null };
  return {
    head: heading.slice(0, open).trim(),
    unit: heading
      .slice(open + 1)
      .replace(/[)\]]/g, '')
      .trim(),
  };
}

/** A number with a point or a comma for decimals; null for anything else. */
function numberOf(text: string): number | null {
  const written = text.trim().replace('−', '-');
  const plain = /^[^,]*,[^,]*$/.test(written) && !written.includes('.') ? written.replace(',', '.') : written;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

interface Columns {
  smiles: number;
  inchi: number;
  workflow: number;
  name: number;
  value: number;
  error: number;
  unit: number;
  atom: number;
}

/** Finds the columns by their headings; the value is else the only column of numbers that nothing else names. */
function columnsOf({ headings: given, rows }: MoleculeTable): Columns {
  const heads = given.map((heading) => parts(heading).head);
  const find = (pattern: RegExp) => heads.findIndex((head) => pattern.test(head));
  const found = {
    smiles: find(smilesHeading),
    inchi: find(headings.inchi),
    workflow: find(headings.workflow),
    error: find(headings.error),
    unit: find(headings.unit),
    atom: find(headings.atom),
    value: find(headings.value),
  };
  const taken = new Set(Object.values(found));
  const name = heads.findIndex((head, index) => !taken.has(index) && nameHeading.test(head));
  const numeric = heads.flatMap((_, index) =>
    !taken.has(index) && index !== name && rows.every(({ cells }) => numberOf(cells[index] ?? '') !== null)
      ? [index]
      : [],
  );
  const [only = -1] = numeric.length === 1 ? numeric : [];
  return { ...found, name, value: found.value >= 0 ? found.value : only };
}

/** What is wrong with a unit; null where it is the quantity's own. */
export function unitProblem(facts: QuantityFacts, unit: string): string | null {
  const text = unit.trim();
  if (facts.units.test(text)) return null;
  const own = facts.unit === '' ? 'no unit' : `the unit ${facts.unit}`;
  const known = facts.foreign.find((one) => one.unit.test(text));
  return `The values are in "${text.slice(0, 40)}"; ${facts.title} has ${own} here. ${known?.advice ?? 'Convert them.'}`;
}

/** Sentences of a list that is cut after a few. */
function few(found: readonly string[]): string[] {
  return found.length <= 10 ? [...found] : [...found.slice(0, 10), `And ${found.length - 10} more.`];
}

/** What is wrong with the values as numbers: another scale, single impossible ones, no spread. */
export function valueProblems(facts: QuantityFacts, rows: readonly Pick<ReadRow, 'line' | 'measured'>[]): string[] {
  const outside = ({ measured }: { measured: number }, [low, high]: readonly [number, number]) =>
    measured < low || measured > high;
  const unusual = rows.filter((row) => outside(row, facts.usual));
  const unit = facts.unit === '' ? '' : ` ${facts.unit}`;
  if (unusual.length > rows.length / 2) {
    const [low, high] = facts.usual;
    return [
      `${unusual.length} of ${rows.length} values lie outside ${low} to ${high}${unit}, so they are of another scale. ${facts.otherScale}`,
    ];
  }
  const impossible = rows.filter((row) => outside(row, facts.possible));
  if (impossible.length > 0) {
    const [low, high] = facts.possible;
    return few(
      impossible.map(
        ({ line, measured }) =>
          `Line ${line}: ${measured} is no possible value (${low} to ${high}${unit}). Correct it or remove the line.`,
      ),
    );
  }
  const values = rows.map(({ measured }) => measured);
  const different = new Set(values).size;
  if (different === 1) return [`All ${rows.length} values are ${values[0]}: a line needs values that differ.`];
  if (different < 5)
    return [`The ${rows.length} values take only ${different} different values: a line needs values that differ.`];
  return [];
}

/** That a set is too small, in a sentence; null where it is not. */
export function tooFew(count: number): string | null {
  return count >= fewestMeasured
    ? null
    : `${count} values are too few: a calibration needs ${fewestMeasured} or more, of as many molecules as possible.`;
}

/**
 * Reads a table of measured values: SMILES, InChI or the identifier of an item, the value, and perhaps a name, an error, a unit and an atom. Whatever does not
 * fit is named with its line, so that nothing is left out silently.
 * @param unit of all values, where the table has no column for it
 */
export function readMeasured(text: string, quantity: MeasuredQuantity, unit: string | null = null): ReadMeasured {
  const facts = quantityFacts[quantity];
  const table = readMoleculeTable(text);
  if (table.rows.length === 0) return { problems: ['The table has no rows.'] };
  if (table.rows.length > mostMeasured)
    return { problems: [`The table has ${table.rows.length} rows; at most ${mostMeasured} are taken.`] };
  if (!table.hasHeading)
    return { problems: ['The first line must be a heading that names the columns: smiles, value.'] };
  const columns = columnsOf(table);
  if (columns.smiles < 0 && columns.inchi < 0 && columns.workflow < 0)
    return {
      problems: ['No column names the molecules: head it "smiles", "inchi" or "workflow" (identifiers of items).'],
    };
  if (columns.value < 0) return { problems: ['No column holds the measured values: head it "value".'] };
  if (facts.perAtom && columns.atom < 0)
    return { problems: ['Shifts need a column "atom" with the nucleus as the item’s page names it ("C7", "H12").'] };
  const given = unit ?? parts(table.headings[columns.value] ?? '').unit;
  const units = new Set([
    ...(given === null ? [] : [given]),
    ...(columns.unit < 0 ? [] : table.rows.map(({ cells }) => cells[columns.unit] ?? '')),
  ]);
  const wrong = [...units].flatMap((one) => unitProblem(facts, one) ?? []);
  if (wrong.length > 0) return { problems: few(wrong) };
  const problems: string[] = [];
  const rows = table.rows.flatMap(({ line, cells, problem }): ReadRow[] => {
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? '').trim());
    const measured = numberOf(cell(columns.value));
    const row = {
      line,
      name: cell(columns.name) || null,
      smiles: cell(columns.smiles) || null,
      inchi: cell(columns.inchi) || null,
      workflow: cell(columns.workflow) || null,
      atom: cell(columns.atom) || null,
      measured: measured ?? Number.NaN,
      measuredError: columns.error < 0 ? null : numberOf(cell(columns.error)),
    };
    const fault = problem ?? rowProblem(row, measured, facts.perAtom, cell(columns.value));
    if (fault === null) return [row];
    problems.push(`Line ${line}: ${fault}`);
    return [];
  });
  if (problems.length > 0) return { problems: few(problems) };
  const few30 = tooFew(rows.length);
  const ofValues = valueProblems(facts, rows);
  const found = [...ofValues, ...(few30 === null ? [] : [few30])];
  return found.length > 0 ? { problems: found } : { rows };
}

/** What is wrong with one row; null where nothing is. */
function rowProblem(row: ReadRow, measured: number | null, perAtom: boolean, cell: string): string | null {
  if (measured === null) return cell === '' ? 'the value is missing.' : `"${cell.slice(0, 40)}" is not a number.`;
  if (row.smiles === null && row.inchi === null && row.workflow === null) return 'the molecule is missing.';
  if ((row.smiles ?? '').length > maximumSmilesLength) return 'the SMILES is too long.';
  if (row.workflow !== null && row.smiles === null && row.inchi === null && !isUuid(row.workflow))
    return `"${row.workflow.slice(0, 60)}" is not the identifier of an item.`;
  if (row.inchi !== null && !row.inchi.startsWith('InChI=')) return 'an InChI begins with "InChI=".';
  if (perAtom && !/^[A-Z][a-z]?[1-9]\d{0,3}$/.test(row.atom ?? '')) return 'the atom must be named as "C7" or "H12".';
  return null;
}
