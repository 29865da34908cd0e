import type { AccountClient } from '@cuvette/core/client';
import { itemMessages, type Molecule, statusName, type WorkflowItem } from '@cuvette/core/entities';
import { inEnglish, type Text } from '@cuvette/core/phrases';
import type { TableData } from '@cuvette/core/tables';
import { hrefOfItem, loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { calculationsOfValues, itemValues } from '@cuvette/core/workflows/items/item-values';
import { replacementsOf } from '@cuvette/core/workflows/items/replacements';
import { methodThatRan } from '@cuvette/core/workflows/items/value-method';
import { HttpProblem } from '../errors.ts';
import { type QuotableNumber, quotableNumber, quotableSentence, quotableText } from './quotable-number.ts';

/** Rows of a table in one answer, where none are asked for and at most. */
export const rowsPerPage = { usual: 10, most: 50 } as const;

/** Most calculations whose molecules are read for one answer. */
const mostCalculations = 25;

/** An item with its definition and what was read for it. */
export interface ReadResult {
  item: WorkflowItem;
  /** Where its page is: a path of this server, or a whole address where the client has the server's. */
  address: string;
  definition: ResultDefinition | null;
  molecules: ReadonlyMap<string, readonly Molecule[]>;
}

/** Which page of a table is asked for; pages count from 0. */
export interface TablePage {
  page: number;
  size: number;
}

/** Reads an item and the calculations that its numbers need, with the rights of the client. */
export async function readResult(client: AccountClient, uuid: string, tables: boolean): Promise<ReadResult> {
  const item = await client.source.workflow(uuid);
  const definition = await loadResults(item.object_type);
  const wanted = definition && tables ? definition.calculations(item) : [];
  const needed = [...new Set([...calculationsOfValues(definition, item), ...wanted])].slice(0, mostCalculations);
  const read = needed.length > 0 ? await client.source.molecules(needed, false) : {};
  const address = `${client.origin}${hrefOfItem(item)}`;
  return { item, address, definition, molecules: new Map(Object.entries(read)) };
}

/** What must be known of all numbers of an item: methods that were replaced, warnings of the run, caveats. It is part of every answer. */
function notesOf({ item, definition, molecules }: ReadResult): string[] {
  const caveats = definition?.caveats(item, molecules) ?? item.provenance?.caveats ?? [];
  const serious = caveats.filter(
    ({ severity, values, table }) => severity === 'limits_use' || (severity === 'changes_number' && !values && !table),
  );
  const warnings = itemMessages(item).filter(({ type }) => type !== 'info');
  return [
    ...new Set([
      ...replacementsOf(item),
      ...warnings.map(({ title, body }) => `${title}: ${body}`),
      ...serious.map(({ text }) => text),
    ]),
  ];
}

/** What an item is, how far it is, and its key results; the head of every answer about it. */
export function headOf(read: ReadResult) {
  const { item, address } = read;
  return {
    item: item.uuid,
    name: item.name,
    type: item.object_type,
    status: statusName(item.object_status),
    address,
    ...(item.progress ? { progress: item.progress } : {}),
    ...(item.waiting ? { waiting: item.waiting } : {}),
    ...(item.error ? { error: item.error } : {}),
    headline: headlineNumbers(read).values,
    notes: notesOf(read),
  };
}

/** A text as programs read it; null where there is none. */
const english = (text: Text | null | undefined) => (text ? inEnglish(text) : null);

/** The key results: numbers, or words where no single number describes them. */
function headlineNumbers(read: ReadResult) {
  const headline = headlineOf(read.definition, read.item, read.molecules);
  const notes = notesOf(read);
  return {
    values: headline.values.map((value) => ({
      name: value.path,
      title: inEnglish(value.title),
      site: english(value.site),
      ...(value.text === null
        ? quotableNumber(
            read.item,
            {
              title: value.site ? `${inEnglish(value.title)} (${inEnglish(value.site)})` : inEnglish(value.title),
              value: value.value,
              unit: value.unit,
              precision: value.precision,
              uncertainty: value.uncertainty,
              method: english(value.method?.text),
              notes: [value.note, value.remark, headline.applicability].map(english),
              error: english(value.error),
            },
            notes,
          )
        : quotableText(
            read.item,
            {
              title: inEnglish(value.title),
              text: inEnglish(value.text),
              method: english(value.method?.text),
              notes: [value.note, headline.applicability].map(english),
            },
            notes,
          )),
    })),
    sentence: headline.sentence ? quotableSentence(inEnglish(headline.sentence), notes, read.item) : null,
    applicability: english(headline.applicability),
    incomplete: headline.soFar,
  };
}

/** All named numbers, or the one of a name. Throws 404 for a name that the type does not know. */
function namedNumbers(read: ReadResult, name: string | undefined) {
  const notes = notesOf(read);
  const { values } = itemValues(read.definition, read.item, read.molecules);
  const chosen = name === undefined ? values : values.filter(({ path }) => path === name);
  if (name !== undefined && chosen.length === 0) {
    const names = values.map(({ path }) => path).join(', ');
    throw new HttpProblem(404, `There is no value "${name}". The values are: ${names || 'none'}.`, 'paths');
  }
  return Object.fromEntries(
    chosen.map((value) => [
      value.path,
      quotableNumber(
        read.item,
        {
          title: value.title,
          value: value.value,
          unit: value.unit,
          precision: value.precision,
          uncertainty: value.uncertainty,
          method: value.method?.text ?? null,
          notes: [value.note, value.remark],
          error: value.error ?? null,
        },
        notes,
      ),
    ]),
  );
}

/** What tables there are, without their rows. */
function tableHeads(tables: readonly TableData[]) {
  return tables.map(({ id, title, length, columns }) => ({
    table: id,
    title: inEnglish(title),
    rows: length,
    columns: columns.map((column) => ({
      column: column.id,
      title: inEnglish(column.title),
      unit: column.unit ?? null,
    })),
  }));
}

/**
 * What computed the numbers of a table: the last method that ran, and those that the named values of the type come from where these differ. A docking
 * has scores by one program and strains by another, and a cell must not name the wrong one alone.
 */
function methodsThatRan({ item, definition, molecules }: ReadResult): string | null {
  const stages = definition?.values(item, molecules).map(({ stage }) => stage) ?? [];
  const ran = [...stages, undefined].flatMap((stage) => methodThatRan(item, stage) ?? []);
  const texts = ran.map(({ method, program }) => `${method}${program ? ` (${program})` : ''}`);
  return texts.length > 0 ? [...new Set(texts)].join('; ') : null;
}

/** A page of a table: each number whole, each text as it is. */
function tablePage(read: ReadResult, table: TableData, { page, size }: TablePage) {
  const method = methodsThatRan(read);
  const notes = [...new Set([...notesOf(read), ...(table.notes ?? []).map(inEnglish)])];
  const noteOfRow = table.columns.find(({ id }) => id === 'note');
  const uncertainty = table.columns.find(({ id, kind }) => id === 'uncertainty' && kind === 'number');
  const first = page * size;
  const cell = (row: number, column: TableData['columns'][number], at: number): string | null | QuotableNumber => {
    if (column.kind === 'text') return column.values[row] ?? null;
    const value = column.values[row] ?? Number.NaN;
    // The column of ± belongs to the number before it.
    const own = uncertainty && table.columns[at + 1] === uncertainty ? uncertainty.values[row] : null;
    return quotableNumber(
      read.item,
      {
        title: `${inEnglish(column.title)}, row ${row + 1} of ${inEnglish(table.title)}`,
        value: Number.isFinite(value) ? value : null,
        unit: column.unit ?? null,
        precision: column.precision,
        uncertainty: typeof own === 'number' && Number.isFinite(own) ? own : null,
        method,
        notes: [noteOfRow?.kind === 'text' ? (noteOfRow.values[row] ?? null) : null],
        error: column.missing ?? null,
      },
      notes,
    );
  };
  const rows = Array.from({ length: Math.max(0, Math.min(size, table.length - first)) }, (_, index) => ({
    row: first + index + 1,
    ...Object.fromEntries(table.columns.map((column, at) => [column.id, cell(first + index, column, at)])),
  }));
  const more = first + size < table.length;
  return { title: inEnglish(table.title), rows_in_all: table.length, page, next_page: more ? page + 1 : null, rows };
}

/** What a path names inside plain data ("settings.method"). Throws 404 with what is there. */
function plainPart(data: unknown, keys: readonly string[], path: string): unknown {
  let part = data;
  for (const key of keys) {
    const holder = typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};
    if (!Object.hasOwn(holder, key)) {
      const there = Object.keys(holder).slice(0, 30).join(', ');
      throw new HttpProblem(
        404,
        `There is nothing at "${path}". At "${key}" one of these can be named: ${there || 'nothing'}.`,
        'paths',
      );
    }
    part = holder[key];
  }
  return part;
}

