/** A plot of curves that no table holds, ready to be drawn: spectra, and quantities by pH. */
export interface CurvePlot {
  /** `from` is at the left end of the axis: above `to` where values fall from left to right, as in a measured spectrum. */
  x: { title: string; from: number; to: number };
  /** `range` where the axis has fixed ends; else it is that of the values. */
  y: { title: string; range: readonly [low: number, high: number] | null };
  curves: readonly { name: string | null; points: readonly (readonly [x: number, y: number])[] }[];
  /** Computed lines below the curve: position and height. */
  sticks: readonly (readonly [x: number, height: number])[];
}
