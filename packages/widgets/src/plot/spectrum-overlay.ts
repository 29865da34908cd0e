import type { PlotModule } from './plot.tsx';

/** A measured spectrum as a plot draws it over the computed one, in the units of its axes. */
export interface SpectrumOverlay {
  name: string;
  colour: string;
  /** Single peaks instead of a curve. */
  isPeaks: boolean;
  points: readonly { x: number; y: number }[];
}

/** Most points that are drawn of one spectrum: two for each pixel of a wide plot. */
const mostDrawn = 3000;

/** A curve with at most `most` points: of each stretch its lowest and its highest one, so that no narrow line is lost. */
function thinned<Point extends { y: number }>(points: readonly Point[], most = mostDrawn): readonly Point[] {
  if (points.length <= most) return points;
  const stretch = Math.ceil((2 * points.length) / most);
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += stretch) {
    let [low, high] = [from, from];
    for (let at = from; at < Math.min(points.length, from + stretch); at++) {
      if ((points[at]?.y ?? 0) < (points[low]?.y ?? 0)) low = at;
      if ((points[at]?.y ?? 0) > (points[high]?.y ?? 0)) high = at;
    }
    for (const at of [...new Set([Math.min(low, high), Math.max(low, high)])]) {
      const point = points[at];
      if (point) kept.push(point);
    }
  }
  return kept;
}

/** The marks of overlays: a line for a curve, dashed sticks for peaks. */
export function overlayMarks(plot: PlotModule, overlays: readonly SpectrumOverlay[]) {
  return overlays.map(({ colour, isPeaks, points }) =>
    isPeaks
      ? plot.ruleX([...points], { x: 'x', y1: 0, y2: 'y', stroke: colour, strokeWidth: 1.5, strokeDasharray: '4 2' })
      : plot.line([...thinned(points)], { x: 'x', y: 'y', stroke: colour, strokeWidth: 1.25 }),
  );
}
