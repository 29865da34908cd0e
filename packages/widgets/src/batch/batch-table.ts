import { smilesProblem } from '@cuvette/core/chemistry';
import type { ListedMolecule } from '@cuvette/core/chemistry/molecule-list';
import { status, statusName } from '@cuvette/core/entities';
import {
  type Column,
  makeTable,
  numberColumn,
  type RatingRule,
  savedProperties,
  type TableData,
  textColumn,
} from '@cuvette/core/tables';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { columnsOfType, type FolderTable, type ValuedItem } from './use-folder-values.ts';
import { batchWords as words } from './words.ts';

/** A row over a batch: an item, or a line of the list that was never run. */
export interface BatchRow {
  item: ValuedItem | null;
  name: string;
  smiles: string | null;
  state: string;
  why: string | null;
  /** What the list that the batch came from says of it, by heading. */
  own: ReadonlyMap<string, string>;
}

/** The rows of a batch: its items without those that were submitted again, then the lines that were not run. */
export function rowsOf(items: readonly ValuedItem[], leftOut: readonly ListedMolecule[]): BatchRow[] {
  const columnsOf = ownColumnsOf(items);
  const replaced = new Set(items.map(({ resubmitted_from_uuid }) => resubmitted_from_uuid));
  return [
    ...items
      .filter(({ uuid }) => !replaced.has(uuid))
      .map(
        (item): BatchRow => ({
          item,
          name: item.name,
          smiles: item.smiles,
          state: statusName(item.object_status),
          why: item.object_status === status.failed ? item.error : null,
          own: columnsOf(item),
        }),
      ),
    ...leftOut.map(
      ({ line, name, smiles, problem }): BatchRow => ({
        item: null,
        name: name ?? words.lineNamed(line),
        smiles: smiles === '' ? null : smiles,
        state: words.notRun,
        why: problem,
        own: new Map(),
      }),
    ),
  ];
}

/** What the list says of an item; one that was submitted again has what is known of the one that it came from. */
function ownColumnsOf(items: readonly ValuedItem[]): (item: ValuedItem) => ReadonlyMap<string, string> {
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  return (item) => {
    const passed = new Set<string>();
    let at: ValuedItem | undefined = item;
    while (at && !at.columns && at.resubmitted_from_uuid && !passed.has(at.uuid)) {
      passed.add(at.uuid);
      at = byUuid.get(at.resubmitted_from_uuid);
    }
    return new Map(at?.columns ?? []);
  };
}

/** The list's own columns: numbers where all that is there are numbers, else texts. */
function ownColumns(rows: readonly BatchRow[]): Column[] {
  const headings = [...new Set(rows.flatMap(({ own }) => [...own.keys()]))];
  return headings.map((heading) => {
    const texts = rows.map(({ own }) => own.get(heading) || null);
    const head = { id: `own:${heading}`, title: heading };
    const given = texts.filter((text) => text !== null);
    if (given.length === 0 || !given.every((text) => decimal.test(text))) return textColumn(head, texts);
    const precision = Math.max(...given.map((text) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0));
    return numberColumn(
      { ...head, precision },
      texts.map((text) => (text === null ? null : Number(text))),
    );
  });
}

const decimal = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

/**
 * One table over a batch: the drawing first, then how far each is, then a column for each named number of its type.
 * @param narrow for a phone: the drawing comes after the key results, so that names and numbers are in sight together
 */
export function batchTable(
  rows: readonly BatchRow[],
  columns: FolderTable['columns'],
  titles: ReadonlyMap<string, string>,
  narrow = false,
): TableData {
  const types = [...new Set(rows.flatMap(({ item }) => (item ? [item.object_type] : [])))];
  const valuesOf = (wanted: boolean) =>
    types.flatMap((type) =>
      columnsOfType(columns, type)
        .filter(({ headline = false }) => headline === wanted)
        .map(({ path, title, unit, precision, ...column }): Column => {
          // A number that folders keep in a column is rated as it is there.
          const rating =
            (column.rating as RatingRule | undefined) ?? savedProperties.find(({ id }) => id === path)?.rule;
          const head = { title, precision, ...(unit ? { unit } : {}), ...(rating ? { rating } : {}) };
          return numberColumn(
            { id: types.length > 1 ? `${type}.${path}` : path, ...head },
            rows.map(({ item }) => (item?.object_type === type ? item.values.get(path) : null)),
          );
        }),
    );
  const headlines = valuesOf(true);
  // Where the key results have columns of their own, a line with them would say the same again.
  const said = rows.map(({ item }) => (item?.headline ? listedHeadlineText(item.headline) : null));
  const text = (id: string, title: string, value: (row: BatchRow) => string | null, notation?: 'smiles' | 'term') =>
    textColumn({ id, title, ...(notation ? { notation } : {}) }, rows.map(value));
  const drawing = text(
    'structure',
    words.structure,
    ({ item, smiles }) => (item || smilesProblem(smiles ?? '') === null ? smiles : null),
    'smiles',
  );
  return makeTable({
    id: 'batch',
    title: words.tableTitle,
    length: rows.length,
    columns: [
      ...(narrow ? [] : [drawing]),
      text('name', words.name, ({ name }) => name),
      ...(headlines.length === 0 && said.some((text) => text !== null)
        ? [textColumn({ id: 'headline', title: words.headline }, said)]
        : []),
      ...headlines,
      ...(narrow ? [drawing] : []),
      text('state', words.state, ({ state }) => state, 'term'),
      ...(types.length > 1
        ? [
            text(
              'type',
              words.type,
              ({ item }) => (item ? (titles.get(item.object_type) ?? item.object_type) : null),
              'term',
            ),
          ]
        : []),
      ...(rows.some(({ why }) => why !== null) ? [text('why', words.why, ({ why }) => why)] : []),
      ...ownColumns(rows),
      ...valuesOf(false),
      ...(rows.some(({ item }) => item?.note) ? [text('note', words.note, ({ item }) => item?.note ?? null)] : []),
      text('smiles', words.smiles, ({ smiles }) => smiles),
    ],
    structures: rows.map(({ item }) => item?.uuid ?? null),
    empty: words.tableEmpty,
  });
}
