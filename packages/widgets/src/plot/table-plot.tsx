import { columnHeading, formatNumber, type NumberColumn, type TableData } from '@cuvette/core/tables';
import type { PlotPart } from '@cuvette/core/workflows';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { localNumber } from '../ui/numbers.ts';
import { overlayColour } from '../viewer/overlay/overlay.ts';
import { Plot, type PlotModule } from './plot.tsx';

export interface TablePlotProps {
  part: PlotPart;
  table: TableData;
  /** The active row, -1 for none. */
  active: number;
  onPick: (row: number) => void;
  height?: number;
  /** Lowest and highest value of a map's colours, where several maps share them; those of its own values otherwise. */
  colours?: readonly [number, number] | null;
  /** A map of differences, coloured about zero. */
  signed?: boolean;
}

interface Point {
  row: number;
  x: number;
  y: number;
  value: number;
  series: string;
}

/** Columns of a table as curve, points, bars or map; the active row is marked and a click picks the nearest one. Nothing is drawn without two points. */
export function TablePlot(props: TablePlotProps) {
  const { part, table, active, onPick, height = 260, colours = null, signed = false } = props;
  const words = useWords();
  const { mark } = part;
  const columns = useMemo(() => columnsOf(part, table), [part, table]);
  const curve = useMemo(() => (columns ? pointsOf(columns, table.length, mark) : []), [columns, table, mark]);
  const points = useMemo(() => curve.filter(({ y }) => Number.isFinite(y)), [curve]);
  const heading = useCallback(
    (column: NumberColumn | null) => (column ? columnHeading({ ...column, title: words.ui.term(column.title) }) : ''),
    [words],
  );
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      const marked = points.filter(({ row }) => row === active);
      const integers = points.every(({ x }) => Number.isInteger(x));
      return plot.plot({
        className: 'cuvette-plot',
        width,
        height: plotHeight,
        marginLeft: 60,
        marginBottom: 38,
        marginTop: 24,
        x: {
          label: heading(columns?.x ?? null),
          labelArrow: 'none',
          ticks: Math.max(2, Math.min(integers ? points.length : 12, Math.floor(width / 70))),
          ...(integers ? { tickFormat: 'd' } : {}),
          ...(mark === 'bars' ? { domain: barDomain(points) } : {}),
        },
        y: {
          label: heading(columns?.y ?? null),
          labelArrow: 'none',
          grid: mark !== 'heat',
          nice: mark !== 'heat',
          ...(mark === 'bars' ? { zero: true } : {}),
        },
        color:
          mark === 'heat'
            ? {
                ...(signed ? { scheme: 'rdbu', reverse: true } : { scheme: 'viridis', reverse: true }),
                ...(colours ? { domain: [...colours] } : {}),
                legend: false,
              }
            : { range: [...new Set(points.map(({ series }) => series))].map((_, place) => overlayColour(place)) },
        marks: marksOf(plot, mark, curve, points, marked),
      });
    },
    [curve, points, active, columns, mark, heading, colours, signed],
  );
  if (!columns || points.length < 2) return null;
  const pick = (x: number, y: number) => {
    const nearest = nearestPoint(points, x, mark === 'heat' ? y : Number.NaN);
    if (nearest) onPick(nearest.row);
  };
  const shown = columns.value ?? columns.y;
  const finite = points.map(({ y, value }) => (columns.value ? value : y));
  const write = (value: number) => localNumber(words, formatNumber(value, shown.precision));
  const label = [
    words.parts.plotLabel(heading(shown), heading(columns.x), points.length),
    words.parts.plotEnds(write(Math.min(...finite)), write(Math.max(...finite))),
  ].join('; ');
  return <Plot label={label} height={height} draw={draw} onPick={pick} />;
}

interface PlotColumns {
  x: NumberColumn;
  y: NumberColumn;
  value: NumberColumn | null;
  series: readonly (string | null)[] | null;
}

/** The columns that a plot names; null where one of them is not there or holds no numbers. */
function columnsOf({ x, y, value, series }: PlotPart, table: TableData): PlotColumns | null {
  const numbers = (id: string | undefined) => {
    const column = table.columns.find((each) => each.id === id);
    return column?.kind === 'number' ? column : null;
  };
  const text = table.columns.find((each) => each.id === series);
  const [horizontal, vertical] = [numbers(x), numbers(y)];
  if (!horizontal || !vertical || (value !== undefined && !numbers(value))) return null;
  return { x: horizontal, y: vertical, value: numbers(value), series: text?.kind === 'text' ? text.values : null };
}

