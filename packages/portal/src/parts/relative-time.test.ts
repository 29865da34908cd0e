import { expect, test } from 'vitest';
import { since } from './relative-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('recent times are written by their distance, older ones by their date', () => {
  expect(since(now - 10_000, now)).toBe('just now');
  expect(since(now - 3 * 60_000, now)).toContain('3');
  expect(since(now - 5 * 3_600_000, now)).toContain('5');
  expect(since(now - 30 * 86_400_000, now)).toMatch(/2026/);
});
