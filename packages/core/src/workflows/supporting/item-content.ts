import type { CalculationSummary } from '../../entities/calculation.ts';
import { textOfCaveat } from '../../entities/caveat.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { eachOnce, inEnglish } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { energyPrecision, fromKcal, inEnergyUnit } from '../../tables/energy-columns.ts';
import { formatValue } from '../../tables/number-format.ts';
import { type Column, columnHeading, type TableData } from '../../tables/table.ts';
import type { MoleculesByCalculation, NamedValue, StructureReference, WorkflowDefinition } from '../definition.ts';
import { headlineOf } from '../items/headline-of.ts';
import { valueText } from '../items/headline-text.ts';
import { namedValuesOf } from '../items/named-values.ts';
import type { JournalForm } from './journal-form.ts';
import { levelInWords } from './level-words.ts';
import { type RunRecord, runRecordOf } from './run-record.ts';

/** Most structures of one item in a document; the rest of a trajectory stays away, and the document says so. */
export const mostStructures = 100;
/** Most atoms of a structure whose coordinates are written: proteins stay in their own files. */
export const mostListedAtoms = 1000;
/** Most rows of a table in a document; the CSV of the zip has all of them. */
export const mostTableRows = 60;
/** Most columns that fit beside each other on paper. */
const mostColumns = 9;
/** Columns of a single row up to which it stays a row. */
const narrowColumns = 4;

/** A structure of a result, with what a document says of it. */
export interface ContentStructure {
  name: string;
  molecule: Molecule;
  /** Level of theory of its energy; null where none was recorded. */
  level: string | null;
  /** Temperature (K) and pressure (atm) of its thermochemistry; null where it has none. */
  conditions: { temperature: number; pressure: number | null } | null;
}

/** A table of a result as texts. */
export interface ContentTable {
  id: string;
  title: string;
  columns: { title: string; numeric: boolean }[];
  rows: string[][];
  notes: string[];
}

/** A picture as a whole SVG document. */
export interface ContentPicture {
  caption: string;
  svg: string;
  width: number;
  height: number;
}

/** What an item says in a document: texts that were read from it. */
export interface ItemContent {
  uuid: string;
  name: string;
  type: string;
  title: string;
  smiles: string | null;
  /** Its numbers with name, value with ± and unit, and what changes their meaning. */
  values: { title: string; text: string; note: string | null }[];
  sentence: string | null;
  /** What a reader must know of all its numbers. */
  caveats: string[];
  structures: ContentStructure[];
  /** Structures beyond `mostStructures`, and those that are proteins or have no coordinates. */
  structuresLeftOut: number;
  tables: ContentTable[];
  pictures: ContentPicture[];
  run: RunRecord;
}

/** An item with all that was read for its part of a document. */
export interface ReadContent {
  item: WorkflowItem;
  definition: WorkflowDefinition;
  molecules: MoleculesByCalculation;
  calculations: readonly CalculationSummary[];
}

function moleculeOf({ source }: StructureReference, molecules: MoleculesByCalculation): Molecule | null {
  if (source.kind === 'molecule') return source.molecule;
  if (source.kind !== 'calculation') return null;
  return molecules.get(source.uuid)?.at(source.frame === 'last' ? -1 : source.frame) ?? null;
}

function structuresOf(
  { item, definition, molecules, calculations }: ReadContent,
  which: 'all' | 'first',
): Pick<ItemContent, 'structures' | 'structuresLeftOut'> {
  const all = definition.structures(item, molecules);
  const active = definition.active(item, molecules);
  const wanted =
    which === 'all' ? all : [all.find(({ id }) => id === active) ?? all[0]].filter((one) => one !== undefined);
  const byUuid = new Map(calculations.map((calculation) => [calculation.uuid, calculation]));
  const structures: ContentStructure[] = [];
  for (const reference of wanted) {
    const molecule = structures.length < mostStructures ? moleculeOf(reference, molecules) : null;
    if (!molecule || molecule.atoms.length === 0 || molecule.atoms.length > mostListedAtoms) continue;
    const { source } = reference;
    const calculation = source.kind === 'calculation' ? byUuid.get(source.uuid) : undefined;
    const thermochemistry = calculation?.provenance?.thermochemistry ?? null;
    structures.push({
      name: inEnglish(reference.name),
      molecule: { ...molecule, gradient: null, velocities: null },
      level: calculation ? levelThatRan(calculation) : null,
      conditions: thermochemistry && {
        temperature: thermochemistry.temperature,
        pressure: thermochemistry.pressure_atm,
      },
    });
  }
  return { structures, structuresLeftOut: wanted.length - structures.length };
}

