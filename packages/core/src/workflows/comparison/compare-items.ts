import { formulaOf } from '../../chemistry/atoms.ts';
import { statusLabel } from '../../entities/item-status.ts';
import { inEnglish } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { propertyColumn } from '../../tables/saved-columns.ts';
import { type PropertySource, savedProperties } from '../../tables/saved-properties.ts';
import { type Column, makeTable, numberColumn, type TableData, textColumn } from '../../tables/table.ts';
import { noteColumn } from '../../tables/table-notes.ts';
import type { NamedValue } from '../definition.ts';
import type { Headline } from '../headline.ts';
import { headlineOf } from '../items/headline-of.ts';
import { headlineText } from '../items/headline-text.ts';
import { notesOfItem } from '../items/item-notes.ts';
import { namedValuesOf } from '../items/named-values.ts';
import { replacementsOf } from '../items/replacements.ts';
import type { Fact } from '../tab-parts.ts';
import { type ComparedItem, energyDifferences, type FinalStructure, finalStructure } from './energy-differences.ts';
import { settingTexts } from './setting-texts.ts';

/** Most items in one comparison: more could not be read or told apart. */
export const mostCompared = 50;

/** One place of a comparison: an item that was read, or what is in its way. */
export interface ComparedEntry {
  uuid: string;
  /** Null where it was not read, or is left out. */
  read: ComparedItem | null;
  /** Its name, where that is known though it is left out. */
  name?: string | undefined;
  /** Why it has no values, as text; null where it has them. */
  problem: string | null;
}

/** Items side by side. */
export interface ItemComparison {
  /** Key results of the items, in the order of the rows; null where an item was not read. */
  headlines: readonly (Headline | null)[];
  /** A row for each entry, in their order; a row stands for the item with its identifier. */
  table: TableData;
  /** Columns that hold what a person set; only those in which the items differ. */
  settings: ReadonlySet<string>;
  /** For each of these columns: in which rows it is another one than in the first row that has it. */
  differs: ReadonlyMap<string, readonly boolean[]>;
  /** ± of the values of a column, in its unit. */
  uncertainties: ReadonlyMap<string, readonly (number | null)[]>;
  /** Settings that are the same in all items. */
  same: readonly { title: string; text: string }[];
}

/**
 * Items side by side, one row each: headline values, the energy of each one's structure relative to the first where that means something (else the
 * reason), and the settings in which they differ. An entry without an item gives the reason in its row.
 * @param entries at most `mostCompared` of them
 */
export function compareItems(entries: readonly ComparedEntry[]): ItemComparison {
  const items = entries.map(({ read }) => read);
  const finals = items.map((item) => (item ? finalStructure(item) : null));
  const values = valueColumns(items, finals);
  const headlines = items.map((read) => (read ? headlineOf(read.definition, read.item, read.molecules) : null));
  const { columns: settings, differs, same } = settingColumns(items);
  const table = makeTable({
    id: 'comparison',
    title: 'Comparison',
    length: entries.length,
    columns: [
      textColumn(
        { id: 'item', title: 'Item' },
        entries.map(({ read, name, uuid }) => read?.item.name ?? name ?? uuid),
      ),
      textColumn(
        { id: 'type', title: 'Workflow', notation: 'term' },
        items.map((read) => (read ? (read.definition?.title ?? read.item.object_type) : null)),
      ),
      textColumn(
        { id: 'status', title: 'Status', notation: 'term' },
        entries.map(({ read, problem }) => problem ?? (read ? statusLabel(read.item) : null)),
      ),
      ...[
        textColumn(
          { id: 'headline', title: 'Result' },
          headlines.map((headline) => headline && headlineText(headline)),
        ),
      ].filter(holdsSomething),
      ...structureColumns(finals),
      ...values.map(({ column }) => column),
      ...noteColumns(items),
      ...energyColumns(items, finals),
      ...settings,
    ],
    structures: entries.map(({ uuid }) => uuid),
    empty: 'Nothing to compare.',
  });
  return {
    headlines,
    table,
    settings: new Set(settings.map(({ id }) => id)),
    differs,
    uncertainties: new Map(
      values.flatMap(({ column, uncertainties }) => (uncertainties ? [[column.id, uncertainties] as const] : [])),
    ),
    same,
  };
}

const isThere = (value: number | string | null | undefined) =>
  value !== null && value !== undefined && !Number.isNaN(value);
const holdsSomething = (column: Column) => [...(column.values as Iterable<number | string | null>)].some(isThere);

function structureColumns(finals: readonly (FinalStructure | null)[]): Column[] {
  const formulas = finals.map((final) => (final?.molecule ? formulaOf(final.molecule.atoms) : null));
  return [
    textColumn({ id: 'formula', title: 'Formula' }, formulas),
    textColumn(
      { id: 'level', title: 'Level of theory' },
      finals.map((final) => final?.level ?? null),
    ),
  ].filter(holdsSomething);
}

function energyColumns(items: readonly (ComparedItem | null)[], finals: readonly (FinalStructure | null)[]): Column[] {
  const differences = energyDifferences(items, finals);
  // Where no item has an energy, nobody misses a difference.
  if (differences.every(({ value }) => value === null)) return [];
  return [
    numberColumn(
      {
        id: 'relative_energy',
        title: 'Energy difference',
        unit: 'kcal/mol',
        precision: 2,
        help: 'To the first item with an energy.',
      },
      differences.map(({ value }) => value),
    ),
    textColumn(
      { id: 'not_comparable', title: 'Why there is no difference', notation: 'term' },
      differences.map(({ reason }) => reason),
    ),
  ].filter(holdsSomething);
}

