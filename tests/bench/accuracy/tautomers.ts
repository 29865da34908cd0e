import type { CheckSet, PrintedError } from './sets.ts';
import { deviation, mean, type Point } from './statistics.ts';

/** Equilibria in water: log K of the change from the first tautomer to the second, and how many hydroxyl groups more the second has. */
export interface TautomerSet {
  source: string;
  equilibria: [
    name: string,
    group: string,
    first: string,
    second: string,
    logK: number,
    hydroxyls: number,
    reference: string,
  ][];
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** One number for each hydroxyl group on carbon by least squares; the points are each equilibrium by the number that the others give. */
function hydroxylCorrection(
  { equilibria }: Pick<TautomerSet, 'equilibria'>,
  points: readonly Point[],
): { points: Point[]; printed: PrintedError } {
  const countOf = new Map(equilibria.map(([name, , , , , hydroxyls]) => [name, hydroxyls]));
  const all = points.map((point) => ({ ...point, count: countOf.get(point.name) ?? Number.NaN }));
  const numberFrom = (own: typeof all) => {
    const counted = own.filter(({ count }) => count !== 0);
    return mean(counted.map(({ count, computed, measured }) => (measured - computed) / count));
  };
  const intercept = rounded(numberFrom(all), 2);
  const corrected = (each: (typeof all)[number], number: number): Point => ({
    name: each.name,
    group: each.group,
    computed: each.computed + each.count * number,
    measured: each.measured,
  });
  const others = all.map((each) => corrected(each, numberFrom(all.filter(({ name }) => name !== each.name))));
  const { size, mae, rmse } = deviation(others);
  const line = {
    size: all.filter(({ count }) => count !== 0).length,
    rmse: rounded(deviation(all.map((each) => corrected(each, intercept))).rmse, 2),
    leaveOneOut: rounded(rmse, 2),
    slope: 1,
    intercept,
  };
  return {
    points: others,
    printed: { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes: { 'hydroxyl group': line } },
  };
}

/** The check set of the corrected method, made of what the recipe computed without the correction. */
export function correctedTautomers(set: TautomerSet, plain: CheckSet): { set: CheckSet; printed: PrintedError } {
  const { points, printed } = hydroxylCorrection(set, plain.points);
  return {
    set: {
      ...plain,
      id: 'tautomers/gfn2_alpb_hydroxyl',
      title: 'Tautomers in water, hydroxyl groups corrected',
      method: `GFN2-xTB/ALPB(water) and ${printed.classes['hydroxyl group']?.intercept} kcal/mol for each hydroxyl group on carbon; each equilibrium by the number that the others give`,
      points,
    },
    printed,
  };
}
