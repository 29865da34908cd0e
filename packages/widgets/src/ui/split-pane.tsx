import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';

const narrowest = 20;
const widest = 80;

/** Two panes with a divider that is dragged or moved by arrow keys; its place is remembered under `name`. Stacked in a box under 900 px. */
export function SplitPane({
  name,
  left,
  right,
  start = 50,
}: {
  name: string;
  left: ReactNode;
  right: ReactNode;
  start?: number;
}) {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(() => remembered(name) ?? start);
  const [dragging, setDragging] = useState(false);

  const place = (value: number) => {
    const kept = Math.min(widest, Math.max(narrowest, value));
    setPercent(kept);
    remember(name, kept);
  };
  const drag = (event: PointerEvent) => {
    const rectangle = box.current?.getBoundingClientRect();
    if (!dragging || !rectangle || rectangle.width === 0) return;
    place(((event.clientX - rectangle.left) / rectangle.width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowLeft: percent - 2, ArrowRight: percent + 2, Home: narrowest, End: widest }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    place(to);
  };

  return (
    <div className="cv-split-box">
      <div className="cv-split" ref={box} style={{ '--cv-split': `${percent}%` } as CSSProperties}>
        <div className="cv-pane">{left}</div>
        <div
          className="cv-divider"
          role="separator"
          tabIndex={0}
          aria-label={words.ui.resizePanes}
          aria-orientation="vertical"
          aria-valuemin={narrowest}
          aria-valuemax={widest}
          aria-valuenow={Math.round(percent)}
          data-dragging={dragging || undefined}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
          }}
          onPointerMove={drag}
          onPointerUp={() => setDragging(false)}
          onPointerCancel={() => setDragging(false)}
          onKeyDown={press}
        />
        <div className="cv-pane">{right}</div>
      </div>
    </div>
  );
}

const key = (name: string) => `cuvette.split.${name}`;

/** A page may forbid storage (a sandboxed frame): then the divider starts at its default. */
function remembered(name: string): number | undefined {
  try {
    const value = Number(localStorage.getItem(key(name)) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function remember(name: string, value: number) {
  try {
    localStorage.setItem(key(name), String(value));
  } catch {
    // Storage is a convenience here; the divider still moves.
  }
}
