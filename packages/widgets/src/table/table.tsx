import {
  chosenColumns,
  filterRows,
  type Sort,
  sortOrder,
  type TableData,
  toCsv,
  toggleSort,
  withWidth,
} from '@cuvette/core/tables';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { Bar } from './bar.tsx';
import { rowOf, rowUnder, scrollOn, scrollRowIntoView, scrollToPosition } from './box.ts';
import { useColumnLayout } from './column-memory.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { copiedText } from './copy.ts';
import { useFilters } from './filters.tsx';
import { Heading } from './heading.tsx';
import { rowCommand } from './keys.ts';
import { localTable } from './local-table.ts';
import { Row } from './row.tsx';
import css from './table.css?inline';
import { useActionsWidth } from './use-actions-width.ts';
import { useColumns, useDrawnColumns } from './use-columns.ts';
import { mostPrinted, usePrinting } from './use-printing.ts';
import { useSelection } from './use-selection.ts';
import { useWindow } from './use-window.ts';
import { tableWords } from './words.ts';

addEnglish({ table: tableWords });

export interface TableProps {
  table: TableData;
  /** Name of the workflow: the caption for assistive technology and the file name of the CSV. */
  name: string;
  /** The active row as an index into `table` (not into the sorted order); null for none. */
  activeRow: number | null;
  onActiveRow: (row: number) => void;
  /** Rows that are selected elsewhere, beside the active one: atoms that a lasso caught. */
  marked?: ReadonlySet<number> | undefined;
  /** What the active row stands for, where rows may change places while it stays the same: only another one scrolls into sight. */
  activeKey?: string | null | undefined;
  /** Enter or a double click on the active row. */
  onOpen?: ((row: number) => void) | undefined;
  /** Said above the rows while the workflow is not completed: "ibuprofen is running". */
  sentence?: string | null | undefined;
  /** Makes several rows selectable, as in the list of a folder, and hears which are (indices into `table`). */
  onSelectedRows?: ((rows: readonly number[]) => void) | undefined;
  /** What a host can do with a row, at the end of each; `stop` is true for the row that Tab reaches. */
  rowActions?: ((row: number, stop: boolean) => ReactNode) | undefined;
  /** Controls of the host, beside the table's own. */
  bar?: ReactNode;
  /** A link that stands in the line above the rows, also where there are none. */
  link?: ReactNode;
  /** Columns to show, in this order, where the host keeps them (saved columns). */
  columns?: readonly string[] | undefined;
  /** Hears which columns are shown after a person changed it. */
  onColumns?: ((columns: readonly string[]) => void) | undefined;
}

const rowHeights = { text: 28, drawing: 92 };
/** Up to this number every row is in the page: find-in-page and printing work. */
const virtualFrom = 200;

/**
 * A columnar table: sorted by its headings (with Shift by several), filtered, its columns chosen, moved, pinned and resized, one active row that
 * the keyboard moves, several selected where the host asks for it, CSV and copy at full precision. Only what is in sight is in the page once
 * there is much; sorting and filtering happen on core's typed columns, not on row objects.
 */
