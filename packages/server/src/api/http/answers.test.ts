import { randomUUID } from 'node:crypto';
import {
  type Deletion,
  type Folder,
  type FolderContents,
  longestName,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWorker } from '../../queue/workers.ts';
import type { RunningServer } from '../../serve.ts';
import { accountByEmail } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

const absent = '00000000-0000-4000-8000-000000000000';

interface Refusal {
  detail: string;
  field?: string;
}

onOneDatabase('answers', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
    const worker = { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport };
    await registerWorker(server.services.db, worker);
  });
  afterAll(() => server.stop());

  const get = <T = Refusal>(path: string) => call<T>(server, 'GET', path);
  const post = <T = Refusal>(path: string, body: unknown) => call<T>(server, 'POST', path, { body });
  const submission = {
    workflow_type: 'basic_calculation',
    workflow_data: { settings: { method: 'mmff94' } },
    initial_molecule: water,
  };

  // First: the helper claims what it makes, and nothing may wait before it.
  test('tail: one rule for the logs of items, attempts and calculations', async () => {
    const bundle = computed('water');
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index} of the log: ΔE\n`);
    const log = lines.join('');
    const uuid = randomUUID();
    const calculation = { ...Object.values(bundle.calculations)[0], logfile: log };
    const item = await finishedItem(server, {
      type: 'basic_calculation',
      data: { calculation_uuid: uuid },
      calculations: { [uuid]: calculation } as typeof bundle.calculations,
      // The text of a log event ends as a line.
      log: log.trimEnd(),
    });
    const paths = [
      [`/api/workflow/${item}/log`, 'log'],
      [`/api/workflow/${item}/attempts/1/log`, 'log'],
      [`/api/calculation/${uuid}/logfile`, 'logfile'],
    ] as const;
    for (const [path, key] of paths) {
      const tail = async (bytes: number) =>
        (await get<Record<string, string>>(`${path}?tail=${bytes}`)).body[key] ?? '';
      const whole = (await get<Record<string, string>>(path)).body[key] ?? '';
      expect(whole, path).toBe(log);
      expect(await tail(100_000)).toBe(whole);
      const last = Buffer.byteLength(lines[9] ?? '');
      const left = (shown: string) =>
        `[the first ${Buffer.byteLength(whole) - Buffer.byteLength(shown)} bytes are in the log file]\n`;
      expect(await tail(last + 5), path).toBe(left(lines[9] ?? '') + lines[9]);
      // Less than a line: the end of that line, never within a letter.
      expect(await tail(4), path).toBe(`${left('ΔE\n')}ΔE\n`);
      expect(await tail(3), path).toBe(`${left('E\n')}E\n`);
      expect((await get(`${path}?tail=0`)).status).toBe(422);
    }
  });

  test('names: blanks around them go, one that shows nothing or turns the text is refused in every place', async () => {
    const { default_project_uuid: project } = (await get<{ default_project_uuid: string }>('/api/user/me')).body;
    const item = (await post<WorkflowItem>('/api/workflow', { ...submission, name: ' fine ' })).body;
    expect(item.name).toBe('fine');
    const places: [string, object][] = [
      ['/api/project', {}],
      [`/api/project/${project}`, {}],
      ['/api/folder', {}],
      [`/api/workflow/${item.uuid}`, {}],
      [`/api/project/${project}/create_structure`, { smiles: 'C' }],
      ['/api/saved_search', {}],
      ['/api/saved_columns', { columns: [] }],
      ['/api/api_key', {}],
    ];
    for (const [path, more] of places) {
      for (const name of ['  ', '\u200b', 'a\nb', 'a\u202eb', 'a'.repeat(longestName + 1)]) {
        const { status, body } = await post(path, { ...more, name });
        expect({ status, field: body.field }, `${path} ${JSON.stringify(name)}`).toEqual({
          status: 422,
          field: 'name',
        });
        expect(body.detail).not.toContain('\u202e');
      }
    }
    // A bundle is not refused for a name: what it may not hold is taken out.
    const bundle = computed('water');
    const [first] = bundle.items;
    const brought = await post<{ items: { name: string }[] }>('/api/workflow/import', {
      ...bundle,
      items: [{ ...first, name: ' wa\u202eter\nbox ' }],
    });
    expect(brought).toMatchObject({ status: 201, body: { items: [{ name: 'water box' }] } });
    // Scripts that leave the name open get the type's own.
    const open = (await post<WorkflowItem>('/api/workflow', { ...submission, name: '  ' })).body;
    expect(open.name).toBe('Basic Calculation');
    expect((await post('/api/workflow', { ...submission, name: 'a\u202eb' })).body.field).toBe('name');
    expect(
      await post('/api/workflow/batch_submit', { ...submission, initial_smileses: ['C'], names: ['a\nb'] }),
    ).toMatchObject({ status: 422, body: { field: 'names.0' } });
  });

  test('an identifier that is none is refused with its field; one of nothing is not found', async () => {
    const item = (await post<WorkflowItem>('/api/workflow', submission)).body.uuid;
    const folder = (await post<Folder>('/api/folder', { name: 'f' })).body.uuid;
    const bodies: [string, (uuid: string) => object, string][] = [
      ['/api/workflow', (uuid) => ({ ...submission, folder_uuid: uuid }), 'folder_uuid'],
      ['/api/workflow', (uuid) => ({ ...submission, resubmitted_from_uuid: uuid }), 'resubmitted_from_uuid'],
      [
        '/api/workflow/batch_submit',
        (uuid) => ({ ...submission, initial_smileses: ['C'], folder_uuid: uuid }),
        'folder_uuid',
      ],
      ['/api/workflow/batch_retrieve', (uuid) => ({ uuids: [uuid] }), 'uuids.0'],
      ['/api/workflow/batch_status', (uuid) => ({ uuids: [uuid] }), 'uuids.0'],
      [`/api/workflow/${item}`, (uuid) => ({ parent_uuid: uuid }), 'parent_uuid'],
      ['/api/folder', (uuid) => ({ name: 'n', parent_uuid: uuid }), 'parent_uuid'],
      [`/api/folder/${folder}`, (uuid) => ({ parent_uuid: uuid }), 'parent_uuid'],
      [`/api/workflow/import?folder_uuid=`, () => ({}), 'folder_uuid'],
    ];
    for (const [path, body, field] of bodies) {
      const inQuery = path.endsWith('=');
      const malformed = await post(inQuery ? `${path}not` : path, body('not'));
      expect(malformed, path).toMatchObject({ status: 422, body: { field } });
      expect(malformed.body.detail, path).toContain('"not"');
      const nothing = await post(inQuery ? `${path}${absent}` : path, body(absent));
      expect(nothing, path).toMatchObject({ status: 404, body: { field } });
      if (field.startsWith('uuids')) expect(nothing.body.detail).toContain(absent);
    }
    expect(await get('/api/calculation/read_molecules?uuids=not')).toMatchObject({
      status: 422,
      body: { field: 'uuids' },
    });
  });

  test('molecules are read of at most 25 calculations a call; more are refused with their field', async () => {
    const read = (count: number) => {
      const uuids = Array.from({ length: count }, () => `uuids=${randomUUID()}`);
      return get(`/api/calculation/read_molecules?${uuids.join('&')}`);
    };
    // Nobody has these: what is not there is left out of the answer.
    expect(await read(25)).toMatchObject({ status: 200, body: {} });
    const detail = 'At most 25 calculations can be read at once.';
    expect(await read(26)).toMatchObject({ status: 422, body: { field: 'uuids', detail } });
    expect(await read(0)).toMatchObject({ status: 422, body: { field: 'uuids' } });
  });

  test('lists refuse what they do not know, and say what that was', async () => {
    const queries: [string, string, string][] = [
      ['object_type=foo', 'object_type', 'foo'],
      ['object_types=pka&object_types=foo', 'object_types', 'foo'],
      ['statuses=9', 'statuses', '9'],
      ['sort=banana', 'sort', 'banana'],
      ['asc=maybe', 'asc', 'maybe'],
      ['page=-1', 'page', '-1'],
      ['created_after=tomorrow', 'created_after', 'tomorrow'],
      ['project_uuid=not', 'project_uuid', 'not'],
      ['sort=a%E2%80%AEb', 'sort', '\\u{202e}'],
      [`name_contains=${'a'.repeat(501)}`, 'name_contains', '500'],
    ];
    for (const [query, field, value] of queries) {
      const { status, body } = await get(`/api/workflow?${query}`);
      expect({ status, field: body.field }, query).toEqual({ status: 422, field });
      expect(body.detail, query).toContain(value);
      expect(body.detail.startsWith(`${field} `), body.detail).toBe(true);
    }
    expect((await get(`/api/workflow?name_contains=${'a'.repeat(500)}`)).status).toBe(200);
    for (const list of ['workflow', 'folder', 'project', 'protein']) {
      for (const text of ['%00', 'a'.repeat(501)]) {
        const { status, body } = await get(`/api/${list}?name_contains=${text}`);
        expect([status, body.field], list).toEqual([422, 'name_contains']);
      }
    }
    expect((await get('/api/workflow?object_types=pka,docking&statuses=0,6&sort=name')).status).toBe(200);
  });

  test('a field is named as it was sent', async () => {
    const { default_project_uuid: project, root_folder_uuid: root } = (
      await get<Record<string, string>>('/api/user/me')
    ).body;
    const optimization = { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] };
    const search = {
      workflow_type: 'conformer_search',
      workflow_data: { conf_gen_mode: 'rapid', mso_mode: 'manual', multistage_opt_settings: optimization },
    };
    const onOnePoint = { ...water, atoms: [water.atoms[0], water.atoms[0]] };
    const folder = (await post<Folder>('/api/folder', { name: 'f' })).body.uuid;
    const calls: [string, object, string][] = [
      [`/api/project/${project}/create_structure`, { name: 'n', molecule: onOnePoint }, 'molecule.atoms.1.position'],
      [`/api/project/${project}/create_structure`, { name: 'n' }, 'smiles'],
      [`/api/folder/${root}`, { parent_uuid: folder }, 'parent_uuid'],
      ['/api/workflow/batch_submit', { ...submission, initial_smileses: ['C('] }, 'initial_smileses.0'],
      ['/api/workflow/batch_submit', { ...search, initial_smileses: ['CCO', 'C1CC'] }, 'initial_smileses.1'],
      [
        '/api/workflow/batch_submit',
        { ...submission, initial_molecules: [water, onOnePoint] },
        'initial_molecules.1.atoms.1.position',
      ],
      [`/api/project/${project}/add_users`, {}, 'user_uuids'],
    ];
    for (const [path, body, field] of calls) {
      const answer = await post(path, body);
      expect({ status: answer.status, field: answer.body.field }, path).toEqual({ status: 422, field });
    }
    expect((await post('/api/folder', [1])).body).toEqual({ detail: 'What was sent must be an object (found [1]).' });
  });

  test('a search or columns that could never be used are not saved; what is no filter is dropped', async () => {
    const useless: [string, object, string, string][] = [
      ['saved_search', { query: { sort: 'bogus' } }, 'query.sort', 'bogus'],
      ['saved_search', { query: { type: ['pka', 'nonsense'] } }, 'query.type', 'nonsense'],
      ['saved_search', { query: { status: [7] } }, 'query.status', '7'],
      ['saved_search', { query: { projectUUID: 'x' } }, 'query.projectUUID', 'x'],
      ['saved_search', { query: { createdAfter: 'never' } }, 'query.createdAfter', 'never'],
      ['saved_search', { columns: ['energy', 'nonsense'] }, 'columns.1', 'nonsense'],
      ['saved_columns', { columns: ['nonsense'] }, 'columns.0', 'nonsense'],
    ];
    const entry = (await post<{ uuid: string }>('/api/saved_search', { name: 'n' })).body.uuid;
    const columns = (await post<{ uuid: string }>('/api/saved_columns', { name: 'n', columns: ['energy'] })).body.uuid;
    for (const [path, body, field, value] of useless) {
      const answers = [
        await post(`/api/${path}`, { name: 'n', ...body }),
        await post(`/api/${path}/${path === 'saved_search' ? entry : columns}`, body),
      ];
      for (const { status, body: told } of answers) {
        expect({ status, field: told.field }, JSON.stringify(body)).toEqual({ status: 422, field });
        expect(told.detail).toContain(value);
      }
    }
    const kept = await post<{ uuid: string; query: object }>('/api/saved_search', {
      name: 'n',
      query: { sort: 'name', asc: true, type: ['pka'], junk: 1 },
    });
    expect(kept.status).toBe(201);
    expect(kept.body.query).toMatchObject({ sort: 'name', asc: true, type: ['pka'] });
    expect(kept.body.query).not.toHaveProperty('junk');
    expect((await get(`/api/saved_search/${kept.body.uuid}/contents`)).status).toBe(200);
  });

  test('a project goes to somebody who works in it, and to nobody else', async () => {
    const project = (await post<{ uuid: string }>('/api/project', { name: 'p' })).body.uuid;
    await addPerson(server, 'heir@example.org');
    const heir = (await accountByEmail(server.services.db.drizzle, 'heir@example.org'))?.id ?? '';
    const give = (user: string) => post(`/api/project/${project}/reassign_ownership?user_uuid=${user}`, {});
    for (const stranger of [heir, randomUUID()]) {
      const { status, body } = await give(stranger);
      expect({ status, field: body.field }).toEqual({ status: 422, field: 'user_uuid' });
      expect(body.detail).toContain(stranger);
    }
    expect((await post(`/api/project/${project}/add_users`, { user_uuids: [heir] })).status).toBe(200);
    expect(await give(heir)).toMatchObject({ status: 200, body: { owner: { uuid: heir } } });
  });

  test('what was deleted is brought back by the identifier of the deletion, or by its own', async () => {
    const item = (await post<WorkflowItem>('/api/workflow', { ...submission, is_draft: true })).body.uuid;
    const folder = (await post<Folder>('/api/folder', { name: 'f' })).body.uuid;
    const project = (await post<{ uuid: string }>('/api/project', { name: 'p' })).body.uuid;
    for (const path of [`workflow/${item}`, `folder/${folder}`, `project/${project}`]) {
      const own = path.split('/')[1];
      for (const by of ['deletion', 'own']) {
        const deleted = await call<{ deletion_uuid: string }>(server, 'DELETE', `/api/${path}`);
        expect(deleted.body).toMatchObject({ ok: true, deletion_uuid: expect.any(String) });
        expect((await get(`/api/${path}`)).status).toBe(404);
        const { uuid: deletion, object_uuid } = (await get<Deletion>(`/api/trash/${own}`)).body;
        expect([deletion, object_uuid]).toEqual([deleted.body.deletion_uuid, own]);
        const restored = await post(`/api/trash/${by === 'own' ? own : deleted.body.deletion_uuid}/restore`, {});
        expect(restored, `${path} by ${by}`).toMatchObject({ status: 200, body: { object_uuid: own } });
        expect((await get(`/api/${path}`)).status).toBe(200);
      }
    }
    expect((await post(`/api/trash/${item}/restore`, {})).status).toBe(404);
    expect((await get(`/api/trash/${item}`)).status).toBe(404);

    // What went with a folder names the folder's deletion.
    const inside = (await post<WorkflowItem>('/api/workflow', { ...submission, is_draft: true, folder_uuid: folder }))
      .body.uuid;
    await call(server, 'DELETE', `/api/folder/${folder}`);
    expect((await get(`/api/trash/${inside}`)).body).toMatchObject({ kind: 'folder', object_uuid: folder, name: 'f' });
  });

  test('folders have their path in lists, contents and through a shared folder as in the single read', async () => {
    const outer = (await post<Folder>('/api/folder', { name: 'outer', public: true })).body;
    const middle = (await post<Folder>('/api/folder', { name: 'middle', parent_uuid: outer.uuid })).body;
    const inner = (await post<Folder>('/api/folder', { name: 'inner', parent_uuid: middle.uuid })).body;
    const names = (folder: Folder | undefined) => folder?.path.map(({ name }) => name).slice(-3);
    expect(names(inner)).toEqual(['outer', 'middle', 'inner']);
    const one = (await get<Folder>(`/api/folder/${inner.uuid}`)).body;
    const listed = (await get<{ folders: Folder[] }>('/api/folder?name_contains=inner')).body.folders[0];
    const below = (await get<{ folders: Folder[] }>(`/api/folder/${middle.uuid}/subfolders`)).body.folders[0];
    const contents = (await get<FolderContents>(`/api/folder/${middle.uuid}/contents`)).body.items[0]?.data as Folder;
    for (const found of [listed, below, contents]) expect(found?.path).toEqual(one.path);
    const shared = await call<FolderContents>(server, 'GET', `/api/shared/folder/${middle.uuid}/contents`, {
      key: null,
    });
    // Whoever is not in the project sees nothing above what is shared.
    expect((shared.body.items[0]?.data as Folder | undefined)?.path.map(({ name }) => name)).toEqual([
      'outer',
      'middle',
      'inner',
    ]);
  });
});
