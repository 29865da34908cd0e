import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accuracy } from '../../packages/core/src/methods/accuracy.ts';
import { accuracyFiles } from '../bench/accuracy/files.ts';
import { accuracy as checkSets } from '../bench/accuracy/sets.ts';
import { deviation } from '../bench/accuracy/statistics.ts';

const root = join(import.meta.dirname, '../..');

test('the errors that the product prints and the page of them are those of the check sets', () => {
  const files = accuracyFiles();
  expect([...files.keys()]).toContain('packages/core/src/methods/accuracy.ts');
  for (const [path, text] of files) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
});

/** Computed and measured values of a check set, by name. */
function points(set: string): Map<string, [computed: number, measured: number]> {
  const { points: rows } = JSON.parse(
    readFileSync(join(root, 'packages/compute/bench/points', `${set}.json`), 'utf8'),
  ) as { points: [name: string, group: string, computed: number, measured: number][] };
  return new Map(rows.map(([name, , computed, measured]) => [name, [computed, measured]]));
}

function meanError(set: string): number {
  const errors = [...points(set).values()].map(([computed, measured]) => Math.abs(computed - measured));
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

test.each([
  ['pka', 10, 0.8],
  ['hydrogen_bond_basicity', 20, 0.35],
])('%s: the mean error of the %i molecules that the fit has not seen is wanted below %f', (set, size, most) => {
  expect(points(set).size).toBe(size);
  expect(meanError(set)).toBeLessThanOrEqual(most);
});

test('hydrogen-bond basicity: molecules that neither fit has seen come out closer by the lines of now than by those before', () => {
  const { first, now } = checkSets().basicity;
  expect(now.map(({ name }) => name)).toEqual(first.points.map(({ name }) => name));
  expect(now.length).toBeGreaterThanOrEqual(80);
  expect(deviation(now).rmse).toBeLessThanOrEqual(0.25);
  expect(deviation(now).rmse).toBeLessThanOrEqual(0.6 * deviation(first.points).rmse);
});

/** RMSE of the classes of the published set as the recipe book has them; each may be 0.1 more. */
const pkaClasses = { COOH: 0.47, phenol: 0.47, alcohol: 0.67, SH: 1.01, CH: 0.84, arN: 0.5, aniline: 0.52 };

test('each class of the pKa calibration is reproduced within its error and a tenth', () => {
  const { classes } = accuracy['pka/gfn2_alpb_linear'];
  for (const [name, rmse] of Object.entries(pkaClasses)) {
    expect(classes[name]?.rmse, name).toBeLessThanOrEqual(rmse + 0.1);
  }
  for (const amine of ['primary amine', 'secondary amine', 'tertiary amine']) {
    expect(classes[amine]?.rmse, amine).toBeLessThanOrEqual(0.76 + 0.1);
  }
});

test('NMR: at least fifteen molecules, carbon within 4 ppm and hydrogen on it within 0.35 on average', () => {
  const { classes } = accuracy['nmr/giao_b3lyp_631gd'];
  const molecules: object = JSON.parse(readFileSync(join(root, 'packages/compute/bench/points/nmr.json'), 'utf8'));
  expect(Object.keys(molecules).length).toBeGreaterThanOrEqual(15);
  // A mean error is never above the root of the mean square.
  expect(classes['C']?.rmse).toBeLessThanOrEqual(4);
  expect(classes['H on C']?.rmse).toBeLessThanOrEqual(0.35);
});

test.each(['citric acid', 'histidine'])('macroscopic pKa: %s loses three protons in order', (name) => {
  const found = points('macropka');
  const steps = [1, 2, 3].map((step) => found.get(`${name}, pKa ${step}`)?.[0] ?? Number.NaN);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.some(Number.isNaN)).toBe(false);
});

test('solubility of Delaney’s compounds by his equation with our logP is within 1.0', () => {
  const squares = [...points('solubility_environments').values()].map(
    ([computed, measured]) => (computed - measured) ** 2,
  );
  expect(squares).toHaveLength(1128);
  expect(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)).toBeLessThanOrEqual(1);
});

test('tetraalkylammonium ions: 2 to 7 are within 4 % of their drift-tube values where collisions are inelastic', () => {
  const found = points('ion_mobility_inelastic');
  for (const chain of [2, 3, 4, 5, 6, 7]) {
    const [computed, measured] = found.get(`tetraalkylammonium, chains of ${chain}`) ?? [0, 1];
    expect(Math.abs(computed / measured - 1), `chains of ${chain}`).toBeLessThanOrEqual(0.04);
  }
});
