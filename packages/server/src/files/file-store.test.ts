import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../config.ts';
import { sha256 } from '../testing/finished-item.ts';
import { listedAtOnce, startS3, type TestS3 } from '../testing/s3-server.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { openFiles } from './open-files.ts';

/** The stand-in is slow on a busy machine. */
const patience = { silenceMs: 120_000, triesMs: 120_000, troubledMs: 120_000 };

/** Files of a long list: S3 gives a thousand at a time, the stand-in `listedAtOnce`. */
const listedFiles = Math.ceil(2.5 * listedAtOnce);

/** What each kind of store does, whatever it is made of. */
function behaves(open: () => Promise<FileStore>): void {
  let files: FileStore;
  beforeAll(async () => {
    files = await open();
  });
  const key = (name = 'x') => `files/${randomUUID()}/${name}`;
  const listed = async (beginning: string): Promise<StoredFile[]> => {
    const found: StoredFile[] = [];
    for await (const file of files.list()) if (file.key.startsWith(beginning)) found.push(file);
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  };

  test('what was put is read, replaced and deleted', async () => {
    const one = key();
    await files.put(one, Buffer.from('first, and longer'));
    await files.put(one, Buffer.from('second'));
    expect(Buffer.from((await files.get(one)) ?? []).toString()).toBe('second');
    expect(await files.size(one)).toBe(6);
    expect(await listed(one)).toMatchObject([{ key: one, bytes: 6 }]);
    expect(Math.abs(Date.now() - ((await listed(one))[0]?.modified.getTime() ?? 0))).toBeLessThan(60_000);
    await files.delete(one);
    expect(await files.get(one)).toBeNull();
    expect(await listed(one)).toEqual([]);
    await files.delete(one);
  });

  test.each(['x', 'x.log'])('what is missing is null, nothing, empty (%s)', async (name) => {
    const none = key(name);
    expect(await files.get(none)).toBeNull();
    expect(await files.slice(none, 0, 10)).toBeNull();
    expect(await files.slice(none, 0, 0)).toBeNull();
    expect(await files.size(none)).toBe(0);
    expect(await files.tail(none, 10)).toBe('');
    await files.delete(none);
    // A name that only begins alike is another file.
    await files.put(`${none.replace('.log', '')}-y.log`, Buffer.from('y'));
    await files.put(`${none.replace('.log', '')}y`, Buffer.from('y'));
    expect([await files.size(none), await files.get(none), await files.slice(none, 0, 0)]).toEqual([0, null, null]);
  });

  test.each(['x', 'x.log'])('an empty file is a file (%s)', async (name) => {
    const empty = key(name);
    await files.put(empty, new Uint8Array());
    expect((await files.get(empty))?.length).toBe(0);
    expect((await files.slice(empty, 0, 10))?.length).toBe(0);
    expect((await files.slice(empty, 0, 0))?.length).toBe(0);
    expect(await files.size(empty)).toBe(0);
    expect(await files.tail(empty, 10)).toBe('');
    expect(await listed(empty)).toMatchObject([{ key: empty, bytes: 0 }]);
  });

  test.each(['x', 'x.log'])('any range is read, fewer bytes where the file ends before (%s)', async (name) => {
    const one = key(name);
    const bytes = Buffer.from('0123456789');
    await files.put(one, bytes);
    for (const [start, length, text] of [
      [0, 10, '0123456789'],
      [3, 4, '3456'],
      [9, 1, '9'],
      [8, 100, '89'],
      [10, 5, ''],
      [50, 5, ''],
      [2, 0, ''],
    ] as const) {
      expect(Buffer.from((await files.slice(one, start, length)) ?? []).toString(), `${start}+${length}`).toBe(text);
    }
  });

  test('50 MB come back the same, whole and in pieces', async () => {
    const big = key();
    const bytes = randomBytes(50 * 2 ** 20);
    await files.put(big, bytes);
    expect(await files.size(big)).toBe(bytes.length);
    expect(sha256((await files.get(big)) ?? new Uint8Array())).toBe(sha256(bytes));
    const middle = await files.slice(big, 33_333_333, 2 ** 20);
    expect(sha256(middle ?? new Uint8Array())).toBe(sha256(bytes.subarray(33_333_333, 33_333_333 + 2 ** 20)));
    await files.delete(big);
  });

  test('a log grows: its size, its end and any range of it, letters of all alphabets', async () => {
    const log = `attempts/${randomUUID()}/${randomUUID()}.log`;
    let text = '';
    for (let line = 0; line < 40; line += 1) {
      const more = `Zeile ${line}: ΔE = −1,5 kJ·mol⁻¹ 水 🧪 ${'x'.repeat(line * 37)}\n`;
      text += more;
      await files.append(log, more);
    }
    const bytes = Buffer.from(text);
    expect(await files.size(log)).toBe(bytes.length);
    expect(Buffer.from((await files.get(log)) ?? []).toString()).toBe(text);
    expect(await files.tail(log, bytes.length)).toBe(text);
    for (const [start, length] of [
      [0, 5],
      [1000, 7000],
      [bytes.length - 3, 100],
    ] as const) {
      expect(await files.slice(log, start, length)).toEqual(bytes.subarray(start, start + length));
    }
    // The end of a log begins with a whole line, and says what is left out.
    const [first = '', ...lines] = (await files.tail(log, 4000)).split('\n');
    const rest = lines.join('\n');
    expect(first).toBe(`[the first ${bytes.length - Buffer.byteLength(rest)} bytes are in the log file]`);
    expect(Buffer.byteLength(rest)).toBeLessThanOrEqual(4000);
    expect(text.endsWith(`\n${rest}`)).toBe(true);
    // A line that is longer than what is asked for is cut, never within a letter.
    for (const length of [1, 20, 21, 22, 23, 1400]) {
      const [, ...cut] = (await files.tail(log, length)).split('\n');
      const shown = cut.join('\n');
      expect(text.endsWith(shown) && shown.length > length - 4 && Buffer.byteLength(shown) <= length, `${length}`).toBe(
        true,
      );
    }
    expect(await listed(log)).toMatchObject([{ key: log, bytes: bytes.length }]);
    await files.delete(log);
    expect(await listed(log)).toEqual([]);
    expect(await files.size(log)).toBe(0);
  });

  test('a long log stays in order; each addition is there at once', async () => {
    const log = `attempts/${randomUUID()}/${randomUUID()}.log`;
    const pieces = Array.from({ length: 12 }, (_, index) => `${index} ${'y'.repeat(90_000 + index)}\n`);
    let bytes = 0;
    for (const piece of pieces) {
      await files.append(log, piece);
      bytes += piece.length;
      expect(await files.size(log)).toBe(bytes);
    }
    expect(Buffer.from((await files.get(log)) ?? []).toString()).toBe(pieces.join(''));
    await files.append(log, '');
    await files.append(log, 'z'.repeat(600_000));
    expect(await files.size(log)).toBe(bytes + 600_000);
    expect(await files.tail(log, 5)).toContain('zzzzz');
    // Put anew, nothing of it is left.
    await files.put(log, Buffer.from('short\n'));
    expect(await files.tail(log, 100)).toBe('short\n');
    await files.append(log, 'and more\n');
    expect(await files.tail(log, 100)).toBe('short\nand more\n');
    expect(await listed(log)).toMatchObject([{ key: log, bytes: 15 }]);
  });

  test('only logs grow, and only keys of our own making are taken', async () => {
    await expect(files.append('files/a/b', 'x')).rejects.toThrow('not a log');
    for (const wrong of ['x', '../a/b', 'a/../b', '/a/b', 'a/B', 'a b/c', 'a//b', 'a/b_0-1', 'a/ü', '']) {
      await expect((async () => files.put(wrong, Buffer.from('x')))(), wrong).rejects.toThrow('not a file key');
      await expect((async () => files.get(wrong))(), wrong).rejects.toThrow('not a file key');
    }
  });

  test('many at once: logs side by side, one log by two callers, one key by many', async () => {
    const [one, two] = ['one', 'two'].map((name) => `attempts/${randomUUID()}/${name}.log`) as [string, string];
    const write = async (log: string, letter: string) => {
      for (let round = 0; round < 15; round += 1) await files.append(log, `${letter}${round}\n`);
    };
    const same = key();
    const puts = Array.from({ length: 12 }, (_, index) => Buffer.alloc(200_000, String.fromCharCode(97 + index)));
    const readers = async () => {
      for (let round = 0; round < 15; round += 1) {
        const text = Buffer.from((await files.slice(one, 0, 1e6)) ?? []).toString();
        expect(text === '' || text.endsWith('\n')).toBe(true);
      }
    };
    await Promise.all([
      write(one, 'a'),
      write(two, 'b'),
      write(two, 'c'),
      readers(),
      ...puts.map((bytes) => files.put(same, bytes)),
    ]);
    const lines = async (log: string) => (await files.tail(log, 1e6)).trimEnd().split('\n');
    expect(await lines(one)).toEqual(Array.from({ length: 15 }, (_, round) => `a${round}`));
    const both = await lines(two);
    for (const letter of ['b', 'c']) {
      expect(both.filter((line) => line.startsWith(letter))).toEqual(
        Array.from({ length: 15 }, (_, round) => `${letter}${round}`),
      );
    }
    expect(both).toHaveLength(30);
    // Whole, of one of them.
    const won = Buffer.from((await files.get(same)) ?? []);
    expect(puts.some((bytes) => bytes.equals(won))).toBe(true);
  });

  test('a list of more files than come at a time has each once', async () => {
    const folder = `calculations/${randomUUID()}`;
    const keys = Array.from({ length: listedFiles }, (_, index) => `${folder}/${String(index).padStart(4, '0')}.gz`);
    for (let start = 0; start < keys.length; start += 25) {
      await Promise.all(keys.slice(start, start + 25).map((one) => files.put(one, Buffer.from(one))));
    }
    const found = await listed(folder);
    expect(found.map((file) => file.key)).toEqual(keys);
    expect(found.every((file) => file.bytes === file.key.length)).toBe(true);
  });

  test('it is well', async () => {
    expect(await files.trouble()).toBeNull();
  });
}