interface ValueColumn {
  column: Column;
  uncertainties: readonly (number | null)[] | null;
}

type NumberFact = Extract<Fact, NamedValue>;
const isNumber = (fact: Fact): fact is NumberFact => 'path' in fact;

/** Numbers that the items' types name, in the order of their definitions, then the saved columns of their data and molecules. */
function valueColumns(
  items: readonly (ComparedItem | null)[],
  finals: readonly (FinalStructure | null)[],
): ValueColumn[] {
  const facts = items.map((read) => (read ? factsOf(read) : []));
  const heads = new Map<string, Fact>();
  for (const fact of facts.flat()) if (!heads.has(keyOf(fact))) heads.set(keyOf(fact), fact);
  const named = [...heads].map(([key, head]): ValueColumn => {
    const found = facts.map((own) => own.find((fact) => keyOf(fact) === key));
    if (!isNumber(head)) {
      const texts = found.map((fact) => (fact && !isNumber(fact) ? fact.text : null));
      return { column: textColumn({ id: key, title: head.title, notation: 'term' }, texts), uncertainties: null };
    }
    const { title, unit, precision } = head;
    // A number that folders keep in a column is rated as it is there.
    const rating = head.rating ?? savedProperties.find(({ id }) => id === key)?.rule;
    const numbers = found.map((fact) => (fact && isNumber(fact) ? fact : null));
    const uncertainties = numbers.map((fact) => fact?.uncertainty ?? null);
    return {
      column: numberColumn(
        { id: key, title, precision, ...(unit ? { unit } : {}), ...(rating ? { rating } : {}) },
        numbers.map((fact) => fact?.value ?? null),
      ),
      uncertainties: uncertainties.some((value) => value !== null) ? uncertainties : null,
    };
  });
  const sources = items.map(
    (read, index): PropertySource => ({
      data: read?.item.object_data ?? {},
      molecule: finals[index]?.reference.source.kind === 'calculation' ? (finals[index]?.molecule ?? null) : null,
    }),
  );
  const types = new Set(items.flatMap((read) => (read ? [read.item.object_type] : [])));
  const saved = savedProperties
    .filter((property) => property.types === null || property.types.some((type) => types.has(type)))
    .filter(({ id }) => !heads.has(id))
    .map((property) => ({ column: propertyColumn(property, sources), uncertainties: null }));
  return [...named, ...saved].filter(({ column }) => holdsSomething(column));
}

const keyOf = (fact: Fact) => (isNumber(fact) ? fact.path : `fact:${inEnglish(fact.title)}`);

/** Returns what changes the meaning of an item's numbers, and what was replaced, where any item has something. */
function noteColumns(items: readonly (ComparedItem | null)[]): Column[] {
  const notes = items.map((read) => {
    if (!read) return null;
    const changes = notesOfItem(read.definition, read.item, read.molecules);
    return [...replacementsOf(read.item), ...(changes === null ? [] : [changes])].join(' ') || null;
  });
  return [textColumn({ id: noteColumn, title: 'Note' }, notes)].filter(holdsSomething);
}

/** Returns what an item's result says first: the numbers that its type names, and the facts that its tabs show. */
function factsOf(read: ComparedItem): Fact[] {
  const { item, definition, molecules } = read;
  if (!definition) return [];
  const shown = Object.values(definition.parts(item, molecules)).flatMap((parts) =>
    parts.flatMap((part) => (part.kind === 'facts' ? part.facts : [])),
  );
  const named = namedValuesOf(definition, item, molecules);
  return [...named, ...shown.filter((fact) => !isNumber(fact) || !named.some(({ path }) => path === fact.path))];
}

/** Settings in which the items differ as columns, and those that all share. Only those that two items can have are held against one another. */
function settingColumns(items: readonly (ComparedItem | null)[]): {
  columns: Column[];
  differs: Map<string, readonly boolean[]>;
  same: { title: string; text: string }[];
} {
  const own = items.map((read) =>
    read?.definition ? settingTexts(read.definition, read.item.object_data ?? {}) : null,
  );
  const titles = new Map<string, string>();
  for (const { path, title } of own.flatMap((settings) => settings ?? []))
    if (!titles.has(path)) titles.set(path, title);
  const columns: Column[] = [];
  const differs = new Map<string, readonly boolean[]>();
  const same: { title: string; text: string }[] = [];
  for (const [path, title] of titles) {
    const found = own.map((settings) => settings?.find((setting) => setting.path === path));
    const having = found.filter((setting) => setting !== undefined);
    const [first] = having;
    if (!first || having.length < 2) continue;
    if (having.every(({ text }) => text === first.text)) {
      if (first.text !== null && having.length === own.filter(Boolean).length) same.push({ title, text: first.text });
      continue;
    }
    const id = `setting:${path}`;
    columns.push(
      textColumn(
        { id, title, notation: 'term' },
        found.map((setting) => (setting ? (setting.text ?? 'none') : null)),
      ),
    );
    differs.set(
      id,
      found.map((setting) => setting !== undefined && setting.text !== first.text),
    );
  }
  return { columns, differs, same };
}

/** Names by which items are told apart where several have the same: the second "water" is "water (2)". */
export function distinctNames(items: readonly Pick<WorkflowItem, 'name'>[]): string[] {
  const taken = new Map<string, number>();
  return items.map(({ name }) => {
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
