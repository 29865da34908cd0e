import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterSeconds } from './long-timer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('thirty days, the longest time limit of a job, are waited for; what is taken back never comes', () => {
  const days = 30 * 86_400;
  const action = vi.fn();
  const other = vi.fn();
  afterSeconds(days, action);
  const takeBack = afterSeconds(days, other);
  vi.advanceTimersByTime(2 ** 31 + 1000);
  takeBack();
  vi.advanceTimersByTime(days * 1000 - 2 ** 31 - 1001);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});
