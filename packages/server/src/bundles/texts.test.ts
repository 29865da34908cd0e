import { expect, test } from 'vitest';
import { bundleLimits } from './limits.ts';
import { wayBack } from './texts.ts';

test.each([
  [511 * 2 ** 20, true, false],
  [bundleLimits.upload, true, true],
  [1022 * 2 ** 20, true, true],
  [bundleLimits.unpacked, false, true],
  [6 * 2 ** 30, false, true],
])('a zip of %d bytes says how it comes back', (unpacked, whole, limited) => {
  const text = wayBack(unpacked).join(' ');
  expect(text.includes('brings this zip back')).toBe(whole);
  expect(text.includes('at most')).toBe(limited);
  expect(text.includes('neither "cuvette import" nor')).toBe(!whole);
});
