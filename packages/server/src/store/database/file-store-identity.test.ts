import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../../config.ts';
import type { FileStore } from '../../files/file-store.ts';
import { localFiles } from '../../files/local-files.ts';
import { openFiles } from '../../files/open-files.ts';
import { sweep } from '../../queue/sweeps.ts';
import { plainItem } from '../../testing/add-items.ts';
import { onOneDatabase, useTemplate } from '../../testing/databases.ts';
import { fullRun } from '../../testing/load.ts';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { restoreDump } from '../../upkeep/restore-dump.ts';
import { sweepFiles } from '../sweep.ts';
import { createAccount } from '../users.ts';
import { insertWorkflow } from '../workflows/insert-workflows.ts';
import { type Database, migrationsFolder, openEmbedded, openPostgres, rows, writeDump } from './database.ts';
import { identifierOf, tieFiles } from './file-store-identity.ts';

const keysOf = async (files: FileStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of files.list()) keys.push(key);
  return keys.sort();
};

/** Stores a file that a row of the database names, and one that none names. Keys of both. */
async function addFiles(db: Database, files: FileStore): Promise<{ named: string; orphan: string }> {
  const account = await createAccount(db, `${randomUUID()}@example.org`);
  const item = plainItem(account.root_folder_uuid ?? '');
  await db.transaction((tx) => insertWorkflow(tx, account.id, item));
  const [named, orphan] = [`attempts/${item.uuid}/${randomUUID()}.log`, `attempts/${item.uuid}/${randomUUID()}.log`];
  await rows(
    db.drizzle,
    sql`INSERT INTO attempt (workflow_uuid, number, lease_until, host, status, log_file)
        VALUES (${item.uuid}, 1, now(), 'h', 'completed', ${named})`,
  );
  for (const key of [named, orphan]) await files.put(key, Buffer.from('text'));
  return { named, orphan };
}

let s3: TestS3;
let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'cuvette-ties-'));
  s3 = await startS3('cuvette-ties');
});
afterAll(async () => {
  await s3?.stop();
  await rm(root, { recursive: true, force: true });
});

const fresh = async (name: string): Promise<string> => {
  const data = path.join(root, `${name}-${randomUUID()}`);
  await useTemplate(data);
  return data;
};

onOneDatabase('files of a database', (place) => {
  describe.each(['a directory', 'a bucket'])('in %s', (kind) => {
    let db: Database;
    let stranger: Database;
    const open = () => {
      const name = `${place().databaseUrl === null ? 'one' : 'two'}-${kind.replace(' ', '-')}`;
      const env: Record<string, string> =
        kind === 'a bucket' ? s3.env(`s3://cuvette-ties/${name}`) : { CUVETTE_FILES: path.join(root, name) };
      return openFiles(readConfig([], env).files);
    };
    beforeAll(async () => {
      const { data, databaseUrl } = place();
      db = databaseUrl === null ? await openEmbedded(data) : await openPostgres(databaseUrl);
      stranger = await openEmbedded(await fresh('stranger'));
    });
    afterAll(async () => {
      await db?.close();
      await stranger?.close();
    });

    test('are tied to it, survive another one, and are swept by their own only', async () => {
      const files = await open();
      // As an older Cuvette left them: neither side has an identifier yet.
      await rows(db.drizzle, sql`DELETE FROM installation`);
      const { named, orphan } = await addFiles(db, files);
      const both = [named, orphan].sort();
      const refused = async () => {
        for (const work of [() => tieFiles(stranger.drizzle, files), () => sweepFiles(stranger.drizzle, files, 0)]) {
          const error = await work().catch((problem: unknown) => problem);
          expect(error).toBeInstanceOf(ConfigProblem);
          expect((error as Error).message).toContain(`The files in ${files.place} belong to another database`);
          expect(await keysOf(files)).toEqual(both);
        }
      };
      await refused();
      await tieFiles(db.drizzle, files);
      expect(await files.owner()).toBe(await identifierOf(db.drizzle));
      await refused();
      // A stranger that serves files of its own already.
      await tieFiles(stranger.drizzle, localFiles(path.join(root, randomUUID())));
      await refused();
      await tieFiles(db.drizzle, files);
      expect(await sweepFiles(db.drizzle, files, 0)).toBe(1);
      expect(await keysOf(files)).toEqual([named]);
      // A copy of the database from before it had an identifier knows its files, and is known by them.
      const owner = await files.owner();
      await rows(db.drizzle, sql`DELETE FROM installation`);
      await tieFiles(db.drizzle, files);
      expect(await identifierOf(db.drizzle)).toBe(owner);
      await files.delete(named);
    });
  });
});

