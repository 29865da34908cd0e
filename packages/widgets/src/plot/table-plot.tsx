import { columnHeading, formatNumber, type NumberColumn, type TableData } from '@cuvette/core/tables';
import type { PlotPart } from '@cuvette/core/workflows';
import { columnsOf, type PlotColumns, type Point, pointsOf } from '@cuvette/core/workflows/plot-points';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { localNumber } from '../ui/numbers.ts';
import { overlayColour } from '../viewer/overlay/overlay.ts';
import type { Words } from '../words.ts';
import { Plot, type PlotModule } from './plot.tsx';
import type { PlotData } from './plot-data.ts';

export interface TablePlotProps {
  part: PlotPart;
  table: TableData;
  /** The active row, -1 for none. */
  active: number;
  onPick: (row: number) => void;
  height?: number;
}

/**
 * Columns of a table as curve, points or bars (maps: `map-plot.tsx`); the active row is marked and a click picks the nearest one. Bars of a text
 * column are side by side with its texts as names. Nothing is drawn without two points.
 */
export function TablePlot(props: TablePlotProps) {
  const { part, table, active, onPick, height = 260 } = props;
  const words = useWords();
  const { mark } = part;
  const columns = useMemo(() => columnsOf(part, table), [part, table]);
  const curve = useMemo(() => (columns ? pointsOf(columns, table.length, mark) : []), [columns, table, mark]);
  const points = useMemo(() => curve.filter(({ y }) => Number.isFinite(y)), [curve]);
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const marked = points.filter(({ row }) => row === active);
      return plot.plot({
        ...margins,
        width,
        height: plotHeight,
        x: {
          ...axisAcross(points, headingOf(words, columns?.x), width),
          ...(mark === 'bars' ? { domain: barDomain(points) } : {}),
          ...(columns?.names ? namedTicks(columns.names, width) : {}),
        },
        y: {
          label: headingOf(words, columns?.y),
          labelArrow: 'none',
          grid: true,
          nice: true,
          ...(mark === 'bars' ? { zero: true } : {}),
        },
        color: { range: [...new Set(points.map(({ series }) => series))].map((_, place) => overlayColour(place)) },
        marks: [
          ...errorBars(plot, points, columns?.uncertainty ?? null),
          ...marksOf(plot, mark, curve, points, marked, pointText(words, columns)),
        ],
      });
    },
    [curve, points, active, columns, mark, words],
  );
  if (!columns || points.length < 2) return null;
  const pick = (x: number) => {
    const nearest = nearestPoint(points, x, Number.NaN);
    if (nearest) onPick(nearest.row);
  };
  return (
    <Plot
      label={labelOf(words, columns, points)}
      height={height}
      draw={draw}
      onPick={pick}
      data={dataOf(words, columns, points, words.ui.term(table.title))}
    />
  );
}

/** The points of a plot as numbers, for its files and for what the pointer reads. */
export function dataOf(words: Words, columns: PlotColumns, points: readonly Point[], name: string): PlotData {
  const { x, y, value, names, uncertainty } = columns;
  const of = (column: NumberColumn, values: number[]) => ({
    title: headingOf(words, column),
    precision: column.precision,
    values,
  });
  const across = of(
    x,
    points.map((point) => point.x),
  );
  const split = points.some(({ series }) => series !== '');
  return {
    name,
    at: across.values,
    columns: [
      ...(split ? [{ title: words.parts.series, values: points.map(({ series }) => series) }] : []),
      names ? { ...across, values: points.map(({ row }) => names[row] ?? '') } : across,
      {
        ...of(
          y,
          points.map((point) => point.y),
        ),
        uncertainty: uncertainty ? points.map(({ row }) => uncertainty.values[row] ?? Number.NaN) : undefined,
      },
      ...(value
        ? [
            of(
              value,
              points.map((point) => point.value),
            ),
          ]
        : []),
    ],
  };
}

/** Places of a plot's axes. */
export const margins = { className: 'cuvette-plot', marginLeft: 60, marginBottom: 38, marginTop: 24 } as const;

/** The horizontal axis of points: its label, and as many ticks as a width has room for; whole numbers have no fractions. */
export function axisAcross(points: readonly { x: number }[], label: string, width: number) {
  const integers = points.every(({ x }) => Number.isInteger(x));
  return {
    label,
    labelArrow: 'none',
    ticks: Math.max(2, Math.min(integers ? points.length : 12, Math.floor(width / 70))),
    ...(integers ? { tickFormat: 'd' } : {}),
  } as const;
}

export const headingOf = (words: Words, column: NumberColumn | null | undefined) =>
  column ? columnHeading({ ...column, title: words.ui.term(column.title) }) : '';

/** A number as its column writes it. */
export const writtenAs = (words: Words, { precision }: NumberColumn, value: number) =>
  localNumber(words, formatNumber(value, precision));