export function Table(props: TableProps) {
  const {
    table: given,
    name,
    activeRow,
    activeKey,
    onActiveRow,
    onOpen,
    sentence,
    onSelectedRows,
    rowActions,
    marked,
  } = props;
  useSheet(css);
  const all = useWords();
  const words = all.table;
  // What is shown, sorted and searched is in the page's language; CSV and copied rows are for programs, and stay as the API has them.
  const data = useMemo(() => localTable(all, given), [all, given]);
  const [sorts, setSorts] = useState<readonly Sort[]>([]);
  const [choosing, setChoosing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const multiple = onSelectedRows !== undefined;

  const filters = useFilters(data);
  const filtered = useMemo(() => filterRows(data, filters.list), [data, filters.list]);
  const order = useMemo(() => sortOrder(data, sorts, filtered), [data, sorts, filtered]);
  const positionOf = useMemo(() => {
    const positions = new Int32Array(data.length).fill(-1);
    for (let position = 0; position < order.length; position++) positions[order[position] as number] = position;
    return positions;
  }, [order, data.length]);
  const selection = useSelection(data, order, onSelectedRows);

  const [layout, setLayout] = useColumnLayout(data, props.columns);
  const virtual = data.length > virtualFrom;
  const columns = useColumns(data, layout, virtual);
  const changeLayout: typeof setLayout = (next) => {
    setLayout(next);
    props.onColumns?.(chosenColumns(data.columns, next).flatMap((place) => data.columns[place]?.id ?? []));
  };
  const tall = columns.all.some(({ column }) => column?.kind === 'text' && column.notation === 'smiles');
  const rowHeight = tall ? rowHeights.drawing : rowHeights.text;
  const [actionsWidth, measuredActions] = useActionsWidth(rowActions);
  const { seen, update, scrolled } = useWindow(scroller, {
    rows: order.length,
    rowHeight,
    actions: actionsWidth,
    widths: columns.scrolling,
    pinned: columns.pinnedWidth,
  });
  const drawn = useDrawnColumns(columns, seen.firstColumn, seen.lastColumn);
  // On paper nothing scrolls: all rows are there, however few the screen needs.
  const printing = usePrinting();
  const whole = !virtual || printing;
  const last = Math.min(whole ? mostPrinted - 1 : seen.lastRow, order.length - 1);
  const first = whole ? 0 : Math.max(0, Math.min(seen.firstRow, last));

  const rowNow = useRef(activeRow);
  const reveal = (row: number) => {
    const position = positionOf[row] ?? -1;
    if (position < 0) return;
    if (virtual) scrollToPosition(scroller.current, position, rowHeight);
    else scrollRowIntoView(scroller.current, row);
    scrolled();
  };
  // The row follows what another part of the page made active, inside the table's own box only: the page never scrolls by itself, and new data (a poll) scroll nothing.
  const revealNow = useRef(reveal);
  useLayoutEffect(() => {
    rowNow.current = activeRow;
    revealNow.current = reveal;
  });
  const revealed = activeKey ?? activeRow;
  useEffect(() => {
    const row = rowNow.current;
    if (revealed !== null && row !== null) revealNow.current(row);
  }, [revealed, sorts]);
  const focusAfterMove = useRef<number | null>(null);
  useLayoutEffect(() => {
    const row = focusAfterMove.current;
    if (row === null) return;
    const element = scroller.current?.querySelector<HTMLElement>(`tr[data-row="${row}"]`);
    if (!element) return;
    focusAfterMove.current = null;
    element.focus({ preventScroll: true });
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const row = Number(event.target.dataset.row);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const position = positionOf[row] ?? 0;
    const command = rowCommand(event, { position, count: order.length, page, multiple });
    if (command?.kind === 'move') {
      const target = order[command.to];
      if (target === undefined) return;
      focusAfterMove.current = target;
      if (multiple && !(command.keep && !command.extend)) {
        selection.select(target, { toggle: command.keep, range: command.extend });
      }
      onActiveRow(target);
      reveal(target);
      update();
    } else if (command?.kind === 'open') {
      onActiveRow(row);
      onOpen?.(row);
    } else if (command?.kind === 'mark') {
      if (multiple) selection.select(row, { toggle: !event.shiftKey, range: event.shiftKey });
      onActiveRow(row);
    } else if (command?.kind === 'all') selection.all();
    else if (command?.kind === 'clear' && selection.rows.size > 0) selection.clear();
    else return;
    event.preventDefault();
  };
  const onClick = (event: React.MouseEvent) => {
    const row = rowUnder(event);
    if (row === null) return;
    if (multiple) selection.select(row, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey });
    // The browser does not move the focus itself where the selection of text was prevented.
    if (multiple && event.shiftKey) focusAfterMove.current = row;
    onActiveRow(row);
  };
  const onCopy = (event: React.ClipboardEvent) => {
    const selected = multiple && selection.rows.size > 0 ? order.filter((row) => selection.rows.has(row)) : null;
    // The row where the keyboard is, else the active one: never one that a filter hides.
    const row = rowOf(event) ?? activeRow;
    const rows = selected ? [...selected] : row === null || (positionOf[row] ?? -1) < 0 ? [] : [row];
    const text = scroller.current ? copiedText(given, scroller.current, rows, columns.shown) : null;
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  /** Every column keeps the width it has now: otherwise the others would jump when one is given its own. */
  const onResize = (id: string, width: number | null) => {
    const widths: [string, number][] = [];
    for (const heading of scroller.current?.querySelectorAll<HTMLElement>('thead th[data-column]') ?? []) {
      const column = data.columns[Number(heading.dataset.column)];
      if (column) widths.push([column.id, Math.round(heading.getBoundingClientRect().width)]);
    }
    changeLayout(withWidth({ ...layout, widths: { ...Object.fromEntries(widths), ...layout.widths } }, id, width));
  };
  const downloadCsv = () => {
    // Also the columns beyond the number that is shown: only what a person hid is left out.
    const chosen = chosenColumns(given.columns, layout).flatMap((place) => given.columns[place] ?? []);
    downloadText(fileNameOf(`${name}-${given.id}`, 'csv'), toCsv({ ...given, columns: chosen }, order));
  };

  const stop = activeRow !== null && (positionOf[activeRow] ?? -1) >= 0 ? activeRow : (order[0] ?? 0);
  const cellCount = drawn.length + (rowActions ? 1 : 0);
  const rows: ReactNode[] = [];
  for (let position = first; position <= last; position++) {
    const row = order[position] as number;
    rows.push(
      <Row
        key={row}
        row={row}
        position={position}
        drawn={drawn}
        active={row === activeRow}
        selected={multiple ? selection.rows.has(row) : row === activeRow || marked?.has(row) === true}
        stop={row === stop}
        words={words}
        actions={rowActions}
        actionsRef={measuredActions}
      />,
    );
  }
  return (
    <div className="cv-table" part="table">
      <Bar
        table={data}
        shown={order.length}
        filters={filters}
        sentence={sentence}
        hiddenColumns={seen.overflows ? seen.hiddenColumns : null}
        onMoreColumns={() => scrollOn(scroller.current, columns.pinnedWidth)}
        onColumns={() => setChoosing(true)}
        onCsv={downloadCsv}
        selection={multiple ? selection : null}
        words={words}
        link={props.link}
      >
        {props.bar}
      </Bar>
      {data.length === 0 ? (
        sentence ? null : (
          <p className="cv-table-empty cv-quiet">{data.empty}</p>
        )
      ) : order.length === 0 ? (
        <p className="cv-table-empty cv-quiet">{words.noneLeft}</p>
      ) : (
        <div className="cv-table-frame" data-more={seen.hiddenColumns > 0 || undefined}>
          <div className="cv-table-scroll" ref={scroller} onKeyDown={onKeyDown} onCopy={onCopy}>
            <table
              role={multiple ? 'grid' : undefined}
              aria-multiselectable={multiple || undefined}
              aria-label={data.title}
              aria-rowcount={order.length + 1}
              aria-colcount={columns.shown.length + (rowActions ? 1 : 0)}
              data-fixed={columns.total !== null || undefined}
              data-tall={tall || undefined}
              data-loose={seen.looseActions || undefined}
              style={
                columns.total === null
                  ? undefined
                  : columns.sized
                    ? { inlineSize: columns.total + actionsWidth }
                    : { minInlineSize: columns.total + actionsWidth }
              }
            >
              {columns.total === null ? null : (
                <colgroup>
                  {drawn.map(({ key, width }) => (
                    <col key={key} style={{ inlineSize: width ?? undefined }} />
                  ))}
                  {rowActions ? <col style={{ inlineSize: actionsWidth }} /> : null}
                </colgroup>
              )}
              <thead>
                <tr aria-rowindex={1}>
                  {drawn.map((one) => {
                    const index = sorts.findIndex(({ column }) => column === one.column?.id);
                    const sort = sorts[index];
                    return (
                      <Heading
                        key={one.key}
                        drawn={one}
                        sorted={sort ? (sort.descending ? 'descending' : 'ascending') : null}
                        place={sorts.length > 1 ? index + 1 : null}
                        primary={index === 0}
                        onSort={(id, add) => setSorts(toggleSort(sorts, id, add))}
                        onResize={onResize}
                        words={words}
                      />
                    );
                  })}
                  {rowActions ? (
                    <th scope="col" className="cv-row-actions">
                      <span className="cv-hidden">{words.rowActions}</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody
                onClick={onClick}
                onDoubleClick={(event) => {
                  const row = rowUnder(event);
                  if (row !== null) onOpen?.(row);
                }}
                onMouseDown={(event) => {
                  // A click with Shift selects rows, not the text between.
                  if (multiple && event.shiftKey) event.preventDefault();
                }}
              >
                <Spacer height={first * rowHeight} cells={cellCount} />
                {rows}
                <Spacer height={whole ? 0 : (order.length - 1 - last) * rowHeight} cells={cellCount} />
              </tbody>
            </table>
          </div>
        </div>
      )}
      {printing && order.length > mostPrinted ? <p>{words.rowsShown(mostPrinted, order.length)}</p> : null}
      {choosing ? (
        <ColumnsDialog
          table={data}
          layout={layout}
          onLayout={changeLayout}
          onClose={() => setChoosing(false)}
          words={words}
        />
      ) : null}
    </div>
  );
}

function Spacer({ height, cells }: { height: number; cells: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="cv-table-spacer">
      <td colSpan={cells} style={{ height }} />
    </tr>
  );
}
