import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Width in pixels of the widest row's actions among those that were in the page, 0 before there is one. It grows when a row or a page
 * brings more (also into its slots), and is taken anew when the host offers other actions: rows that come and go do not move the columns.
 * @returns the width, and the ref for what holds a row's actions
 */
export function useActionsWidth(actions: unknown): [number, (box: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const boxes = useRef(new Set<HTMLElement>());
  const observer = useRef<ResizeObserver>(null);
  const widest = useRef(0);
  useLayoutEffect(() => {
    widest.current = actions ? Math.max(0, ...[...boxes.current].map(widthOf)) : 0;
    setWidth(widest.current);
  }, [actions]);
  const measured = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    observer.current ??= new ResizeObserver((entries) => {
      const most = Math.max(...entries.map(({ target }) => widthOf(target)));
      if (most <= widest.current) return;
      widest.current = most;
      // As in `observeSize`: not amid the browser's round of observers.
      requestAnimationFrame(() => setWidth(widest.current));
    });
    observer.current.observe(box);
    boxes.current.add(box);
    return () => {
      observer.current?.unobserve(box);
      boxes.current.delete(box);
    };
  }, []);
  return [width, measured];
}

const widthOf = (element: Element) => Math.ceil(element.getBoundingClientRect().width);
