import { expect, test } from 'vitest';
import { columnStatistics, readA3m } from './alignment-rows.ts';

test('insertions are in no column, comments and lines of one sequence are joined', () => {
  const rows = readA3m('#3\t1\n>query\nMK\nV\n>near relative\nMkkKV\n>far\n-.K-\n');
  expect(rows).toEqual([
    { name: 'query', letters: 'MKV' },
    { name: 'near relative', letters: 'MKV' },
    { name: 'far', letters: '-K-' },
  ]);
  expect(readA3m('')).toEqual([]);
});

test('coverage counts letters, conservation is one where all are alike and falls with the entropy', () => {
  const { coverage, conservation } = columnStatistics(readA3m('>a\nMKV\n>b\nMRV\n>c\nM--\n>d\nM--\n'));
  expect([...coverage]).toEqual([1, 0.5, 0.5]);
  // Two letters of equal frequency: H = log 2.
  expect(conservation[1]).toBeCloseTo(1 - Math.log(2) / Math.log(20), 12);
  expect([conservation[0], conservation[2]]).toEqual([1, 1]);
});
