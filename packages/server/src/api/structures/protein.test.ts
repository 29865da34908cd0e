import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Pdb, readMmcif, readPdb, writePdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../../config.ts';
import { convertPdbAside } from '../../convert/pdb-aside.ts';
import { convertPdb } from '../../convert/pdb-thread.ts';
import { CallerLeft } from '../../convert/pool.ts';
import type { RunningServer } from '../../serve.ts';
import { rows } from '../../store/database/database.ts';
import { proteinsOfItem } from '../../store/proteins.ts';
import { sweepRows } from '../../store/sweep.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

const fixture = path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb');

type Seen = Record<string, unknown> & { uuid: string; data: Pdb | null };

onOneDatabase('proteins', (place) => {
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

  test('an mmCIF file is told from PDB and read, also after lines of comment; stored, it comes back as a PDB file', async () => {
    const packed = await readFile(path.join(checkout, 'packages/core/src/chemistry/fixtures/1ema.cif.gz'));
    const entry = gunzipSync(packed).toString();
    const wanted = JSON.parse(JSON.stringify(readMmcif(entry)));
    expect(entry).toMatch(/^data_1EMA/);
    for (const before of ['', '# Entry 1EMA of the archive\n#\n\n', '\r\n#\r\n  ']) {
      const read = await convert({ name: '1ema.cif', text: before + entry });
      expect([read.status, read.body], JSON.stringify(before)).toEqual([200, wanted]);
    }
    const name = 'Fluorescent';
    const made = (await call<Seen>(server, 'POST', '/api/protein', { body: { name, protein_data: wanted } })).body;
    const [model] = made.data?.models ?? [];
    expect(Object.keys(model?.polymer ?? {})).toEqual(['A']);
    // The chain from Ser 2 to Ile 229, of which 65 to 67 are one residue, the chromophore.
    const residues = Object.entries(model?.polymer.A?.residues ?? {});
    expect([residues.length, residues[0]?.[0], residues.at(-1)?.[0]]).toEqual([226, 'A.2', 'A.229']);
    const chromophore = residues.filter(([, { name }]) => name === 'CRO');
    expect(chromophore.map(([id, { atoms }]) => [id, Object.keys(atoms).length])).toEqual([['A.66', 22]]);
    const file = await call<string>(server, 'GET', `/api/protein/${made.uuid}/get_pdb_file`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="Fluorescent.pdb"');
    const [back] = readPdb(file.body).models;
    const placed = (from: typeof model) =>
      Object.entries(from?.polymer.A?.residues ?? {}).map(([id, residue]) => [
        id,
        residue.name,
        Object.values(residue.atoms).map(({ name, element, x, y, z }) => [name, element, x, y, z]),
      ]);
    expect(placed(back)).toEqual(placed(model));
    expect(Object.keys(back?.water ?? {})).toHaveLength(95);
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
    const ancestor = async () =>
      (await call<Seen>(server, 'GET', `/api/protein/${child.uuid}`)).body.ancestor_uuid ?? null;
    expect(await ancestor()).toBe(parent.uuid);
    const gone = await call(server, 'DELETE', `/api/protein/${parent.uuid}`);
    expect(await ancestor()).toBeNull();
    await call(server, 'POST', `/api/trash/${gone.body.deletion_uuid}/restore`);
    expect(await ancestor()).toBe(parent.uuid);
  });

  test('a deleted one is restored from the trash for 30 days; items that name it say where it is; then it is gone for good', async () => {
    const db = server.services.db.drizzle;
    const { uuid, data } = await upload('kinase');
    const submitted = await call(server, 'POST', '/api/workflow', { body: { workflow_type: 'test_sleep' } });
    const item = String(submitted.body.uuid);
    const read = () => call<Seen>(server, 'GET', `/api/protein/${uuid}`);
    const readItem = async () => (await call(server, 'GET', `/api/workflow/${item}`)).body;
    expect((await read()).body.used_in_workflow).toBe(false);
    await rows(
      db,
      sql`UPDATE workflow SET object_data = jsonb_build_object('target_uuid', ${uuid}::text) WHERE uuid = ${item}::uuid`,
    );
    expect((await read()).body.used_in_workflow).toBe(true);
    await call(server, 'POST', `/api/protein/${uuid}`, { body: { public: true } });
    const { link } = (await call(server, 'POST', '/api/share_link', { body: { protein_uuid: uuid } })).body;
    const shared = async (query = '') =>
      (await call<Seen>(server, 'GET', `/api/shared/protein/${uuid}${query}`, { key: null })).status;
    const opened = async () => [await shared(), await shared(`?link=${link}`)];
    expect(await opened()).toEqual([200, 200]);

    const gone = await call(server, 'DELETE', `/api/protein/${uuid}`);
    expect(gone).toMatchObject({ status: 200, body: { ok: true, used_by_items: 1 } });
    const inTrash = 'The protein "kinase" is in the trash. Restore it to use it again.';
    expect(await read()).toMatchObject({ status: 404, body: { detail: inTrash } });
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['POST', '', { name: 'x' }],
      ['GET', '/get_pdb_file', undefined],
    ] as const) {
      const answer = await call(server, method, `/api/protein/${uuid}${path}`, { body });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, body: { detail: inTrash } });
    }
    expect(await opened()).toEqual([404, 404]);
    expect((await call(server, 'POST', '/api/share_link', { body: { protein_uuid: uuid } })).status).toBe(404);
    const named = (await call<{ proteins: Seen[] }>(server, 'GET', '/api/protein?name_contains=kinase')).body.proteins;
    expect(named).toEqual([]);
    expect((await readItem()).proteins_in_trash).toEqual([{ uuid, name: 'kinase' }]);
    const bundle = (await call<{ proteins: object }>(server, 'GET', `/api/workflow/${item}/bundle`)).body;
    expect(bundle.proteins).toEqual({});
    const trash = (await call<{ deletions: Record<string, unknown>[] }>(server, 'GET', '/api/trash')).body.deletions;
    expect(trash[0]).toMatchObject({
      kind: 'protein',
      object_uuid: uuid,
      name: 'kinase',
      uuid: gone.body.deletion_uuid,
    });
    const stranger = await addPerson(server, 'stranger@example.org');
    const asStranger = await call(server, 'GET', `/api/protein/${uuid}`, { key: stranger });
    expect(JSON.stringify(asStranger.body)).not.toContain('trash');

    const back = await call(server, 'POST', `/api/trash/${gone.body.deletion_uuid}/restore`);
    expect(back).toMatchObject({ status: 200, body: { kind: 'protein', object_uuid: uuid } });
    expect(await read()).toMatchObject({ status: 200, body: { name: 'kinase', public: true, data } });
    expect(await opened()).toEqual([200, 200]);
    expect((await readItem()).proteins_in_trash).toBeUndefined();

    await call(server, 'DELETE', `/api/protein/${uuid}`);
    const age = (days: number) =>
      rows(
        db,
        sql`UPDATE deletion SET deleted_at = now() - make_interval(days => ${days}) WHERE object_uuid = ${uuid}::uuid`,
      );
    const left = async (table: string, column: string) =>
      (await rows(db, sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${uuid}::uuid`)).length;
    await rows(
      db,
      sql`INSERT INTO protein_preparation (protein_uuid, options, state) VALUES (${uuid}::uuid, '{}', 'done')`,
    );
    await age(29);
    await sweepRows(db);
    expect(await left('protein', 'uuid')).toBe(1);
    await age(31);
    await sweepRows(db);
    for (const [table, column] of [
      ['protein', 'uuid'],
      ['protein_preparation', 'protein_uuid'],
      ['workflow_protein', 'protein_uuid'],
      ['share_link', 'protein_uuid'],
      ['deletion', 'object_uuid'],
    ] as const) {
      expect(await left(table, column), table).toBe(0);
    }
    expect((await readItem()).uuid).toBe(item);
  });

  test('a shared folder lists the proteins that items under it use, and no other', async () => {
    const folder = async (name: string, parent_uuid?: string) =>
      String((await call(server, 'POST', '/api/folder', { body: { name, parent_uuid } })).body.uuid);
    const outer = await folder('dockings');
    const inner = await folder('first series', outer);
    const [used, elsewhere] = [await upload('used inside'), await upload('used elsewhere')];
    await call(server, 'POST', `/api/protein/${elsewhere.uuid}`, { body: { public: true } });
    const itemOf = async (protein: string, folder_uuid?: string) => {
      const body = { workflow_type: 'test_sleep', folder_uuid };
      const item = String((await call(server, 'POST', '/api/workflow', { body })).body.uuid);
      await rows(
        server.services.db.drizzle,
        sql`UPDATE workflow SET object_data = jsonb_build_object('target_uuid', ${protein}::text) WHERE uuid = ${item}::uuid`,
      );
      return item;
    };
    const item = await itemOf(used.uuid, inner);
    await itemOf(elsewhere.uuid);
    const list = async (place: string, key?: null) => {
      const path = `/api/${key === null ? 'shared/' : ''}folder/${place}/proteins`;
      const { status, body } = await call<{ proteins?: Seen[] }>(server, 'GET', path, { key });
      return status === 200 ? body.proteins?.map(({ uuid, data }) => [uuid, data]) : status;
    };
    expect(await list(outer, null)).toBe(404);
    await call(server, 'POST', `/api/folder/${outer}`, { body: { public: true } });
    expect(await list(outer, null)).toEqual([[used.uuid, null]]);
    expect(await list(inner, null)).toEqual([[used.uuid, null]]);
    expect(await list(outer)).toEqual([[used.uuid, null]]);
    await call(server, 'DELETE', `/api/workflow/${item}`);
    expect(await list(outer, null)).toEqual([]);
  });

  test('a project that may only be read, one that is not seen and an ancestor that is not there are told apart', async () => {
    const { data, project_uuid } = await upload('of the project');
    const key = await addPerson(server, 'reader@example.org');
    const upTo = (more: object, who: object = {}) =>
      call(server, 'POST', '/api/protein', { body: { name: 'p', protein_data: data, ...more }, ...who });
    const foreign = await upTo({ project_uuid }, { key });
    expect(foreign).toMatchObject({ status: 404, body: { field: 'project_uuid' } });
    const body = { users: ['reader'], role: 'viewer' };
    expect((await call(server, 'POST', `/api/project/${project_uuid}/add_users`, { body })).status).toBe(200);
    expect(await upTo({ project_uuid }, { key })).toMatchObject({
      status: 403,
      body: { detail: 'You can read this project, but not add to it.', field: 'project_uuid' },
    });
    const orphan = await upTo({ project_uuid, ancestor_uuid: '00000000-0000-4000-8000-000000000000' });
    expect(orphan).toMatchObject({ status: 404, body: { field: 'ancestor_uuid' } });
    expect(orphan.body.detail).toContain('protein that this one was made from');
  });

  test('a viewer may read a protein, not delete it; removed for good from the trash it is gone at once', async () => {
    const { uuid, project_uuid: project } = await upload('kept');
    const viewer = await addPerson(server, 'viewer@example.org');
    const body = { users: ['viewer'], role: 'viewer' };
    expect((await call(server, 'POST', `/api/project/${project}/add_users`, { body })).status).toBe(200);
    expect(await call(server, 'DELETE', `/api/protein/${uuid}`, { key: viewer })).toMatchObject({
      status: 403,
      body: { detail: 'You may read this protein, but not delete it.' },
    });
    const { deletion_uuid: deletion } = (await call(server, 'DELETE', `/api/protein/${uuid}`)).body;
    for (const [method, path] of [
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(server, method, `/api/trash/${deletion}${path}`, { key: viewer })).status).toBe(404);
    }
    expect((await call(server, 'DELETE', `/api/trash/${deletion}`)).status).toBe(200);
    const left = await rows(server.services.db.drizzle, sql`SELECT 1 FROM protein WHERE uuid = ${uuid}::uuid`);
    expect(left).toEqual([]);
    expect((await call(server, 'GET', `/api/protein/${uuid}`)).body.detail).toContain('was not found');
  });

  test('whoever may read an item that was moved to another project may read its protein; nobody else does', async () => {
    const db = server.services.db.drizzle;
    const [target, pose, unmoved] = [await upload('target'), await upload('pose'), await upload('of another item')];
    await rows(db, sql`UPDATE protein SET computed = true WHERE uuid = ${pose.uuid}::uuid`);
    const [member, viewer, stranger] = await Promise.all(
      ['member', 'looker', 'outsider'].map((name) => addPerson(server, `${name}@example.org`)),
    );
    const to = (await call(server, 'POST', '/api/project', { body: { name: 'Shared docking' } })).body;
    const users = (names: string[], role: string) =>
      call(server, 'POST', `/api/project/${to.uuid}/add_users`, { body: { users: names, role } });
    expect((await users(['member'], 'member')).status).toBe(200);
    expect((await users(['looker'], 'viewer')).status).toBe(200);
    const itemWith = async (folder_uuid: unknown, ...proteins: Seen[]) => {
      const body = { workflow_type: 'test_sleep', folder_uuid };
      const item = String((await call(server, 'POST', '/api/workflow', { body })).body.uuid);
      const named = JSON.stringify({ named: proteins.map(({ uuid }) => uuid) });
      await rows(db, sql`UPDATE workflow SET object_data = ${named}::jsonb WHERE uuid = ${item}::uuid`);
      return item;
    };
    const inner = (await call(server, 'POST', '/api/folder', { body: { name: 'dockings' } })).body.uuid;
    const item = await itemWith(inner, target, pose);
    await itemWith(undefined, unmoved);
    // An item that only names a protein of another project gives no access to it.
    await itemWith(to.root_folder_uuid, target, pose, unmoved);
    const seen = async ({ uuid }: Seen, key?: string | null) =>
      (await call(server, 'GET', `/api/${key === null ? 'shared/' : ''}protein/${uuid}`, { key })).status;
    const all = async (one: Seen) => [
      await seen(one),
      await seen(one, member),
      await seen(one, viewer),
      await seen(one, stranger),
      await seen(one, null),
    ];
    expect(await all(target)).toEqual([200, 404, 404, 404, 404]);

    const move = { uuids: [inner], parent_uuid: to.root_folder_uuid };
    expect((await call(server, 'POST', '/api/folder/move_folders', { body: move })).status).toBe(200);
    expect(await all(target)).toEqual([200, 200, 200, 404, 404]);
    expect(await all(pose)).toEqual([200, 200, 200, 404, 404]);
    expect(await all(unmoved)).toEqual([200, 404, 404, 404, 404]);
    const read = async ({ uuid }: Seen, key?: string) =>
      (await call<Seen>(server, 'GET', `/api/protein/${uuid}`, { key })).body;
    // The uploaded one stays where it is, and where that is nobody else learns; what the job made went along.
    expect(await read(target)).toMatchObject({ project_uuid: target.project_uuid });
    expect(await read(target, member)).toMatchObject({ project_uuid: null, used_in_workflow: null, data: target.data });
    expect(await read(pose, member)).toMatchObject({ project_uuid: to.uuid });
    const changed = await call(server, 'POST', `/api/protein/${target.uuid}`, { key: member, body: { name: 'mine' } });
    expect(changed).toMatchObject({ status: 403, body: { detail: 'You may read this protein, but not change it.' } });
    const removed = await call(server, 'DELETE', `/api/protein/${target.uuid}`, { key: member });
    expect(removed).toMatchObject({ status: 403, body: { detail: 'You may read this protein, but not delete it.' } });
    const listed = (await call<{ proteins: Seen[] }>(server, 'GET', '/api/protein', { key: member })).body.proteins;
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual([target.uuid, pose.uuid].sort());
    // Data that change, as those of a job that goes on, keep it; and so does an item that is made from this one.
    await rows(db, sql`UPDATE workflow SET object_data = object_data || '{"more": 1}' WHERE uuid = ${item}::uuid`);
    expect(await seen(target, viewer)).toBe(200);
    expect(Object.keys((await proteinsOfItem(db, await itemWith(to.root_folder_uuid, target))).proteins)).toEqual([
      target.uuid,
    ]);
    // Shared, the item shows its protein to everybody.
    await call(server, 'POST', `/api/workflow/${item}`, { body: { public: true } });
    expect([await seen(target, null), await seen(pose, null)]).toEqual([200, 200]);
    const folder = `/api/shared/folder/${inner}/proteins`;
    await call(server, 'POST', `/api/folder/${inner}`, { body: { public: true } });
    const inFolder = (await call<{ proteins: Seen[] }>(server, 'GET', folder, { key: null })).body.proteins;
    expect(inFolder.map(({ uuid }) => uuid).sort()).toEqual([target.uuid, pose.uuid].sort());
  });

  test('who moves an item hands on no protein that they may not read themselves', async () => {
    const db = server.services.db.drizzle;
    const secret = await upload('secret');
    const mover = await addPerson(server, 'mover@example.org');
    const [from, to] = await Promise.all(
      ['From', 'To'].map(
        async (name) => (await call(server, 'POST', '/api/project', { key: mover, body: { name } })).body,
      ),
    );
    const body = { workflow_type: 'test_sleep', folder_uuid: from?.root_folder_uuid };
    const item = String((await call(server, 'POST', '/api/workflow', { key: mover, body })).body.uuid);
    const named = JSON.stringify({ target_uuid: secret.uuid });
    await rows(db, sql`UPDATE workflow SET object_data = ${named}::jsonb WHERE uuid = ${item}::uuid`);
    const move = { uuids: [item], parent_uuid: to?.root_folder_uuid };
    expect((await call(server, 'POST', '/api/workflow/move_workflows', { key: mover, body: move })).status).toBe(200);
    expect((await call(server, 'GET', `/api/protein/${secret.uuid}`, { key: mover })).status).toBe(404);
  });

  test('without_data leaves the structure out and keeps all else', async () => {
    const { uuid } = await upload('followed');
    const read = (query: string) => call<Seen>(server, 'GET', `/api/protein/${uuid}${query}`);
    const whole = (await read('')).body;
    expect(whole.data).not.toBeNull();
    expect((await read('?without_data=true')).body).toEqual({ ...whole, data: null });
    expect(await read('?without_data=perhaps')).toMatchObject({ status: 422, body: { field: 'without_data' } });
  });

  test('alternate places, insertion codes, negative numbers, two models and 20 000 atoms come in and go out whole', async () => {
    const atom = (serial: number, name: string, place: string, residue: string, x: number, more = '1.00') =>
      `ATOM  ${String(serial).padStart(5)}  ${name.padEnd(3)}${place}${residue}   ${x.toFixed(3).padStart(8)}   2.000   3.000  ${more} 10.00           ${name[0]}`;
    const awkward = [
      atom(1, 'N', ' ', 'MET A  -3 ', 1),
      atom(2, 'CA', 'A', 'MET A  -3 ', 2, '0.60'),
      atom(3, 'CA', 'B', 'MET A  -3 ', 3, '0.40'),
      atom(4, 'N', ' ', 'GLY A  -3A', 4),
      atom(5, 'CA', ' ', 'GLY A  -3A', 5),
    ];
    const models = ['MODEL        1', ...awkward, 'ENDMDL', 'MODEL        2', ...awkward, 'ENDMDL'].join('\n');
    const many = Array.from({ length: 20_000 }, (_, index) => {
      const residue = `GLY ${'AB'[Math.floor(index / 10_000)]}${String((Math.floor(index / 4) % 2500) + 1).padStart(4)} `;
      return atom(index + 1, ['N', 'CA', 'C', 'O'][index % 4] ?? 'N', ' ', residue, index / 100);
    }).join('\n');
    for (const [name, text] of [
      ['awkward', models],
      ['many', many],
    ] as const) {
      const { body: protein_data } = await convert({ name, text });
      const made = await call<Seen>(server, 'POST', '/api/protein', { body: { name, protein_data } });
      expect(made.status, name).toBe(201);
      const file = await call<string>(server, 'GET', `/api/protein/${made.body.uuid}/get_pdb_file`);
      expect(readPdb(file.body).models, name).toEqual(readPdb(text).models);
    }
    const residues = readPdb(models).models.map(({ polymer }) => Object.keys(polymer.A?.residues ?? {}));
    expect(residues).toEqual([
      ['A.-3', 'A.-3A'],
      ['A.-3', 'A.-3A'],
    ]);
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
    expect((await convert({ name: 'x', text: `${'\n'.repeat(40)}x` })).status).toBe(422);
  });
});

describe('texts from outside', () => {
  test('blank lines before a structure cost nothing, whatever follows them', async () => {
    const blank = '\n'.repeat(100_000);
    expect(convertPdb({ read: `${blank}x` })).toMatchObject({ problem: expect.stringContaining('no ATOM or HETATM') });
    expect(convertPdb({ read: `${blank} # a comment\n\t\n DATA_x\nloop_\n` })).toMatchObject({
      problem: expect.stringContaining('A loop_ without column names'),
    });
  });

  test('of any size are read in another thread', async () => {
    let here = false;
    const answer = convertPdbAside({ read: 'hello' }).then(() => {
      here = true;
    });
    // What is computed in this thread is answered by now; another thread answers in a later turn of the event loop.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(here).toBe(false);
    await answer;
  });

  test("one person's texts take one thread, those that wait are limited, and all end when the caller leaves", async () => {
    const caller = new AbortController();
    const line = 'ATOM      1  CA  GLY A   1       1.000   2.000   3.000  1.00 20.00           C\n';
    const long = { read: line.repeat(100_000) };
    const ended: unknown[] = [];
    const mine = Array.from({ length: 22 }, () =>
      convertPdbAside(long, { person: 'busy', signal: caller.signal }).catch((error: unknown) => ended.push(error)),
    );
    // The others' text is read while the first of these is: with the threads taken it would wait until one ends.
    expect(await convertPdbAside({ read: line }, { person: 'other' })).toHaveProperty('json');
    expect(ended).toEqual([expect.objectContaining({ status: 503 })]);
    caller.abort();
    await Promise.all(mine);
    expect(ended.slice(1)).toEqual(Array.from({ length: 21 }, () => expect.any(CallerLeft)));
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
    expect('json' in aside).toBe(true);
    expect(await convertPdbAside({ read: `${text}\nATOM  99999  CA  GLY A   1      oops` })).toMatchObject({
      problem: expect.stringContaining('Line 18001'),
    });
  });
});
