import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type Filter, filterRows, makeTable, numberColumn, type Sort, sortOrder, textColumn, toCsv } from './index.ts';

const cell = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=1+1', '-x', '@a', 'a,"b"\r\nc', ' 5 '),
);
const value = fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());

const anyTable = fc.array(fc.record({ text: cell, number: value }), { maxLength: 30 }).map((rows) =>
  makeTable({
    id: 't',
    title: 'T',
    length: rows.length,
    columns: [
      textColumn(
        { id: 'text', title: 'Text, "quoted"' },
        rows.map(({ text }) => text),
      ),
      numberColumn(
        { id: 'number', title: 'Energy', unit: 'kcal/mol', precision: 2 },
        rows.map(({ number }) => number),
      ),
    ],
    empty: '',
  }),
);

const bound = fc.oneof(fc.constantFrom('', '  ', 'low', '1e', '-'), fc.double({ noNaN: true }).map(String));
const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    column: fc.constantFrom('number', 'text', 'absent'),
    kind: fc.constant('range' as const),
    minimum: bound,
    maximum: bound,
  }),
  fc.record({
    column: fc.constantFrom('number', 'text', 'absent'),
    kind: fc.constant('text' as const),
    contains: fc.string({ maxLength: 3 }),
  }),
);
const anySort: fc.Arbitrary<Sort> = fc.record({
  column: fc.constantFrom('number', 'text', 'absent'),
  descending: fc.boolean(),
});

test('what a spreadsheet reads from the CSV is the table: every row, full precision, texts whole', () => {
  fc.assert(
    fc.property(anyTable, (table) => {
      const text = toCsv(table);
      expect(text.startsWith('\uFEFF')).toBe(true);
      const { data, errors } = Papa.parse<string[]>(text.slice(1), { newline: '\r\n', skipEmptyLines: false });
      expect(errors.filter(({ code }) => code !== 'UndetectableDelimiter')).toEqual([]);
      const [head, ...rows] = data;
      expect(head).toEqual(['Text, "quoted"', 'Energy (kcal/mol)']);
      expect(rows.slice(0, -1)).toHaveLength(table.length);
      rows.slice(0, table.length).forEach(([written = '', number = ''], row) => {
        const original = String(table.columns[0]?.values[row] ?? '');
        expect([original, `'${original}`]).toContain(written);
        // No cell may be a formula: a text that looks like one carries a quote.
        expect(written).not.toMatch(/^[=+\-@]/);
        const stored = Number(table.columns[1]?.values[row]);
        if (Number.isNaN(stored)) expect(number).toBe('');
        else expect(Object.is(Number(number), stored) || Number(number) === stored).toBe(true);
      });
    }),
  );
});

test('filters keep a row or have a reason: every row that is gone fails a filter by itself, and unusable bounds lose nothing', () => {
  fc.assert(
    fc.property(anyTable, fc.array(anyFilter, { maxLength: 3 }), (table, filters) => {
      const kept = new Set(filterRows(table, filters));
      for (let row = 0; row < table.length; row++) {
        const passes = filters.every((filter) => filterRows(table, [filter]).includes(row));
        expect(kept.has(row)).toBe(passes);
      }
      const harmless = filters.filter(
        (filter) =>
          filter.column === 'absent' ||
          (filter.kind === 'range' &&
            [filter.minimum, filter.maximum].every((text) => text.trim() === '' || Number.isNaN(Number(text)))),
      );
      expect(filterRows(table, harmless)).toHaveLength(table.length);
    }),
  );
});

test('sorting moves rows and loses none; sorting again changes nothing', () => {
  fc.assert(
    fc.property(anyTable, fc.array(anySort, { maxLength: 2 }), (table, sorts) => {
      const order = sortOrder(table, sorts);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: table.length }, (_, row) => row));
      expect(sortOrder(table, sorts, order)).toEqual(order);
    }),
  );
});
