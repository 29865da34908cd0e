import { type RefObject, useEffect } from 'react';

/** A finger that moved less than this many pixels, and for less than this many milliseconds, tapped. */
const tap = { distance: 10, time: 500 };

/**
 * A finger on the viewer scrolls the page upwards and downwards, as everywhere on it, and turns the structure when it goes sideways; two fingers zoom.
 * After a tap the viewer has the focus, and one finger turns in every direction (the style sheet says so to the browser).
 */
export function useTouchGuard(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const focused = () => (element.getRootNode() as Document | ShadowRoot).activeElement === element;
    let begun: { x: number; y: number; time: number } | null = null;
    /** The engine keeps every touch from the page; here it may not. */
    const leave = (event: TouchEvent) => {
      const [touch] = event.touches;
      const one = event.touches.length === 1 && touch !== undefined;
      if (event.type === 'touchstart') {
        begun = one && !focused() ? { x: touch.clientX, y: touch.clientY, time: event.timeStamp } : null;
      }
      if (one && !focused()) Object.defineProperty(event, 'preventDefault', { value() {} });
    };
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!begun || !touch) return;
      const distance = Math.hypot(touch.clientX - begun.x, touch.clientY - begun.y);
      if (distance < tap.distance && event.timeStamp - begun.time < tap.time) {
        // Without the mouse events of a tap: the engine would count a second click.
        event.preventDefault();
        element.focus({ preventScroll: true });
      }
      begun = null;
    };
    const before = { capture: true, passive: true };
    element.addEventListener('touchstart', leave, before);
    element.addEventListener('touchmove', leave, before);
    element.addEventListener('touchend', end, { passive: false });
    return () => {
      element.removeEventListener('touchstart', leave, before);
      element.removeEventListener('touchmove', leave, before);
      element.removeEventListener('touchend', end);
    };
  }, [stage]);
}
