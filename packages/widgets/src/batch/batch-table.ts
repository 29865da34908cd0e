import { smilesProblem } from '@cuvette/core/chemistry';
import type { ListedMolecule } from '@cuvette/core/chemistry/molecule-list';
import { status, statusName } from '@cuvette/core/entities';
import { type Column, makeTable, numberColumn, type TableData, textColumn } from '@cuvette/core/tables';
import { columnsOfType, type FolderTable, type ValuedItem } from './use-folder-values.ts';
import { batchWords as words } from './words.ts';

/** A row over a batch: an item, or a line of the list that was never run. */
export interface BatchRow {
  item: ValuedItem | null;
  name: string;
  smiles: string | null;
  state: string;
  why: string | null;
}

/** The rows of a batch: its items without those that were submitted again, then the lines that were not run. */
export function rowsOf(items: readonly ValuedItem[], leftOut: readonly ListedMolecule[]): BatchRow[] {
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
        }),
      ),
    ...leftOut.map(
      ({ line, name, smiles, problem }): BatchRow => ({
        item: null,
        name: name ?? words.lineNamed(line),
        smiles: smiles === '' ? null : smiles,
        state: words.notRun,
        why: problem,
      }),
    ),
  ];
}

/** One table over a batch: the drawing first, then how far each is, then a column for each named number of its type. */
export function batchTable(
  rows: readonly BatchRow[],
  columns: FolderTable['columns'],
  titles: ReadonlyMap<string, string>,
): TableData {
  const types = [...new Set(rows.flatMap(({ item }) => (item ? [item.object_type] : [])))];
  const values = types.flatMap((type) =>
    columnsOfType(columns, type).map(({ path, title, unit, precision }): Column => {
      const head = { id: types.length > 1 ? `${type}.${path}` : path, title, precision, ...(unit ? { unit } : {}) };
      return numberColumn(
        head,
        rows.map(({ item }) => (item?.object_type === type ? item.values.get(path) : null)),
      );
    }),
  );
  const text = (id: string, title: string, value: (row: BatchRow) => string | null, notation?: 'smiles' | 'term') =>
    textColumn({ id, title, ...(notation ? { notation } : {}) }, rows.map(value));
  return makeTable({
    id: 'batch',
    title: words.tableTitle,
    length: rows.length,
    columns: [
      text(
        'structure',
        words.structure,
        ({ item, smiles }) => (item || smilesProblem(smiles ?? '') === null ? smiles : null),
        'smiles',
      ),
      text('name', words.name, ({ name }) => name),
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
      ...values,
      ...(rows.some(({ item }) => item?.note) ? [text('note', words.note, ({ item }) => item?.note ?? null)] : []),
      text('smiles', words.smiles, ({ smiles }) => smiles),
    ],
    structures: rows.map(({ item }) => item?.uuid ?? null),
    empty: words.tableEmpty,
  });
}
