import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Column,
  filterRows,
  makeTable,
  numberColumn,
  type Sort,
  sortOrder,
  type TableData,
  textColumn,
  toggleSort,
} from './index.ts';
import { textCollator, textRanks } from './text-order.ts';

const tableWith = (columns: Column[]): TableData =>
  makeTable({ id: 't', title: 'T', length: columns[0]?.values.length ?? 0, columns, empty: '' });

/** The order by comparing values one by one: what the keys must agree with. */
function naiveOrder(table: TableData, sorts: readonly Sort[]): number[] {
  const isMissing = (value: unknown) => value === null || Number.isNaN(value);
  return Array.from({ length: table.length }, (_, row) => row).sort((a, b) => {
    for (const { column: id, descending } of sorts) {
      const column = table.columns.find((one) => one.id === id);
      if (!column) continue;
      const x = column.values[a] ?? null;
      const y = column.values[b] ?? null;
      if (isMissing(x) || isMissing(y)) {
        if (isMissing(x) !== isMissing(y)) return isMissing(x) ? 1 : -1;
        continue;
      }
      const order =
        typeof x === 'number' && typeof y === 'number'
          ? Number(x > y) - Number(x < y)
          : textCollator.compare(String(x), String(y));
      if (order !== 0) return descending ? -order : order;
    }
    return a - b;
  });
}

const number = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE),
);
const text = fc.oneof(
  fc.stringMatching(/^[a-cA-C 0-9._-]{0,14}$/),
  fc.stringMatching(/^compound[ -][0-9]{1,4}[a-b]?$/),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

describe('sorting by keys', () => {
  test('agrees with comparing, for any numbers and texts, several columns and either direction', () => {
    const row = fc.tuple(number, fc.option(text), fc.integer({ min: 0, max: 2 }));
    const sort = fc.record({ column: fc.constantFrom('a', 'b', 'c', 'gone'), descending: fc.boolean() });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 120 }), fc.array(sort, { maxLength: 3 }), (rows, sorts) => {
        const table = tableWith([
          numberColumn(
            { id: 'a', title: 'a', precision: 1 },
            rows.map(([value]) => value),
          ),
          textColumn(
            { id: 'b', title: 'b' },
            rows.map(([, value]) => value),
          ),
          numberColumn(
            { id: 'c', title: 'c', precision: 0 },
            rows.map(([, , value]) => value),
          ),
        ]);
        expect([...sortOrder(table, sorts)]).toEqual(naiveOrder(table, sorts));
      }),
      { numRuns: 400 },
    );
  });

  test('ranks of many texts are the order of the collator, also where long beginnings are the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 60, maxLength: 300 }), fc.boolean(), (texts, prefixed) => {
        const all = prefixed ? texts.map((one) => `the same long beginning ${one}`) : texts;
        const ranks = textRanks(all, 0);
        const sorted = [...all.keys()].sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
        for (let place = 1; place < sorted.length; place++) {
          const [before, after] = [sorted[place - 1] as number, sorted[place] as number];
          const order = textCollator.compare(all[before] as string, all[after] as string);
          expect(order, `${all[before]} | ${all[after]}`).toBe(ranks[before] === ranks[after] ? 0 : -1);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a part of the rows is sorted in place of all, equal ones in the order that was given', () => {
    const table = tableWith([numberColumn({ id: 'a', title: 'a', precision: 0 }, [2, 1, 2, 1])]);
    expect([...sortOrder(table, [{ column: 'a', descending: false }], Uint32Array.of(2, 3, 0))]).toEqual([3, 2, 0]);
  });

  test('a press on a heading goes through ascending, descending, none; Shift keeps the other columns', () => {
    const one = toggleSort([], 'a', false);
    expect(one).toEqual([{ column: 'a', descending: false }]);
    const two = toggleSort(one, 'b', true);
    expect(two.map(({ column }) => column)).toEqual(['a', 'b']);
    const reversed = toggleSort(two, 'a', true);
    expect(reversed).toEqual([
      { column: 'a', descending: true },
      { column: 'b', descending: false },
    ]);
    expect(toggleSort(reversed, 'a', true).map(({ column }) => column)).toEqual(['b']);
    expect(toggleSort(reversed, 'b', false)).toEqual([{ column: 'b', descending: true }]);
    expect(toggleSort(toggleSort(one, 'a', false), 'a', false)).toEqual([]);
  });
});

describe('filters on columns', () => {
  test('agree with asking every row, several at once', () => {
    const bound = fc.oneof(fc.integer({ min: -3, max: 3 }).map(String), fc.constantFrom('', ' ', 'x', '1e400'));
    const rows = fc.array(fc.tuple(number, fc.option(text)), { maxLength: 80 });
    fc.assert(
      fc.property(rows, bound, bound, fc.string({ maxLength: 2 }), (values, minimum, maximum, contains) => {
        const table = tableWith([
          numberColumn(
            { id: 'a', title: 'a', precision: 1 },
            values.map(([value]) => value),
          ),
          textColumn(
            { id: 'b', title: 'b' },
            values.map(([, value]) => value),
          ),
        ]);
        const usable = (one: string) => one.trim() !== '' && !Number.isNaN(Number(one));
        const wanted = contains.trim().toLowerCase();
        const naive = values.flatMap(([value, name], row) =>
          (!usable(minimum) || value >= Number(minimum)) &&
          (!usable(maximum) || value <= Number(maximum)) &&
          (wanted === '' || (name ?? '').toLowerCase().includes(wanted))
            ? row
            : [],
        );
        const kept = filterRows(table, [
          { column: 'a', kind: 'range', minimum, maximum },
          { column: 'b', kind: 'text', contains },
          { column: 'gone', kind: 'text', contains: 'x' },
        ]);
        expect([...kept]).toEqual(naive);
      }),
      { numRuns: 400 },
    );
  });

  test('a bound may carry the minus sign that tables show; a range works on numbers in texts', () => {
    const table = tableWith([
      numberColumn({ id: 'a', title: 'a', precision: 0 }, [-2, -1, 0, null]),
      textColumn({ id: 'b', title: 'b' }, ['5', 'five', null, '7']),
    ]);
    expect([...filterRows(table, [{ column: 'a', kind: 'range', minimum: '\u22121', maximum: '' }])]).toEqual([1, 2]);
    expect([...filterRows(table, [{ column: 'b', kind: 'range', minimum: '', maximum: '6' }])]).toEqual([0]);
    expect([...filterRows(table, [{ column: 'a', kind: 'text', contains: 'n' }])]).toEqual([]);
  });
});
