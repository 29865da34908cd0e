import type { MouseEvent, SyntheticEvent } from 'react';

const controls = 'a, button, input, select, textarea, label';

/** The row that was clicked; null for a control in it, also one that a host put into a slot. */
export function rowUnder(event: MouseEvent): number | null {
  for (const node of event.nativeEvent.composedPath()) {
    if (!(node instanceof HTMLElement)) continue;
    if (node.matches(controls)) return null;
    if (node instanceof HTMLTableRowElement) return node.dataset.row === undefined ? null : Number(node.dataset.row);
  }
  return null;
}

/** The row in which something happened; null outside of them. */
export function rowOf(event: SyntheticEvent): number | null {
  for (const node of event.nativeEvent.composedPath()) {
    if (node instanceof HTMLTableRowElement && node.dataset.row !== undefined) return Number(node.dataset.row);
  }
  return null;
}

const headHeight = (box: HTMLElement) => box.querySelector('thead')?.getBoundingClientRect().height ?? 0;

/** Scrolls only the table's own box, never the page, and only as far as it takes. */
export function scrollToPosition(box: HTMLElement | null, position: number, rowHeight: number): void {
  if (!box) return;
  const top = position * rowHeight;
  const room = box.clientHeight - headHeight(box) - rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top > box.scrollTop + room) box.scrollTop = top - room;
}

/** The same where rows are as high as their text. */
export function scrollRowIntoView(box: HTMLElement | null, row: number): void {
  const element = box?.querySelector<HTMLElement>(`tr[data-row="${row}"]`);
  if (!box || !element) return;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top + headHeight(box)) box.scrollTop -= outer.top + headHeight(box) - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** Scrolls by what is seen of the columns that move. */
export function scrollOn(box: HTMLElement | null, pinned: number): void {
  if (!box) return;
  const leftward = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
  box.scrollLeft += leftward * Math.max(80, (box.clientWidth - pinned) * 0.8);
}
