import { chosenColumns, type TableData, toCsv, withWidth } from '@cuvette/core/tables';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { Note } from '../ui/note.tsx';
import { Bar } from './bar.tsx';
import { scrollOn } from './box.ts';
import { useColumnLayout } from './column-memory.tsx';
import { FactList } from './fact-list.tsx';
import { Grid } from './grid.tsx';
import { initialLayout } from './initial-layout.ts';
import css from './table.css?inline';
import { useDrawnPart } from './use-drawn-part.ts';
import { mostPrinted } from './use-printing.ts';
import { useRowEvents } from './use-row-events.ts';
import { useShownRows } from './use-shown-rows.ts';
import { tableWords } from './words.ts';

addEnglish({ table: tableWords });

const RowComparison = lazy(async () => ({ default: (await import('./row-comparison.tsx')).RowComparison }));
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.tsx')).ColumnsDialog }));

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
  /** The text above the rows while the workflow is not completed: "ibuprofen is running". */
  sentence?: string | null | undefined;
  /** Makes several rows selectable, as in the list of a folder, and reports which are (indices into `table`). */
  onSelectedRows?: ((rows: readonly number[]) => void) | undefined;
  /** Title above the rows, with the controls beside it. */
  heading?: string | undefined;
  /** A single row is shown as names and values. */
  asFacts?: boolean | undefined;
  /** Lets rows be chosen and compared, and reports which are (indices into `table`; none: no longer). */
  onCompared?: ((rows: readonly number[]) => void) | undefined;
  /** What a host can do with a row, at the end of each; `stop` is true for the row that Tab reaches. */
  rowActions?: ((row: number, stop: boolean) => ReactNode) | undefined;
  /** Controls of the host, beside the table's own. */
  bar?: ReactNode;
  /** A link that is in the line above the rows, also where there are none. */
  link?: ReactNode;
  /** Columns to show, in this order, where the host keeps them (saved columns). */
  columns?: readonly string[] | undefined;
  /** Hears which columns are shown after a person changed it. */
  onColumns?: ((columns: readonly string[]) => void) | undefined;
}

/**
 * A columnar table: sorted by its headings (with Shift by several), filtered, its columns chosen, moved, pinned and resized, one active row that
 * the keyboard moves, several selected where the host asks for it, CSV and copy at full precision. Only what is in sight is in the page once
 * there is much; sorting and filtering happen on core's typed columns, not on row objects.
 */
export function Table(props: TableProps) {
  const { table: given, name, sentence, rowActions } = props;
  useSheet(css);
  const words = useWords().table;
  const [choosing, setChoosing] = useState(false);
  const { comparing, onSelectedRows, onCompare } = useComparing(props);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useShownRows(given, onSelectedRows);
  const { data, order } = shown;
  const [chosen, setLayout] = useColumnLayout(data, props.columns);
  const layout = useMemo(() => initialLayout(data, chosen), [data, chosen]);
  const part = useDrawnPart(scroller, shown, layout, rowActions);
  const events = useRowEvents(scroller, props, shown, part, comparing);
  const { seen, columns } = part;
  const changeLayout: typeof setLayout = (next) => {
    setLayout(next);
    props.onColumns?.(chosenColumns(data.columns, next).flatMap((place) => data.columns[place]?.id ?? []));
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
    const kept = chosenColumns(given.columns, chosen).flatMap((place) => given.columns[place] ?? []);
    downloadText(fileNameOf(`${name}-${given.id}`, 'csv'), toCsv({ ...given, columns: kept }, order));
  };
  const asFacts = props.asFacts === true && data.length === 1;
  return (
    <div className="cv-table" part="table">
      <Bar
        table={data}
        heading={props.heading}
        asFacts={asFacts}
        onCompare={onCompare}
        comparing={comparing}
        shown={order.length}
        filters={shown.filters}
        sentence={sentence}
        hiddenColumns={seen.overflows ? seen.hiddenColumns : null}
        onMoreColumns={() => scrollOn(scroller.current, columns.pinnedWidth)}
        onColumns={() => setChoosing(true)}
        onCsv={downloadCsv}
        selection={shown.multiple ? shown.selection : null}
        words={words}
        link={props.link}
      >
        {props.bar}
      </Bar>
      {data.length > 0 ? data.notes?.map((text) => <Note key={text} text={text} />) : null}
      {data.length === 0 ? (
        sentence ? null : (
          <p className="cv-table-empty cv-quiet">{data.empty}</p>
        )
      ) : asFacts ? (
        <FactList table={data} columns={columns.shown} words={words} actions={rowActions?.(0, true)} />
      ) : order.length === 0 ? (
        <p className="cv-table-empty cv-quiet">{words.noneLeft}</p>
      ) : (
        <Grid {...{ shown, part, events, scroller, onResize, words }} table={props} />
      )}
      {comparing && shown.selection.rows.size > 1 ? (
        <Suspense fallback={null}>
          <RowComparison table={data} rows={[...shown.selection.rows].sort((a, b) => a - b)} columns={columns.shown} />
        </Suspense>
      ) : null}
      {part.printing && order.length > mostPrinted ? <p>{words.rowsShown(mostPrinted, order.length)}</p> : null}
      {choosing ? (
        <Suspense fallback={null}>
          <ColumnsDialog
            table={data}
            layout={layout}
            onLayout={changeLayout}
            onClose={() => setChoosing(false)}
            words={words}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const fewestCompared = 2;

/** Whether rows are being chosen to be compared. Where a page selects rows itself, its selection is the one there is. */
function useComparing({ table, onSelectedRows, onCompared }: TableProps) {
  const [on, setOn] = useState(false);
  const may = onCompared !== undefined && onSelectedRows === undefined && table.length >= fewestCompared;
  const comparing = may && on;
  return {
    comparing,
    onSelectedRows: comparing ? onCompared : onSelectedRows,
    onCompare: may
      ? () => {
          if (on) onCompared([]);
          setOn(!on);
        }
      : null,
  };
}
