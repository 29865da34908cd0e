import { expect, test } from 'vitest';
import { choose, chooseAll, type ListSelection, nothingSelected, refreshed, without } from './selection.ts';

const entry = (uuid: string, name = uuid) => ({ data: { uuid, name } });
type Entry = ReturnType<typeof entry>;
const page = ['a', 'b', 'c', 'd', 'e'].map((uuid) => entry(uuid));
const plain = { toggle: false, range: false };
const ctrl = { toggle: true, range: false };
const shift = { toggle: false, range: true };
const names = (selection: ListSelection<Entry>) => [...selection.entries.keys()].sort().join('');
const after = (...steps: [string, typeof plain][]) =>
  steps.reduce<ListSelection<Entry>>((selection, [uuid, keys]) => choose(selection, page, uuid, keys), nothingSelected);

test.each([
  ['a click selects one alone', after(['a', plain], ['c', plain]), 'c'],
  ['ctrl adds', after(['a', plain], ['c', ctrl]), 'ac'],
  ['ctrl takes away', after(['a', plain], ['c', ctrl], ['a', ctrl]), 'c'],
  ['shift takes everything from the anchor', after(['b', plain], ['d', shift]), 'bcd'],
  ['shift again goes from the same anchor, the other way too', after(['b', plain], ['d', shift], ['a', shift]), 'ab'],
  ['shift and ctrl add a range', after(['a', plain], ['c', ctrl], ['e', { toggle: true, range: true }]), 'acde'],
  ['shift without an anchor takes the row', after(['d', shift]), 'd'],
  ['a row that is not shown changes nothing', after(['a', plain], ['z', plain]), 'a'],
])('%s', (_title, selection, expected) => expect(names(selection)).toBe(expected));

test('what is selected on another page stays while entries are added, and goes with a plain click', () => {
  const first = after(['a', plain], ['b', ctrl]);
  const second = [entry('x'), entry('y')];
  expect(names(choose(first, second, 'x', ctrl))).toBe('abx');
  expect(names(choose(first, second, 'x', plain))).toBe('x');
  expect(names(chooseAll(first, second))).toBe('abxy');
});

test('a poll brings new data of what is selected and takes nothing away; a deletion takes away', () => {
  const selection = after(['a', plain], ['b', ctrl]);
  expect(refreshed(selection, page)).toBe(selection);
  const renamed = refreshed(selection, [entry('b', 'renamed')]);
  expect([...renamed.entries.values()].map(({ data }) => data.name)).toEqual(['a', 'renamed']);
  const left = without(renamed, ['b']);
  expect(names(left)).toBe('a');
  expect(left.anchor).toBeNull();
  expect(without(left, ['b'])).toBe(left);
});
