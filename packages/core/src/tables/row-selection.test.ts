import { expect, test } from 'vitest';
import {
  carrySelection,
  keepShown,
  makeTable,
  noSelection,
  numberColumn,
  type RowSelection,
  selectAll,
  selectRow,
} from './index.ts';

/** Rows as a sort and a filter show them: 1 is filtered out. */
const order = Uint32Array.of(4, 2, 0, 3);
const plain = { toggle: false, range: false };
const ctrl = { toggle: true, range: false };
const shift = { toggle: false, range: true };
const rowsOf = ({ rows }: RowSelection) => [...rows].sort();

test('a click selects alone, Ctrl adds and takes away, Shift takes what is shown between', () => {
  const one = selectRow(noSelection, 2, order, plain);
  expect(rowsOf(one)).toEqual([2]);
  expect(rowsOf(selectRow(one, 3, order, ctrl))).toEqual([2, 3]);
  expect(rowsOf(selectRow(one, 2, order, ctrl))).toEqual([]);
  const range = selectRow(one, 3, order, shift);
  expect(rowsOf(range)).toEqual([0, 2, 3]);
  // The range turns about where it began.
  expect(rowsOf(selectRow(range, 4, order, shift))).toEqual([2, 4]);
  const apart = selectRow(selectRow(one, 3, order, ctrl), 0, order, { toggle: true, range: true });
  expect(rowsOf(apart)).toEqual([0, 2, 3]);
});

test('a range without a beginning in sight is the row alone', () => {
  expect(rowsOf(selectRow(noSelection, 0, order, shift))).toEqual([0]);
  expect(rowsOf(selectRow({ rows: new Set([1]), anchor: 1 }, 0, order, shift))).toEqual([0]);
});

test('all means all that are shown, and a filter takes what it hides out of the selection', () => {
  expect(rowsOf(selectAll(noSelection, order))).toEqual([0, 2, 3, 4]);
  const selection = { rows: new Set([0, 1]), anchor: 1 };
  expect(keepShown(selection, order)).toEqual({ rows: new Set([0]), anchor: null });
  const shown = { rows: new Set([0]), anchor: 0 };
  expect(keepShown(shown, order)).toBe(shown);
});

test('new data keep the selection by structure; rows without one by place while the table is as long', () => {
  const table = (structures: (string | null)[]) =>
    makeTable({
      id: 't',
      title: 'T',
      length: structures.length,
      columns: [
        numberColumn(
          { id: 'n', title: 'N', precision: 0 },
          structures.map(() => 1),
        ),
      ],
      structures,
      empty: '',
    });
  const before = table(['a', 'b', null]);
  const selection = { rows: new Set([1, 2]), anchor: 1 };
  expect(carrySelection(selection, before, table(['b', 'a', null]))).toEqual({ rows: new Set([0, 2]), anchor: 0 });
  expect(carrySelection(selection, before, table(['z', 'a', null, 'b']))).toEqual({ rows: new Set([3]), anchor: 3 });
  expect(carrySelection(selection, before, table(['z']))).toEqual({ rows: new Set(), anchor: null });
});
