import { dropdownMaximumHeight } from '@cuvette/core/entities';

/** Between a field and its list, and from the list to the window's edge; px. */
const gap = 4;

/** Puts a list at its field: below it, or above where there is more room; at most half as high as the window. */
function place(list: HTMLElement, field: HTMLElement): void {
  const box = field.getBoundingClientRect();
  const most = innerHeight * dropdownMaximumHeight;
  const below = innerHeight - box.bottom - gap * 2;
  const above = box.top - gap * 2;
  const { style } = list;
  style.maxBlockSize = `${most}px`;
  const up = list.offsetHeight > below && above > below;
  style.maxBlockSize = `${Math.min(most, Math.max(above, below))}px`;
  style.minInlineSize = `${box.width}px`;
  style.left = `${Math.max(gap, Math.min(box.left, innerWidth - list.offsetWidth - gap))}px`;
  style.top = `${up ? box.top - gap - list.offsetHeight : box.bottom + gap}px`;
}

/** Opens a list (`popover="manual"`) over the page and keeps it at its field until what is given back is called. */
export function keepAt(list: HTMLElement, field: HTMLElement): () => void {
  if (!list.matches(':popover-open')) list.showPopover();
  const again = () => place(list, field);
  again();
  addEventListener('resize', again);
  addEventListener('scroll', again, true);
  return () => {
    removeEventListener('resize', again);
    removeEventListener('scroll', again, true);
  };
}
