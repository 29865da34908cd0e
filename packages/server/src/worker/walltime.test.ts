import { expect, test } from 'vitest';
import { lifetimeWithin, walltimeIn } from './walltime.ts';

test('a worker hands back before the end of its walltime, not all at the same time', () => {
  // A minute: 10 to 20 s before; four hours: 2 to 4 minutes before.
  expect(lifetimeWithin(60, () => 0)).toBe(50);
  expect(lifetimeWithin(60, () => 1)).toBe(40);
  expect(lifetimeWithin(14_400, () => 0)).toBe(14_280);
  expect(lifetimeWithin(14_400, () => 1)).toBe(14_160);
  expect(new Set(Array.from({ length: 50 }, () => lifetimeWithin(14_400))).size).toBeGreaterThan(10);
});

test.each([
  ['60', 60],
  ['04:00:00', 14_400],
  ['100:00:01', 360_001],
  ['59', null],
  ['1:60:00', null],
  ['4h', null],
  ['-60', null],
  ['', null],
])('a walltime of "%s" is %s seconds', (text, seconds) => {
  expect(walltimeIn(text)).toBe(seconds);
});
