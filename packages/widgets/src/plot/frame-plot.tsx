import { useCallback, useMemo } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import { overlayColour } from '../viewer/overlay/overlay.ts';
import css from './frame-plot.css?inline';
import { nearestIndex } from './nearest-index.ts';
import { Plot, type PlotModule } from './plot.tsx';

/** Lines that differ by more than their colour. */
const dashes = ['none', '6 3', '2 3', '9 3 2 3'] as const;

export interface FrameSeries {
  id: string;
  name: string;
  /** One value for each frame; NaN where there is none. */
  values: ArrayLike<number>;
  /** Place of its colour and line among all that could be shown; its own place where this is missing. */
  look?: number;
}

export interface FramePlotProps {
  series: readonly FrameSeries[];
  /** Position of each frame on the horizontal axis. */
  x: ArrayLike<number>;
  /** Texts of the axes. */
  axes: { x: string; y: string };
  /** Text alternative. */
  label: string;
  /** The frame that is shown, 0-based; null for none. */
  frame: number | null;
  onPick: (frame: number) => void;
  height?: number;
}

const lookOf = ({ look }: FrameSeries, place: number) => look ?? place;

/** Values of each frame of a trajectory as curves, with a cursor at the frame that is shown; a click moves to the nearest frame. */
export function FramePlot({ series, x, axes, label, frame, onPick, height = 240 }: FramePlotProps) {
  useSheet(css);
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const longest = Math.max(0, ...series.map(({ values }) => values.length));
      const [first = 0, last = 1] = [x[0], x[longest - 1]];
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 56,
        marginBottom: 36,
        marginTop: 24,
        x: {
          label: axes.x,
          domain: [Math.min(first, last), Math.max(first, last)],
          ticks: Math.max(2, Math.floor(width / 90)),
        },
        y: { label: axes.y, grid: true, nice: true },
        marks: series.flatMap(({ values, ...rest }, place) => {
          const points = Array.from(values, (value, at) => ({ at: x[at], value }));
          const look = lookOf({ values, ...rest }, place);
          const stroke = overlayColour(look);
          return points.length === 1
            ? [plot.dot(points, { x: 'at', y: 'value', r: 3, fill: stroke })]
            : [
                plot.line(points, {
                  x: 'at',
                  y: 'value',
                  stroke,
                  strokeWidth: 1.5,
                  strokeDasharray: dashes[look % dashes.length] ?? 'none',
                }),
              ];
        }),
      });
    },
    [series, x, axes.x, axes.y],
  );
  const pick = (value: number) => {
    const at = nearestIndex(x, value);
    if (at >= 0) onPick(at);
  };
  const data = useMemo(
    () => ({
      name: axes.y,
      at: x,
      columns: [
        { title: axes.x, values: x },
        ...series.map(({ name, values }) => ({ title: [axes.y, name].filter(Boolean).join(', '), values })),
      ],
    }),
    [axes.x, axes.y, x, series],
  );
  return (
    <div>
      <Plot
        data={data}
        label={label}
        height={height}
        draw={draw}
        onPick={pick}
        cursor={frame === null ? null : (x[frame] ?? null)}
      />
      {series.length > 1 ? (
        <ul className="cv-frame-legend">
          {series.map((each, place) => (
            <li key={each.id}>
              <svg width="28" height="10" aria-hidden="true">
                <line
                  x1="0"
                  x2="28"
                  y1="5"
                  y2="5"
                  stroke={overlayColour(lookOf(each, place))}
                  strokeWidth="2"
                  strokeDasharray={dashes[lookOf(each, place) % dashes.length]}
                />
              </svg>
              {each.name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