/** A dump of an empty database as the Cuvette wrote it whose newest migration had this number. */
async function dumpOf(newest: number): Promise<string> {
  const folder = path.join(root, `migrations-${newest}`);
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = path.join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { idx: number }[] };
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx <= newest) }));
  const client = await PGlite.create();
  await migrate(drizzle({ client }), { migrationsFolder: folder });
  const dump = path.join(root, `dump-${newest}.tar.gz`);
  await writeFile(dump, new Uint8Array(await (await client.dumpDataDir('gzip')).arrayBuffer()));
  await client.close();
  return dump;
}

describe('restoring a dump', () => {
  test.runIf(fullRun)('keeps the files of the database that it set aside, for as long as that lies there', async () => {
    const data = await fresh('restored');
    const config = readConfig(['--data', data], {});
    const files = await openFiles(config.files);
    let db = await openEmbedded(data);
    await tieFiles(db.drizzle, files, true);
    const dump = (await writeDump(db, data, 'test')) ?? '';
    const { named, orphan } = await addFiles(db, files);
    const old = new Date(Date.now() - 3 * 3_600_000);
    for (const key of [named, orphan]) await utimes(path.join(data, 'files', key), old, old);
    await db.close();
    expect(await restoreDump(config, dump)).toContain('files that only it needs are kept');
    db = await openEmbedded(data);
    await tieFiles(db.drizzle, files, true);
    await sweep(db, files, data);
    expect(await keysOf(files)).toEqual([named, orphan].sort());
    const aside = (await readdir(data)).find((name) => name.startsWith('database.before-restore-')) ?? '';
    await rm(path.join(data, aside), { recursive: true });
    await sweep(db, files, data);
    expect(await keysOf(files)).toEqual([]);
    await db.close();
  });

  /** A data directory with files that are tied to its database. */
  const tied = async (name: string) => {
    const data = await fresh(name);
    const config = readConfig(['--data', data], {});
    const files = await openFiles(config.files);
    const db = await openEmbedded(data);
    await tieFiles(db.drizzle, files, true);
    const { named, orphan } = await addFiles(db, files);
    await db.close();
    return { data, config, files, keys: [named, orphan].sort() };
  };

  // An old dump: in `npm test` a copy without an identifier is known by its files (above).
  test.runIf(fullRun)('from before databases had identifiers gives it that of the files', async () => {
    const { data, config, files } = await tied('older');
    await restoreDump(config, await dumpOf(18));
    const db = await openEmbedded(data);
    expect(await identifierOf(db.drizzle)).toBe(await files.owner());
    await db.close();
  });

  test.runIf(fullRun)('of another database is refused, and nothing was changed', async () => {
    const { data, config, files, keys } = await tied('own');
    const elsewhere = await fresh('elsewhere');
    const db = await openEmbedded(elsewhere);
    await tieFiles(db.drizzle, localFiles(path.join(elsewhere, 'files')), true);
    const foreign = (await writeDump(db, elsewhere, 'test')) ?? '';
    await db.close();
    const before = await readdir(data);
    await expect(restoreDump(config, foreign)).rejects.toThrow(
      /of another database than the files.*Nothing was changed/,
    );
    expect(await readdir(data)).toEqual(before);
    expect(await keysOf(files)).toEqual(keys);
  });
});
