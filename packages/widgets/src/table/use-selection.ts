import {
  carrySelection,
  keepShown,
  noSelection,
  type RowSelection,
  type SelectionKeys,
  selectAll,
  selectRow,
  type TableData,
} from '@cuvette/core/tables';
import { useEffect, useMemo, useRef, useState } from 'react';

export interface TableSelection {
  rows: ReadonlySet<number>;
  select: (row: number, keys: SelectionKeys) => void;
  all: () => void;
  clear: () => void;
}

/**
 * The selected rows of a table, as in the list of a folder. New data keep them; rows that a filter hides are not selected, and are again when the
 * filter goes. `onChange` undefined: the table has no selection beside its active row.
 */
export function useSelection(
  table: TableData,
  order: Uint32Array,
  onChange: ((rows: readonly number[]) => void) | undefined,
): TableSelection {
  const [state, setState] = useState<{ table: TableData; selection: RowSelection }>({ table, selection: noSelection });
  let now = state;
  if (state.table !== table) {
    now = { table, selection: carrySelection(state.selection, state.table, table) };
    setState(now);
  }
  const shown = useMemo(() => keepShown(now.selection, order), [now.selection, order]);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  const reported = useRef(shown.rows);
  useEffect(() => {
    if (reported.current === shown.rows) return;
    reported.current = shown.rows;
    tell.current?.([...shown.rows]);
  }, [shown.rows]);
  // From the state itself, not from what was drawn last: two clicks may come before the next drawing.
  const change = (make: (selection: RowSelection) => RowSelection) =>
    setState((before) => ({
      table,
      selection: make(keepShown(carrySelection(before.selection, before.table, table), order)),
    }));
  return {
    rows: shown.rows,
    select: (row: number, keys: SelectionKeys) => change((selection) => selectRow(selection, row, order, keys)),
    all: () => change((selection) => selectAll(selection, order)),
    clear: () => change(() => noSelection),
  };
}
