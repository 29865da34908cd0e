import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrangedColumns,
  chosenColumns,
  chosenWidth,
  columnWidths,
  defaultLayout,
  numberColumn,
  readLayout,
  visibleColumns,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from './index.ts';

const columnsOf = (ids: readonly string[]) => ids.map((id) => numberColumn({ id, title: id, precision: 0 }, []));
const shownIds = (ids: readonly string[], layout = defaultLayout) =>
  visibleColumns(columnsOf(ids), layout).map((place) => ids[place]);

test('a table that nobody arranged shows its first 100 columns in its own order', () => {
  const ids = Array.from({ length: 130 }, (_, index) => `c${index}`);
  expect(shownIds(ids)).toEqual(ids.slice(0, 100));
  expect(shownIds(ids, { ...defaultLayout, maximum: 130 })).toEqual(ids);
  expect(shownIds(ids, withShown(defaultLayout, ids.slice(0, 50), false))).toEqual(ids.slice(50));
  expect(chosenColumns(columnsOf(ids), defaultLayout)).toHaveLength(130);
});

test('columns move, are pinned to the start, hidden and shown again; one always stays', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const moved = withMoved(defaultLayout, columnsOf(ids), 'd', -2);
  expect(shownIds(ids, moved)).toEqual(['a', 'd', 'b', 'c']);
  expect(shownIds(ids, withMoved(moved, columnsOf(ids), 'a', 99))).toEqual(['d', 'b', 'c', 'a']);
  expect(shownIds(ids, withPinned(moved, 'c', true))).toEqual(['c', 'a', 'd', 'b']);
  expect(shownIds(ids, withPinned(withPinned(moved, 'c', true), 'c', false))).toEqual(['a', 'd', 'b', 'c']);
  expect(shownIds(ids, withShown(moved, ['a', 'b'], false))).toEqual(['d', 'c']);
  expect(shownIds(ids, withShown(withShown(moved, ['a', 'b'], false), ['b'], true))).toEqual(['d', 'b', 'c']);
  expect(shownIds(ids, withShown(defaultLayout, ids, false))).toEqual(['a']);
});

test('a column that a remembered order does not know is after its neighbour; what is gone is passed over', () => {
  const layout = { ...defaultLayout, order: ['c', 'gone', 'a'] };
  expect(shownIds(['a', 'new', 'c'], layout)).toEqual(['c', 'a', 'new']);
});

test('widths stay within what can be drawn', () => {
  expect(withWidth(defaultLayout, 'a', 1).widths).toEqual({ a: columnWidths.narrowest });
  expect(withWidth(defaultLayout, 'a', 1e9).widths).toEqual({ a: columnWidths.widest });
  expect(withWidth(withWidth(defaultLayout, 'a', 80.4), 'a', null).widths).toEqual({});
  expect(withWidth(defaultLayout, 'a', Number.NaN).widths).toEqual({});
  for (const id of ['constructor', 'toString', '__proto__']) {
    expect(chosenWidth(defaultLayout, id)).toBe(undefined);
    const wider = withWidth(defaultLayout, id, 120);
    expect(chosenWidth(wider, id)).toBe(120);
    expect(chosenWidth(readLayout(JSON.stringify(wider)), id)).toBe(120);
    expect(chosenWidth(withWidth(wider, id, null), id)).toBe(undefined);
  }
});

test('a remembered layout is read; one that is broken gives the default, part by part', () => {
  const layout = withWidth(withPinned(withShown(defaultLayout, ['a'], false), 'b', true), 'c', 120);
  expect(readLayout(JSON.stringify(layout))).toEqual(layout);
  expect(readLayout(null)).toEqual(defaultLayout);
  expect(readLayout('{"hidden"')).toEqual(defaultLayout);
  expect(readLayout('7')).toEqual(defaultLayout);
  expect(readLayout(JSON.stringify({ hidden: ['a'], widths: { b: -4 }, maximum: 0 }))).toEqual({
    ...defaultLayout,
    hidden: ['a'],
  });
});

test('no layout loses or doubles a column', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const ids = fc.uniqueArray(id);
  fc.assert(
    fc.property(ids, ids, ids, (table, order, pinned) => {
      const places = arrangedColumns(columnsOf(table), { ...defaultLayout, order, pinned });
      expect([...places].sort((a, b) => a - b)).toEqual([...table.keys()]);
    }),
  );
});
