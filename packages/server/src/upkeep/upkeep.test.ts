import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openEmbedded, openPostgres, rows, writeDump } from '../store/database/database.ts';
import { addItems } from '../testing/add-items.ts';
import { useTemplate } from '../testing/databases.ts';
import { fullRun } from '../testing/load.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import { endAll, startCuvette } from '../testing/product.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { restoreDump } from './restore-dump.ts';

const present = (await findPostgres()) !== null;

describe('a data directory', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-upkeep-'));
  });
  afterAll(async () => {
    endAll();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  });

  /** A data directory with an account, folders and items, odd texts among them. */
  async function filled(name: string, items: number): Promise<string> {
    const data = await mkdtemp(path.join(root, `${name}-`));
    await useTemplate(data);
    const server = await startTestServer({ data, databaseUrl: null });
    try {
      const folder = await call(server, 'POST', '/api/folder', { body: { name: 'Ünï\\"{}, NULL', notes: '\n\t\\N' } });
      expect(folder.status).toBe(201);
      for (const name of ['zebra', 'Äpfel', 'ünï2', 'Apfel'])
        await call(server, 'POST', '/api/folder', { body: { name } });
      await addItems(server, String(folder.body.uuid), items);
    } finally {
      await server.stop();
    }
    return data;
  }

  /** The settings as a command reads them: what it does is tried here without a process for each. */
  const settings = (data: string, env: Record<string, string> = {}) => readConfig(['--data', data], env);

  const cuvette = async (args: string[], env: Record<string, string> = {}) => {
    const product = startCuvette(args, root, env);
    return { code: await product.exited, text: product.output() };
  };

  const seen = async (data: string, databaseUrl: string | null) => {
    const server = await startTestServer({ data, databaseUrl });
    try {
      const { body } = await call<{ workflows: { name: string }[]; num_pages: number }>(
        server,
        'GET',
        '/api/workflow?size=100',
      );
      const foldersOf = async (query: string) =>
        (await call<{ folders: { name: string; notes: string }[] }>(server, 'GET', `/api/folder?${query}`)).body
          .folders;
      const namesOf = async (query: string) => (await foldersOf(query)).map(({ name }) => name);
      const named = await namesOf(`name_contains=${encodeURIComponent('ÜNÏ')}`);
      const inOrder = await namesOf('sort=name&asc=true');
      return { pages: body.num_pages, first: body.workflows, folders: await foldersOf(''), named, inOrder };
    } finally {
      await server.stop();
    }
  };

  describe.skipIf(!present && process.env.CI !== 'true')('that moves to PostgreSQL', () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = sharedPostgres();
    });
    afterAll(() => postgres?.stop());

    test.runIf(fullRun)(
      'arrives whole, once, and the embedded database is not opened by mistake',
      async () => {
        const data = await filled('moving', 730);
        const before = await seen(data, null);
        expect(before.pages).toBe(8);
        expect(before.named.toSorted()).toEqual(['Ünï\\"{}, NULL', 'ünï2']);
        expect(before.inOrder).toEqual(['Apfel', 'Äpfel', 'Home', 'ünï2', 'Ünï\\"{}, NULL', 'zebra']);
        const databaseUrl = await postgres.createEmptyDatabase();
        // Whoever sets the address and forgets the move would find an empty server, and lose all files within the hour.
        await expect(startTestServer({ data, databaseUrl })).rejects.toThrow('cuvette move-to-postgres');
        const moved = await cuvette(['move-to-postgres', '--data', data], { DATABASE_URL: databaseUrl });
        expect(moved.text).toContain('Moved, counted and compared');
        expect(moved.text).toMatch(/workflow +730 rows/);
        expect(moved.code).toBe(0);
        // What was broken off after everything had arrived is finished by the same command: nobody has used the new one yet.
        const move = () => moveToPostgres(settings(data, { DATABASE_URL: databaseUrl }));
        const back = () => rename(path.join(data, 'database.moved-to-postgres'), path.join(data, 'database'));
        await back();
        expect(await move()).toContain('was there already');
        expect(await seen(data, databaseUrl)).toEqual(before);
        await expect(startTestServer({ data, databaseUrl: null })).rejects.toThrow('was moved to PostgreSQL');
        const other = await postgres.createDatabase();
        await expect(startTestServer({ data, databaseUrl: other })).rejects.toThrow('belong to another database');
        await expect(move()).rejects.toThrow('holds no embedded database');
        // What changed since is not overwritten.
        await back();
        const target = await openPostgres(databaseUrl);
        await rows(target.drizzle, sql`UPDATE workflow SET notes = 'changed' WHERE name = 'item 7'`);
        await target.close();
        await expect(move()).rejects.toThrow('is not empty');
        expect((await seen(data, null)).pages).toBe(8);
      },
      400_000,
    );

    test.runIf(fullRun)(
      'is moved all or not at all: killed in the middle, the target is empty and the next try works',
      async () => {
        const data = await filled('killed', 3000);
        const databaseUrl = await postgres.createEmptyDatabase();
        const before = await openPostgres(databaseUrl);
        try {
          const product = startCuvette(['move-to-postgres', '--data', data], root, { DATABASE_URL: databaseUrl });
          // The moment when rows travel: the target's transaction holds locks on its tables.
          for (let round = 0; ; round += 1) {
            const [busy] = await rows<{ count: number }>(
              before.drizzle,
              sql`SELECT count(*)::int AS count FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'INSERT INTO "workflow"%'`,
            );
            if ((busy?.count ?? 0) > 0) break;
            expect(product.child.exitCode, product.output()).toBeNull();
            if (round > 2000) throw new Error('The move never began.');
            await sleep(5);
          }
          product.child.kill('SIGKILL');
          await product.exited;
          const counts = await rows<{ count: number }>(
            before.drizzle,
            sql`SELECT (SELECT count(*) FROM workflow)::int + (SELECT count(*) FROM "user")::int AS count`,
          );
          expect(counts[0]?.count).toBe(0);
        } finally {
          await before.close();
        }
        const again = await cuvette(['move-to-postgres', '--data', data], { DATABASE_URL: databaseUrl });
        expect(again.text).toMatch(/workflow +3000 rows/);
      },
      400_000,
    );

    test.runIf(fullRun)(
      'tells in one line why a move failed, and nothing of the rows; so does every command',
      async () => {
        const data = await filled('failing', 1);
        const secret = `whsec_${'a'.repeat(43)}`;
        const source = await openEmbedded(data);
        await rows(source.drizzle, sql`UPDATE "user" SET webhook_secret = ${secret}, firstname = 'somebody'`);
        await source.close();
        const databaseUrl = await postgres.createEmptyDatabase();
        const target = await openPostgres(databaseUrl);
        await rows(target.drizzle, sql`ALTER TABLE "user" ADD CONSTRAINT odd CHECK (firstname <> 'somebody')`);
        const env = { DATABASE_URL: databaseUrl };
        const refused = await cuvette(['move-to-postgres', '--data', data], env);
        expect(refused.code).toBe(1);
        expect(refused.text).toMatch(
          /^Nothing was moved, and nothing was changed: .*violates check constraint "odd"\n$/,
        );
        await rows(target.drizzle, sql`ALTER TABLE "user" RENAME TO away`);
        await target.close();
        const apart = path.join(root, 'failing-apart');
        const failed = await cuvette(['user', 'add', '--email', 'secretive@example.org', '--data', apart], env);
        expect(failed).toMatchObject({ code: 1, text: expect.stringContaining('"user" does not exist') });
        expect(failed.text).toContain('params: [hidden]');
        expect(failed.text).not.toContain('secretive@example.org');
        expect((await seen(data, null)).pages).toBe(1);
      },
    );

    test.runIf(fullRun)('refuses a database that cannot hold every name', async () => {
      const data = await filled('narrow', 1);
      const narrow = [
        ['move-to-postgres', 'LATIN1', data],
        ['serve', 'SQL_ASCII', path.join(root, 'narrow-apart')],
      ];
      for (const [command = '', encoding = '', place = ''] of narrow) {
        const databaseUrl = await postgres.createEmptyDatabase(encoding);
        const { code, text } = await cuvette([command, '--data', place], { DATABASE_URL: databaseUrl });
        expect(code).toBe(1);
        expect(text).toMatch(
          new RegExp(`^The database of DATABASE_URL .*The encoding of the database is ${encoding}, .*\\n$`),
        );
      }
      expect((await seen(data, null)).pages).toBe(1);
    });

    test.runIf(fullRun)('is not moved where it does not belong', async () => {
      const data = await filled('refused', 1);
      expect(await cuvette(['move-to-postgres', '--data', data])).toMatchObject({
        code: 1,
        text: expect.stringContaining('Set DATABASE_URL'),
      });
      const databaseUrl = await postgres.createEmptyDatabase();
      const foreign = await openPostgres(databaseUrl);
      await rows(foreign.drizzle, sql`CREATE TABLE invoices (number int)`);
      await foreign.close();
      expect(await cuvette(['move-to-postgres', '--data', data], { DATABASE_URL: databaseUrl })).toMatchObject({
        code: 1,
        text: expect.stringContaining('has other tables'),
      });
      const server = await startTestServer({ data, databaseUrl: null });
      const running = await cuvette(['move-to-postgres', '--data', data], { DATABASE_URL: databaseUrl });
      await server.stop();
      expect(running).toMatchObject({ code: 1, text: expect.stringContaining('already uses') });
      expect((await seen(data, null)).pages).toBe(1);
    });
  });

  // Backups, which hold a dump, are restored in every run (`backup.test.ts`).
  test.runIf(fullRun)('is restored from a dump; a broken dump changes nothing', async () => {
    const data = await filled('restored', 3);
    const db = await openEmbedded(data);
    const dump = (await writeDump(db, data, 'test')) ?? '';
    await rows(db.drizzle, sql`DELETE FROM workflow WHERE name = 'item 1'`);
    await db.close();
    const changed = await seen(data, null);
    expect(changed.first).toHaveLength(2);
    const broken = path.join(root, 'broken.tar.gz');
    await writeFile(broken, (await readFile(dump)).subarray(0, 100_000));
    for (const file of [broken, path.join(root, 'absent.tar.gz')]) {
      await expect(restoreDump(settings(data), file)).rejects.toThrow(/Nothing was changed|cannot be read/);
    }
    expect(await seen(data, null)).toEqual(changed);
    const restored = await cuvette(['restore', dump, '--data', data]);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored: 3 items of 1 person') });
    expect((await seen(data, null)).first).toHaveLength(3);
    const names = await readdir(data);
    expect(names.filter((name) => name.startsWith('database.before-restore-'))).toHaveLength(1);
    expect(names).not.toContain('database.restoring');
    const elsewhere = settings(data, { DATABASE_URL: 'postgres://nobody@127.0.0.1/x' });
    await expect(restoreDump(elsewhere, dump)).rejects.toThrow('Dumps are of the embedded database');
  });
});
