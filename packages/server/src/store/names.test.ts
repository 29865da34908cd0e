import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';
import { row, rows } from './database/database.ts';

/** Names as people write them, in the expected order. */
const ordered = [
  '1-Äthyl',
  'Ångström',
  'Apfel 2',
  'Äpfel 10',
  'mol 2',
  'Mol 10',
  'mol 010 b',
  'mol 20241123001',
  'Œuvre',
  'Ökonomie',
  'Ønske',
  'SAURE',
  'Säure',
  'SÄURE2',
  'Straße',
  'STRASSEN',
  'zebra',
  'µ-Opioid',
  'ΩMEGA 3',
  'Молекула',
  '分子',
];

onBothDatabases('names', (place) => {
  let server: RunningServer;
  let root = '';
  /** Someone else's things, so that they are all there is. */
  let key = '';
  const get = async <T>(path: string) => (await call<T>(server, 'GET', path, { key })).body;
  const post = (path: string, body: unknown) => call(server, 'POST', path, { key, body });
  beforeAll(async () => {
    server = await startTestServer(place());
    key = await addPerson(server, 'names@example.org');
    root = (await get<{ root_folder_uuid: string }>('/api/user/me')).root_folder_uuid;
    for (const name of ordered.toReversed()) {
      const item = { name, parent_uuid: root, workflow_type: 'test_sleep', workflow_data: {}, is_draft: true };
      const made = [
        post('/api/folder', { name, parent_uuid: root }),
        post('/api/workflow', { ...item, workflow_type: 'scan' }),
        post('/api/project', { name }),
      ];
      for (const { status, body } of await Promise.all(made)) expect(status, JSON.stringify(body)).toBe(201);
    }
  });
  afterAll(() => server.stop());

  const folders = async (query: string) =>
    (await get<{ folders: { name: string }[] }>(`/api/folder?size=100&${query}`)).folders.map(({ name }) => name);
  const projects = async (query: string) =>
    (await get<{ name: string }[]>(`/api/project?size=100&${query}`)).map(({ name }) => name);
  const items = async (query: string) =>
    (await get<{ workflows: { name: string }[] }>(`/api/workflow?size=100&${query}`)).workflows.map(({ name }) => name);

  test('are found in any case and composition, in every alphabet', async () => {
    const asked: [string, string[]][] = [
      ['säure', ['Säure', 'SÄURE2']],
      ['SÄURE', ['Säure', 'SÄURE2']],
      ['sa\u0308ure', ['Säure', 'SÄURE2']],
      ['saure', ['SAURE']],
      ['å', ['Ångström']],
      ['\u212b', ['Ångström']],
      ['Μ-opioid', ['µ-Opioid']],
      ['ωmega', ['ΩMEGA 3']],
      ['МОЛЕКУЛА', ['Молекула']],
      ['œ', ['Œuvre']],
      ['straẞe', ['Straße']],
      ['子', ['分子']],
    ];
    for (const [words, found] of asked) {
      const query = `name_contains=${encodeURIComponent(words)}&sort=name&asc=true`;
      for (const list of [folders, projects, items]) expect(await list(query), words).toEqual(found);
    }
  });

  test('are ordered alike everywhere: letters with marks beside those without, numbers by their value', async () => {
    const own = (names: string[]) => names.filter((name) => ordered.includes(name));
    for (const list of [folders, projects, items]) {
      expect(own(await list('sort=name&asc=true'))).toEqual(ordered);
      expect(own(await list('sort=name&asc=false'))).toEqual(ordered.toReversed());
    }
  });

  test('that differ in case alone are the same where a name must be unique', async () => {
    for (const name of ['säure', 'SÄURE', 'Sa\u0308ure', 'ωmega 3', 'μ-opioid', 'МОЛЕКУЛА', 'straẞe']) {
      const { status, body } = await post('/api/folder', { name, parent_uuid: root, unique_name: true });
      expect([status, body.field], name).toEqual([409, 'name']);
    }
    for (const name of ['Saure 3', 'Säuré', 'ωmega']) {
      expect((await post('/api/folder', { name, parent_uuid: root, unique_name: true })).status, name).toBe(201);
    }
    // Two that come together.
    const make = async (name: string) => String((await post('/api/folder', { name, parent_uuid: root })).body.uuid);
    const uuids = [await make('Sa\u0308ure 9'), await make('SÄURE 9')];
    const moved = await post('/api/folder/move_folders', { uuids, parent_uuid: await make('new'), unique_name: true });
    expect([moved.status, moved.body.detail]).toEqual([409, expect.stringContaining('Two of the folders')]);
  });

  test('are folded as Unicode says, every letter that a name may have', async () => {
    const { drizzle } = server.services.db;
    const letters = Array.from({ length: 0x1ffff - 0x20 }, (_, index) => index + 0x20).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const pairs = letters.flatMap((code) => {
      const letter = String.fromCodePoint(code);
      const small = letter.toLowerCase();
      // Letters whose other case is several letters, or goes another way back, are not meant.
      return [...small].length === 1 && small !== letter && small.toUpperCase() === letter ? [[letter, small]] : [];
    });
    expect(pairs.length).toBeGreaterThan(1300);
    const apart = await rows<{ letter: string }>(
      drizzle,
      sql`SELECT p.letter FROM unnest(${sql.param(pairs.map(([letter]) => letter))}::text[], ${sql.param(pairs.map(([, small]) => small))}::text[]) AS p(letter, small)
          WHERE fold_case(p.letter) <> fold_case(p.small) OR fold_case(fold_case(p.letter)) <> fold_case(p.letter)`,
    );
    expect(apart.map(({ letter }) => letter)).toEqual([]);
    // The longest keys stay what an index takes.
    const longest = await row<{ bytes: number }>(
      drizzle,
      sql`SELECT max(octet_length(name_order(fold_case(repeat(t, 500)))))::int AS bytes FROM unnest(ARRAY['a', 'Ä', '한', '𐐀', 'ß', 'a1', 'Ä1', '1']) t`,
    );
    expect(longest?.bytes).toBeLessThanOrEqual(800);
  });
});
