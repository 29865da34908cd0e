import type { ItemGraph } from '@cuvette/core/entities';
import { expect, test } from 'vitest';
import { layOut } from './layout.ts';

const graphOf = (names: string, links: readonly string[], gone = ''): ItemGraph => ({
  items: [...names].map((uuid) => ({ uuid, name: uuid, object_type: 'pka', object_status: 2, smiles: null })),
  gone: [...gone].map((uuid) => ({ uuid, name: uuid })),
  links: links.map(([from = '', to = '']) => ({ from, to, from_name: from, kind: 'after', taken: [] })),
  is_cut: false,
});

test('each item is drawn behind the last of its sources, those of one column in the order of their sources', () => {
  const { places, columns, rows } = layOut(graphOf('abcde', ['ab', 'ac', 'bd', 'cd', 'ae', 'de']));
  expect([columns, rows]).toEqual([4, 2]);
  const columnOf = Object.fromEntries(places.map(({ uuid, column }) => [uuid, column]));
  expect(columnOf).toEqual({ a: 0, b: 1, c: 1, d: 2, e: 3 });
  expect(new Set(places.map(({ column, row }) => `${column} ${row}`)).size).toBe(5);
});

test('a source that is gone has a place, and a circle comes to an end', () => {
  expect(layOut(graphOf('b', ['ab'], 'a')).places).toEqual([
    { uuid: 'a', column: 0, row: 0 },
    { uuid: 'b', column: 1, row: 0 },
  ]);
  expect(layOut(graphOf('ab', ['ab', 'ba'])).places).toHaveLength(2);
});
