import { expect, test } from 'vitest';
import { tableOf } from './build-table.ts';
import { energyUnitOf, inEnergyUnit } from './energy-columns.ts';
import { rate } from './ratings.ts';
import { columnHeading } from './table.ts';

const table = tableOf({
  id: 'strain',
  title: 'Strain',
  rows: [3, 9, null],
  columns: [
    {
      id: 'strain',
      title: 'Strain',
      unit: 'kcal/mol',
      precision: 2,
      rating: { kind: 'below', good: 4, okay: 8 },
      value: (value) => value,
    },
    { id: 'score', title: 'Score', unit: 'kcal/mol', precision: 2, value: (value) => value },
    { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: (value) => value },
  ],
  empty: '',
});

test('energy differences change their unit with their ratings, scores and absolute energies do not', () => {
  const [strain, score, energy] = inEnergyUnit(table, 'kJ/mol').columns;
  if (strain?.kind !== 'number') throw new Error('no numbers');
  expect(columnHeading(strain)).toBe('Strain (kJ/mol)');
  expect(strain.values[0]).toBeCloseTo(3 * 4.184, 9);
  expect(strain.values[2]).toBeNaN();
  expect([0, 1].map((row) => rate(strain.rating, strain.values[row])?.bucket)).toEqual(['good', 'bad']);
  expect([score, energy]).toEqual(table.columns.slice(1));
});

test('units that need more decimals have them, and no unit is kcal/mol', () => {
  const [strain] = inEnergyUnit(table, 'eV').columns;
  expect(strain).toMatchObject({ unit: 'eV', precision: 4 });
  // CODATA 2018: 1 eV is 23.0605 kcal/mol.
  expect(strain?.kind === 'number' && strain.values[0]).toBeCloseTo(3 / 23.0605, 5);
  expect(inEnergyUnit(table, energyUnitOf('stone'))).toBe(table);
});
