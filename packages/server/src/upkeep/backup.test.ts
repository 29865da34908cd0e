import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { createAccount } from '../store/users.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { computed } from '../testing/finished-item.ts';
import { fullRun } from '../testing/load.ts';
import { endAll, startCuvette, startProduct } from '../testing/product.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { backUp } from './backup.ts';
import { sha256Of } from './backup-folder.ts';
import { restoreBackup } from './restore-backup.ts';

const password = 'correct horse battery';

/** Everything that a person can read of a server, and each file of its store by its content. */
async function contentsOf(server: RunningServer) {
  const read = async (address: string) => (await call(server, 'GET', address)).body;
  const { workflows } = (await read('/api/workflow?size=100&sort=name&asc=true')) as { workflows: { uuid: string }[] };
  const items = [];
  for (const { uuid } of workflows) items.push(await read(`/api/workflow/${uuid}/bundle`));
  const files: string[] = [];
  for await (const { key } of server.services.files.list()) {
    files.push(`${key} ${Buffer.from((await server.services.files.get(key)) ?? []).toString('base64')}`);
  }
  const signIn = { key: null, body: { email: 'chemist@example.org', password } };
  return {
    items: items.map((item) => ({ ...item, created_at: null })),
    folders: await read('/api/folder?sort=name&asc=true'),
    me: await read('/api/user/me'),
    chemist: (await call(server, 'POST', '/api/session/sign_in', signIn)).status,
    files: files.sort(),
  };
}

onOneDatabase('a backup', (place) => {
  let root = '';
  let server: RunningServer;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-backup-'));
    server = await startTestServer(place());
    const account = await createAccount(server.services.db, 'chemist@example.org');
    await server.services.signIn.setPassword(account.id, password);
    await call(server, 'POST', '/api/folder', { body: { name: 'Ünï\\"{}, NULL', notes: '\n\t\\N' } });
    for (const name of ['butane', 'water'] as const) {
      const made = await call(server, 'POST', '/api/workflow/import', { body: computed(name) });
      expect(made.status).toBe(201);
    }
  });
  afterAll(async () => {
    endAll();
    await server?.stop();
    await rm(root, { recursive: true, force: true });
  });
  const settings = (data: string, databaseUrl: string | null) =>
    readConfig(['--data', data], databaseUrl === null ? {} : { DATABASE_URL: databaseUrl });
  /** As the command line asks the server that runs. */
  const ask = async (file: string) => {
    const headers = { 'x-cuvette-admin': server.services.adminToken };
    const answer = await call(server, 'POST', '/api/admin', { key: null, body: { command: 'dump', file }, headers });
    expect(answer.status).toBe(200);
    return true;
  };
  const emptyDatabase = async () => (place().databaseUrl === null ? null : sharedPostgres().createEmptyDatabase());

  test.runIf(fullRun)(
    'that is made while people work is restored into an empty directory: every item, file and account is the same',
    async () => {
      const before = await contentsOf(server);
      expect(before.items).toHaveLength(2);
      expect(before.files.length).toBeGreaterThan(1);
      expect(before.chemist).toBe(200);
      const folder = path.join(root, 'first');
      let working = true;
      const work = (async () => {
        for (let count = 0; working; count += 1) {
          await call(server, 'POST', '/api/workflow/import', { body: computed('water') });
          if (count > 5) break;
        }
      })();
      const told = await backUp(settings(place().data, place().databaseUrl), folder, ask);
      working = false;
      await work;
      expect(told).toMatch(/^Backed up: the database and \d+ files/);
      const databaseUrl = await emptyDatabase();
      const data = path.join(root, 'restored');
      await restoreBackup(settings(data, databaseUrl), folder);
      const restored = await startTestServer({ data, databaseUrl });
      try {
        const after = await contentsOf(restored);
        // What was brought in meanwhile is in it or not, each item whole.
        const names = (items: Record<string, unknown>[]) => items.map((item) => JSON.stringify(item.items));
        for (const item of before.items)
          expect(names(after.items)).toContain(JSON.stringify((item as Record<string, unknown>).items));
        for (const file of before.files) expect(after.files).toContain(file);
        for (const item of after.items) expect(item).toHaveProperty('items');
        expect([after.folders, after.me, after.chemist]).toEqual([before.folders, before.me, 200]);
        expect(await readFile(path.join(data, 'secret'), 'utf8')).toBe(
          await readFile(path.join(place().data, 'secret'), 'utf8'),
        );
      } finally {
        await restored.stop();
      }
      const second = settings(data, await emptyDatabase());
      const refused = restoreBackup(second, folder);
      if (databaseUrl === null) await expect(refused).rejects.toThrow('holds a database already');
      else await refused;
      await expect(backUp(settings(place().data, place().databaseUrl), folder, ask)).rejects.toThrow(
        'is there already',
      );
    },
  );

  test('with a file missing or changed is refused by its name, and nothing is made', async () => {
    const folder = path.join(root, 'second');
    await backUp(settings(place().data, place().databaseUrl), folder, ask);
    const { entries } = JSON.parse(await readFile(path.join(folder, 'backup.json'), 'utf8')) as {
      entries: { path: string; sha256: string }[];
    };
    for (const { path: name, sha256 } of entries)
      expect([name, await sha256Of(path.join(folder, name))]).toEqual([name, sha256]);
    const some = entries.find(({ path: name }) => name.startsWith('files/'))?.path ?? '';
    const data = path.join(root, 'never');
    const config = settings(data, place().databaseUrl);
    for (const [spoil, words] of [
      [(copy: string) => rm(path.join(copy, some)), `${some} is missing`],
      [(copy: string) => writeFile(path.join(copy, some), 'other'), `${some} is not as it was written`],
      [(copy: string) => rm(path.join(copy, 'backup.json')), 'it has no backup.json'],
      [(copy: string) => writeFile(path.join(copy, 'backup.json'), '{'), 'cannot be read'],
    ] as const) {
      const copy = await mkdtemp(path.join(root, 'copy-'));
      await cp(folder, copy, { recursive: true });
      await spoil(copy);
      await expect(restoreBackup(config, copy)).rejects.toThrow(words);
    }
    expect(await readdir(data).catch(() => [])).toEqual([]);
  });
});

test.runIf(fullRun)('the commands back up a running server and a stopped one, and restore both', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'cuvette-backup-'));
  try {
    const data = path.join(root, 'data');
    const product = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
    const cuvette = async (...args: string[]) => {
      const started = startCuvette(args, root);
      return { code: await started.exited, text: started.output() };
    };
    await call(product, 'POST', '/api/workflow/import', { body: computed('water') });
    expect(await cuvette('backup', path.join(root, 'running'), '--data', data)).toMatchObject({ code: 0 });
    product.child.kill('SIGTERM');
    await product.exited;
    expect(await cuvette('backup', path.join(root, 'stopped'), '--data', data)).toMatchObject({ code: 0 });
    for (const name of ['running', 'stopped']) {
      const target = path.join(root, `${name}-again`);
      const restored = await cuvette('restore', path.join(root, name), '--data', target);
      expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored: 1 items of 1 person') });
      expect(restored.text).toMatch(/All \d+ files that it names are there\./);
    }
  } finally {
    endAll();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
});
