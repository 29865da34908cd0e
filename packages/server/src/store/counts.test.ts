import { expect, test } from 'vitest';
import { keepCounts } from './counts.ts';
import type { Reader } from './reader.ts';

const ann: Reader = { kind: 'user', id: 'ann' };
const ben: Reader = { kind: 'user', id: 'ben' };

/** A clock to turn, and a count that takes a while by it. */
function slow(milliseconds: number) {
  let time = 0;
  const counts = keepCounts(() => time);
  const asked: string[] = [];
  const ask = (reader: Reader, question: string, answer = 7) =>
    counts.of(reader, [question], async () => {
      asked.push(question);
      time += milliseconds;
      return answer;
    });
  const wait = (more: number) => {
    time += more;
  };
  return { counts, asked, ask, wait };
}

test('a count that took long is kept for five seconds, for each reader and question', async () => {
  const { asked, ask, wait } = slow(150);
  expect(await ask(ann, 'a', 1)).toBe(1);
  expect(await ask(ann, 'a', 2)).toBe(1);
  expect(await ask(ben, 'a', 3)).toBe(3);
  expect(await ask(ann, 'b', 4)).toBe(4);
  expect(asked).toEqual(['a', 'a', 'b']);
  wait(5001);
  expect(await ask(ann, 'a', 5)).toBe(5);
});

test('a count that is quick is made each time', async () => {
  const { ask } = slow(1);
  expect(await ask(ann, 'a', 1)).toBe(1);
  expect(await ask(ann, 'a', 2)).toBe(2);
});

test('asked twice at once it is counted once; a change between leaves no old count behind', async () => {
  const { counts, asked, ask } = slow(150);
  expect(await Promise.all([ask(ann, 'a', 1), ask(ann, 'a', 2)])).toEqual([1, 1]);
  expect(asked).toHaveLength(1);
  const before = ask(ann, 'c', 1);
  counts.forget();
  const after = ask(ann, 'c', 2);
  expect([await before, await after, await ask(ann, 'c', 3)]).toEqual([1, 2, 2]);
});

test('a count that fails is not kept', async () => {
  const { counts } = slow(150);
  await expect(counts.of(ann, ['a'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await counts.of(ann, ['a'], async () => 3)).toBe(3);
});
