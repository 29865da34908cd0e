import { escapedXml, pictureColours, pictureFonts, shortenedText } from '@cuvette/core/embedding';
import type { CurvePlot } from '@cuvette/core/workflows/curves/curve-plot';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { drawnWidth, margins, type PlotPicture, rangeOf, seriesColours } from './plot-frame.ts';

/** A spectrum or a quantity by pH as a whole SVG document: curves, the computed lines below them, and both axes. */
export function curveSvg(plot: CurvePlot, { width, height: wanted, theme, label }: PlotPicture): string {
  const height = Math.round((wanted / width) * drawnWidth);
  const [bottom, right] = [height - margins.bottom, drawnWidth - margins.right];
  const colours = pictureColours[theme];
  const x = scaleLinear().domain([plot.x.from, plot.x.to]).range([margins.left, right]);
  const heights = [...plot.curves.flatMap(({ points }) => points), ...plot.sticks].map(([, value]) => value);
  // The axis of a spectrum begins at zero.
  const ends = plot.y.range ?? rangeOf(plot.sticks.length > 0 ? [0, ...heights] : heights);
  const y = scaleLinear().domain(ends).range([bottom, margins.top]);
  if (plot.y.range === null) y.nice();
  const path = line<readonly [number, number]>()
    .x(([at]) => x(at))
    .y(([, value]) => y(value));
  const colourOf = (place: number) =>
    place === 0 ? colours.accent : (seriesColours[(place - 1) % seriesColours.length] ?? colours.accent);
  const text = (at: readonly [number, number], anchor: string, words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}"${more}>${escapedXml(words)}</text>`;
  const writeX = x.tickFormat(8, Math.max(Math.abs(plot.x.from), Math.abs(plot.x.to)) >= 1000 ? 'd' : undefined);
  const writeY = y.tickFormat(6);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${wanted}" viewBox="0 0 ${drawnWidth} ${height}" role="img" aria-label="${escapedXml(label)}">`,
    `<rect width="${drawnWidth}" height="${height}" fill="${colours.ground}"/>`,
    `<g font-family="${pictureFonts}" font-size="12" fill="${colours.quiet}">`,
    ...y
      .ticks(6)
      .map(
        (tick) =>
          `<line x1="${margins.left}" x2="${right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${colours.quiet}" stroke-opacity="0.25"/>` +
          text([margins.left - 8, y(tick) + 4], 'end', writeY(tick)),
      ),
    ...x
      .ticks(8)
      .map(
        (tick) =>
          `<line x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="${bottom}" y2="${bottom + 5}" stroke="${colours.quiet}"/>` +
          text([x(tick), bottom + 19], 'middle', writeX(tick)),
      ),
    text([12, 18], 'start', plot.y.title),
    text([(margins.left + right) / 2, height - 8], 'middle', plot.x.title),
    ...plot.sticks.map(
      ([at, value]) =>
        `<line class="stick" x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${y(0).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="${colours.quiet}"/>`,
    ),
    ...plot.curves.map(
      ({ points }, place) =>
        `<path d="${path(points) ?? ''}" fill="none" stroke="${colourOf(place)}" stroke-width="1.6"/>`,
    ),
    ...plot.curves.flatMap(({ name, points }, place) => {
      if (name === null) return [];
      const [at, value] = points.reduce((best, point) => (point[1] > best[1] ? point : best));
      return text([x(at), y(value) - 5], 'middle', shortenedText(name, 30), ` fill="${colourOf(place)}"`);
    }),
    '</g></svg>',
  ].join('');
}
