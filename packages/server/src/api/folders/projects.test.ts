import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Project, ProjectList, Structure, StructureList, User } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { migrationsFolder, rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, ownerKey, startTestServer } from '../../testing/test-server.ts';

onOneDatabase('projects', (place) => {
  let server: RunningServer;
  const keys: Record<string, string> = { owner: ownerKey };
  const ids: Record<string, string> = {};
  const as = (who: string, method: string, path: string, body?: unknown) =>
    call(server, method, path, { key: keys[who] ?? '', ...(body === undefined ? {} : { body }) });
  const newProject = async (name: string, who = 'owner') =>
    z.parse(Project, (await as(who, 'POST', '/api/project', { name })).body);

  beforeAll(async () => {
    server = await startTestServer(place());
    for (const who of ['ada', 'ben', 'eve']) keys[who] = await addPerson(server, `${who}@example.org`);
    for (const who of Object.keys(keys)) {
      ids[who] = z.parse(User, (await as(who, 'GET', '/api/user/me')).body).uuid;
    }
  });
  afterAll(() => server.stop());

  test('a new one has a root folder to work in, its maker as owner, and is listed newest first', async () => {
    const first = await newProject('Screen A');
    const second = await newProject('Screen B');
    expect(second).toMatchObject({ name: 'Screen B', is_default: false, has_edit_access: true });
    expect(second.owner).toMatchObject({ uuid: ids.owner, username: 'owner', role: 'owner' });
    const made = await as('owner', 'POST', '/api/folder', { name: 'in it', parent_uuid: second.root_folder_uuid });
    expect(made.body).toMatchObject({ project_uuid: second.uuid });
    const listed = await as('owner', 'GET', '/api/project?name_contains=sCREEN&size=1');
    expect(z.parse(ProjectList, listed.body).map(({ uuid }) => uuid)).toEqual([second.uuid]);
    expect(listed.headers.get('x-num-pages')).toBe('2');
    const rest = await as('owner', 'GET', '/api/project?name_contains=screen&size=1&page=1');
    expect(z.parse(ProjectList, rest.body).map(({ uuid }) => uuid)).toEqual([first.uuid]);
    expect((await as('owner', 'GET', '/api/user/me/default_project')).body).toMatchObject({ is_default: true });
    expect((await as('owner', 'POST', '/api/project', { name: '' })).body).toMatchObject({ field: 'name' });
    const renamed = await as('owner', 'POST', `/api/project/${first.uuid}`, { name: 'Hits' });
    expect(z.parse(Project, renamed.body)).toMatchObject({ uuid: first.uuid, name: 'Hits' });
    const read = z.parse(Project, (await as('owner', 'GET', `/api/project/${first.uuid}`)).body);
    expect(read).toMatchObject({ name: 'Hits', root_folder_uuid: first.root_folder_uuid });
    const users = (await as('owner', 'GET', `/api/project/${first.uuid}/users`)).body;
    expect(users).toMatchObject([{ uuid: ids.owner, role: 'owner' }]);
  });

  test('people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it', async () => {
    const { uuid, root_folder_uuid: root } = await newProject('Shared');
    const path = `/api/project/${uuid}`;
    expect((await as('ada', 'GET', path)).status).toBe(404);
    const added = await as('owner', 'POST', `${path}/add_users`, {
      user_uuids: [ids.ada],
      users: [' BEN@example.org'],
    });
    expect(z.parse(Project, added.body).users.map(({ username, role }) => [username, role])).toEqual([
      ['owner', 'owner'],
      ['ada', 'member'],
      ['ben', 'member'],
    ]);
    expect(JSON.stringify(added.body)).not.toContain('@');
    await as('owner', 'POST', `${path}/add_users`, { users: ['ben'], role: 'viewer' });
    const choose = (who: string) => as(who, 'POST', '/api/user/me', { default_project_uuid: uuid });
    expect([(await choose('ben')).status, (await choose('eve')).status]).toEqual([404, 404]);
    const access = async (who: string) => (await as(who, 'GET', `${path}/has_edit_access`)).body.has_edit_access;
    expect([await access('ada'), await access('ben')]).toEqual([true, false]);
    const make = (who: string) => as(who, 'POST', '/api/folder', { name: who, parent_uuid: root });
    expect((await make('ada')).status).toBe(201);
    expect(await make('ben')).toMatchObject({ status: 403, body: { field: 'parent_uuid' } });
    expect((await make('eve')).status).toBe(404);
    const submit = (who: string) =>
      as(who, 'POST', '/api/workflow', { workflow_type: 'test_sleep', folder_uuid: root });
    expect((await submit('ada')).status).toBe(201);
    expect(await submit('ben')).toMatchObject({ status: 403, body: { field: 'folder_uuid' } });
    expect((await as('ben', 'GET', `/api/folder/${root}/contents`)).body.items).toHaveLength(2);
    const unknown = await as('owner', 'POST', `${path}/add_users`, { users: ['nobody@example.org'] });
    expect(unknown).toMatchObject({ status: 404, body: { field: 'users' } });
    expect(unknown.body.detail).toContain('nobody@example.org');
    expect((await as('owner', 'POST', `${path}/add_users`, { role: 'viewer' })).status).toBe(422);
  });

  test('people leave by themselves or are removed by the owner, who cannot leave; a lost default project is replaced', async () => {
    const { uuid } = await newProject('Leaving');
    const path = `/api/project/${uuid}`;
    await as('owner', 'POST', `${path}/add_users`, { users: ['ada', 'ben'] });
    await as('ada', 'POST', '/api/user/me', { default_project_uuid: uuid });
    const root = (await as('ada', 'GET', path)).body.root_folder_uuid;
    const folder = await as('ada', 'POST', '/api/folder', { name: 'of ada', parent_uuid: root });
    const item = await as('ada', 'POST', '/api/workflow', {
      workflow_type: 'test_sleep',
      folder_uuid: folder.body.uuid,
    });
    expect(item.status).toBe(201);
    expect((await as('ada', 'POST', `${path}/remove_users`, { users: ['ben'] })).status).toBe(403);
    expect((await as('ben', 'POST', `${path}/remove_users`, { user_uuids: [ids.ben] })).status).toBe(200);
    expect((await as('ben', 'GET', path)).status).toBe(404);
    expect((await as('owner', 'POST', `${path}/remove_users`, { user_uuids: [ids.owner] })).status).toBe(422);
    expect((await as('owner', 'POST', `${path}/remove_users`, { users: ['ada'] })).status).toBe(200);
    // Who was removed has no part in the project any more; what they made stays with it.
    const ofProject = [path, `${path}/users`, `/api/folder/${folder.body.uuid}`, `/api/workflow/${item.body.uuid}`];
    for (const address of ofProject) {
      expect((await as('ada', 'GET', address)).status, address).toBe(404);
      expect((await as('owner', 'GET', address)).status, address).toBe(200);
    }
    expect((await as('ada', 'POST', `/api/workflow/${item.body.uuid}`, { name: 'mine' })).status).toBe(404);
    expect((await as('ada', 'POST', '/api/folder', { name: 'more', parent_uuid: root })).status).toBe(404);
    expect(JSON.stringify((await as('ada', 'GET', '/api/project')).body)).not.toContain(uuid);
    expect(z.parse(Project, (await as('owner', 'GET', path)).body).users.map(({ username }) => username)).toEqual([
      'owner',
    ]);
    expect((await as('eve', 'POST', `${path}/remove_users`, { users: ['owner'] })).status).toBe(404);
    const after = await as('ada', 'GET', '/api/user/me/default_project');
    expect(after.body).toMatchObject({ name: 'My project', is_default: true });
    expect(z.parse(User, (await as('ada', 'GET', '/api/user/me')).body).root_folder_uuid).toBe(
      after.body.root_folder_uuid,
    );
  });

  test('ownership goes to somebody else, and the rights with it; the default project stays', async () => {
    const { uuid } = await newProject('Given');
    const path = `/api/project/${uuid}`;
    const give = (who: string, to = '') => as(who, 'POST', `${path}/reassign_ownership?user_uuid=${to}`);
    await as('owner', 'POST', `${path}/add_users`, { users: ['ben'] });
    expect((await give('ben', ids.ben)).status).toBe(403);
    expect(await give('owner', 'ada')).toMatchObject({ status: 422, body: { field: 'user_uuid' } });
    for (const stranger of ['00000000-0000-4000-8000-000000000000', ids.ada]) {
      expect(await give('owner', stranger)).toMatchObject({ status: 422, body: { field: 'user_uuid' } });
    }
    await as('owner', 'POST', `${path}/add_users`, { users: ['ada'] });
    const given = z.parse(Project, (await give('owner', ids.ada)).body);
    expect(given.owner).toMatchObject({ username: 'ada' });
    expect(given.users.filter(({ role }) => role === 'owner')).toHaveLength(1);
    expect((await as('owner', 'DELETE', path)).status).toBe(403);
    expect((await as('ada', 'DELETE', path)).status).toBe(200);
    const own = (await as('owner', 'GET', '/api/user/me/default_project')).body.uuid;
    const kept = await as('owner', 'POST', `/api/project/${own}/reassign_ownership?user_uuid=${ids.ada}`);
    expect(kept.status).toBe(422);
    expect((await as('owner', 'DELETE', `/api/project/${own}`)).body.detail).toContain('default project');
  });

  test('a deleted one is gone with all that is in it for everybody, public things too, and comes back whole', async () => {
    const { uuid, root_folder_uuid: root } = await newProject('Deleted');
    await as('owner', 'POST', `/api/project/${uuid}/add_users`, { users: ['ada'] });
    const folder = String(
      (await as('owner', 'POST', '/api/folder', { name: 'f', parent_uuid: root, public: true })).body.uuid,
    );
    const item = String(
      (await as('owner', 'POST', '/api/workflow', { workflow_type: 'test_sleep', folder_uuid: folder })).body.uuid,
    );
    const structure = await as('owner', 'POST', `/api/project/${uuid}/create_structure`, { name: 'w', smiles: 'O' });
    const paths = [
      `/api/project/${uuid}`,
      `/api/folder/${folder}`,
      `/api/workflow/${item}`,
      `/api/structure/${structure.body.uuid}`,
      `/api/shared/folder/${folder}`,
      `/api/shared/workflow/${item}`,
    ];
    const statuses = async (who: string) => Promise.all(paths.map(async (path) => (await as(who, 'GET', path)).status));
    expect(await statuses('ada')).toEqual(paths.map(() => 200));
    expect((await as('ada', 'DELETE', `/api/project/${uuid}`)).status).toBe(403);
    expect((await as('owner', 'DELETE', `/api/project/${uuid}`)).status).toBe(200);
    for (const who of ['owner', 'ada']) expect(await statuses(who)).toEqual(paths.map(() => 404));
    const trash = await call<{ deletions: { uuid: string; object_uuid: string; kind: string }[] }>(
      server,
      'GET',
      '/api/trash',
    );
    const deletion = trash.body.deletions.find((one) => one.object_uuid === uuid);
    expect(deletion).toMatchObject({ kind: 'project', name: 'Deleted', deleted_by_username: 'owner' });
    expect((await as('ada', 'POST', `/api/trash/${deletion?.uuid}/restore`)).status).toBe(404);
    expect((await as('owner', 'POST', `/api/trash/${deletion?.uuid}/restore`)).status).toBe(200);
    expect(await statuses('ada')).toEqual(paths.map(() => 200));
    // It waited in the queue when it was deleted, and was taken out of it.
    expect((await as('ada', 'GET', `/api/workflow/${item}`)).body.object_status).toBe(4);
  });

  test('what was deleted in a folder goes with it to another project: its people see it in the trash, restore and remove it, and nobody else', async () => {
    const left = await newProject('Left');
    const entered = await newProject('Entered', 'ada');
    await as('owner', 'POST', `/api/project/${left.uuid}/add_users`, { users: ['ben'] });
    await as('ada', 'POST', `/api/project/${entered.uuid}/add_users`, { users: ['owner'] });
    const folder = async (name: string, parent_uuid: string | null) =>
      String((await as('owner', 'POST', '/api/folder', { name, parent_uuid })).body.uuid);
    const moved = await folder('moved', left.root_folder_uuid);
    const inner = await folder('inner', moved);
    const submit = async (folder_uuid: string) =>
      String((await as('owner', 'POST', '/api/workflow', { workflow_type: 'test_sleep', folder_uuid })).body.uuid);
    const [item, lost, nested, stays] = [
      await submit(moved),
      await submit(moved),
      await submit(inner),
      await submit(left.root_folder_uuid ?? ''),
    ];
    for (const path of [`workflow/${item}`, `workflow/${lost}`, `folder/${inner}`, `workflow/${stays}`]) {
      expect((await as('owner', 'DELETE', `/api/${path}`)).status, path).toBe(200);
    }
    const move = await as('owner', 'POST', `/api/folder/${moved}`, { parent_uuid: entered.root_folder_uuid });
    expect(move.body).toMatchObject({ project_uuid: entered.uuid });
    const trash = async (who: string, project: string) => {
      const found = await as(who, 'GET', `/api/trash?project_uuid=${project}`);
      const { deletions } = z.parse(
        z.object({ deletions: z.array(z.object({ object_uuid: z.string() })) }),
        found.body,
      );
      return deletions.map((one) => one.object_uuid).sort();
    };
    expect(await trash('ada', entered.uuid)).toEqual([item, lost, inner].sort());
    // As it was after a move before, and then the statements of the migration.
    const { drizzle } = server.services.db;
    await rows(
      drizzle,
      sql`UPDATE deletion SET project_uuid = ${left.uuid}::uuid WHERE project_uuid = ${entered.uuid}::uuid`,
    );
    expect(await trash('ada', entered.uuid)).toEqual([]);
    const migration = readFileSync(path.join(migrationsFolder, '0017_trash_follows.sql'), 'utf8');
    for (const statement of migration.split('--> statement-breakpoint')) await rows(drizzle, sql.raw(statement));
    expect(await trash('ada', entered.uuid)).toEqual([item, lost, inner].sort());
    expect(await trash('ben', left.uuid)).toEqual([stays]);
    for (const method of ['POST', 'DELETE']) {
      const path = `/api/trash/${item}${method === 'POST' ? '/restore' : ''}`;
      expect((await as('ben', method, path)).status, method).toBe(404);
    }
    expect((await as('ada', 'POST', `/api/trash/${item}/restore`)).body).toMatchObject({ project_uuid: entered.uuid });
    expect((await as('ada', 'GET', `/api/workflow/${item}`)).body).toMatchObject({ parent_uuid: moved });
    expect((await as('ada', 'DELETE', `/api/trash/${lost}`)).status).toBe(200);
    expect((await as('ada', 'POST', `/api/trash/${inner}/restore`)).status).toBe(200);
    expect((await as('ada', 'GET', `/api/workflow/${nested}`)).body).toMatchObject({ parent_uuid: inner });
    expect(await trash('ada', entered.uuid)).toEqual([]);
  });

  test('structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project', async () => {
    const { uuid } = await newProject('Structures');
    const path = `/api/project/${uuid}`;
    const create = (body: unknown) => as('owner', 'POST', `${path}/create_structure`, body);
    const helium = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [0, 0, 0] }] };
    const made = await create({ name: 'helium', molecule: helium });
    expect(z.parse(Structure, made.body)).toMatchObject({ name: 'helium', project_uuid: uuid, smiles: '[He]' });
    expect(made.status).toBe(201);
    expect((await create({ name: 'benzene', smiles: 'c1ccccc1' })).status).toBe(201);
    expect(await create({ name: 'broken', smiles: 'C1CC' })).toMatchObject({ status: 422, body: { field: 'smiles' } });
    expect((await create({ name: 'charged', molecule: { ...helium, charge: 1 } })).status).toBe(422);
    expect((await create({ name: 'nothing' })).status).toBe(422);
    const listed = z.parse(StructureList, (await as('owner', 'GET', `${path}/get_structures?size=1`)).body);
    expect([listed.num_pages, listed.structures[0]?.name]).toEqual([2, 'benzene']);
    const read = z.parse(Structure, (await as('owner', 'GET', `/api/structure/${made.body.uuid}`)).body);
    expect(read.molecule?.atoms).toHaveLength(1);
    expect((await as('eve', 'GET', `/api/structure/${made.body.uuid}`)).status).toBe(404);
  });
});
