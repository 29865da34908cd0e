import {
  type CurveAt,
  computedUnit,
  convertPlace,
  evenPlaces,
  type FittedHeights,
  type FittedPlaces,
  fitHeights,
  interpolated,
  type MeasuredXUnit,
} from '@cuvette/core/chemistry/spectra';
import type { SpectrumOverlay } from '../plot/spectrum-overlay.ts';
import type { ShownSpectrum } from './use-measured.ts';

/** Colours that tell measured spectra apart from the computed one and from each other, in light and dark (after Okabe and Ito). */
const colours = ['#d55e00', '#56b4e9', '#cc79a7', '#b8a600', '#8c6bb1', '#e69f00'] as const;

/** The colour of a measured spectrum by its place; they begin anew after six. */
export const measuredColour = (place: number): string => colours[place % colours.length] ?? colours[0];

/** Places at which the heights of a curve are fitted. */
const fittedPlaces = 1200;

/** How the heights of a measured spectrum become those of the plot; null while its points are read. */
export function heightsOf(
  { spectrum, points }: ShownSpectrum,
  curveAt: CurveAt,
  moved: FittedPlaces,
): FittedHeights | null {
  if (!points) return null;
  if (spectrum.source.form === 'peaks') return fitHeights(points.y, maximumOf(curveAt, points.x, moved), 'maximum');
  const places = evenPlaces(points.x, Math.min(fittedPlaces, points.x.length));
  return fitHeights(interpolated(points, places), curveAt(places, moved), spectrum.fit.heights);
}

/** The highest point of the computed curve around some peaks, at each of them. */
function maximumOf(curveAt: CurveAt, x: Float64Array, moved: FittedPlaces): Float64Array {
  const [from, to] = [x[0] ?? 0, x.at(-1) ?? 0];
  const margin = Math.max(1e-6, (to - from) / 10, Math.abs(to) / 50);
  const most = curveAt(evenPlaces([from - margin, to + margin], fittedPlaces), moved).reduce(
    (high, each) => Math.max(high, each),
    0,
  );
  return x.map(() => most);
}

/** A measured spectrum in the units of the plot. */
export function overlayOf(
  shown: ShownSpectrum,
  colour: string,
  heights: FittedHeights,
  unit: MeasuredXUnit,
  field: number | null,
): SpectrumOverlay {
  const { spectrum, points } = shown;
  const from = computedUnit(spectrum.kind);
  return {
    name: spectrum.title,
    colour,
    isPeaks: spectrum.source.form === 'peaks',
    points: Array.from(points?.x ?? [], (x, at) => ({
      x: convertPlace(x, from, unit, field),
      y: (points?.y[at] ?? 0) * heights.scale + heights.offset,
    })),
  };
}
