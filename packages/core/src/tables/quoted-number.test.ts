import { expect, test } from 'vitest';
import { formatNumber, formatSigned, toDecimals } from './number-format.ts';
import { quotedNumber } from './quoted-number.ts';

const write = (
  value: number,
  uncertainty: number | null = null,
  precision = 2,
  digits: number | null = null,
  language = 'en',
) => quotedNumber({ value, uncertainty, precision, digits }, language);

test('the decimals of the field, a true minus sign, no -0.00, no grouping', () => {
  expect(write(4.4812)).toBe('4.48');
  expect(write(-12345.678, null, 1)).toBe('−12345.7');
  expect(write(-0, null, 2)).toBe('0.00');
});

test('an uncertainty takes decimals away that it does not bear, and adds none', () => {
  expect(write(4.4812, 0.47)).toBe('4.48 ± 0.47');
  expect(write(87.25, 4.3)).toBe('87.3 ± 4.3');
  expect(write(152.26, 12)).toBe('152 ± 12');
  expect(write(4.4812, 0.0012)).toBe('4.48 ± 0.0012');
});

test('an author may ask for other decimals, within reason', () => {
  expect(write(-154.123456789, null, 6, 3)).toBe('−154.123');
  expect(write(4.4812, 0.47, 2, 1)).toBe('4.5 ± 0.5');
  expect(write(4.4812, null, 2, -3)).toBe('4');
  expect(write(4.4812, null, 2, 99)).toBe('4.481200000000000');
});

test('what is there is never written as nothing', () => {
  expect(write(0.000312)).toBe('0.00031');
  expect(write(-0.0004)).toBe('−0.0004');
});

test('the decimal separator of the language; a tag that is none is English', () => {
  expect(write(4.4812, 0.47, 2, null, 'de-CH-1996')).toMatch(/^4[.,]48 ± 0[.,]47$/);
  expect(write(4.4812, 0.47, 2, null, 'de')).toBe('4,48 ± 0,47');
  expect(write(4.4812, null, 2, null, 'not a tag')).toBe('4.48');
});

test('a half goes away from zero, the same in a table, a headline and a difference', () => {
  // Doubles below and above the decimal half that they stand for.
  for (const [value, text] of [
    [-2.255, '−2.26'],
    [-8.555, '−8.56'],
    [1.005, '1.01'],
    [0.125, '0.13'],
    [2.675, '2.68'],
    [-0.005, '−0.01'],
    [8.5549999, '8.55'],
  ] as const) {
    expect(formatNumber(value, 2)).toBe(text);
    expect(write(value)).toBe(text);
    expect(formatSigned(value, 2)).toBe(value > 0 ? `+${text}` : text);
  }
  expect(formatNumber(-0.0049, 2)).toBe('0.00');
  expect(toDecimals(1e21, 2)).toBe('1e+21');
  expect(toDecimals(3e-9, 4)).toBe('0.0000');
  expect(toDecimals(4_503_599_627_370_497, 1)).toBe('4503599627370497.0');
});
