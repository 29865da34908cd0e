import type { ComparedPoints } from '../axis-units.ts';

/** How the places of the computed spectrum are fitted to the measured one. */
export const placeFits = ['none', 'offset', 'scale'] as const;
export type PlaceFit = (typeof placeFits)[number];
/** How the heights of the measured spectrum are fitted to the computed one. */
export const heightFits = ['none', 'maximum', 'scale', 'scale_and_offset'] as const;
export type HeightFit = (typeof heightFits)[number];

/** A computed place times `scale` plus `offset` is a measured one. */
export interface FittedPlaces {
  scale: number;
  offset: number;
}

/** A measured height times `scale` plus `offset` is a computed one. */
export interface FittedHeights {
  scale: number;
  offset: number;
}

/** The computed curve at places of the measured axis, for computed places that are scaled and moved. */
export type CurveAt = (places: ArrayLike<number>, fitted: FittedPlaces) => Float64Array;

/** Linear interpolation between points with ascending places; 0 outside of them. */
export function interpolated({ x, y }: ComparedPoints, places: ArrayLike<number>): Float64Array {
  const found = new Float64Array(places.length);
  let at = 0;
  for (let place = 0; place < places.length; place++) {
    const wanted = places[place] ?? 0;
    while (at > 0 && (x[at] ?? 0) > wanted) at -= 1;
    while (at < x.length - 2 && (x[at + 1] ?? 0) < wanted) at += 1;
    const [left, right] = [x[at] ?? 0, x[at + 1] ?? 0];
    if (wanted < (x[0] ?? 0) || wanted > (x[x.length - 1] ?? 0) || right <= left) continue;
    const part = (wanted - left) / (right - left);
    found[place] = (y[at] ?? 0) * (1 - part) + (y[at + 1] ?? 0) * part;
  }
  return found;
}

/** Equal steps over the places that were measured. */
export function evenPlaces(x: ArrayLike<number>, count: number): Float64Array {
  const [from, to] = [x[0] ?? 0, x[x.length - 1] ?? 0];
  return Float64Array.from({ length: count }, (_, at) => from + ((to - from) * at) / Math.max(1, count - 1));
}

/** Cosine of the angle between two curves without their means (Pearson's correlation): 1 for the same shape, 0 for none. */
export function similarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const count = Math.min(one.length, other.length);
  let [sumA, sumB] = [0, 0];
  for (let at = 0; at < count; at++) {
    sumA += one[at] ?? 0;
    sumB += other[at] ?? 0;
  }
  const [meanA, meanB] = [sumA / count, sumB / count];
  let [ab, aa, bb] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [a, b] = [(one[at] ?? 0) - meanA, (other[at] ?? 0) - meanB];
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/** Where the fit looks: a factor from 0.85 to 1.15, an offset within a part of the measured range. */
const scaleRange = [0.85, 1.15] as const;
const offsetPart = 0.15;
const coarseSteps = 121;
const mostPoints = 1200;

/** The best of some values: a coarse grid over the range, then the golden section around its best point. */
function bestIn(from: number, to: number, worth: (value: number) => number): number {
  const step = (to - from) / (coarseSteps - 1);
  let [best, most] = [from, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < coarseSteps; at++) {
    const value = from + at * step;
    const found = worth(value);
    if (found > most) [best, most] = [value, found];
  }
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.max(from, best - step), Math.min(to, best + step)];
  for (let round = 0; round < 20; round++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (worth(left) > worth(right)) high = right;
    else low = left;
  }
  const refined = (low + high) / 2;
  return worth(refined) > most ? refined : best;
}

/**
 * Fits the places of a computed curve to a measured spectrum: the factor or the offset with the largest similarity of the two curves.
 * @returns the fit, with the similarity before and after it
 */
export function fitPlaces(
  measured: ComparedPoints,
  curveAt: CurveAt,
  choice: PlaceFit,
): FittedPlaces & { before: number; after: number } {
  const places = evenPlaces(measured.x, Math.min(mostPoints, Math.max(200, measured.x.length)));
  const heights = interpolated(measured, places);
  const worth = (fitted: FittedPlaces) => similarity(curveAt(places, fitted), heights);
  const before = worth({ scale: 1, offset: 0 });
  let fitted: FittedPlaces = { scale: 1, offset: 0 };
  if (choice === 'scale') fitted = { scale: bestIn(...scaleRange, (scale) => worth({ scale, offset: 0 })), offset: 0 };
  if (choice === 'offset') {
    const most = offsetPart * Math.abs((places.at(-1) ?? 0) - (places[0] ?? 0));
    fitted = { scale: 1, offset: bestIn(-most, most, (offset) => worth({ scale: 1, offset })) };
  }
  return { ...fitted, before, after: worth(fitted) };
}

/** Least squares of measured against computed places of assigned pairs: a factor through the origin, or an offset. */
export function fitPairs(pairs: readonly { computed: number; measured: number }[], choice: PlaceFit): FittedPlaces {
  if (pairs.length === 0 || choice === 'none') return { scale: 1, offset: 0 };
  const sum = (of: (pair: { computed: number; measured: number }) => number) =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  if (choice === 'offset')
    return { scale: 1, offset: sum(({ computed, measured }) => measured - computed) / pairs.length };
  const squares = sum(({ computed }) => computed * computed);
  return { scale: squares > 0 ? sum(({ computed, measured }) => computed * measured) / squares : 1, offset: 0 };
}

/**
 * Fits measured heights to a computed curve: by the largest heights, or by least squares with a factor, or with a factor and an offset.
 * @param computed at the places of the measured points
 */
export function fitHeights(measured: ArrayLike<number>, computed: ArrayLike<number>, choice: HeightFit): FittedHeights {
  const count = measured.length;
  if (choice === 'none' || count === 0) return { scale: 1, offset: 0 };
  let [sumM, sumC, mm, mc, mostM, mostC] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [m, c] = [measured[at] ?? 0, computed[at] ?? 0];
    sumM += m;
    sumC += c;
    mm += m * m;
    mc += m * c;
    mostM = Math.max(mostM, Math.abs(m));
    mostC = Math.max(mostC, Math.abs(c));
  }
  if (choice === 'maximum') return { scale: mostM > 0 && mostC > 0 ? mostC / mostM : 1, offset: 0 };
  if (choice === 'scale') return { scale: mm > 0 && mc > 0 ? mc / mm : 1, offset: 0 };
  const spread = mm - (sumM * sumM) / count;
  const scale = spread > 0 ? (mc - (sumM * sumC) / count) / spread : 1;
  return { scale, offset: (sumC - scale * sumM) / count };
}
