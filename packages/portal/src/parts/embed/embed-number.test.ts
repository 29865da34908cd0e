import { expect, test } from 'vitest';
import { embedDigits, embedHeights, wholeNumber } from './embed-number.ts';

test('a height is a whole number of pixels that something can be seen in, or none: nothing else becomes another number', () => {
  const heights = ['640', ' 120 ', '4000', '', '0', '119', '4001', '1e3', '12px', '-300', '300.5', '9'.repeat(40)];
  expect(heights.map((text) => wholeNumber(text, embedHeights))).toEqual([
    ...[640, 120, 4000, null],
    ...Array.from({ length: 8 }, () => undefined),
  ]);
  expect(['0', '10', '11'].map((text) => wholeNumber(text, embedDigits))).toEqual([0, 10, undefined]);
});
