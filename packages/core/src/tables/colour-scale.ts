import type { AtomValueKind } from './table.ts';

/** Lowest and highest value of a scale. */
export type ValueRange = readonly [number, number];

/**
 * Colours from the lowest value to the highest. Signed values: red over grey to blue, the ends of ColorBrewer's RdBu, which every common kind of colour
 * blindness tells apart (Harrower and Brewer, Cartographic Journal 2003, 40, 27); red is negative, as chemists draw potentials. Magnitudes: cividis
 * (Nuñez, Anderton and Renslow, PLoS ONE 2018, 13, e0199239), dark blue to yellow with evenly rising lightness.
 */
export const scaleStops: Readonly<Record<AtomValueKind, readonly string[]>> = {
  signed: ['#b2182b', '#ef8a62', '#d6d6d6', '#67a9cf', '#2166ac'],
  magnitude: ['#00224e', '#414d6b', '#7c7b78', '#bcaf6f', '#fee838'],
};

/** Red, green and blue from 0 to 255 at a place (0 to 1) on a scale. */
export function scaleAt(kind: AtomValueKind, place: number): [number, number, number] {
  const stops = scaleStops[kind];
  const at = Math.min(Math.max(place, 0), 1) * (stops.length - 1);
  const first = Math.min(Math.floor(at), stops.length - 2);
  const [from, to] = [stops[first] as string, stops[first + 1] as string];
  const channel = (text: string, index: number) => Number.parseInt(text.slice(1 + 2 * index, 3 + 2 * index), 16);
  return [0, 1, 2].map((index) => {
    const start = channel(from, index);
    return Math.round(start + (at - first) * (channel(to, index) - start));
  }) as [number, number, number];
}

/** Colour of a value as `#rrggbb`; values beyond the range have the colour of its end. */
export function scaleColour(kind: AtomValueKind, value: number, [low, high]: ValueRange): string {
  const place = high > low ? (value - low) / (high - low) : 0.5;
  return `#${scaleAt(kind, place)
    .map((each) => each.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The range that shows values best: from the lowest to the highest, and for signed ones as far below zero as above it, so that zero is the middle. Null without any. */
export function automaticRange(kind: AtomValueKind, values: ArrayLike<number | null>): ValueRange | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return null;
  if (kind === 'magnitude') return [low, high];
  const most = Math.max(Math.abs(low), Math.abs(high));
  return [-most, most];
}
