import { type RefObject, useLayoutEffect, useState } from 'react';
import { observeSize } from './observe-size.ts';

/** Whether a box that scrolls sideways holds more than it shows beyond its end. */
export function useHiddenEnd(box: RefObject<HTMLElement | null>): boolean {
  const [hidden, setHidden] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setHidden(Math.abs(element.scrollLeft) + element.clientWidth < element.scrollWidth - 1);
    look();
    const ends = [element, element.firstElementChild].flatMap((one) => (one ? [observeSize(one, look)] : []));
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      for (const end of ends) end();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return hidden;
}
