import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows and columns are drawn in steps of so many, one step more on either side than is seen: few redraws, and no edge in sight. */
const rowStep = 8;
const columnStep = 4;

/** Which rows and which scrolling columns are in the page; both ends are included. */
export interface TableWindow {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
  /** Columns that begin or end beyond the right edge of the box. */
  hiddenColumns: number;
  /** Whether the columns are wider than the box. */
  overflows: boolean;
  /** What a host put at the end of the rows is so wide that it scrolls with the columns instead of staying in sight over them. */
  looseActions: boolean;
}

export interface WindowRequest {
  rows: number;
  rowHeight: number;
  /** Widths of the columns that scroll, where only those in sight are drawn; null draws all. */
  widths: readonly number[] | null;
  /** Width of the columns that stay. */
  pinned: number;
  /** Width of what a host put at the end of the rows. */
  actions: number;
}

/** More of the box than this share is not taken from the columns by what stays in sight at the end of the rows. */
const mostActions = 0.6;

const start: TableWindow = {
  firstRow: 0,
  lastRow: 31,
  firstColumn: 0,
  lastColumn: 15,
  hiddenColumns: 0,
  overflows: false,
  looseActions: false,
};

/**
 * Returns what of a table is in sight of its scrolling box. A scroll event is answered at once (`flushSync`): the rows are in the page in the frame
 * in which the box shows their place, never a blank frame after it.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  request: WindowRequest,
): {
  seen: TableWindow;
  /** Draws what is in sight now, at once: after the box was scrolled by an event of a person. */
  update: () => void;
  /** Takes note that the table scrolled its box itself. */
  scrolled: () => void;
} {
  const [seen, setSeen] = useState(start);
  const latest = useRef(request);
  const shown = useRef(seen);
  const place = useRef({ top: 0, left: 0 });
  const scrolled = useCallback(() => {
    const box = scroller.current;
    if (box) place.current = { top: box.scrollTop, left: box.scrollLeft };
  }, [scroller]);
  const measure = useCallback((): TableWindow | null => {
    const box = scroller.current;
    if (!box) return null;
    scrolled();
    const next = windowOf(box, latest.current);
    const same = (Object.keys(next) as (keyof TableWindow)[]).every((name) => next[name] === shown.current[name]);
    if (same) return null;
    shown.current = next;
    return next;
  }, [scroller, scrolled]);
  const { rows, rowHeight, widths, pinned, actions } = request;
  useLayoutEffect(() => {
    latest.current = { rows, rowHeight, widths, pinned, actions };
    const next = measure();
    if (next) setSeen(next);
  }, [rows, rowHeight, widths, pinned, actions, measure]);
  // A node that is moved in its document loses its scroll position, without an event: the table is drawn again then, and goes back to its place.
  useLayoutEffect(() => {
    const box = scroller.current;
    const { top, left } = place.current;
    if (!box || box.scrollTop !== 0 || box.scrollLeft !== 0 || (top === 0 && left === 0)) return;
    box.scrollTo({ top, left, behavior: 'instant' });
  });
  const update = useCallback(() => {
    const next = measure();
    if (next) flushSync(() => setSeen(next));
  }, [measure]);
  const drawn = rows > 0;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !drawn) return;
    // What is drawn anew amid the browser's round of observers can make it give up the round, which pages get as an error.
    let next = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(update);
    });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(next);
      box.removeEventListener('scroll', update);
    };
  }, [scroller, update, drawn]);
  return { seen, update, scrolled };
}

function windowOf(box: HTMLElement, { rows, rowHeight, widths, pinned, actions }: WindowRequest): TableWindow {
  const overflows = box.scrollWidth > box.clientWidth + 1;
  const left = Math.abs(box.scrollLeft);
  const looseActions = actions > mostActions * box.clientWidth;
  const covered = looseActions ? 0 : actionsWidth(box);
  // Actions that scroll with the columns are one more of them.
  const more = looseActions && left + box.clientWidth < box.scrollWidth - 1 ? 1 : 0;
  const top = Math.floor(box.scrollTop / rowHeight);
  const bottom = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight);
  const firstRow = Math.max(0, (Math.floor(top / rowStep) - 1) * rowStep);
  const lastRow = Math.min(rows - 1, (Math.ceil(bottom / rowStep) + 1) * rowStep - 1);
  if (!widths) {
    return {
      firstRow,
      lastRow,
      firstColumn: 0,
      lastColumn: 0,
      hiddenColumns: overflows ? columnsBeyond(box, covered) + more : 0,
      overflows,
      looseActions,
    };
  }
  let edge = 0;
  let first = 0;
  let last = 0;
  let hiddenColumns = 0;
  for (let column = 0; column < widths.length; column++) {
    if (edge <= left) first = column;
    if (edge < left + box.clientWidth - pinned) last = column;
    edge += widths[column] ?? 0;
    if (edge + pinned > left + box.clientWidth - covered + 1) hiddenColumns += 1;
  }
  return {
    firstRow,
    lastRow,
    firstColumn: Math.max(0, (Math.floor(first / columnStep) - 1) * columnStep),
    lastColumn: Math.min(widths.length - 1, (Math.floor(last / columnStep) + 2) * columnStep - 1),
    hiddenColumns: hiddenColumns + more,
    overflows,
    looseActions,
  };
}

/** Measures the actions that a host put at the end of the rows; they stay in sight, over the columns. */
const actionsWidth = (box: HTMLElement): number =>
  box.querySelector('thead th.cv-row-actions')?.getBoundingClientRect().width ?? 0;

/** Counts headings whose end lies beyond the right edge of the box (the left one where the text runs to the left). */
function columnsBeyond(box: HTMLElement, covered: number): number {
  const edges = box.getBoundingClientRect();
  const leftward = getComputedStyle(box).direction === 'rtl';
  let count = 0;
  for (const heading of box.querySelectorAll('thead th[data-column]')) {
    const { left, right } = heading.getBoundingClientRect();
    if (leftward ? left < edges.left + covered - 2 : right > edges.right - covered + 2) count += 1;
  }
  return count;
}
