import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askTogether } from './outage.ts';

/** What the module listens to in a page. */
const heard = new Map<string, () => void>();
vi.stubGlobal('addEventListener', (event: string, listen: () => void) => heard.set(event, listen));
let asked = 0;
let answer: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'));
const ask = (origin: string) =>
  askTogether(origin, async () => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return answer();
  });
const seven = (origin: string) => Promise.allSettled(Array.from({ length: 7 }, () => ask(origin)));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  asked = 0;
});
afterEach(() => vi.useRealTimers());

/** Seven readers that each try again after 1, 2 and 4 s, as those of a page do. */
async function sevenReaders(origin: string) {
  for (const wait of [0, 1000, 2000, 4000]) {
    await vi.advanceTimersByTimeAsync(wait);
    const round = seven(origin);
    await vi.advanceTimersByTimeAsync(10);
    await round;
  }
}

test('seven readers of a server that is away ask 10 times in 9 s, not 28', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await sevenReaders('https://away.example');
  expect(asked).toBe(10);
});

test('a gateway that says that the server is away counts as that; a refusal and a fault of one item do not', async () => {
  answer = async () => new Response('', { status: 503 });
  await sevenReaders('https://gateway.example');
  expect(asked).toBe(10);
  for (const status of [404, 500]) {
    asked = 0;
    answer = async () => new Response('', { status });
    await sevenReaders(`https://${status}.example`);
    expect(asked).toBe(28);
  }
});

test('between two tries nobody asks; who wants it asks at once, and when the server answers all read', async () => {
  const origin = 'https://back.example';
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const first = seven(origin);
  await vi.advanceTimersByTimeAsync(10);
  await first;
  await expect(ask(origin)).rejects.toThrow(TypeError);
  expect(asked).toBe(7);
  heard.get('click')?.();
  answer = async () => new Response('{}');
  const again = seven(origin);
  await vi.advanceTimersByTimeAsync(20);
  expect((await again).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(asked).toBe(14);
});

test('a try whose reader has gone says nothing: another one takes its place', async () => {
  const origin = 'https://gone.example';
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const first = seven(origin);
  await vi.advanceTimersByTimeAsync(10);
  await first;
  await vi.advanceTimersByTimeAsync(1000);
  const gone = askTogether(origin, () => Promise.reject(new DOMException('', 'AbortError')));
  answer = async () => new Response('{}');
  const other = ask(origin);
  await expect(gone).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(20);
  expect((await other).ok).toBe(true);
});
