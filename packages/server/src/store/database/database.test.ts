import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from '../../lock.ts';
import { useTemplate } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { iso, json, openEmbedded, row, rows, writeDump } from './database.ts';

describe('the embedded database', () => {
  let data = '';
  beforeEach(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-database-'));
  });
  afterEach(() => rm(data, { recursive: true, force: true }));

  // The next test but one runs all migrations too.
  test.runIf(fullRun)('a first start that was killed in the middle leaves nothing in the way', async () => {
    await mkdir(path.join(data, 'database.tmp/base'), { recursive: true });
    await writeFile(path.join(data, 'database.tmp/PG_VERSION'), 'half');
    const db = await openEmbedded(data);
    expect(await row(db.drizzle, sql`SELECT count(*)::int AS count FROM workflow`)).toEqual({ count: 0 });
    await db.close();
  });

  test('a directory that is not whole is refused, never overwritten', async () => {
    await mkdir(path.join(data, 'database'));
    await writeFile(path.join(data, 'database/precious'), 'x');
    await expect(openEmbedded(data)).rejects.toThrow('not a whole Cuvette database');
    expect(await readdir(path.join(data, 'database'))).toEqual(['precious']);
  });

  test.runIf(fullRun)('a dump is written before pending migrations run, and holds the data', async () => {
    await useTemplate(data);
    const first = await openEmbedded(data);
    await rows(first.drizzle, sql`INSERT INTO worker_key (name, hash) VALUES ('kept', 'h')`);
    // As after an upgrade of Cuvette: the newest migration has not run here yet.
    await rows(first.drizzle, sql`DELETE FROM drizzle.__drizzle_migrations`);
    await rows(first.drizzle, sql`DROP SCHEMA public CASCADE`);
    await rows(first.drizzle, sql`CREATE SCHEMA public`);
    await rows(first.drizzle, sql`CREATE TABLE old (name text)`);
    await rows(first.drizzle, sql`INSERT INTO old VALUES ('from before')`);
    await first.close();
    const second = await openEmbedded(data);
    expect(await row(second.drizzle, sql`SELECT count(*)::int AS count FROM worker_key`)).toEqual({ count: 0 });
    await second.close();
    const [dump = ''] = await readdir(path.join(data, 'dumps'));
    expect(dump).toContain('before-upgrade');
    const restored = await PGlite.create({
      loadDataDir: new Blob([new Uint8Array(await readFile(path.join(data, 'dumps', dump)))]),
    });
    expect((await restored.query('SELECT name FROM old')).rows).toEqual([{ name: 'from before' }]);
    await restored.close();
  });

  test('old dumps go, the newest seven stay', async () => {
    const source = { dump: async () => new Uint8Array([1]) };
    for (let count = 0; count < 9; count += 1) {
      await writeDump(source, data, `n${count}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const kept = await readdir(path.join(data, 'dumps'));
    expect(kept).toHaveLength(7);
    expect(kept.some((name) => name.includes('n0.'))).toBe(false);
  });

  test('text with NUL, quotes and half a character, and moments, survive the way, in values and keys', async () => {
    await useTemplate(data);
    const db = await openEmbedded(data);
    for (const [text, stored] of [
      [`a\u0000b'"$(x)`, `ab'"$(x)`],
      ['a\ud800b', 'a\ufffdb'],
      ['\u{1f9ea}', '\u{1f9ea}'],
      ['\\u0000 \\ud800 \\', '\\u0000 \\ud800 \\'],
    ] as const) {
      const found = await row<{ value: unknown }>(db.drizzle, sql`SELECT ${json({ [text]: [text] })} AS value`);
      expect(found?.value).toEqual({ [stored]: [stored] });
    }
    const found = await row<{ at: string }>(db.drizzle, sql`SELECT '2026-01-02T03:04:05.678Z'::timestamptz AS at`);
    expect(iso(found?.at ?? null)).toBe('2026-01-02T03:04:05.678Z');
    await db.close();
  });
});

describe('the lock of a data directory', () => {
  let data = '';
  beforeEach(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-lock-'));
  });
  afterEach(() => rm(data, { recursive: true, force: true }));
  const leave = async (holder: unknown) => writeFile(path.join(data, 'server.lock'), JSON.stringify(holder));

  test('is held by one, and free again when given back', async () => {
    const unlock = await lockDirectory(data);
    await expect(lockDirectory(data)).rejects.toBeInstanceOf(DirectoryInUse);
    await unlock();
    await (await lockDirectory(data))();
  });

  test('is taken over from a dead process, or a number given to a stranger, as after a restart of the machine', async () => {
    await leave({ pid: 2 ** 22 + 1, started: '1' });
    await (await lockDirectory(data))();
    await leave({ pid: process.pid, started: '1' });
    await (await lockDirectory(data))();
  });

  test('is never taken over because it is old', async () => {
    await leave({ pid: 1, started: null });
    await expect(lockDirectory(data)).rejects.toMatchObject({ pid: 1 });
  });
});
