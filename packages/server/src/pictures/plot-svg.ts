import { escapedXml, type PictureColours, pictureColours, pictureFonts, shortenedText } from '@cuvette/core/embedding';
import { columnHeading, scaleColour, type TableData } from '@cuvette/core/tables';
import type { PlotPart } from '@cuvette/core/workflows';
import { columnsOf, type PlotColumns, type Point, pointsOf } from '@cuvette/core/workflows/plot-points';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { drawnWidth, margins, type PlotPicture, rangeOf, seriesColours } from './plot-frame.ts';

type Scale = ReturnType<typeof scaleLinear>;

/**
 * A plot of a table as a whole SVG document, as the result's own tab draws it: curve, points, bars or a map.
 * @returns null where there are less than two points to draw
 */
export function plotSvg(part: PlotPart, table: TableData, picture: PlotPicture): string | null {
  const columns = columnsOf(part, table);
  const curve = columns ? pointsOf(columns, table.length, part.mark) : [];
  const points = curve.filter(({ y }) => Number.isFinite(y));
  if (!columns || points.length < 2) return null;
  const { width, theme, label } = picture;
  const height = Math.round((picture.height / width) * drawnWidth);
  const colours = pictureColours[theme];
  const around = part.mark === 'bars' ? 0.6 : 0;
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const x = scaleLinear()
    .domain([left - around, right + around])
    .range([margins.left, drawnWidth - margins.right]);
  const heights = points.map((point) => point.y);
  const y = scaleLinear()
    .domain(rangeOf(part.mark === 'bars' ? [0, ...heights] : heights))
    .range([height - margins.bottom, margins.top]);
  if (part.mark !== 'heat') y.nice();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${picture.height}" viewBox="0 0 ${drawnWidth} ${height}" role="img" aria-label="${escapedXml(label)}">`,
    `<rect width="${drawnWidth}" height="${height}" fill="${colours.ground}"/>`,
    `<g font-family="${pictureFonts}" font-size="12" fill="${colours.quiet}">`,
    axes(columns, { x, y, height, counted: points.every((point) => Number.isInteger(point.x)) }, colours),
    marks(part, columns, { curve, points }, { x, y }, colours),
    '</g></svg>',
  ].join('');
}

interface Axes {
  x: Scale;
  y: Scale;
  height: number;
  /** The horizontal values are whole numbers, so that no tick is between them. */
  counted: boolean;
}

/** Ticks, their numbers, and the headings with units. */
function axes(columns: PlotColumns, { x, y, height, counted }: Axes, colours: PictureColours): string {
  const bottom = height - margins.bottom;
  const right = drawnWidth - margins.right;
  const across = x.ticks(8).filter((tick) => !counted || Number.isInteger(tick));
  const [writeX, writeY] = [x.tickFormat(8), y.tickFormat(6)];
  const write = counted ? String : writeX;
  const nameOf = (tick: number) => (columns.names ? shortenedText(columns.names[tick] ?? '', 12) : write(tick));
  return [
    ...y
      .ticks(6)
      .map(
        (tick) =>
          `<line x1="${margins.left}" x2="${right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${colours.quiet}" stroke-opacity="0.25"/>` +
          `<text x="${margins.left - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${escapedXml(writeY(tick))}</text>`,
      ),
    ...across.map(
      (tick) =>
        `<line x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="${bottom}" y2="${bottom + 5}" stroke="${colours.quiet}"/>` +
        `<text x="${x(tick).toFixed(1)}" y="${bottom + 19}" text-anchor="middle">${escapedXml(nameOf(tick))}</text>`,
    ),
    `<text x="12" y="18">${escapedXml(columnHeading(columns.y))}</text>`,
    `<text x="${(margins.left + right) / 2}" y="${height - 8}" text-anchor="middle">${escapedXml(columnHeading(columns.x))}</text>`,
    columns.value
      ? `<text x="${right}" y="18" text-anchor="end">${escapedXml(columnHeading(columns.value))}</text>`
      : '',
  ].join('');
}

function marks(
  { mark }: PlotPart,
  columns: PlotColumns,
  { curve, points }: { curve: readonly Point[]; points: readonly Point[] },
  { x, y }: { x: Scale; y: Scale },
  colours: PictureColours,
): string {
  if (mark === 'heat') return cells(points, x, y);
  const series = [...new Set(points.map((point) => point.series))];
  const colourOf = (name: string) => {
    const place = series.indexOf(name);
    return place <= 0 ? colours.accent : seriesColours[(place - 1) % seriesColours.length];
  };
  if (mark === 'bars') {
    const wide = (x(1) - x(0)) * 0.8;
    return points
      .map((point) => {
        const [top, base] = [y(Math.max(point.y, 0)), y(Math.min(point.y, 0))];
        return `<rect x="${(x(point.x) - wide / 2).toFixed(1)}" y="${top.toFixed(1)}" width="${wide.toFixed(1)}" height="${Math.max(base - top, 0.5).toFixed(1)}" fill="${colours.accent}"/>`;
      })
      .join('');
  }
  const path = line<Point>()
    .x((point) => x(point.x))
    .y((point) => y(point.y))
    .defined((point) => Number.isFinite(point.y));
  const lines =
    mark === 'line'
      ? series.map((name) => {
          const drawn = path(curve.filter((point) => point.series === name || !Number.isFinite(point.y)));
          return `<path d="${drawn ?? ''}" fill="none" stroke="${colourOf(name)}" stroke-width="1.8"/>`;
        })
      : [];
  const errors = points.flatMap((point) => {
    const half = columns.uncertainty?.values[point.row] ?? Number.NaN;
    if (!(half > 0)) return [];
    const at = x(point.x).toFixed(1);
    return `<line x1="${at}" x2="${at}" y1="${y(point.y - half).toFixed(1)}" y2="${y(point.y + half).toFixed(1)}" stroke="${colours.quiet}" stroke-width="1.4"/>`;
  });
  const radius = points.length > 80 ? 1.5 : 3;
  const dots = points.map(
    (point) =>
      `<circle cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="${radius}" fill="${colourOf(point.series)}"/>`,
  );
  const names = series.length < 2 ? [] : series.map((name, place) => legend(name, place, colourOf(name)));
  return [...lines, ...errors, ...dots, ...names].join('');
}

const legend = (name: string, place: number, colour: string | undefined) =>
  `<text x="${drawnWidth - margins.right}" y="${margins.top + 14 + place * 16}" text-anchor="end" fill="${colour}">${escapedXml(shortenedText(name, 30))}</text>`;

/** The cells of a map, dark for low values. */
function cells(points: readonly Point[], x: Scale, y: Scale): string {
  const [wide, high] = [spacing(points.map((point) => point.x)), spacing(points.map((point) => point.y))];
  const range = rangeOf(points.map(({ value }) => value));
  return points
    .map((point) => {
      const [left, right] = [x(point.x - wide / 2), x(point.x + wide / 2)];
      const [top, bottom] = [y(point.y + high / 2), y(point.y - high / 2)];
      return `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${(right - left + 0.3).toFixed(1)}" height="${(bottom - top + 0.3).toFixed(1)}" fill="${scaleColour('magnitude', point.value, range)}"/>`;
    })
    .join('');
}

/** The least distance of neighbours; 1 where all are the same. */
function spacing(values: readonly number[]): number {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, at) => value - (sorted[at] ?? value));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}
