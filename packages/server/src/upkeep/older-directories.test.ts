import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marker, migrationsFolder } from '../store/database/database.ts';
import { computed } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { call, startTestServer } from '../testing/test-server.ts';

/** What a server of version 0.1.0 had stored: the rows of its tables, and its files. Written by the code of that version, after it imported an item. */
interface Stored {
  tables: Record<string, Record<string, unknown>[]>;
  files: Record<string, string>;
}
const fixture = path.join(import.meta.dirname, '../testing/data-of-0.1.json');
/** The owner's key in it. */
const key = 'cuvette_owner_key_of_the_drill_01';
/** The newest migration of the last 0.1 and of the first 0.2, which have the same schema. */
const newest = '0029_sandbox_of_workers';

describe.runIf(fullRun)('a data directory of 0.1', () => {
  let root = '';
  let data = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-older-'));
    data = path.join(root, 'data');
    const older = path.join(root, 'migrations');
    await cp(migrationsFolder, older, { recursive: true });
    const journalFile = path.join(older, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: { tag: string }[] };
    const last = journal.entries.findIndex(({ tag }) => tag === newest);
    expect(last).toBeGreaterThan(0);
    await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));

    const { tables, files } = JSON.parse(await readFile(fixture, 'utf8')) as Stored;
    await mkdir(data, { recursive: true });
    const client = await PGlite.create({ dataDir: path.join(data, 'database') });
    await migrate(drizzle({ client }), { migrationsFolder: older });
    // The rows name each other, and triggers keep what is in them already.
    await client.exec('SET session_replication_role = replica');
    for (const [name, rows] of Object.entries(tables)) {
      const target = `"${name}"`;
      const columns = await client.query<{ names: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [name],
      );
      const names = columns.rows[0]?.names ?? '';
      await client.query(
        `INSERT INTO ${target} (${names}) OVERRIDING SYSTEM VALUE
          SELECT ${names} FROM json_populate_recordset(NULL::${target}, $1::json)`,
        [JSON.stringify(rows)],
      );
    }
    await client.close();
    await writeFile(path.join(data, 'database', marker), 'whole\n');
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(data, 'files', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(content, 'base64'));
    }
    await writeFile(path.join(data, 'secret'), 'the secret of the data directory of the test\n');
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('opens: account, key, folder, item, calculations and their molecules are there, after a dump', async () => {
    const server = await startTestServer({ data, databaseUrl: null });
    try {
      const read = <T>(address: string) => call<T>(server, 'GET', address, { key });
      expect((await read('/api/user/me')).body).toMatchObject({ email: 'owner@example.org' });
      const { body: folders } = await read<{ folders: { name: string }[] }>('/api/folder?sort=name&asc=true');
      expect(folders.folders.map(({ name }) => name)).toContain('From 0.1');
      const { body: list } = await read<{ workflows: { uuid: string; name: string }[] }>('/api/workflow?size=10');
      expect(list.workflows.map(({ name }) => name)).toEqual(['butane']);
      const { body: bundle } = await read<ReturnType<typeof computed>>(
        `/api/workflow/${list.workflows[0]?.uuid}/bundle`,
      );
      const before = computed('butane');
      const energies = (one: typeof before) =>
        Object.values(one.calculations)
          .flatMap(({ molecules }) => molecules.map(({ energy }) => energy))
          .sort();
      expect(energies(bundle)).toEqual(energies(before));
      expect(energies(bundle).length).toBeGreaterThan(1);
      expect(await readdir(path.join(data, 'dumps'))).toEqual([expect.stringContaining('before-upgrade')]);
    } finally {
      await server.stop();
    }
  });
});
