import { inEnglish } from '@cuvette/core/phrases';
import './jsx.ts';
import type { TableData } from '@cuvette/core/tables';
import { useEffect, useMemo, useState } from 'react';
import { useItemMolecules } from '../results/hooks/use-item-molecules.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import css from '../results/results.css?inline';
import { StructureTable } from '../results/structure-table.tsx';
import { ColumnMemory } from '../table/column-memory.tsx';
import { type TableHostSettings, useTableHost } from '../table/host.tsx';
import { Table } from '../table/table.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { useEmit, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import * as kinds from './given-kinds.ts';
import { useDefinition } from './hooks/use-definition.ts';
import { useGiven } from './hooks/use-given.ts';
import { type ItemProps, itemAttributes, itemProperties, type OpenItem, useItem } from './hooks/use-item.tsx';
import { useProblem } from './hooks/use-problem.ts';
import { useSettled } from './hooks/use-settled.ts';
import { pageAddressOf } from './page-address.ts';
import { PageLink } from './page-link.tsx';

export interface TableElementProps extends ItemProps, TableHostSettings {
  /** Which table of the item, by identifier; the first by default. */
  table?: string | undefined;
  /** A table to show, by identity; then no item is read. */
  data?: TableData | undefined;
  /** Name of the table, for its caption and the file name of its CSV. */
  label?: string | undefined;
  /** The name under which chosen columns are remembered in this browser; an item's table is remembered by its type. */
  remember?: string | undefined;
  /** No link to the item's own page. */
  noLink?: boolean | undefined;
}

function TableElement(given: TableElementProps) {
  useSheet(css);
  const data = useGiven('data', given.data, kinds.table);
  const columns = useGiven('columns', given.columns, kinds.texts);
  const actions = useGiven('actions', given.actions, kinds.actions);
  const props = { ...given, data, columns, actions };
  const { remember } = props;
  return data ? (
    <ColumnMemory value={remember ?? null}>
      <DataTable {...props} data={data} />
    </ColumnMemory>
  ) : (
    <ItemTable {...props} />
  );
}

function DataTable({ data, label, ...settings }: TableElementProps & { data: TableData }) {
  const emit = useEmit();
  const host = useTableHost(data, settings);
  const [row, setRow] = useState<number | null>(null);
  useEffect(() => setRow(null), [data]);
  return (
    <Table
      {...host}
      table={data}
      name={label ?? inEnglish(data.title)}
      activeRow={row}
      onActiveRow={(next) => {
        setRow(next);
        emit('cuvette-select', { structure: data.structures[next] ?? null, atoms: [] });
      }}
    />
  );
}

function ItemTable(props: TableElementProps) {
  const { open, instead } = useItem(props, 360);
  return open ? <OpenTable {...props} open={open} /> : instead;
}

function OpenTable({ open, table, label, remember, noLink, ...settings }: TableElementProps & { open: OpenItem }) {
  const { item, client, session } = open;
  const words = useWords();
  const { definition, known } = useDefinition(item.object_type);
  const molecules = useItemMolecules(client, item, definition);
  const settled = useSettled(client, definition);
  // Data without results have no tables: empty ones would say that a run found nothing.
  const tables = useMemo(
    () => (definition && !definition.lacksResults(item) ? definition.tables(item, molecules) : []),
    [definition, item, molecules],
  );
  useEffect(() => {
    const ids = definition?.structures(item).map(({ id }) => id) ?? [];
    if (ids.length > 0) session.setStructures(ids, definition?.active(item));
  }, [session, definition, item]);
  const shown = table === undefined ? tables[0] : tables.find(({ id }) => id === table);
  const host = useTableHost(shown, settings);
  // A table may be made of what is still being read.
  const waiting = !known || (!shown && !settled);
  const { noTable, noSuchTable, thereAre, loading } = words.elements;
  const there = tables.map(({ id }) => id).join(', ');
  const title = table === undefined || there === '' ? noTable : noSuchTable(table);
  const detail = there === '' ? '' : thereAre(there);
  useProblem(waiting || shown || table === undefined ? null : `${title} ${detail}`.trim());
  if (waiting) return <Skeleton height={360} label={loading} />;
  if (!shown) return <EmptyState title={title} detail={detail} />;
  return (
    <ColumnMemory value={remember ?? item.object_type}>
      <StructureTable
        table={shown}
        name={label ?? item.name}
        session={session}
        sentence={unfinishedIn(words, item)}
        host={host}
        link={<PageLink address={noLink ? null : pageAddressOf(item, client)} />}
      />
    </ColumnMemory>
  );
}

/**
 * A table of an item, or any table.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-select
 * @fires cuvette-state
 * @fires cuvette-open
 * @fires cuvette-rows
 * @fires cuvette-action
 * @fires cuvette-columns
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @slot actions - Beside the table's own buttons.
 * @slot row-0 - With `row-slots`: the end of the first row in the table's own order; `row-1` the second, and so on.
 * @csspart table - The table with the buttons above it.
 * @cssprop --cuvette-height - Height that is kept free until the table is drawn, 360px by default.
 * @cssprop --cuvette-table-height - The most that the rows take.
 */
defineElement<TableElementProps & ElementLook>({
  tag: 'cuvette-table',
  view: TableElement,
  attributes: {
    ...itemAttributes,
    ...lookAttributes,
    table: 'string',
    label: 'string',
    multiple: 'boolean',
    remember: 'string',
    rowSlots: 'boolean',
    noLink: 'boolean',
  },
  properties: [...itemProperties, 'data', 'columns', 'actions'],
});
