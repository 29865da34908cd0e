import { lassoDragThreshold } from '@cuvette/core/entities';
import type { GLViewer } from '3dmol';
import { viewerInside } from '../engine-inside.ts';

type Place = readonly [number, number];

/**
 * Tells clicks from drags on the engine's picture, for mouse, pen and finger alike: a press that stays within the drag threshold is a click where it
 * was pressed, and nothing turns meanwhile; from there on it is a drag, also when it comes back. The engine's own rule asks a mouse not to move at all.
 */
export function watchPresses(viewer: GLViewer, box: HTMLElement, signal: AbortSignal): void {
  const engine = viewerInside(viewer);
  engine.closeEnoughForClick = () => false;
  let ending = new AbortController();
  const letGo = () => {
    ending.abort();
    engine.isDragging = false;
  };
  const begin = (event: MouseEvent | TouchEvent) => {
    ending.abort();
    const at = placeOf(event);
    // Two fingers do not click.
    if (!engine.isDragging || !at) return;
    engine.isDragging = false;
    ending = new AbortController();
    const options = { signal: ending.signal, capture: true, passive: true };
    const move = (moved: MouseEvent | TouchEvent) => {
      const to = placeOf(moved);
      const distance = to ? distanceOf(at, to) : 0;
      if (!to || distance < lassoDragThreshold) return;
      ending.abort();
      // Without a leap: the drag begins where the threshold was crossed.
      engine.mouseStartX = at[0] + ((to[0] - at[0]) * lassoDragThreshold) / distance;
      engine.mouseStartY = at[1] + ((to[1] - at[1]) * lassoDragThreshold) / distance;
      engine.isDragging = true;
    };
    const end = (released: MouseEvent | TouchEvent) => {
      if ('button' in event && 'button' in released && released.button !== event.button) return;
      ending.abort();
      const to = placeOf(released);
      if (('button' in event && event.button !== 0) || !to || distanceOf(at, to) >= lassoDragThreshold) return;
      const { x, y } = engine.mouseXY(...at);
      engine.handleClickSelection(x, y, released);
    };
    // A press may move and end anywhere.
    const [moves, ends] =
      'button' in event ? (['mousemove', 'mouseup'] as const) : (['touchmove', 'touchend'] as const);
    window.addEventListener(moves, move, options);
    window.addEventListener(ends, end, options);
  };
  // The engine's own listeners are on the canvas inside and come first.
  for (const type of ['mousedown', 'touchstart'] as const) box.addEventListener(type, begin, { signal, passive: true });
  // The engine gets no event of a touch that became scrolling: it would turn with the next movement of a mouse.
  box.addEventListener('touchcancel', letGo, { signal });
  signal.addEventListener('abort', () => ending.abort());
}

/** Where the pointer is, in pixels of the page; null for several fingers. */
function placeOf(event: MouseEvent | TouchEvent): Place | null {
  if (!('touches' in event)) return [event.pageX, event.pageY];
  const [touch] = event.changedTouches;
  const alone = event.touches.length === (event.type === 'touchend' ? 0 : 1);
  return touch && alone ? [touch.pageX, touch.pageY] : null;
}

function distanceOf([x, y]: Place, [toX, toY]: Place): number {
  return Math.hypot(toX - x, toY - y);
}
