import { expect, test } from 'vitest';
import { secondsLeft } from './time-left.ts';

const item = (percent: number) => ({
  started_at: '2026-01-01T00:00:00Z',
  progress: { stage: '', done: null, total: null, percent },
});
const after = (seconds: number) => Date.parse('2026-01-01T00:00:00Z') + seconds * 1000;

test('the time left goes on as the time so far', () => {
  expect(secondsLeft(item(50), after(60))).toBe(60);
  expect(secondsLeft(item(80), after(120))).toBeCloseTo(30);
});

test('nothing is shown at the beginning, at the end, and of an item that has not begun', () => {
  expect(secondsLeft(item(2), after(60))).toBeNull();
  expect(secondsLeft(item(100), after(60))).toBeNull();
  expect(secondsLeft({ ...item(50), started_at: null }, after(60))).toBeNull();
});
