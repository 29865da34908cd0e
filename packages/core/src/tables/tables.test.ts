import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterRows,
  formatFrequency,
  formatNumber,
  formatSigned,
  formatValue,
  makeTable,
  numberColumn,
  plainText,
  sortOrder,
  textColumn,
  toCsv,
} from './index.ts';

const table = makeTable({
  id: 't',
  title: 'T',
  length: 4,
  columns: [
    numberColumn({ id: 'energy', title: 'Energy', unit: 'kcal/mol', precision: 2 }, [2, null, 0.5, 2]),
    textColumn({ id: 'name', title: 'Name' }, ['b10', 'a', null, 'b9']),
  ],
  empty: 'none',
});

describe('sorting', () => {
  test('missing values come last in both directions; equal rows keep their order', () => {
    expect([...sortOrder(table, [{ column: 'energy', descending: false }])]).toEqual([2, 0, 3, 1]);
    expect([...sortOrder(table, [{ column: 'energy', descending: true }])]).toEqual([0, 3, 2, 1]);
  });
  test('a second column decides between equal rows; numbers in texts count as numbers', () => {
    const sorts = [
      { column: 'energy', descending: false },
      { column: 'name', descending: false },
    ];
    expect([...sortOrder(table, sorts)]).toEqual([2, 3, 0, 1]);
  });
});

describe('filters', () => {
  const range = (minimum: string, maximum: string) => [
    ...filterRows(table, [{ column: 'energy', kind: 'range', minimum, maximum }]),
  ];
  test('blank and non-numeric bounds are ignored', () => {
    expect(range('', 'abc')).toEqual([0, 1, 2, 3]);
    expect(range(' 1 ', '')).toEqual([0, 3]);
    expect(range('x', '1')).toEqual([2]);
  });
  test('a text filter looks for a part in any letter case', () => {
    expect([...filterRows(table, [{ column: 'name', kind: 'text', contains: 'B' }])]).toEqual([0, 3]);
  });
  test('no filter loses a row that passes it', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), fc.double({ noNaN: true }), (values, bound) => {
        const data = makeTable({
          id: 'x',
          title: 'x',
          length: values.length,
          columns: [numberColumn({ id: 'v', title: 'v', precision: 1 }, values)],
          empty: '',
        });
        const kept = filterRows(data, [{ column: 'v', kind: 'range', minimum: String(bound), maximum: '' }]);
        expect(kept.length).toBe(values.filter((value) => value >= Number(String(bound))).length);
      }),
    );
  });
});

describe('CSV', () => {
  test('opens rightly: byte order mark, units in headings, full precision, empty for missing', () => {
    expect(toCsv(table)).toBe('\uFEFFEnergy (kcal/mol),Name\r\n2,b10\r\n,a\r\n0.5,\r\n2,b9\r\n');
  });
  test('formulas are neutralised and quotes doubled', () => {
    const hostile = makeTable({
      id: 'h',
      title: 'h',
      length: 4,
      columns: [textColumn({ id: 'n', title: 'N' }, ['=HYPERLINK("x")', 'a,"b"', '\n=1+1', '\r@SUM(1)'])],
      empty: '',
    });
    expect(toCsv(hostile)).toBe('\uFEFFN\r\n"\'=HYPERLINK(""x"")"\r\n"a,""b"""\r\n"\'\n\'=1+1"\r\n"\'\r\'@SUM(1)"\r\n');
  });
  test('no spreadsheet that separates cells by semicolons or tabs finds a formula inside a text', () => {
    const texts = ['a;=1+1', 'a;"=1+1', 'a\t@SUM(1)', 'a;+1;-1', 'a, =b', 'C[N+](C)(C)C', 'dose; -5 °C', 'x=1;y=2'];
    const hostile = makeTable({
      id: 'h',
      title: 'h',
      length: texts.length,
      columns: [textColumn({ id: 'n', title: 'N' }, texts)],
      empty: '',
    });
    const cells = toCsv(hostile).split(/\r\n|;|\t/);
    expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
    // All else is as it was.
    expect(texts.slice(4).map(plainText)).toEqual(texts.slice(4));
    expect(plainText('a;=1+1')).toBe("a;'=1+1");
  });
});

test('numbers are written as chemists read them', () => {
  expect(formatNumber(-0.001, 2)).toBe('0.00');
  expect(formatNumber(-5.0705441, 6)).toBe('\u22125.070544');
  expect(formatNumber(Number.NaN, 2)).toBe('');
  expect(formatSigned(0.42, 2)).toBe('+0.42');
  expect(formatSigned(0, 2)).toBe('0.00');
  expect(formatFrequency(-512.34)).toBe('512.3i');
});

test('what is infinite is told from what is missing, in the table and in the CSV', () => {
  const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, Number.NaN, 0.001, -0];
  const column = numberColumn({ id: 'ratio', title: 'Ratio', precision: 2, missing: 'none' }, values);
  const shown = values.map((_, row) => formatValue(column, row));
  expect(shown).toEqual(['\u221E', '\u2212\u221E', 'none', 'none', '0.00', '0.00']);
  const frequency = numberColumn({ id: 'f', title: 'F', precision: 1, notation: 'imaginary' }, values);
  expect(formatValue(frequency, 1)).toBe('\u2212\u221E');
  const whole = makeTable({ id: 'r', title: 'R', length: values.length, columns: [column], empty: '' });
  expect(toCsv(whole)).toBe('\uFEFFRatio\r\n\u221E\r\n\u2212\u221E\r\n\r\n\r\n0.001\r\n0\r\n');
});

test('an imaginary frequency is written "512.3i" and kept as a negative number for sorting and CSV', () => {
  const frequencies = makeTable({
    id: 'f',
    title: 'F',
    length: 3,
    columns: [
      numberColumn({ id: 'frequency', title: 'Frequency', unit: 'cm⁻¹', precision: 1, notation: 'imaginary' }, [
        100,
        -512.34,
        null,
      ]),
    ],
    empty: '',
  });
  const [column] = frequencies.columns;
  if (column?.kind !== 'number') throw new Error('not a number column');
  expect([0, 1, 2].map((row) => formatValue(column, row))).toEqual(['100.0', '512.3i', '']);
  expect([...sortOrder(frequencies, [{ column: 'frequency', descending: false }])]).toEqual([1, 0, 2]);
  expect(toCsv(frequencies)).toContain('-512.34');
});

test('a missing number shows the word of its column; sorting and CSV keep it blank', () => {
  const column = numberColumn({ id: 'energy', title: 'BDE', precision: 2, missing: 'Failed' }, [0, null]);
  expect([0, 1].map((row) => formatValue(column, row))).toEqual(['0.00', 'Failed']);
  expect(toCsv(makeTable({ id: 't', title: 'T', length: 2, columns: [column], empty: '' }))).toMatch(/\r\n0\r\n\r\n$/);
});