/** The settings that were run, without the results. */
function settingsOf({ item, definition }: ReadResult): Record<string, unknown> {
  const computed = new Set(Object.keys(definition?.results.shape ?? {}));
  return Object.fromEntries(Object.entries(item.object_data ?? {}).filter(([key]) => !computed.has(key)));
}

/** The first words of paths, and what each gives. */
export const resultPaths = {
  headline: 'the key results',
  values: 'all named numbers; `values.NAME` is one of them',
  tables: 'the tables with their columns; `tables.TABLE` is a page of rows',
  messages: 'messages of the run',
  settings: 'the settings that were run; `settings.KEY.KEY` is one of them',
  provenance: 'programs, versions and stages that ran',
} as const;

/** Whether any of the paths needs the calculations of tables. */
export function needsTables(paths: readonly string[]): boolean {
  return paths.some((path) => path === 'tables' || path.startsWith('tables.'));
}

/** What a path of a result names. Throws 404 for one that names nothing. */
export function partOf(read: ReadResult, path: string, page: TablePage): unknown {
  const [first = '', ...rest] = path.split('.');
  switch (first) {
    case 'headline':
      return headlineNumbers(read);
    case 'values':
      return namedNumbers(read, rest.length > 0 ? rest.join('.') : undefined);
    case 'tables': {
      const tables = read.definition?.tables(read.item, read.molecules) ?? [];
      const [id] = rest;
      if (id === undefined) return tableHeads(tables);
      const table = tables.find((one) => one.id === id);
      if (table) return tablePage(read, table, page);
      const names = tables.map((one) => one.id).join(', ');
      throw new HttpProblem(404, `There is no table "${id}". The tables are: ${names || 'none'}.`, 'paths');
    }
    case 'messages':
      return itemMessages(read.item);
    case 'settings':
      return plainPart(settingsOf(read), rest, path);
    case 'provenance':
      return plainPart(read.item.provenance ?? {}, rest, path);
    default:
      throw new HttpProblem(
        404,
        `"${path}" is no path of a result. A path begins with ${Object.keys(resultPaths).join(', ')}.`,
        'paths',
      );
  }
}