/** The level of a calculation with the method that ran, which may be another than the one that was asked for; null without a record of it. */
function levelThatRan({ settings, provenance }: CalculationSummary): string | null {
  return provenance ? levelInWords({ ...settings, method: provenance.ran.method }) : null;
}

/** A number of a result with its energy in the unit of the document. */
function inUnit(value: NamedValue, unit: JournalForm['energyUnit']): NamedValue {
  if (value.unit !== 'kcal/mol' || unit === 'kcal/mol' || value.value === null || /score$/.test(value.path))
    return value;
  const { uncertainty } = value;
  return {
    ...value,
    unit,
    precision: energyPrecision(value.precision, unit),
    value: fromKcal(value.value, unit),
    uncertainty: typeof uncertainty === 'number' ? fromKcal(uncertainty, unit) : (uncertainty ?? null),
  };
}

/** A table as texts, its energies in the unit of the document. Rows and columns that do not fit on paper are counted in its notes. */
export function tableOf(given: TableData, unit: JournalForm['energyUnit']): ContentTable {
  const table = inEnergyUnit(given, unit);
  const title = beginning(inEnglish(table.title));
  const notes = (table.notes ?? []).map(inEnglish);
  const filled = table.columns.filter((column) =>
    column.kind === 'number'
      ? column.missing !== undefined || column.values.some((value) => !Number.isNaN(value))
      : column.values.some((value) => value !== null && value !== ''),
  );
  if (table.length === 1 && filled.length > narrowColumns) return { ...turned(filled), id: table.id, title, notes };
  const columns = filled.slice(0, mostColumns);
  const shown = Math.min(table.length, mostTableRows);
  if (shown < table.length) notes.push(`The first ${shown} of ${table.length} rows; the CSV file has all of them.`);
  if (columns.length < filled.length)
    notes.push(`The first ${columns.length} of ${filled.length} columns; the CSV file has all of them.`);
  return {
    id: table.id,
    title,
    columns: columns.map((column) => ({ title: columnHeading(column), numeric: column.kind === 'number' })),
    rows: Array.from({ length: shown }, (_, row) => columns.map((column) => cellOf(column, row))),
    notes,
  };
}

const cellOf = (column: Column, row: number): string =>
  column.kind === 'number' ? formatValue(column, row) : (column.values[row] ?? '');

/** A table of one row, with its columns below each other. */
const turned = (columns: readonly Column[]): Pick<ContentTable, 'columns' | 'rows'> => ({
  columns: [
    { title: 'Quantity', numeric: false },
    { title: 'Value', numeric: true },
  ],
  rows: columns.map((column) => [columnHeading(column), cellOf(column, 0)]),
});

/** A title as the beginning of a caption: "Dipole", but "pKa values". */
const beginning = (title: string): string =>
  title.replace(/_/g, ' ').replace(/^[a-z](?=[a-z ])/, (letter) => letter.toUpperCase());

/**
 * What a document says of an item, read from its result alone.
 * @param form decides the unit of energy differences
 * @param which all structures, or the one that the item's page shows first
 */
export function contentOf(
  read: ReadContent,
  form: JournalForm,
  { structures: which, tables: withTables }: { structures: 'all' | 'first'; tables: boolean },
): Omit<ItemContent, 'smiles' | 'pictures'> {
  const { item, definition, molecules } = read;
  const headline = headlineOf(definition, item, molecules);
  const named = namedValuesOf(definition, item, molecules).filter(
    ({ value }) => value !== null && Number.isFinite(value),
  );
  const caveats = definition
    .caveats(item, molecules)
    .filter(
      ({ severity, values, table }) =>
        severity === 'limits_use' || (severity === 'changes_number' && !values && !table),
    );
  const sentence = [headline.sentence, headline.applicability].flatMap((text) => (text ? [inEnglish(text)] : []));
  return {
    uuid: item.uuid,
    name: item.name,
    type: item.object_type,
    title: definition.title,
    values: named.map((value) => ({
      title: inEnglish(value.title),
      text: valueText(inUnit(value, form.energyUnit)),
      note: value.note ? inEnglish(value.note) : null,
    })),
    sentence: sentence.join(' ') || null,
    caveats: eachOnce(caveats.map(textOfCaveat)).map(inEnglish),
    ...structuresOf(read, which),
    tables: withTables
      ? definition
          .tables(item, molecules)
          .filter(({ length }) => length > 0)
          .map((table) => tableOf(table, form.energyUnit))
      : [],
    run: runRecordOf(read),
  };
}
