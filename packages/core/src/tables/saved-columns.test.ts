import { expect, test } from 'vitest';
import { savedColumnTable, toCsv } from './index.ts';

test('a list of items shows the saved columns in their order, blank where an item lacks them', () => {
  const row = (name: string, data: object, molecule: object | null = null) => ({
    name,
    uuid: name,
    data: data as Record<string, unknown>,
    molecule: molecule as Record<string, unknown> | null,
  });
  const table = savedColumnTable(
    [
      row('a', { strain: 3.5, posebusters_valid: false }),
      row('=b', { affinity_score: { pred_value: 0 } }, { energy: -1, thermal_free_energy_corr: 0.25 }),
    ],
    ['strain', 'gibbs_free_energy', 'forgotten', 'posebusters_valid', 'pic50'],
  );
  expect(table.columns.map(({ id }) => id)).toEqual([
    'item',
    'strain',
    'gibbs_free_energy',
    'posebusters_valid',
    'pic50',
  ]);
  expect(table.columns.slice(1).map(({ values }) => [...values])).toEqual([
    [3.5, Number.NaN],
    [Number.NaN, -0.75],
    ['no', null],
    [Number.NaN, 6],
  ]);
  expect(table.columns[1]).toMatchObject({ rating: { kind: 'below', good: 4, okay: 8 } });
  expect(toCsv(table).split('\r\n')[2]).toBe("'=b,,-0.75,,6");
});