/** Returns what the pointer reads at a point: each axis and the value, with units, a line each. */
export function pointText(words: Words, columns: PlotColumns | null): (point: Point) => string {
  const axes = columns
    ? ([
        [columns.x, 'x'],
        [columns.y, 'y'],
        [columns.value, 'value'],
      ] as const)
    : [];
  return (point) =>
    axes
      .flatMap(([column, key]) =>
        column
          ? [
              `${words.ui.term(column.title)} ${textAt(words, columns, column, point, key)} ${column.unit ?? ''}`.trimEnd(),
            ]
          : [],
      )
      .join('\n');
}

/** The text alternative of a plot: its quantities, number of points, lowest and highest value. */
export function labelOf(words: Words, { x, y, value }: PlotColumns, points: readonly Point[]): string {
  const shown = value ?? y;
  const [lowest, highest] = rangeOf(points.map((point) => (value ? point.value : point.y)));
  return [
    words.parts.plotLabel(headingOf(words, shown), headingOf(words, x), points.length),
    words.parts.plotEnds(writtenAs(words, shown, lowest), writtenAs(words, shown, highest)),
  ].join('; ');
}

/** The ± of each point as a line through it. */
function errorBars(plot: PlotModule, points: readonly Point[], uncertainty: NumberColumn | null) {
  const bars = points.flatMap(({ x, y, row }) => {
    const half = uncertainty?.values[row] ?? Number.NaN;
    return Number.isFinite(half) && half > 0 ? [{ x, from: y - half, to: y + half }] : [];
  });
  return bars.length === 0
    ? []
    : [plot.ruleX(bars, { x: 'x', y1: 'from', y2: 'to', stroke: 'var(--cv-neutral-8)', strokeWidth: 1.5 })];
}

function marksOf(
  plot: PlotModule,
  mark: PlotPart['mark'],
  withGaps: readonly Point[],
  points: readonly Point[],
  marked: readonly Point[],
  title: (point: Point) => string,
) {
  const accent = 'var(--cv-accent)';
  const bare = points.every(({ series }) => series === '');
  const stroke = bare ? 'var(--cv-neutral-9)' : 'series';
  const at = { x: 'x', y: 'y' } as const;
  if (mark === 'bars') {
    const bar = (point: Point) => ({ ...point, from: point.x - 0.4, to: point.x + 0.4 });
    const sides = { x1: 'from', x2: 'to', y: 'y', title } as const;
    return [
      plot.rectY(points.map(bar), { ...sides, fill: 'var(--cv-neutral-9)' }),
      plot.rectY(marked.map(bar), { ...sides, fill: accent }),
      plot.ruleY([0], { stroke: 'var(--cv-border)' }),
    ];
  }
  const curve = mark === 'line' ? [plot.line(withGaps, { ...at, z: 'series', stroke, strokeWidth: 1.5 })] : [];
  return [
    ...curve,
    plot.dot(points, { ...at, r: points.length > 80 ? 1.5 : 3, fill: stroke, title }),
    plot.ruleX(marked, { x: 'x', stroke: accent, strokeDasharray: '2,3' }),
    plot.dot(marked, { ...at, r: 5, fill: accent, title }),
  ];
}

/** Names under bars: as many as the width has room for, long ones cut. */
function namedTicks(names: readonly string[], width: number) {
  const step = Math.max(1, Math.ceil((names.length * 70) / width));
  return {
    ticks: [...names.keys()].filter((place) => place % step === 0),
    tickFormat: (place: number) => {
      const name = names[place] ?? '';
      return name.length > 12 ? `${name.slice(0, 11)}…` : name;
    },
  } as const;
}

/** Returns what a point has in a column, as its table writes it. */
const textAt = (
  words: Words,
  columns: PlotColumns | null,
  column: NumberColumn,
  point: Point,
  key: 'x' | 'y' | 'value',
) => (key === 'x' ? columns?.names?.[point.row] : undefined) ?? writtenAs(words, column, point[key]);

function barDomain(points: readonly Point[]): [number, number] {
  const values = points.map(({ x }) => x);
  return [Math.min(...values) - 0.6, Math.max(...values) + 0.6];
}

/** The point nearest to a place, by the horizontal axis alone where y is NaN; distances count in widths of the plot. */
export function nearestPoint(points: readonly Point[], x: number, y: number): Point | null {
  const width = extent(points.map((point) => point.x));
  const height = extent(points.map((point) => point.y));
  const distance = (point: Point) => Math.hypot((point.x - x) / width, Number.isNaN(y) ? 0 : (point.y - y) / height);
  return points.reduce<Point | null>((best, point) => (!best || distance(point) < distance(best) ? point : best), null);
}

/** Lowest and highest of some values. */
export const rangeOf = (values: readonly number[]) =>
  [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))] as const;

function extent(values: readonly number[]): number {
  const [lowest, highest] = rangeOf(values);
  return highest - lowest || 1;
}
