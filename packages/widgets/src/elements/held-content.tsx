import { useLayoutEffect, useRef, useState } from 'react';
import { isHeld } from './held-nodes.ts';

/** State of a live view: its data are being read, could not be read, or it is drawn. */
export type LiveState = 'waiting' | 'failed' | 'drawn';

/**
 * Shows what the page itself wrote into the element (an image, a caption, numbers). It is shown until the live view is drawn, beside the reason where
 * that cannot be read, and in its place on paper; the rules are in `theme/held.css`. It must come before the view.
 */
export function HeldContent({ internals, live }: { internals: ElementInternals; live: LiveState }) {
  const slot = useRef<HTMLSlotElement>(null);
  const [held, setHeld] = useState(true);
  useLayoutEffect(() => {
    const place = slot.current;
    if (!place) return;
    place.parentNode?.querySelector('slot[data-early]')?.remove();
    const look = () => {
      const found = isHeld(place);
      setHeld(found);
      if (found) internals.states.add('held');
      else internals.states.delete('held');
    };
    look();
    place.addEventListener('slotchange', look);
    return () => place.removeEventListener('slotchange', look);
  }, [internals]);
  return <slot ref={slot} className="cv-held" data-held={held ? live : undefined} />;
}
