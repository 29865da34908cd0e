/** Values on a grid of pH, as they are stored: pairs in any order. */
export type ByPH<Value> = readonly (readonly [pH: number, value: Value])[];

/** The grid points on both sides of a pH, and how far it lies between them (0 to 1); null for an empty grid. */
function around<Value>(grid: ByPH<Value>, pH: number): { low: Value; high: Value; fraction: number } | null {
  let low: readonly [number, Value] | null = null;
  let high: readonly [number, Value] | null = null;
  for (const point of grid) {
    if (point[0] <= pH && (low === null || point[0] > low[0])) low = point;
    if (point[0] >= pH && (high === null || point[0] < high[0])) high = point;
  }
  const first = low ?? high;
  const last = high ?? low;
  if (!first || !last) return null;
  const span = last[0] - first[0];
  return { low: first[1], high: last[1], fraction: span > 0 ? (pH - first[0]) / span : 0 };
}

/** A value at a pH (logD, log S), linear between the stored points; outside the grid the nearest point's. Null for an empty grid. */
export function valueAtPH(grid: ByPH<number>, pH: number): number | null {
  const found = around(grid, pH);
  return found && found.low + (found.high - found.low) * found.fraction;
}

/** Weights (0 to 1) of the microstates at a pH, linear between the stored points; outside the grid the nearest point's. Empty for an empty grid. */
export function microstateWeightsAt(grid: ByPH<readonly number[]>, pH: number): number[] {
  const found = around(grid, pH);
  if (!found) return [];
  return found.low.map((weight, index) => weight + ((found.high[index] ?? 0) - weight) * found.fraction);
}

/** Index of the microstate with the greatest weight, the first of equals; null where no weight is above zero. */
export function dominantMicrostate(weights: readonly number[]): number | null {
  let best: number | null = null;
  weights.forEach((weight, index) => {
    if (weight > (best === null ? 0 : (weights[best] ?? 0))) best = index;
  });
  return best;
}

/** A stretch of pH over which one microstate has the greatest weight. */
export interface DominantRange {
  microstate: number;
  /** First and last stored pH of the stretch. */
  from: number;
  to: number;
}

/** Which microstate dominates where, in rising pH, at the stored points; points without any population end a stretch. */
export function dominantRanges(grid: ByPH<readonly number[]>): DominantRange[] {
  const ranges: DominantRange[] = [];
  let before: number | null = null;
  for (const [pH, weights] of [...grid].sort(([one], [other]) => one - other)) {
    const microstate = dominantMicrostate(weights);
    const last = ranges.at(-1);
    if (last && microstate !== null && microstate === before) last.to = pH;
    else if (microstate !== null) ranges.push({ microstate, from: pH, to: pH });
    before = microstate;
  }
  return ranges;
}
