import { expect, test } from 'vitest';
import { logForEverybody, longLogForEverybody } from './public-text.ts';

const own = [
  'Attempt 1 on lab-7.example.org, process group 4711, 2026-03-01T00:00:00Z',
  '2026-03-01 Attempt 12 on lab, 2, process group 1, now',
  'Started 2026-03-01T00:00:00Z on lab-7, ended 2026-03-01T00:01:00Z',
  'Attempt 3 on a hill; nothing else',
];
const shown = [
  'Attempt 1, 2026-03-01T00:00:00Z',
  '2026-03-01 Attempt 12, now',
  'Started 2026-03-01T00:00:00Z, ended 2026-03-01T00:01:00Z',
  'Attempt 3 on a hill; nothing else',
];

test('the lines of a log that name a machine lose it', () => {
  expect(logForEverybody(own.join('\n'))).toBe(shown.join('\n'));
});

test('a log of 16 MB that looks like such lines all over is read once, while others are answered', async () => {
  const hostile = 'Attempt 0 on '.repeat(600_000);
  const lines = Array.from({ length: 40_000 }, () => own.join('\n'));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const read = await longLogForEverybody([hostile, ...lines].join('\n'));
  clearInterval(timer);
  expect(read).toBe([hostile, ...lines.map(() => shown.join('\n'))].join('\n'));
  expect(turns).toBeGreaterThan(5);
});
