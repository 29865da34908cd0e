import { FolderContents, Project, SavedColumnsEntry, SavedSearchEntry } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, ownerKey, startTestServer } from '../../testing/test-server.ts';

onOneDatabase('saved searches and columns', (place) => {
  let server: RunningServer;
  let adaKey = '';
  let eveKey = '';
  let project: Project;
  const ask = (method: string, path: string, body?: unknown, key = ownerKey) =>
    call(server, method, path, { key, ...(body === undefined ? {} : { body }) });

  beforeAll(async () => {
    server = await startTestServer(place());
    adaKey = await addPerson(server, 'ada@example.org');
    eveKey = await addPerson(server, 'eve@example.org');
    project = z.parse(Project, (await ask('POST', '/api/project', { name: 'Search' })).body);
    await ask('POST', `/api/project/${project.uuid}/add_users`, { users: ['ada'] });
    for (const name of ['alpha', 'beta', 'gamma 100%']) {
      const body = { workflow_type: 'test_sleep', folder_uuid: project.root_folder_uuid, name };
      const { uuid } = (await ask('POST', '/api/workflow', body)).body;
      if (name === 'beta') await ask('POST', `/api/workflow/${uuid}`, { starred: true });
    }
  });
  afterAll(() => server.stop());

  const names = (answer: { body: unknown }) => z.parse(FolderContents, answer.body).items.map(({ data }) => data.name);

  test('keeps name, filters, columns and place, and reads back in the shape of core', async () => {
    const query = { query: 'a', type: ['test_sleep'], status: [0, 5], starred: null, sort: 'name', asc: true };
    const made = await ask('POST', '/api/saved_search', { name: 'Waiting', query, columns: ['energy', 'strain'] });
    expect(made.status).toBe(201);
    const entry = z.parse(SavedSearchEntry, made.body);
    expect(entry).toMatchObject({ name: 'Waiting', columns: ['energy', 'strain'], position: 0, is_mine: true });
    expect(entry.query).toMatchObject(query);
    expect((await ask('GET', `/api/saved_search/${entry.uuid}`)).body).toEqual(made.body);
    const found = await ask('GET', `/api/saved_search/${entry.uuid}/contents`);
    expect(names(found)).toEqual(['alpha', 'beta', 'gamma 100%']);
    expect(names(await ask('GET', `/api/saved_search/${entry.uuid}/contents?size=2&page=1`))).toEqual(['gamma 100%']);
    await ask('POST', `/api/saved_search/${entry.uuid}`, { query: { starred: true } });
    expect(names(await ask('GET', `/api/saved_search/${entry.uuid}/contents`))).toEqual(['beta']);
    expect((await ask('POST', '/api/saved_search', { name: 'x', columns: Array(101).fill('energy') })).status).toBe(
      422,
    );
  });

  test.each([
    ['half a surrogate pair', { query: 'a\ud800' }, 201],
    ['what looks like an escape', { query: '\\ud800 \\' }, 201],
    ['20 001 characters', { query: 'x'.repeat(20_001) }, 422],
    ['a status that is none', { status: ['x'] }, 422],
    ['a list', [], 422],
  ])('filters with %s', async (_title, query, status) => {
    const made = await ask('POST', '/api/saved_search', { name: 'odd', query });
    expect(made.status).toBe(status);
    if (status === 201) expect((await ask('DELETE', `/api/saved_search/${made.body.uuid}`)).status).toBe(200);
  });

  test('filters that fit no search any more are named when it is used', async () => {
    const made = await ask('POST', '/api/saved_search', { name: 'odd', query: {} });
    await server.services.db.drizzle.execute(
      sql`UPDATE saved_list SET query = '{"projectUUID": "x", "sort": "nothing"}'::jsonb WHERE uuid = ${made.body.uuid}::uuid`,
    );
    const used = await ask('GET', `/api/saved_search/${made.body.uuid}/contents`);
    expect(used).toMatchObject({ status: 422, body: { field: 'sort' } });
    await ask('DELETE', `/api/saved_search/${made.body.uuid}`);
  });

  test('finds by every filter over all projects of a person, and nothing of others', async () => {
    const find = async (query: string, key = ownerKey) =>
      names(await ask('GET', `/api/saved_search/contents?sort=name&asc=true&${query}`, undefined, key));
    expect(await find('name_contains=100%25')).toEqual(['gamma 100%']);
    expect(await find('name_contains=_')).toEqual([]);
    expect(await find('starred=false')).toEqual(['alpha', 'gamma 100%']);
    expect(await find(`project_uuid=${project.uuid}&statuses=0&object_types=test_sleep`)).toHaveLength(3);
    expect(await find('project_uuid=00000000-0000-4000-8000-000000000000')).toEqual([]);
    expect(await find('created_after=2999-01-01')).toEqual([]);
    expect(await find('', adaKey)).toHaveLength(3);
    expect(await find('', eveKey)).toEqual([]);
    expect((await ask('GET', '/api/saved_search/contents?statuses=9')).body).toMatchObject({ field: 'statuses' });
  });

  test('an order is kept whole when one is moved or deleted', async () => {
    const list = async () => z.parse(z.array(SavedColumnsEntry), (await ask('GET', '/api/saved_columns')).body);
    for (const name of ['a', 'b', 'c']) await ask('POST', '/api/saved_columns', { name, columns: ['energy'] });
    const [, , third] = await list();
    await ask('POST', `/api/saved_columns/${third?.uuid}`, { position: 0 });
    expect((await list()).map(({ name, position }) => [name, position])).toEqual([
      ['c', 0],
      ['a', 1],
      ['b', 2],
    ]);
    await ask('POST', '/api/saved_columns', { name: 'd', columns: [], position: 1 });
    expect((await ask('DELETE', `/api/saved_columns/${third?.uuid}`)).status).toBe(200);
    expect((await list()).map(({ name, position }) => `${position} ${name}`)).toEqual(['0 d', '1 a', '2 b']);
    expect((await ask('GET', `/api/saved_search/${third?.uuid}`)).status).toBe(404);
  });

  test('shared in a project, its people use it and do not change it; who leaves the project takes theirs along', async () => {
    const made = await ask('POST', '/api/saved_search', { name: 'Mine', query: {} }, adaKey);
    const path = `/api/saved_search/${made.body.uuid}`;
    expect((await ask('GET', path)).status).toBe(404);
    const own = (await ask('GET', '/api/user/me/default_project')).body.uuid;
    expect(await ask('POST', path, { project_uuid: own }, adaKey)).toMatchObject({
      status: 404,
      body: { field: 'project_uuid' },
    });
    expect((await ask('POST', path, { project_uuid: project.uuid }, adaKey)).status).toBe(200);
    expect((await ask('GET', path)).body).toMatchObject({ is_mine: false, owner_username: 'ada' });
    expect((await ask('GET', `/api/saved_search?project_uuid=${project.uuid}`)).body).toHaveLength(1);
    expect((await ask('GET', `${path}/contents`)).status).toBe(200);
    expect((await ask('POST', path, { name: 'taken' })).status).toBe(403);
    expect((await ask('DELETE', path)).status).toBe(403);
    expect((await ask('GET', path, undefined, eveKey)).status).toBe(404);
    await ask('POST', `/api/project/${project.uuid}/remove_users`, { users: ['ada'] });
    expect((await ask('GET', path)).status).toBe(404);
    expect((await ask('GET', path, undefined, adaKey)).body).toMatchObject({ project_uuid: null, is_mine: true });
  });
});
