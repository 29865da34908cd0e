import type { TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useEmit } from '../elements/context.tsx';
import { ActionButtons, type TableAction } from './action-buttons.tsx';
import type { TableProps } from './table.tsx';

/** What a page adds to a table, by attributes and properties of its element. */
export interface TableHostSettings {
  /** Several rows may be selected. */
  multiple?: boolean | undefined;
  /** Buttons at the end of each row, by identifier and label. */
  actions?: readonly TableAction[] | undefined;
  /** Each row has a slot `row-<number>` at its end, for what the page puts there. */
  rowSlots?: boolean | undefined;
  /** Columns to show, in this order; the page keeps them. */
  columns?: readonly string[] | undefined;
}

export type TableHostProps = Pick<
  TableProps,
  'onOpen' | 'onSelectedRows' | 'rowActions' | 'bar' | 'columns' | 'onColumns'
>;

/** Slots, action buttons and events between a table and the page around its element. */
export function useTableHost(table: TableData | undefined, settings: TableHostSettings): TableHostProps {
  const { multiple, actions, rowSlots, columns } = settings;
  const emit = useEmit();
  return useMemo(() => {
    const structureOf = (row: number) => table?.structures[row] ?? null;
    const hasActions = rowSlots || (actions && actions.length > 0);
    return {
      columns,
      bar: <slot name="actions" />,
      onColumns: (chosen) => emit('cuvette-columns', { columns: chosen }),
      onOpen: (row) => emit('cuvette-open', { row, structure: structureOf(row) }),
      onSelectedRows: multiple
        ? (rows) => emit('cuvette-rows', { rows, structures: rows.map(structureOf) })
        : undefined,
      rowActions: hasActions
        ? (row, stop) => (
            <>
              <ActionButtons actions={actions ?? []} row={row} structure={structureOf(row)} stop={stop} />
              {rowSlots ? <slot name={`row-${row}`} /> : null}
            </>
          )
        : undefined,
    };
  }, [table, multiple, actions, rowSlots, columns, emit]);
}
