import type { ColumnLayout } from '@cuvette/core/tables';
import type { RefObject } from 'react';
import { scrollRowIntoView, scrollToPosition } from './box.ts';
import { useActionsWidth } from './use-actions-width.ts';
import { useColumns, useDrawnColumns } from './use-columns.ts';
import { mostPrinted, usePrinting } from './use-printing.ts';
import type { ShownRows } from './use-shown-rows.ts';
import { useWindow } from './use-window.ts';

const rowHeights = { text: 28, drawing: 44 };
/** Up to this number every row is in the page: find-in-page and printing work. */
const virtualFrom = 200;

/** The part of a table that is in the page: its columns and rows, and how to bring another row into sight. */
export type DrawnPart = ReturnType<typeof useDrawnPart>;

/** Decides which rows and columns of a table are in the page. @param actions what a host puts at the end of each row */
export function useDrawnPart(
  scroller: RefObject<HTMLElement | null>,
  { data, order, positionOf }: ShownRows,
  layout: ColumnLayout,
  actions: unknown,
) {
  const virtual = data.length > virtualFrom;
  const columns = useColumns(data, layout, virtual);
  const tall = columns.all.some(({ column }) => column?.kind === 'text' && column.notation === 'smiles');
  const rowHeight = tall ? rowHeights.drawing : rowHeights.text;
  const [actionsWidth, measuredActions] = useActionsWidth(actions);
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
  return {
    columns,
    drawn,
    /** Rows have drawings in them. */
    tall,
    rowHeight,
    actionsWidth,
    measuredActions,
    seen,
    printing,
    /** Positions of the first and the last row in the page, and the heights of those left out before and after. */
    first,
    last,
    before: first * rowHeight,
    after: whole ? 0 : (order.length - 1 - last) * rowHeight,
    /** Draws what is in sight now, at once. */
    update,
    /** Scrolls a row into sight, inside the table's own box only. */
    reveal(row: number) {
      const position = positionOf(row);
      if (position < 0) return;
      if (virtual) scrollToPosition(scroller.current, position, rowHeight);
      else scrollRowIntoView(scroller.current, row);
      scrolled();
    },
  };
}
