import { filterRows, type Sort, sortOrder, type TableData } from '@cuvette/core/tables';
import { useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { useFilters } from './filters.tsx';
import { localTable } from './local-table.ts';
import { useSelection } from './use-selection.ts';

/** The rows of a table as they are shown: in the page's language, filtered, sorted, and which are selected. */
export type ShownRows = ReturnType<typeof useShownRows>;

/** Filters, sorts and selects the rows of a table. @param onSelectedRows makes several rows selectable, and is called with those that are */
export function useShownRows(given: TableData, onSelectedRows: ((rows: readonly number[]) => void) | undefined) {
  const words = useWords();
  // What is shown, sorted and searched is in the page's language; CSV and copied rows are for programs, and stay as the API has them.
  const data = useMemo(() => localTable(words, given), [words, given]);
  const [sorts, setSorts] = useState<readonly Sort[]>([]);
  const filters = useFilters(data);
  const filtered = useMemo(() => filterRows(data, filters.list), [data, filters.list]);
  const order = useMemo(() => sortOrder(data, sorts, filtered), [data, sorts, filtered]);
  const positions = useMemo(() => {
    const found = new Int32Array(data.length).fill(-1);
    for (let position = 0; position < order.length; position++) found[order[position] as number] = position;
    return found;
  }, [order, data.length]);
  const selection = useSelection(data, order, onSelectedRows);
  /** Place of a row in what is shown; -1 for one that a filter hides. */
  const positionOf = (row: number) => positions[row] ?? -1;
  return { data, sorts, setSorts, filters, order, positionOf, multiple: onSelectedRows !== undefined, selection };
}
