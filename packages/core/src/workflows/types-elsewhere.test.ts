import { expect, test } from 'vitest';
import { catalogue } from './index.ts';
import { typeElsewhere, typesElsewhere } from './types-elsewhere.ts';

test('what is listed as not available is not in the catalogue, and each has a reason in sentences', () => {
  const here = new Set(catalogue.map(({ type }) => type));
  expect(typesElsewhere.filter(({ type }) => here.has(type))).toEqual([]);
  for (const { reason } of typesElsewhere) expect(reason).toMatch(/^[A-Z].*\.$/);
  expect(new Set(typesElsewhere.map(({ type }) => type)).size).toBe(typesElsewhere.length);
  expect(typeElsewhere('rbfe_graph')?.reason).toContain('GPU');
  expect(typeElsewhere('horoscope')).toBeNull();
});
