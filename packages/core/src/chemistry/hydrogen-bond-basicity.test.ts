import fc from 'fast-check';
import { expect, test } from 'vitest';
import { molecularPkbhx } from './hydrogen-bond-basicity.ts';

test('one site is the molecule; two equal sites add log10(2); sites at or below -1 do not count', () => {
  expect(molecularPkbhx([1.86])).toBeCloseTo(1.86, 12);
  expect(molecularPkbhx([2, 2])).toBeCloseTo(2 + Math.log10(2), 12);
  expect(molecularPkbhx([2, -1, -1.5])).toBeCloseTo(2, 12);
});

test('no sites, only sites too weak to be kept, or something that is no number, give the exact text', () => {
  expect(() => molecularPkbhx([])).toThrow(/^Input must be a non-empty array of numbers\.$/);
  expect(() => molecularPkbhx([-1, -3])).toThrow(/^Input must be a non-empty array of numbers\.$/);
  expect(() => molecularPkbhx([1, Number.NaN])).toThrow(/^Input must be a non-empty array of numbers\.$/);
});

test('the molecule is at least as basic as its strongest site and no more than log10(n) above it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -0.9, max: 5, noNaN: true }), { minLength: 1 }), (sites) => {
      const value = molecularPkbhx(sites);
      const strongest = Math.max(...sites);
      expect(value).toBeGreaterThanOrEqual(strongest - 1e-9);
      expect(value).toBeLessThanOrEqual(strongest + Math.log10(sites.length) + 1e-9);
    }),
  );
});
