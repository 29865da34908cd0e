import { lassoDragThreshold } from '@cuvette/core/entities';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Renderer } from '../renderer.ts';
import { atomsInside, selectionAfter } from './lasso.ts';

export interface LassoAreaProps {
  renderer: Renderer;
  selected: readonly number[];
  select: (atoms: readonly number[]) => void;
}

/**
 * Lies over the picture while the lasso is switched on: a drag draws the line, and a press that moved less than the threshold is handed on to the picture
 * as the click that it is. Escape drops the line: the rest of the drag does nothing, and nobody else hears of that key.
 */
export function LassoArea({ renderer, selected, select }: LassoAreaProps) {
  const start = useRef<{ pointer: number; x: number; y: number; clientX: number; clientY: number } | null>(null);
  const line = useRef<number[]>([]);
  const [drawn, setDrawn] = useState('');

  const place = (event: PointerEvent): [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const end = () => {
    start.current = null;
    line.current = [];
    setDrawn('');
  };
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !start.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      start.current = null;
      line.current = [];
      setDrawn('');
    };
    // Before everything that may close by that key.
    window.addEventListener('keydown', escape, { capture: true });
    return () => window.removeEventListener('keydown', escape, { capture: true });
  }, []);
  return (
    <svg
      className="cv-lasso"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        const [x, y] = place(event);
        start.current = { pointer: event.pointerId, x, y, clientX: event.clientX, clientY: event.clientY };
        line.current = [x, y];
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (!from || event.pointerId !== from.pointer) return;
        const [x, y] = place(event);
        line.current.push(x, y);
        if (drawn !== '' || Math.hypot(x - from.x, y - from.y) >= lassoDragThreshold) setDrawn(line.current.join(' '));
      }}
      onPointerUp={(event) => {
        const from = start.current;
        if (!from || event.pointerId !== from.pointer) return;
        if (drawn === '') click(renderer.canvas, from);
        else {
          const mode = event.shiftKey ? 'add' : event.altKey ? 'remove' : 'replace';
          select(selectionAfter(selected, atomsInside(line.current, renderer.projections()), mode));
        }
        end();
      }}
      onPointerCancel={end}
    >
      {drawn !== '' && <polygon points={drawn} />}
    </svg>
  );
}

/** The engine listens to a press on its canvas and a release anywhere above it. */
function click(canvas: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const how = { clientX, clientY, bubbles: true, composed: true, cancelable: true };
  canvas.dispatchEvent(new MouseEvent('mousedown', how));
  canvas.dispatchEvent(new MouseEvent('mouseup', how));
}
