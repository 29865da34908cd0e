import { maximumTableColumns } from '@cuvette/core/entities';
import { type Column, formatValue, sortOrder, type TableData, toCsv } from '@cuvette/core/tables';
import {
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { copiedText } from './copy.ts';
import { downloadText, fileNameOf } from './download.ts';

export interface TableProps {
  table: TableData;
  /** Name of the workflow: the caption for assistive technology and the file name of the CSV. */
  name: string;
  /** The active row as an index into `table` (not into the sorted order); null for none. */
  activeRow: number | null;
  onActiveRow: (row: number) => void;
  /** What the active row stands for, where rows may change places while it stays the same: only another one scrolls into sight. */
  activeKey?: string | null | undefined;
  /** Enter or a double click on the active row. */
  onOpen?: ((row: number) => void) | undefined;
  /** Said above the rows while the workflow is not completed: "ibuprofen is running". */
  sentence?: string | null | undefined;
}

const ROW_HEIGHT = 28;
/** Below this number every row is in the page: find-in-page and printing work. */
const VIRTUAL_FROM = 200;

type Line = { row: number };
const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, Line>();

/**
 * A columnar table: sorted by its headings (with Shift by several), one active row that the keyboard moves, CSV and copy at full precision.
 * Only the rows in sight are in the page once there are many; sorting happens on core's typed columns, not on row objects.
 */
export function Table({ table: data, name, activeRow, activeKey, onActiveRow, onOpen, sentence }: TableProps) {
  const words = useWords();
  const [sorting, setSorting] = useState<SortingState>([]);
  const scroller = useRef<HTMLDivElement>(null);
  const columnCount = Math.min(data.columns.length, maximumTableColumns);

  const order = useMemo(
    () =>
      sortOrder(
        data,
        sorting.map((sort) => ({ column: sort.id, descending: sort.desc })),
      ),
    [data, sorting],
  );
  const positionOf = useMemo(() => {
    const positions = new Uint32Array(data.length);
    order.forEach((row, position) => {
      positions[row] = position;
    });
    return positions;
  }, [order, data.length]);

  const virtual = data.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: data.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtual ? virtualizer.getVirtualItems() : null;
  const first = items ? (items[0]?.index ?? 0) : 0;
  const last = items ? (items.at(-1)?.index ?? -1) : data.length - 1;
  const lines = useMemo(() => {
    const visible: Line[] = [];
    for (let position = first; position <= last; position++) visible.push({ row: order[position] ?? 0 });
    return visible;
  }, [order, first, last]);

  const columns = useMemo(
    () =>
      data.columns.slice(0, maximumTableColumns).map((column, index) =>
        helper.accessor((line): unknown => data.columns[index]?.values[line.row], {
          id: column.id,
          header: column.title,
        }),
      ),
    [data],
  );
  const grid = useTable({
    features,
    columns,
    data: lines,
    getRowId: (line) => String(line.row),
    state: { sorting },
    onSortingChange: setSorting,
    manualSorting: true,
    sortDescFirst: false,
    isMultiSortEvent: (event) => (event as { shiftKey?: boolean }).shiftKey === true,
  });

  const rowNow = useRef(activeRow);
  useLayoutEffect(() => {
    rowNow.current = activeRow;
  });
  const focusAfterMove = useRef(false);
  const reveal = useCallback(
    (row: number) => {
      const position = positionOf[row];
      if (position === undefined) return;
      if (virtual) virtualizer.scrollToIndex(position, { align: 'auto' });
      else scrollRowIntoView(scroller.current, row);
    },
    [positionOf, virtual, virtualizer],
  );
  // The row follows what another part of the page made active, inside the table's own box only: the page never scrolls by itself, and new data (a poll) scroll nothing.
  const revealNow = useRef(reveal);
  useLayoutEffect(() => {
    revealNow.current = reveal;
  });
  const revealed = activeKey ?? activeRow;
  useEffect(() => {
    const row = rowNow.current;
    if (revealed !== null && row !== null) revealNow.current(row);
  }, [revealed, sorting]);
  useEffect(() => {
    if (!focusAfterMove.current || activeRow === null) return;
    const element = scroller.current?.querySelector<HTMLElement>(`tr[data-row="${activeRow}"]`);
    if (!element) return;
    focusAfterMove.current = false;
    element.focus({ preventScroll: true });
  });

  const moveTo = (position: number) => {
    const row = order[Math.max(0, Math.min(data.length - 1, position))];
    if (row === undefined) return;
    focusAfterMove.current = true;
    onActiveRow(row);
    reveal(row);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const position = positionOf[Number(event.target.dataset.row)] ?? 0;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const targets: Record<string, number> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      Home: 0,
      End: data.length - 1,
      PageDown: position + page,
      PageUp: position - page,
    };
    const target = targets[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' || event.key === ' ') {
      const row = order[position];
      if (row === undefined) return;
      onActiveRow(row);
      if (event.key === 'Enter') onOpen?.(row);
    } else return;
    event.preventDefault();
  };
  const onCopy = (event: React.ClipboardEvent) => {
    const text = scroller.current ? copiedText(data, scroller.current, activeRow) : null;
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };

  const tabStop = activeRow ?? order[0] ?? 0;
  const before = virtual ? first * ROW_HEIGHT : 0;
  const after = virtual ? Math.max(0, data.length - 1 - last) * ROW_HEIGHT : 0;
  return (
    <div className="cv-table" part="table">
      <div className="cv-table-bar">
        {sentence ? <p className="cv-table-sentence">{sentence}</p> : null}
        {data.length > 0 ? <span className="cv-quiet cv-table-count">{words.table.rowCount(data.length)}</span> : null}
        {data.length > 0 ? (
          <Button
            dense
            label={words.table.downloadCsv}
            onClick={() => downloadText(fileNameOf(`${name}-${data.id}`, 'csv'), toCsv(data, order))}
          />
        ) : null}
      </div>
      {data.length === 0 ? (
        sentence ? null : (
          <p className="cv-table-empty cv-quiet">{data.empty}</p>
        )
      ) : (
        <div className="cv-table-scroll" ref={scroller} onKeyDown={onKeyDown} onCopy={onCopy}>
          <table aria-label={data.title} aria-rowcount={data.length + 1}>
            <thead>
              <tr aria-rowindex={1}>
                {grid.getFlatHeaders().map((header, index) => (
                  <Heading
                    key={header.id}
                    column={data.columns[index]}
                    sorted={header.column.getIsSorted()}
                    place={sorting.length > 1 ? header.column.getSortIndex() : -1}
                    primary={sorting[0]?.id === header.id}
                    onSort={header.column.getToggleSortingHandler()}
                    sortHint={words.table.sortHint}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} columns={columnCount} />
              {grid.getRowModel().rows.map((line) => {
                const row = line.original.row;
                return (
                  <tr
                    key={line.id}
                    data-row={row}
                    aria-rowindex={(positionOf[row] ?? 0) + 2}
                    aria-selected={row === activeRow}
                    tabIndex={row === tabStop ? 0 : -1}
                    onClick={() => onActiveRow(row)}
                    onDoubleClick={() => onOpen?.(row)}
                  >
                    {data.columns.slice(0, maximumTableColumns).map((column, index) => (
                      <td
                        key={column.id}
                        data-column={index}
                        className={column.kind === 'number' ? 'cv-number' : undefined}
                      >
                        {column.kind === 'number' ? formatValue(column, row) : (column.values[row] ?? '')}
                      </td>
                    ))}
                  </tr>
                );
              })}
              <Spacer height={after} columns={columnCount} />
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="cv-table-spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

interface HeadingProps {
  column: Column | undefined;
  sorted: false | 'asc' | 'desc';
  /** Place among several sorted columns, 0-based; -1 when it is the only one. */
  place: number;
  primary: boolean;
  onSort: ((event: unknown) => void) | undefined;
  sortHint: string;
}

function Heading({ column, sorted, place, primary, onSort, sortHint }: HeadingProps) {
  if (!column) return null;
  const ariaSort = sorted && primary ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th
      scope="col"
      aria-sort={ariaSort}
      className={column.kind === 'number' ? 'cv-number' : undefined}
      title={column.help}
    >
      <button type="button" onClick={onSort} title={sortHint}>
        <span>
          {column.title}
          {column.unit ? <span className="cv-quiet"> {column.unit}</span> : null}
        </span>
        <span aria-hidden="true" className="cv-sort-mark">
          {sorted === 'asc' ? '▲' : sorted === 'desc' ? '▼' : ''}
          {sorted && place >= 0 ? place + 1 : ''}
        </span>
      </button>
    </th>
  );
}

/** Scrolls only the table's own box, never the page. */
function scrollRowIntoView(box: HTMLElement | null, row: number): void {
  const element = box?.querySelector<HTMLElement>(`tr[data-row="${row}"]`);
  if (!box || !element) return;
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top + head) box.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
