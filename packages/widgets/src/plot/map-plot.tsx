import { columnsOf, type Point, pointsOf } from '@cuvette/core/workflows/plot-points';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { ColourScale } from './colour-scale.tsx';
import { Plot, type PlotModule } from './plot.tsx';
import {
  axisAcross,
  dataOf,
  headingOf,
  labelOf,
  margins,
  nearestPoint,
  pointText,
  rangeOf,
  type TablePlotProps,
  writtenAs,
} from './table-plot.tsx';

export interface MapPlotProps extends TablePlotProps {
  /** Lowest and highest value of the colours, where several maps share them (their page shows the scale then); those of its own values otherwise. */
  colours?: readonly [number, number] | null;
  /** A map of differences, coloured about zero. */
  signed?: boolean;
}

/** Three columns of a table as a map of coloured cells with contour lines: the active row is marked and a click picks a cell. Nothing is drawn without two points. */
export function MapPlot({ part, table, active, onPick, height = 260, colours = null, signed = false }: MapPlotProps) {
  const words = useWords();
  const columns = useMemo(() => columnsOf(part, table), [part, table]);
  const points = useMemo(
    () => (columns ? pointsOf(columns, table.length, 'heat').filter(({ y }) => Number.isFinite(y)) : []),
    [columns, table],
  );
  const draw = useCallback(
    (plot: PlotModule, width: number, plotHeight: number) => {
      return plot.plot({
        ...margins,
        width,
        height: plotHeight,
        x: axisAcross(points, headingOf(words, columns?.x), width),
        y: { label: headingOf(words, columns?.y), labelArrow: 'none' },
        color: {
          ...(signed ? { scheme: 'rdbu', reverse: true } : { scheme: 'viridis', reverse: true }),
          ...(colours ? { domain: [...colours] } : {}),
          legend: false,
        },
        marks: marksOf(plot, points, active, pointText(words, columns)),
      });
    },
    [points, active, columns, words, colours, signed],
  );
  if (!columns?.value || points.length < 2) return null;
  const pick = (x: number, y: number) => {
    const nearest = nearestPoint(points, x, y);
    if (nearest) onPick(nearest.row);
  };
  const [lowest, highest] = rangeOf(points.map(({ value }) => value));
  return (
    <>
      {colours === null ? (
        <ColourScale
          title={headingOf(words, columns.value)}
          lowest={writtenAs(words, columns.value, lowest)}
          highest={writtenAs(words, columns.value, highest)}
          signed={signed}
        />
      ) : null}
      <Plot
        label={labelOf(words, columns, points)}
        height={height}
        draw={draw}
        onPick={pick}
        data={dataOf(words, columns, points, words.ui.term(table.title))}
        reads={false}
      />
    </>
  );
}

function marksOf(plot: PlotModule, points: readonly Point[], active: number, title: (point: Point) => string) {
  const [width, height] = [spacing(points.map(({ x }) => x)), spacing(points.map(({ y }) => y))];
  const cells = points.map((point) => ({
    ...point,
    x1: point.x - width / 2,
    x2: point.x + width / 2,
    y1: point.y - height / 2,
    y2: point.y + height / 2,
  }));
  const box = { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2' } as const;
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [bottom, top] = rangeOf(points.map(({ y }) => y));
  const through = { pointerEvents: 'none' } as const;
  const contour =
    points.length >= 9
      ? [
          plot.contour(points, {
            x: 'x',
            y: 'y',
            // Between the outermost points only: beyond them there is nothing to draw lines from.
            ...{ x1: left, x2: right, y1: top, y2: bottom },
            value: 'value',
            stroke: 'var(--cv-text)',
            strokeOpacity: 0.5,
            interpolate: 'barycentric',
            blur: 1,
            ...through,
          }),
        ]
      : [];
  const marked = cells.filter(({ row }) => row === active);
  return [
    plot.rect(cells, { ...box, fill: 'value', title }),
    ...contour,
    plot.rect(marked, { ...box, fill: 'none', stroke: 'var(--cv-accent)', strokeWidth: 2.5, ...through }),
  ];
}

/** The least distance between neighbouring values of a grid; 1 where all are the same. */
function spacing(values: readonly number[]): number {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, at) => value - (sorted[at] ?? value));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}
