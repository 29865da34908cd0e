import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { rowOf, rowUnder } from './box.ts';
import { copiedText } from './copy.ts';
import { rowCommand } from './keys.ts';
import type { TableProps } from './table.tsx';
import type { DrawnPart } from './use-drawn-part.ts';
import type { ShownRows } from './use-shown-rows.ts';

export type RowEvents = ReturnType<typeof useRowEvents>;

/** Handles keyboard, pointer and clipboard on the rows; the row that becomes active elsewhere is brought into sight. */
export function useRowEvents(
  scroller: RefObject<HTMLDivElement | null>,
  { table, activeRow, activeKey, onActiveRow, onOpen }: TableProps,
  { order, positionOf, multiple, selection, sorts }: ShownRows,
  { rowHeight, columns, reveal, update }: DrawnPart,
  /** A plain press on a row takes it to those that are chosen, or out of them; moving to a row does neither. */
  toggles: boolean,
) {
  const rowNow = useRef(activeRow);
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const row = Number(event.target.dataset.row);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const position = Math.max(0, positionOf(row));
    const command = rowCommand(event, { position, count: order.length, page, multiple });
    if (command?.kind === 'move') {
      const target = order[command.to];
      if (target === undefined) return;
      focusAfterMove.current = target;
      if (multiple && !toggles && !(command.keep && !command.extend)) {
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
  return {
    onKeyDown,
    onClick(event: MouseEvent) {
      const row = rowUnder(event);
      if (row === null) return;
      if (multiple) selection.select(row, { toggle: toggles || event.ctrlKey || event.metaKey, range: event.shiftKey });
      // The browser does not move the focus itself where the selection of text was prevented.
      if (multiple && event.shiftKey) focusAfterMove.current = row;
      onActiveRow(row);
    },
    onDoubleClick(event: MouseEvent) {
      const row = rowUnder(event);
      if (row !== null) onOpen?.(row);
    },
    onMouseDown(event: MouseEvent) {
      // A click with Shift selects rows, not the text between.
      if (multiple && event.shiftKey) event.preventDefault();
    },
    onCopy(event: ClipboardEvent) {
      const selected = multiple && selection.rows.size > 0 ? order.filter((row) => selection.rows.has(row)) : null;
      // The row where the keyboard is, else the active one: never one that a filter hides.
      const row = rowOf(event) ?? activeRow;
      const rows = selected ? [...selected] : row === null || positionOf(row) < 0 ? [] : [row];
      const text = scroller.current ? copiedText(table, scroller.current, rows, columns.shown) : null;
      if (text === null) return;
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
    },
  };
}
