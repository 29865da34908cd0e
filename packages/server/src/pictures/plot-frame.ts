/** Size and theme of a drawn plot. */
export interface PlotPicture {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  /** What a screen reader says. */
  label: string;
}

/** Place of the axes, in px of a picture that is 600 px wide. */
export const margins = { left: 68, right: 20, top: 34, bottom: 46 } as const;
/** Width of the drawing in its own units; the picture's width scales it. */
export const drawnWidth = 600;
/** Of several curves, after the accent: those of the viewer's overlays are too pale on paper. */
export const seriesColours = ['#b3541e', '#2b6cb0', '#7b3fa0', '#8a6d00', '#a8325e'] as const;

/** Lowest and highest of some values, apart. */
export function rangeOf(values: readonly number[]): [number, number] {
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}
