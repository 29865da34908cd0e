import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]';

/**
 * Lets a box cover the whole window as a modal dialog, and takes it back: the box itself, which rises to the browser's top layer from where it
 * is in the page, so that everything in it goes on as it was. The focus stays inside and is given back; Escape closes.
 */
export function useFullscreen(box: RefObject<HTMLElement | null>, first: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!open || !element) return;
    const before = (element.getRootNode() as Document | ShadowRoot).activeElement;
    element.setAttribute('popover', 'manual');
    element.showPopover();
    first.current?.focus({ preventScroll: true });
    return () => {
      if (element.matches(':popover-open')) element.hidePopover();
      element.removeAttribute('popover');
      // The button that was pressed may have been another one: it is focused when React is done.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [open, box, first]);
  useEffect(() => {
    const element = box.current;
    if (!open || !element) return;
    // A page that moves the node takes it out of the top layer.
    const observer = new ResizeObserver(() => {
      if (!element.matches(':popover-open')) setOpen(false);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, box]);

  const onKeyDown = (event: KeyboardEvent) => {
    const element = box.current;
    if (!open || !element || event.defaultPrevented || (event.target as Element).closest('dialog')) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'Tab') {
      const all = [...element.querySelectorAll<HTMLElement>(focusable)].filter(
        (each) => each.tabIndex >= 0 && each.checkVisibility(),
      );
      const active = (element.getRootNode() as Document | ShadowRoot).activeElement;
      const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
      if (active !== from && all.includes(active as HTMLElement)) return;
      event.preventDefault();
      to?.focus();
    }
  };
  return {
    open,
    toggle: () => setOpen(!open),
    close: () => setOpen(false),
    /** For the box. */
    props: { onKeyDown, ...(open ? ({ role: 'dialog', 'aria-modal': true } as const) : {}) },
  };
}
