/**
 * `npm run bench:calibration`: what a calibration on a laboratory's own values gains, on three public series that no fit of ours has seen. Of each series
 * values are drawn for the fit, the others are predicted, and this is repeated with other draws. Prints a table for docs/calibration.md: the errors before and
 * after, and the share of predicted values in their 90 % intervals. `packages/compute/bench/calibration_series.py` computes the points.
 */
import { readFileSync } from 'node:fs';
import type { MeasuredQuantity } from '@cuvette/core/entities';
import { calibratedValue } from '@cuvette/core/methods';
import { fitSet, type SetRow } from '@cuvette/core/workflows/measured/fit-set';
import { root } from '../e2e/support/product.ts';

interface Series {
  title: string;
  quantity: MeasuredQuantity;
  values: [smiles: string, measured: number][];
}
type Point = [smiles: string, siteClass: string | null, computed: number, measured: number];

const folder = `${root}/packages/compute/bench`;
const read = <T>(name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as T;
const repeats = 200;

/** Numbers between 0 and 1 that are the same each time (Park and Miller). */
function series(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const rowOf = ([, siteClass, computed, measured]: Point, line: number, hasClass: boolean): SetRow => ({
  line,
  measured,
  leftOut: null,
  found: { computed, method: 'bench', subject: hasClass ? { class: siteClass } : {} },
});

const rootMeanSquare = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
const meanSize = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;

console.log(
  '| series | in the fit | predicted each time | RMSE before | RMSE after | | MAE before | MAE after | | in the 90 % interval |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
const given = read<Record<string, Series>>('sets/calibration-series');
for (const [name, { title, quantity }] of Object.entries(given)) {
  const all = read<Point[]>(`points/calibration_${name}`);
  const points = name === 'pka_base' ? all.filter(([, siteClass]) => siteClass?.endsWith('amine')) : all;
  for (const size of name === 'pka_base' ? [30, 36] : [40, 100]) {
    const [before, after, inside, counts]: [number[], number[], boolean[], number[]] = [[], [], [], []];
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const next = series(repeat * 7919);
      const order = points.map((point) => ({ point, key: next() })).sort((a, b) => a.key - b.key);
      const rows = order.map(({ point }, place) => rowOf(point, place, name === 'pka_base'));
      const { fit, limits } = fitSet(quantity, rows.slice(0, size), 'least_squares', 0);
      if (!fit || !limits) throw new Error(`${title}: no line`);
      let count = 0;
      for (const { found, measured } of rows.slice(size)) {
        // As the product: nothing is predicted outside the range of the set.
        if (!found || found.computed < limits.computed[0] || found.computed > limits.computed[1]) continue;
        const { value, halfWidth } = calibratedValue(fit.line, found.computed);
        before.push(measured - found.computed);
        after.push(measured - value);
        inside.push(Math.abs(measured - value) <= halfWidth);
        count += 1;
      }
      counts.push(count);
    }
    const less = (old: number, now: number) => `−${Math.round(100 * (1 - now / old))} %`;
    const [rmse, mae] = [
      [rootMeanSquare(before), rootMeanSquare(after)],
      [meanSize(before), meanSize(after)],
    ] as [[number, number], [number, number]];
    const held = (100 * inside.filter(Boolean).length) / inside.length;
    const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    console.log(
      `| ${title} | ${size} of ${points.length} | ${average.toFixed(0)} | ${rmse[0].toFixed(2)} | ${rmse[1].toFixed(2)} | ${less(...rmse)} | ${mae[0].toFixed(2)} | ${mae[1].toFixed(2)} | ${less(...mae)} | ${held.toFixed(0)} % |`,
    );
  }
}
