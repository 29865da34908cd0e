/** A value of a check set: its name, its class, what was computed and what was measured, in the unit of the set. */
export interface Point {
  name: string;
  group: string;
  computed: number;
  measured: number;
}

/** How far computed values are from measured ones. */
export interface Deviation {
  size: number;
  mae: number;
  rmse: number;
  /** Mean of computed minus measured. */
  bias: number;
  /** The three farthest, farthest first. */
  largest: readonly Point[];
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The deviations of a set; throws for an empty one. */
export function deviation(points: readonly Point[]): Deviation {
  if (points.length === 0) throw new RangeError('A set without values has no deviation.');
  const errors = points.map(({ computed, measured }) => computed - measured);
  return {
    size: points.length,
    mae: mean(errors.map(Math.abs)),
    rmse: Math.sqrt(mean(errors.map((error) => error ** 2))),
    bias: mean(errors),
    largest: [...points]
      .sort((a, b) => Math.abs(b.computed - b.measured) - Math.abs(a.computed - a.measured))
      .slice(0, 3),
  };
}

/** A value from which a line predicts another: `x` computed, `y` measured; the line's intercept is that of `offset`. */
export interface Sample {
  name: string;
  group: string;
  /** Samples of one unit (a molecule) are left out together. */
  unit: string;
  offset: string;
  x: number;
  y: number;
}

/** One slope and, for each offset, an intercept by least squares. */
export function fit(samples: readonly Sample[]): { slope: number; intercepts: ReadonlyMap<string, number> } {
  const groups = Map.groupBy(samples, ({ offset }) => offset);
  let above = 0;
  let below = 0;
  const centres = new Map<string, { x: number; y: number }>();
  for (const [offset, own] of groups) {
    const centre = { x: mean(own.map(({ x }) => x)), y: mean(own.map(({ y }) => y)) };
    centres.set(offset, centre);
    for (const { x, y } of own) {
      above += (x - centre.x) * (y - centre.y);
      below += (x - centre.x) ** 2;
    }
  }
  const slope = above / below;
  return { slope, intercepts: new Map([...centres].map(([offset, { x, y }]) => [offset, y - slope * x])) };
}

/** Each sample as the line predicts it that is fitted on the other units. */
export function leftOut(samples: readonly Sample[]): Point[] {
  return samples.map(({ name, group, unit, offset, x, y }) => {
    const { slope, intercepts } = fit(samples.filter((each) => each.unit !== unit));
    return { name, group, computed: slope * x + (intercepts.get(offset) ?? Number.NaN), measured: y };
  });
}
