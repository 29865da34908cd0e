import { pHSlider } from '@cuvette/core/entities';
import { type ByPH, valueAtPH } from '@cuvette/core/tables';
import { lazy, type PointerEvent, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { localNumber } from '../ui/numbers.ts';
import { observeSize } from '../ui/observe-size.ts';
import css from './ph-plot.css?inline';
import type { PlotData } from './plot-data.ts';
import { numberedTicks } from './ticks.ts';

export interface PHCurve {
  id: string;
  points: ByPH<number>;
  /** Short name beside the curve's highest point; none is written without it. */
  name?: string;
  /** Drawn last, in the accent colour. */
  active?: boolean;
}

export interface PHPlotProps {
  curves: readonly PHCurve[];
  /** Name and unit of the vertical axis. */
  axis: string;
  /** Ends of the vertical axis; by default those of the values. */
  range?: readonly [low: number, high: number];
  /** Text alternative: what a person who does not see the plot needs to know. */
  label: string;
  /** What the files of the plot are named by. */
  name: string;
  /** Position of the cursor. */
  pH: number;
  /** A press, tap or drag on the plot. The keyboard's way is the pH slider below. */
  onPH: (pH: number) => void;
  /** pH marked as the isoelectric point. */
  isoelectricPoint?: number | null;
}

/** Files of the figure: few ask for them, so that what makes them comes after the plot. */
const PlotTools = lazy(async () => ({ default: (await import('./plot-tools.tsx')).PlotTools }));

/** The numbers of the curves: a row for each pH that one of them has. */
function dataOf(curves: readonly PHCurve[], axis: string, name: string): PlotData {
  const values = curves.map(({ points }) => new Map(points.map(([pH, value]) => [pH, value])));
  const at = [...new Set(values.flatMap((own) => [...own.keys()]))].sort((one, other) => one - other);
  return {
    name,
    at,
    columns: [
      { title: 'pH', values: at },
      ...curves.map(({ id, name: title }, index) => ({
        title: curves.length === 1 ? axis : (title ?? id),
        values: at.map((pH) => values[index]?.get(pH) ?? Number.NaN),
      })),
    ],
  };
}

/** Room around the drawing in px. The slider below keeps the same sides, so that its thumb is under the cursor. */
const margin = { top: 36, right: 16, bottom: 24, left: 44 } as const;
const nameHeight = 13;
/** Least distance in px between the middle of a name and the line of the isoelectric point. */
const clearOfLine = 9;

/**
 * Curves against pH on the slider's axis, with a cursor. Drawn as SVG by itself: the cursor moves with every step of a drag, and the widget needs no plot
 * library.
 */
export function PHPlot({ curves, axis, range, label, name, pH, onPH, isoelectricPoint }: PHPlotProps) {
  useSheet(css);
  const all = useWords();
  const words = all.microstates;
  const box = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(box);
  const { minimum, maximum } = pHSlider;
  const inner = Math.max(width - margin.left - margin.right, 10);
  const x = (value: number) => margin.left + ((value - minimum) / (maximum - minimum)) * inner;
  const ticks = useMemo(() => numberedTicks(range ?? extent(curves), 4), [curves, range]);
  const low = ticks.values[0] ?? 0;
  const high = ticks.values.at(-1) ?? 1;
  const bottom = height - margin.bottom;
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - margin.top);

  const pressed = usePressed(box, (at) => onPH(minimum + ((at - margin.left) / inner) * (maximum - minimum)));
  const inOrder = [...curves].sort((one, other) => Number(one.active ?? false) - Number(other.active ?? false));
  const marked =
    isoelectricPoint !== null &&
    isoelectricPoint !== undefined &&
    isoelectricPoint >= minimum &&
    isoelectricPoint <= maximum;
  const data = useMemo(() => dataOf(curves, axis, name), [curves, axis, name]);
  const names = placeNames(inOrder, x, y, marked ? x(isoelectricPoint) : null);

  return (
    <div className="cv-plot-frame">
      <div className="cv-ph-plot" part="plot" {...pressed}>
        <div ref={box} role="img" aria-label={label} className="cv-plot-box">
          {width < 40 || height < 60 ? null : (
            <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
              {ticks.values.map((tick) => (
                <g key={tick} className="cv-ph-tick">
                  <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
                  <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                    {localNumber(all, ticks.text(tick))}
                  </text>
                </g>
              ))}
              {[0, 2, 4, 6, 8, 10, 12, 14].map((tick) => (
                <text key={tick} className="cv-ph-text" x={x(tick)} y={bottom + 16} textAnchor="middle">
                  {tick}
                </text>
              ))}
              <text className="cv-ph-text" x={margin.left - 8} y={bottom + 16} textAnchor="end">
                pH
              </text>
              <text className="cv-ph-text" x={0} y={11}>
                {axis}
              </text>
              {marked ? (
                <g className="cv-ph-isoelectric">
                  <line x1={x(isoelectricPoint)} x2={x(isoelectricPoint)} y1={margin.top - 4} y2={bottom} />
                  <text x={x(isoelectricPoint)} y={11} textAnchor={x(isoelectricPoint) > width - 50 ? 'end' : 'middle'}>
                    {words.isoelectricMark(isoelectricPoint.toFixed(2))}
                  </text>
                </g>
              ) : null}
              {inOrder.map(({ id, points, active }) => (
                <path key={id} className="cv-ph-curve" data-active={active ? '' : undefined} d={pathOf(points, x, y)} />
              ))}
              {names.map(({ id, name, active, at: [left, top] }) => (
                <text
                  key={id}
                  className="cv-ph-name"
                  data-active={active ? '' : undefined}
                  x={left}
                  y={top}
                  textAnchor="middle"
                >
                  {name}
                </text>
              ))}
              <g className="cv-ph-cursor">
                <line x1={x(pH)} x2={x(pH)} y1={margin.top} y2={bottom} />
                {inOrder.map(({ id, points, active }) => {
                  const value = valueAtPH(points, pH);
                  if (value === null) return null;
                  return (
                    <circle
                      key={id}
                      data-active={active ? '' : undefined}
                      cx={x(pH)}
                      cy={y(value)}
                      r={active ? 4 : 2.5}
                    />
                  );
                })}
              </g>
            </svg>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        <PlotTools figure={() => box.current?.querySelector('svg') ?? null} name={data.name} data={data} />
      </Suspense>
    </div>
  );
}

/**
 * Pointer events that tell where along a box a press or drag is, in px. A finger that pans up or down scrolls the page and moves nothing: a touch
 * counts as a drag once it has gone sideways, and as a tap when it is lifted.
 */
function usePressed(box: RefObject<HTMLElement | null>, tell: (at: number) => void) {
  const pressed = useRef<{ id: number; from: number; dragging: boolean } | null>(null);
  const report = (event: { clientX: number }) => {
    if (box.current) tell(event.clientX - box.current.getBoundingClientRect().left);
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      const touch = event.pointerType === 'touch';
      pressed.current = { id: event.pointerId, from: event.clientX, dragging: !touch };
      if (!touch) report(event);
      try {
        event.currentTarget.setPointerCapture(event.pointerId);
      } catch {
        // The pointer was already lifted; the drag then ends at the edge of the plot.
      }
    },
    onPointerMove(event: PointerEvent) {
      const press = pressed.current;
      if (press?.id !== event.pointerId) return;
      if (!press.dragging && Math.abs(event.clientX - press.from) < 5) return;
      press.dragging = true;
      report(event);
    },
    onPointerUp(event: PointerEvent) {
      if (pressed.current?.id !== event.pointerId) return;
      pressed.current = null;
      report(event);
    },
    onPointerCancel() {
      pressed.current = null;
    },
  };
}

function extent(curves: readonly PHCurve[]): readonly [number, number] {
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
  return values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
}

/** The stored points within the slider's range, in rising pH, as an SVG path. */
function pathOf(points: ByPH<number>, x: (pH: number) => number, y: (value: number) => number): string {
  return [...points]
    .filter(([pH]) => pH >= pHSlider.minimum && pH <= pHSlider.maximum)
    .sort(([one], [other]) => one - other)
    .map(([pH, value], index) => `${index === 0 ? 'M' : 'L'}${x(pH).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
}

/** Names above the curves' highest points, beside the line, the active one's first; a name that would lie on another is left out. */
function placeNames(
  curves: readonly PHCurve[],
  x: (pH: number) => number,
  y: (value: number) => number,
  line: number | null,
) {
  const placed: { id: string; name: string; active: boolean; at: [number, number] }[] = [];
  for (const { id, name, points, active = false } of [...curves].reverse()) {
    const inside = points.filter(([pH]) => pH >= pHSlider.minimum && pH <= pHSlider.maximum);
    if (!name || inside.length === 0) continue;
    const highest = Math.max(...inside.map(([, value]) => value));
    // In the middle of a plateau rather than at its edge.
    const top = inside.filter(([, value]) => value >= highest * 0.98).map(([pH]) => pH);
    const middle = x((Math.min(...top) + Math.max(...top)) / 2);
    const left = line !== null && Math.abs(middle - line) < clearOfLine ? line - clearOfLine : middle;
    const at: [number, number] = [left, y(highest) - 5];
    const width = name.length * 7 + 6;
    const free = placed.every(
      ({ at: other }) => Math.abs(other[0] - at[0]) > width || Math.abs(other[1] - at[1]) > nameHeight,
    );
    if (free) placed.push({ id, name, active, at });
  }
  return placed;
}

/** Width and height in px of an element, followed while it is on the page. */
function useSize(ref: RefObject<HTMLElement | null>): readonly [width: number, height: number] {
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before[0] === width && before[1] === height ? before : [width, height]));
    };
    measure();
    return observeSize(element, measure);
  }, [ref]);
  return size;
}