describe('a local directory', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-files-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  behaves(() => openFiles(readConfig(['--data', root], {}).files));

  test('may lie elsewhere; one that cannot be written is refused', async () => {
    const elsewhere = path.join(root, 'elsewhere');
    const { files } = readConfig(['--data', root], { CUVETTE_FILES: elsewhere });
    expect(files).toEqual({ kind: 'local', directory: elsewhere });
    expect(await (await openFiles(files)).trouble()).toBeNull();
    const blocked = path.join(root, 'blocked');
    await writeFile(blocked, 'no directory');
    await expect(openFiles({ kind: 'local', directory: path.join(blocked, 'files') })).rejects.toThrow(
      'cannot be written',
    );
  });
});

describe('S3', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3('cuvette-test', 'cuvette-other');
  });
  afterAll(() => s3.stop());
  const open = (address: string, env: Record<string, string> = {}) =>
    openFiles(readConfig([], { ...s3.env(address), ...env }).files, patience);
  describe('under a prefix', () => behaves(() => open('s3://cuvette-other/our/files')));

  test('what cannot work is refused at the start, with what to do', async () => {
    const cases: [string, Record<string, string>, string][] = [
      ['s3://no-such-bucket', {}, 'no such bucket'],
      ['s3://cuvette-test', { AWS_SECRET_ACCESS_KEY: 'wrong-secret' }, 'AWS_SECRET_ACCESS_KEY'],
      ['s3://cuvette-test', { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, 'AWS_ACCESS_KEY_ID'],
    ];
    for (const [address, env, words] of cases) {
      const refused = await open(address, env).catch((error: Error) => error);
      expect(refused, words).toBeInstanceOf(ConfigProblem);
      expect((refused as Error).message).toContain(words);
      expect((refused as Error).message).not.toContain(s3.env('').AWS_SECRET_ACCESS_KEY);
      expect((refused as Error).message).not.toContain('wrong-secret');
    }
  });

  test('two stores in one bucket do not see each other; what is not ours is left alone', async () => {
    const [one, two] = [await open('s3://cuvette-test/one'), await open('s3://cuvette-test/two')];
    const all = await open('s3://cuvette-test');
    await one.put('files/a/b', Buffer.from('x'));
    await one.append('attempts/a/b.log', 'x');
    const keys = async (files: FileStore) => {
      const found: string[] = [];
      for await (const file of files.list()) found.push(file.key);
      return found.sort();
    };
    expect(await keys(one)).toEqual(['attempts/a/b.log', 'files/a/b']);
    expect(await keys(two)).toEqual([]);
    expect(await keys(all)).toContain('one/files/a/b');
  });
});
