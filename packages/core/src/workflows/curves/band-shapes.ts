/** Shapes that a computed line is broadened with; `pseudo_voigt` is half of each of the others. */
export const bandShapes = ['lorentzian', 'gaussian', 'pseudo_voigt'] as const;
export type BandShape = (typeof bandShapes)[number];

/** How lines are broadened; `fullWidth` is the full width at half maximum, in the unit of their places. */
export interface Broadening {
  shape: BandShape;
  fullWidth: number;
}

/** Area of a Gaussian, and of a Lorentzian, of height 1 and full width 1 at half height. */
const gaussianArea = Math.sqrt(Math.PI / (4 * Math.LN2));
const lorentzianArea = Math.PI / 2;

/** Area of a band of height 1 and full width 1 at half height. */
export function shapeArea(shape: BandShape): number {
  if (shape === 'gaussian') return gaussianArea;
  return shape === 'lorentzian' ? lorentzianArea : (gaussianArea + lorentzianArea) / 2;
}

/** How much lower a band of this shape is than a Gaussian of the same area and width. */
export const heightBesideGaussian = (shape: BandShape): number => gaussianArea / shapeArea(shape);

/** Height of a band at a distance from its place; 1 there. */
function bandAt(shape: BandShape, distance: number, fullWidth: number): number {
  const ratio = (2 * distance) / fullWidth;
  const squared = ratio * ratio;
  if (shape === 'gaussian') return Math.exp(-Math.LN2 * squared);
  const lorentzian = 1 / (1 + squared);
  return shape === 'lorentzian' ? lorentzian : (lorentzian + Math.exp(-Math.LN2 * squared)) / 2;
}

/**
 * The sum of the bands of lines at some places.
 * @param lines places and heights; the top of a band that lies alone is as high as its line
 * @param moved the places of the lines times `scale` plus `offset` are drawn
 * @throws RangeError for a width of 0 or below
 */
export function bandsAt(
  lines: readonly { position: number; intensity: number }[],
  places: ArrayLike<number>,
  { shape, fullWidth }: Broadening,
  { scale, offset }: { scale: number; offset: number } = { scale: 1, offset: 0 },
): Float64Array {
  if (!(fullWidth > 0)) throw new RangeError('The full width at half maximum must be above 0.');
  return Float64Array.from(places, (place) =>
    lines.reduce(
      (sum, { position, intensity }) => sum + intensity * bandAt(shape, place - (position * scale + offset), fullWidth),
      0,
    ),
  );
}
