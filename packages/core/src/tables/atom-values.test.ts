import { expect, test } from 'vitest';
import { atomValuesOf, automaticRange, scaleAt, scaleColour, tableOf } from './index.ts';

const sites = tableOf({
  id: 'acceptors',
  title: 'Acceptors',
  rows: [
    { atom: 2, value: 1.2 },
    { atom: 2, value: 2.1 },
    { atom: 0, value: -0.4 },
  ],
  columns: [
    { id: 'name', title: 'Atom', text: ({ atom }) => `X${atom + 1}` },
    { id: 'pkbhx', title: 'pKBHX', precision: 2, perAtom: 'magnitude', value: ({ value }) => value },
    { id: 'rank', title: 'Rank', precision: 0, value: (_, index) => index },
  ],
  atom: ({ atom }) => atom,
  empty: '',
});

test('each atom has the value of its strongest site, others have none, columns that belong to no atom are left out', () => {
  expect(atomValuesOf([sites], 4)).toEqual([
    {
      id: 'acceptors.pkbhx',
      title: 'pKBHX',
      unit: null,
      precision: 2,
      kind: 'magnitude',
      values: [-0.4, null, 2.1, null],
    },
  ]);
});

test('a table that names atoms beyond the structure belongs to another one', () => {
  expect(atomValuesOf([sites], 2)).toEqual([]);
});

test('signed values are centred at zero, magnitudes span what is there', () => {
  expect(automaticRange('signed', [-0.3, null, 0.7])).toEqual([-0.7, 0.7]);
  expect(automaticRange('magnitude', [2, null, 5])).toEqual([2, 5]);
  expect(automaticRange('signed', [null])).toBe(null);
});

test('a scale runs from end to end and stays at its ends beyond them', () => {
  expect(scaleColour('signed', -0.7, [-0.7, 0.7])).toBe('#b2182b');
  expect(scaleColour('signed', 0, [-0.7, 0.7])).toBe('#d6d6d6');
  expect(scaleColour('signed', 9, [-0.7, 0.7])).toBe('#2166ac');
  expect(scaleColour('magnitude', 5, [5, 5])).toBe('#7c7b78');
  expect(scaleAt('magnitude', 0.125)).toEqual([33, 56, 93]);
});

test('the ends of the signed scale differ for red-green blind eyes', () => {
  // Dichromats lose the red-green difference: what is left is the mean of both, and blue (Viénot, Brettel and Mollon 1999, in short).
  const left = ([red, green, blue]: [number, number, number]) => [(red + green) / 2, blue] as const;
  const [a, b] = [left(scaleAt('signed', 0)), left(scaleAt('signed', 1))];
  expect(Math.abs(a[1] - b[1])).toBeGreaterThan(100);
});
