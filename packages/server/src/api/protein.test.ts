import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Pdb, readPdb, writePdb } from '@cuvette/core/chemistry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../config.ts';
import { convertPdb, convertPdbAside } from '../convert/pdb-thread.ts';
import type { RunningServer } from '../serve.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';

const fixture = path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb');

type Seen = Record<string, unknown> & { uuid: string; data: Pdb | null };

onBothDatabases('proteins', (place) => {
  let server: RunningServer;
  let text = '';
  beforeAll(async () => {
    server = await startTestServer(place());
    text = await readFile(fixture, 'utf8');
  });
  afterAll(() => server.stop());

  const convert = async (body: unknown) => call<Pdb>(server, 'POST', '/api/convert/pdb_file_to_protein', { body });
  const upload = async (name: string) => {
    const { body: protein_data } = await convert({ name, text });
    const made = await call<Seen>(server, 'POST', '/api/protein', { body: { name, protein_data } });
    expect(made.status, JSON.stringify(made.body).slice(0, 300)).toBe(201);
    return made.body;
  };

  test('a PDB file is read, stored, listed without its atoms, and comes back with the same atoms', async () => {
    const made = await upload('with insertion codes');
    expect(made).toMatchObject({ name: 'with insertion codes', public: false, pocket: null, sanitized: 0 });
    expect(made.data?.models).toEqual(readPdb(text).models);
    const { body: list } = await call<{ proteins: Seen[]; num_pages: number }>(
      server,
      'GET',
      '/api/protein?name_contains=INSERTION',
    );
    expect(list.num_pages).toBe(1);
    expect(list.proteins.map(({ uuid, data }) => [uuid, data])).toEqual([[made.uuid, null]]);
    expect((await call<{ proteins: Seen[] }>(server, 'GET', '/api/protein?name_contains=zzz')).body.proteins).toEqual(
      [],
    );
    const file = await call<string>(server, 'GET', `/api/protein/${made.uuid}/get_pdb_file`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="with_insertion_codes.pdb"');
    expect(readPdb(file.body).models).toEqual(readPdb(text).models);
    const written = await call<string>(server, 'POST', '/api/convert/stjames_pdb_to_pdb_filestring', {
      body: made.data,
    });
    expect(written.body).toBe(writePdb(readPdb(text)));
  });

  test('name, pocket and sharing change alone or together; what a client never loaded stays', async () => {
    const { uuid, data } = await upload('plain');
    const change = (body: unknown) => call<Seen>(server, 'POST', `/api/protein/${uuid}`, { body });
    const pocket = [
      [1, 2, 3],
      [10, 11, 12],
    ];
    expect((await change({ name: 'bound', data: null, public: null, pocket })).body).toMatchObject({
      name: 'bound',
      public: false,
      pocket,
      data,
    });
    const shared = () => call<Seen>(server, 'GET', `/api/shared/protein/${uuid}`, { key: null });
    expect((await shared()).status).toBe(404);
    expect((await change({ public: true })).body).toMatchObject({ name: 'bound', public: true, pocket });
    expect((await shared()).body).toMatchObject({ uuid, name: 'bound', data });
    expect((await change({ pocket: null })).body.pocket).toBeNull();
    expect(
      await change({
        pocket: [
          [0, 0, 0],
          [0, 1, 1],
        ],
      }),
    ).toMatchObject({ status: 422, body: { field: expect.stringContaining('pocket') } });
    expect((await call(server, 'DELETE', `/api/protein/${uuid}`)).status).toBe(200);
    expect((await shared()).status).toBe(404);
  });

  test('a copy names what it was made from, which only its people can', async () => {
    const parent = await upload('parent');
    const body = { name: 'chain A', protein_data: parent.data, ancestor_uuid: parent.uuid };
    const child = (await call<Seen>(server, 'POST', '/api/protein', { body })).body;
    const found = (await call<{ proteins: Seen[] }>(server, 'GET', `/api/protein?ancestor_uuid=${parent.uuid}`)).body;
    expect(found.proteins.map(({ uuid }) => uuid)).toEqual([child.uuid]);
    const stranger = await addPerson(server, 'stranger@example.org');
    expect((await call(server, 'POST', '/api/protein', { key: stranger, body })).status).toBe(404);
    await call(server, 'DELETE', `/api/protein/${parent.uuid}`);
    expect((await call<Seen>(server, 'GET', `/api/protein/${child.uuid}`)).body.ancestor_uuid).toBeNull();
  });

  test('what is no structure is refused in words', async () => {
    expect(await convert({ name: 'x', text: 'hello' })).toMatchObject({
      status: 422,
      body: { field: 'text', detail: expect.stringContaining('no ATOM or HETATM') },
    });
    expect(await convert({ name: 'x', text: 'data_x\nloop_\n' })).toMatchObject({
      status: 422,
      body: { field: 'text' },
    });
    expect((await convert({ name: 'x' })).status).toBe(422);
  });
});

describe('large structures', () => {
  test('are read in a thread of their own, with the same result', async () => {
    const line = (serial: number) =>
      `ATOM  ${String(serial % 100_000).padStart(5)}  CA  GLY A${String((serial % 9999) + 1).padStart(4)}    ${[1, 2, 3].map((n) => (n + serial * 1e-3).toFixed(3).padStart(8)).join('')}  1.00 20.00           C`;
    const text = Array.from({ length: 9000 * 2 }, (_, index) => line(index + 1)).join('\n');
    expect(text.length).toBeGreaterThan(1_000_000);
    const aside = await convertPdbAside({ read: text });
    expect(aside).toEqual(convertPdb({ read: text }));
    expect('pdb' in aside).toBe(true);
    expect(await convertPdbAside({ read: `${text}\nATOM  99999  CA  GLY A   1      oops` })).toMatchObject({
      problem: expect.stringContaining('Line 18001'),
    });
  });
});
