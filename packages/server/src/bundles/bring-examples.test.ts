import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { welcomeOwner } from '../store/first-start.ts';
import { firstAccount } from '../store/users.ts';
import { useTemplate } from '../testing/databases.ts';
import { computed } from '../testing/finished-item.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { bringExamples } from './bring-examples.ts';

let data = '';
let source = '';
let server: RunningServer;
const told: string[] = [];
const bring = (serverId: string, from = source) =>
  bringExamples(
    { ...server.services, serverId },
    (text) => told.push(text),
    () => false,
    from,
  );

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  source = path.join(data, 'results');
  await mkdir(source);
  await writeFile(path.join(source, 'basic_calculation.cuvette.json'), JSON.stringify(computed('water')));
  await writeFile(path.join(source, 'conformer_search.cuvette.json'), JSON.stringify(computed('butane')));
  await writeFile(path.join(source, 'scan.cuvette.json'), JSON.stringify({ ...computed('water'), version: 7 }));
  server = await startTestServer({ data, databaseUrl: null });
  const owner = await firstAccount(server.services.db.drizzle);
  await welcomeOwner(server.services.db.drizzle, owner?.id ?? '');
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

interface Me {
  root_folder_uuid: string;
  welcome: { examples_folder_uuid: string | null } | null;
}
const me = async () => (await call<Me>(server, 'GET', '/api/user/me')).body;
const named = async (folder: string) =>
  (await call<{ items: { data: { name: string } }[] }>(server, 'GET', `/api/folder/${folder}/contents`)).body.items.map(
    (item) => item.data.name,
  );

test('a new owner finds examples once, whoever starts beside; what does not fit is reported; renamed and shared it stays one, deleted it stays away', async () => {
  expect((await me()).welcome).toEqual({ examples_folder_uuid: null });
  await Promise.all([bring('one'), bring('another')]);
  const { welcome, root_folder_uuid } = await me();
  const folder = welcome?.examples_folder_uuid ?? '';
  expect(await named(root_folder_uuid)).toEqual(['Examples']);
  expect((await named(folder)).sort()).toEqual(['butane', 'water']);
  expect(told).toEqual([expect.stringMatching(/^The example scan\.cuvette\.json was left out: .*version/i)]);
  // Renamed and shared it is still the folder that the page of welcome names, and nothing comes in again.
  const body = { name: 'To try', public: true };
  expect((await call(server, 'POST', `/api/folder/${folder}`, { body })).status).toBe(200);
  await bring('one');
  expect(await named(root_folder_uuid)).toEqual(['To try']);
  expect((await me()).welcome).toEqual({ examples_folder_uuid: folder });
  expect(await named(folder)).toHaveLength(2);
  expect((await call(server, 'GET', `/api/shared/folder/${folder}`, { key: null })).status).toBe(200);
  expect((await call(server, 'DELETE', `/api/folder/${folder}`)).status).toBe(200);
  await Promise.all([bring('one'), bring('another')]);
  expect(await named(root_folder_uuid)).toEqual([]);
  expect((await me()).welcome).toEqual({ examples_folder_uuid: null });
});

test('a start that was cut off goes on without bringing anything in twice', async () => {
  const db = server.services.db.drizzle;
  const again = async () =>
    rows(db, sql`UPDATE first_start SET examples_done = false, examples_folder = NULL, examples_server = NULL`);
  await again();
  await bringExamples({ ...server.services, serverId: 'one' }, () => {}, stopAfter(1), source);
  const folder = (await me()).welcome?.examples_folder_uuid ?? '';
  expect(await named(folder)).toHaveLength(1);
  await bring('another');
  expect(await named(folder)).toHaveLength(1);
  await bring('one');
  expect((await named(folder)).sort()).toEqual(['butane', 'water']);
});

/** True from the so-many-th question on. */
function stopAfter(asked: number): () => boolean {
  let left = asked;
  return () => --left < 0;
}

test('the page of welcome stays closed; nobody but a new owner has one', async () => {
  const closed = await call<Me>(server, 'POST', '/api/user/me', { body: { welcome_closed: true } });
  expect(closed).toMatchObject({ status: 200, body: { welcome: null } });
  expect((await me()).welcome).toBeNull();
  expect((await call(server, 'POST', '/api/user/me', { body: { welcome_closed: false } })).status).toBe(422);
});
