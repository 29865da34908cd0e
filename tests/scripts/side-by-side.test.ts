import { describe, expect, test } from 'vitest';
import { runSideBySide } from '../../scripts/lib/side-by-side.mjs';

interface Step {
  name: string;
  after?: string[];
}

/** Runs steps that end when the test ends them; what began and ended, in order. */
function steps(given: Step[], atOnce: number, others: Record<string, Promise<unknown>> = {}) {
  const log: string[] = [];
  const end = new Map<string, () => void>();
  const done = runSideBySide(
    given,
    atOnce,
    async ({ name }: Step) => {
      log.push(`+${name}`);
      await new Promise<void>((resolve) => end.set(name, resolve));
      log.push(`-${name}`);
    },
    others,
  );
  const finish = async (name: string) => {
    end.get(name)?.();
    // What follows from it has happened when all that waited has had its turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { log, finish, done };
}

describe('steps side by side', () => {
  test('begin in their order, so many at once, and each once', async () => {
    const { log, finish, done } = steps([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2);
    expect(log).toEqual(['+a', '+b']);
    await finish('b');
    expect(log).toEqual(['+a', '+b', '-b', '+c']);
    await finish('a');
    await finish('c');
    await done;
    expect(log).toEqual(['+a', '+b', '-b', '+c', '-a', '-c']);
  });

  test('one begins after those that it needs; the next goes before it meanwhile', async () => {
    const { log, finish, done } = steps([{ name: 'a' }, { name: 'b', after: ['a', 'absent'] }, { name: 'c' }], 2);
    expect(log).toEqual(['+a', '+c']);
    await finish('a');
    expect(log).toEqual(['+a', '+c', '-a', '+b']);
    await finish('b');
    await finish('c');
    await done;
  });

  test('one begins after what goes on besides; where that fails, everything ends', async () => {
    const set = Promise.withResolvers<void>();
    const { log, finish, done } = steps([{ name: 'a', after: ['set-up'] }, { name: 'b' }], 2, {
      'set-up': set.promise,
    });
    await finish('b');
    expect(log).toEqual(['+b', '-b']);
    set.resolve();
    await finish('');
    expect(log).toEqual(['+b', '-b', '+a']);
    await finish('a');
    await done;
    await expect(steps([{ name: 'a', after: ['x'] }], 2, { x: Promise.reject(new Error('no')) }).done).rejects.toThrow(
      'no',
    );
  });

  test('that wait for each other are named', async () => {
    const { done } = steps(
      [
        { name: 'a', after: ['b'] },
        { name: 'b', after: ['a'] },
      ],
      2,
    );
    await expect(done).rejects.toThrow('wait for each other: a, b');
  });
});
