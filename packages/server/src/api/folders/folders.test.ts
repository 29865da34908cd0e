import { DeletionList, Folder, FolderContents, FolderList, Project } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { row, rows } from '../../store/database/database.ts';
import { purgeOldDeletions } from '../../store/deletions.ts';
import { deepestFolder } from '../../store/folders/destinations.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, ownerKey, startTestServer } from '../../testing/test-server.ts';

onOneDatabase('folders', (place) => {
  let server: RunningServer;
  let viewerKey = '';
  let strangerKey = '';
  let project: Project;
  const ask = (method: string, path: string, body?: unknown, key = ownerKey) =>
    call(server, method, path, { key, ...(body === undefined ? {} : { body }) });
  const make = async (name: string, parent: string | null = project.root_folder_uuid, more = {}, key = ownerKey) =>
    z.parse(Folder, (await ask('POST', '/api/folder', { name, parent_uuid: parent, ...more }, key)).body).uuid;
  const submit = async (parent: string, name = 'item') => {
    const body = { workflow_type: 'test_sleep', folder_uuid: parent, name };
    return String((await ask('POST', '/api/workflow', body)).body.uuid);
  };
  const contents = async (uuid: string, query = '') =>
    z.parse(FolderContents, (await ask('GET', `/api/folder/${uuid}/contents?${query}`)).body);
  const names = async (uuid: string, query = '') => (await contents(uuid, query)).items.map(({ data }) => data.name);
  const status = async (path: string, key = ownerKey) => (await ask('GET', path, undefined, key)).status;

  beforeAll(async () => {
    server = await startTestServer(place());
    viewerKey = await addPerson(server, 'viewer@example.org');
    strangerKey = await addPerson(server, 'stranger@example.org');
    project = z.parse(Project, (await ask('POST', '/api/project', { name: 'Folders' })).body);
    await ask('POST', `/api/project/${project.uuid}/add_users`, { users: ['viewer'], role: 'viewer' });
  });
  afterAll(() => server.stop());

  test('contents: each filter, each order both ways, folders first over the pages, and the number of pages', async () => {
    const outer = await make('filters');
    for (const name of ['b folder', 'A folder']) await make(name, outer);
    const db = server.services.db.drizzle;
    const items = ['Zeta', 'alpha', 'Mu 50%', 'beta_x'];
    for (const [index, name] of items.entries()) {
      const uuid = await submit(outer, name);
      await rows(
        db,
        sql`UPDATE workflow SET object_status = ${index + 1}::int, object_type = ${index < 2 ? 'scan' : 'docking'}, starred = ${index === 0}::boolean,
              public = ${index === 1}::boolean, created_at = ${`2026-01-0${index + 1}T12:00:00Z`}::timestamptz,
              updated_at = ${`2026-02-0${4 - index}T12:00:00Z`}::timestamptz WHERE uuid = ${uuid}::uuid`,
      );
    }
    const found = async (query: string) => (await names(outer, query)).sort();
    expect(await found('statuses=2&statuses=3')).toEqual(['Mu 50%', 'alpha']);
    expect(await found('statuses=1,4')).toEqual(['Zeta', 'beta_x']);
    expect(await found('object_types=scan')).toEqual(['Zeta', 'alpha']);
    expect(await found('starred=true')).toEqual(['Zeta']);
    expect(await found('public=true')).toEqual(['alpha']);
    expect(await found('public=false&object_types=scan')).toEqual(['Zeta']);
    expect(await found('name_contains=FOLDER')).toEqual(['A folder', 'b folder']);
    expect([await found('name_contains=%25'), await found('name_contains=_')]).toEqual([['Mu 50%'], ['beta_x']]);
    expect(await found('created_after=2026-01-02&created_before=2026-01-03T23:00:00Z')).toEqual(['Mu 50%', 'alpha']);
    expect(await found('updated_before=2026-02-02')).toEqual(['beta_x']);
    expect(await found('updated_after=2026-02-04&object_types=scan')).toEqual(['Zeta']);
    expect(await found(`project_uuid=${project.uuid}&parent_uuid=${outer}`)).toHaveLength(6);
    expect(await found(`parent_uuid=${project.root_folder_uuid}`)).toEqual([]);
    const sorted = async (sort: string) => [await names(outer, `${sort}&asc=true`), await names(outer, sort)];
    const [up, down] = await sorted('sort=name');
    expect(up).toEqual(['A folder', 'b folder', 'alpha', 'beta_x', 'Mu 50%', 'Zeta']);
    expect(down).toEqual(['b folder', 'A folder', 'Zeta', 'Mu 50%', 'beta_x', 'alpha']);
    for (const [sort, order] of Object.entries({
      created_at: items,
      updated_at: [...items].reverse(),
      object_status: items,
      object_type: ['Mu 50%', 'beta_x', 'Zeta', 'alpha'],
    })) {
      const [ascending = [], descending = []] = await sorted(`sort=${sort}`);
      expect(ascending.slice(2), sort).toEqual(order);
      expect(descending.slice(2), sort).toEqual([...order].reverse());
    }
    const pages = [0, 1, 2].map((page) => contents(outer, `size=3&sort=name&asc=true&page=${page}`));
    const read = await Promise.all(pages);
    expect(read.map((page) => page.num_pages)).toEqual([2, 2, 2]);
    expect(read.flatMap((page) => page.items.map(({ data }) => data.name))).toEqual(up);
    for (const bad of [
      'size=0',
      'size=101',
      'page=-1',
      'created_after=soon',
      'parent_uuid=x',
      'sort=password',
      'asc=up',
    ]) {
      const answer = await ask('GET', `/api/folder/${outer}/contents?${bad}`);
      expect(answer, bad).toMatchObject({ status: 422, body: { field: bad.split('=')[0] } });
    }
  });

  test('lists of folders: filters, pages, subfolders of an opened one inside the tree, and a tree to print', async () => {
    const top = await make('tree', undefined, { starred: true });
    const middle = await make('middle', top);
    await make('leaf 2', middle);
    await make('leaf 1', middle);
    await submit(middle);
    const list = async (query: string, key = ownerKey) =>
      z.parse(FolderList, (await ask('GET', `/api/folder${query}`, undefined, key)).body);
    const titles = ({ folders }: FolderList) => folders.map(({ name }) => name);
    expect(titles(await list('?name_contains=LEAF&sort=name&asc=true'))).toEqual(['leaf 1', 'leaf 2']);
    expect(titles(await list(`?starred=true&project_uuid=${project.uuid}`))).toEqual(['tree']);
    expect(await list(`?parent_uuid=${middle}&size=1`)).toMatchObject({ num_pages: 2 });
    expect(titles(await list('?name_contains=leaf', strangerKey))).toEqual([]);
    expect(titles(await list(`/${top}/subfolders?slug=${top}`))).toEqual(['middle']);
    expect(titles(await list(`/${top}/subfolders?slug=${middle}`))).toEqual(['leaf 1', 'leaf 2']);
    expect(await status(`/api/folder/${middle}/subfolders?slug=${top}`)).toBe(404);
    // A slug is cleaned: no whitespace, lower case, nothing but letters, digits, hyphens and underscores.
    const untidy = encodeURIComponent(` {${middle.toUpperCase()}}\t!`);
    expect(titles(await list(`/${top}/subfolders?slug=${untidy}`))).toEqual(['leaf 1', 'leaf 2']);
    for (const slug of ['!', 'middle']) {
      expect(await ask('GET', `/api/folder/${top}/subfolders?slug=${encodeURIComponent(slug)}`)).toMatchObject({
        status: 422,
        body: { field: 'slug', detail: expect.stringContaining(`"${slug}"`) },
      });
    }
    const tree = await call<string>(server, 'GET', `/api/folder/${top}/folder_tree?max_depth=10&show_uuids=false`);
    expect(tree.body).toBe('tree\n└── middle (1 item)\n    ├── leaf 1\n    └── leaf 2');
    const shallow = await call<string>(server, 'GET', `/api/folder/${top}/folder_tree?max_depth=1&show_uuids=true`);
    expect(shallow.body).toBe(`tree [${top}]\n└── middle (1 item) [${middle}]`);
  });

  test('moves: all or none, only to what may be changed, never in a circle, also to another project', async () => {
    const [from, to, elsewhere] = [await make('from'), await make('to'), await make('Elsewhere', null)];
    const inner = await make('inner', from);
    const [first, second] = [await submit(from, 'first'), await submit(inner, 'second')];
    const move = (what: 'folder' | 'workflow', uuids: string[], parent_uuid: string, key = ownerKey) =>
      ask('POST', `/api/${what}/move_${what}s`, { uuids, parent_uuid }, key);
    const foreign = z.parse(Folder, (await ask('POST', '/api/folder', { name: 'foreign' }, strangerKey)).body).uuid;
    for (const what of ['folder', 'workflow'] as const) {
      const thing = what === 'folder' ? inner : first;
      const unseen = await move(what, [thing], foreign);
      expect(unseen).toMatchObject({ status: 404, body: { field: 'parent_uuid' } });
      expect(unseen.body.detail).toBe('The destination folder was not found, or you have no access to it.');
      const own = z.parse(Folder, (await ask('POST', '/api/folder', { name: 'own' }, viewerKey)).body).uuid;
      expect(await move(what, [thing], own, viewerKey)).toMatchObject({ status: 403, body: { field: 'uuids' } });
      expect(await move(what, [thing], to, viewerKey)).toMatchObject({ status: 403, body: { field: 'parent_uuid' } });
      const half = await move(what, [thing, '00000000-0000-4000-8000-000000000000'], to);
      expect(half).toMatchObject({ status: 404, body: { field: 'uuids' } });
    }
    expect(await names(to)).toEqual([]);
    for (const target of [from, inner]) expect((await move('folder', [from], target)).status).toBe(422);
    expect((await move('folder', [project.root_folder_uuid ?? ''], elsewhere)).status).toBe(422);
    expect((await move('workflow', [first, second.toUpperCase()], to)).status).toBe(200);
    expect((await names(to)).sort()).toEqual(['first', 'second']);
    await move('workflow', [second], inner);
    // To another project: who sees what is inside is decided there.
    expect((await move('folder', [from], elsewhere)).status).toBe(200);
    expect((await ask('GET', `/api/folder/${inner}`)).body).toMatchObject({
      path: [{}, { name: 'Elsewhere' }, { name: 'from' }, {}],
    });
    expect(await status(`/api/workflow/${second}`)).toBe(200);
    for (const path of [`/api/folder/${inner}`, `/api/workflow/${second}`])
      expect(await status(path, viewerKey)).toBe(404);
    const strays = await row(
      server.services.db.drizzle,
      sql`SELECT 1 FROM workflow w JOIN folder f ON f.uuid = w.parent_uuid WHERE f.project_uuid <> w.project_uuid`,
    );
    expect(strays).toBeNull();
  });

  test('two moves at once close no circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await make('left'), await make('right')];
      const move = (uuid: string, parent_uuid: string) =>
        ask('POST', '/api/folder/move_folders', { uuids: [uuid], parent_uuid });
      const done = await Promise.all([move(left, right), move(right, left)]);
      expect(done.map((answer) => answer.status).sort()).toEqual([200, 422]);
    }
  });

  test('names may repeat for scripts; who asks for a unique one gets a clear refusal, at making, renaming and moving', async () => {
    const parent = await make('names');
    const once = await make('same', parent);
    const again = await make('same', parent);
    expect(again).not.toBe(once);
    const taken = await ask('POST', '/api/folder', { name: 'SAME', parent_uuid: parent, unique_name: true });
    expect(taken).toMatchObject({ status: 409, body: { field: 'name' } });
    expect(taken.body.detail).toContain('already a folder named "SAME"');
    const other = await make('other', parent);
    const rename = (name: string) => ask('POST', `/api/folder/${other}`, { name, unique_name: true });
    expect((await rename('same')).status).toBe(409);
    expect((await rename('other')).status).toBe(200);
    const outside = await make('same');
    const body = { uuids: [outside], parent_uuid: parent, unique_name: true };
    expect((await ask('POST', '/api/folder/move_folders', body)).status).toBe(409);
    const race = await Promise.all(
      [1, 2, 3, 4].map(() => ask('POST', '/api/folder', { name: 'race', parent_uuid: parent, unique_name: true })),
    );
    expect(race.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('deep trees work to their limit, which is reported; what is shared high up is shared at the bottom', async () => {
    const top = await make('deep', undefined, { public: true });
    let above = top;
    // All but the last one are made in the database: what is asked here is what holds at the limit.
    for (let depth = 3; depth < deepestFolder; depth += 1) {
      const made = await row<{ uuid: string }>(
        server.services.db.drizzle,
        sql`INSERT INTO folder (project_uuid, parent_uuid, name)
            VALUES (${project.uuid}::uuid, ${above}::uuid, ${`level ${depth}`}) RETURNING uuid`,
      );
      above = made?.uuid ?? '';
    }
    const bottom = await make('bottom', above);
    const item = await submit(bottom);
    expect(z.parse(Folder, (await ask('GET', `/api/folder/${bottom}`)).body).path).toHaveLength(deepestFolder);
    const deeper = await ask('POST', '/api/folder', { name: 'too deep', parent_uuid: bottom });
    expect(deeper).toMatchObject({ status: 422, body: { field: 'parent_uuid' } });
    const pair = await make('pair');
    await make('in pair', pair);
    expect((await ask('POST', `/api/folder/${pair}`, { parent_uuid: bottom })).status).toBe(422);
    expect((await ask('GET', `/api/shared/workflow/${item}`)).body).toMatchObject({ ancestor_is_public: true });
    expect((await ask('DELETE', `/api/folder/${top}`)).status).toBe(200);
    expect([await status(`/api/workflow/${item}`), await status(`/api/shared/workflow/${item}`)]).toEqual([404, 404]);
  });

  test('what is deleted comes back as it was; what was deleted before stays deleted; after 30 days it is gone', async () => {
    const db = server.services.db.drizzle;
    const outer = await make('bin');
    const inner = await make('inner', outer);
    const [before, item] = [await submit(inner, 'before'), await submit(inner, 'item')];
    expect((await ask('DELETE', `/api/workflow/${item}`, undefined, viewerKey)).status).toBe(403);
    for (const path of [`workflow/${before}`, `folder/${outer}`])
      expect((await ask('DELETE', `/api/${path}`)).status).toBe(200);
    expect(await names(project.root_folder_uuid ?? '', 'name_contains=bin')).toEqual([]);
    for (const path of [`folder/${inner}`, `workflow/${item}`]) expect(await status(`/api/${path}`)).toBe(404);
    const into = { workflow_type: 'test_sleep', folder_uuid: inner };
    expect((await ask('POST', '/api/workflow', into)).status).toBe(404);
    const trash = async (key = ownerKey) =>
      z.parse(DeletionList, (await ask('GET', `/api/trash?project_uuid=${project.uuid}`, undefined, key)).body)
        .deletions;
    expect(await trash(strangerKey)).toEqual([]);
    expect(await trash(viewerKey)).toEqual([]);
    const find = async (uuid: string) => (await trash()).find(({ object_uuid }) => object_uuid === uuid)?.uuid ?? '';
    const restore = async (uuid: string) => (await ask('POST', `/api/trash/${await find(uuid)}/restore`)).status;
    const [folderDeletion, itemDeletion] = [await find(outer), await find(before)];
    expect(folderDeletion).not.toBe('');
    expect(await restore(outer)).toBe(200);
    expect([await status(`/api/workflow/${item}`), await status(`/api/workflow/${before}`)]).toEqual([200, 404]);
    // Its place is gone by then: it comes back to the root folder.
    await ask('DELETE', `/api/folder/${inner}`);
    expect(await restore(before)).toBe(200);
    expect((await ask('GET', `/api/workflow/${before}`)).body.parent_uuid).toBe(project.root_folder_uuid);
    expect((await ask('DELETE', `/api/trash/${itemDeletion}`)).status).toBe(404);
    await rows(db, sql`UPDATE deletion SET deleted_at = now() - interval '29 days' WHERE object_uuid = ${inner}::uuid`);
    await purgeOldDeletions(db);
    expect(await find(inner)).not.toBe('');
    await rows(db, sql`UPDATE deletion SET deleted_at = now() - interval '31 days' WHERE object_uuid = ${inner}::uuid`);
    await purgeOldDeletions(db);
    expect(await find(inner)).toBe('');
    const left = (uuid: string) => row(db, sql`SELECT 1 AS left FROM workflow WHERE uuid = ${uuid}::uuid`);
    expect([await left(item), await left(before)]).toEqual([null, { left: 1 }]);
  });

  test('notes that were read before somebody else changed them replace nothing, unless the writer does not ask', async () => {
    const folder = await make('notes');
    const item = await submit(folder);
    for (const path of [`/api/folder/${folder}`, `/api/workflow/${item}`]) {
      const write = (body: object) => ask('POST', path, body);
      expect((await write({ notes: 'mine', notes_before: '' })).status).toBe(200);
      const late = await write({ notes: 'yours', notes_before: '', name: 'renamed' });
      expect(late).toMatchObject({ status: 409, body: { field: 'notes' } });
      expect((await ask('GET', path)).body).toMatchObject({ notes: 'mine' });
      expect((await ask('GET', path)).body).not.toMatchObject({ name: 'renamed' });
      expect((await write({ notes: 'mine and yours', notes_before: 'mine' })).status).toBe(200);
      // Scripts that know nothing of it write as before.
      expect((await write({ notes: 'anything' })).status).toBe(200);
      const both = await Promise.all(['a', 'b'].map((notes) => write({ notes, notes_before: 'anything' })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});