/** Rows that have all numbers, a curve's from left to right. A single curve has a gap where a row has no height: what failed there is not drawn over. */
function pointsOf({ x, y, value, series }: PlotColumns, length: number, mark: PlotPart['mark']): Point[] {
  const points = Array.from({ length }, (_, row) => ({
    row,
    x: x.values[row] ?? Number.NaN,
    y: y.values[row] ?? Number.NaN,
    value: value ? (value.values[row] ?? Number.NaN) : 0,
    series: series?.[row] ?? '',
  })).filter(
    ({ x, y, value }) => [x, value].every(Number.isFinite) && (Number.isFinite(y) || (mark === 'line' && !series)),
  );
  return mark === 'line' ? points.sort((a, b) => a.x - b.x) : points;
}

function marksOf(
  plot: PlotModule,
  mark: PlotPart['mark'],
  withGaps: readonly Point[],
  points: readonly Point[],
  marked: readonly Point[],
) {
  const accent = 'var(--cv-accent)';
  const bare = points.every(({ series }) => series === '');
  const stroke = bare ? 'var(--cv-neutral-9)' : 'series';
  const at = { x: 'x', y: 'y' } as const;
  if (mark === 'heat') {
    const [width, height] = [spacing(points.map(({ x }) => x)), spacing(points.map(({ y }) => y))];
    const cell = (point: Point) => ({
      ...point,
      x1: point.x - width / 2,
      x2: point.x + width / 2,
      y1: point.y - height / 2,
      y2: point.y + height / 2,
    });
    const box = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2' } as const;
    const contour =
      points.length >= 9
        ? [
            plot.contour(points, {
              ...at,
              value: 'value',
              stroke: 'var(--cv-text)',
              strokeOpacity: 0.5,
              interpolate: 'barycentric',
              blur: 1,
            }),
          ]
        : [];
    return [
      plot.rect(points.map(cell), { ...box, fill: 'value' }),
      ...contour,
      plot.rect(marked.map(cell), { ...box, fill: 'none', stroke: accent, strokeWidth: 2.5 }),
    ];
  }
  if (mark === 'bars') {
    const bar = ({ x, ...rest }: Point) => ({ ...rest, from: x - 0.4, to: x + 0.4 });
    const sides = { x1: 'from', x2: 'to', y: 'y' } as const;
    return [
      plot.rectY(points.map(bar), { ...sides, fill: 'var(--cv-neutral-9)' }),
      plot.rectY(marked.map(bar), { ...sides, fill: accent }),
      plot.ruleY([0], { stroke: 'var(--cv-border)' }),
    ];
  }
  const curve = mark === 'line' ? [plot.line(withGaps, { ...at, z: 'series', stroke, strokeWidth: 1.5 })] : [];
  return [
    ...curve,
    plot.dot(points, { ...at, r: points.length > 80 ? 1.5 : 3, fill: stroke }),
    plot.ruleX(marked, { x: 'x', stroke: accent, strokeDasharray: '2,3' }),
    plot.dot(marked, { ...at, r: 5, fill: accent }),
  ];
}

/** The least distance between neighbouring values of a grid; 1 where all are the same. */
function spacing(values: readonly number[]): number {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, at) => value - (sorted[at] ?? value));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}

function barDomain(points: readonly Point[]): [number, number] {
  const values = points.map(({ x }) => x);
  return [Math.min(...values) - 0.6, Math.max(...values) + 0.6];
}

/** The point nearest to a place, by the horizontal axis alone where y is NaN; distances count in widths of the plot. */
function nearestPoint(points: readonly Point[], x: number, y: number): Point | null {
  const width = extent(points.map((point) => point.x));
  const height = extent(points.map((point) => point.y));
  const distance = (point: Point) => Math.hypot((point.x - x) / width, Number.isNaN(y) ? 0 : (point.y - y) / height);
  return points.reduce<Point | null>((best, point) => (!best || distance(point) < distance(best) ? point : best), null);
}

const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values) || 1;
