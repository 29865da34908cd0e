import { expect, test } from 'vitest';
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
