import { type RefObject, useEffect, useState } from 'react';

/**
 * A wheel over the viewer scrolls the page, as everywhere on it, unless the viewer has the focus or Ctrl is held: then it zooms.
 * Answers whether the hint about that is to be shown.
 */
export function useWheelGuard(stage: RefObject<HTMLElement | null>): boolean {
  const [hint, setHint] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const guard = (event: WheelEvent) => {
      const focused = (element.getRootNode() as Document | ShadowRoot).activeElement === element;
      // In full screen there is no page to scroll.
      if (focused || event.ctrlKey || element.closest(':popover-open')) return;
      event.stopPropagation();
      setHint(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHint(false), 1500);
    };
    element.addEventListener('wheel', guard, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', guard, { capture: true });
    };
  }, [stage]);
  return hint;
}
