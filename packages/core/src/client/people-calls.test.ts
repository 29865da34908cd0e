import { expect, test, vi } from 'vitest';
import { type ClientOptions, createAccountClient } from './index.ts';

const project = { uuid: 'p', name: 'Solvents', users: [{ uuid: 'a', username: 'ann', role: 'viewer' }] };
const link = { uuid: 'l', created_at: '2026-01-01T00:00:00Z', expires_at: null };
const structure = { uuid: 's', name: 'water', project_uuid: 'p', smiles: 'O', public: false };
const notice = {
  uuid: 'n',
  kind: 'webhook',
  workflow_uuid: 'w',
  workflow_name: 'benzene',
  created_at: '2026-01-01T00:00:00Z',
  tries: 2,
  state: 'retrying',
};

/** A client whose calls are written down, and answered by what they are about. */
function written(options: ClientOptions = {}) {
  const calls: string[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), 'http://server');
    const method = init.method ?? 'GET';
    calls.push(`${method} ${pathname}${search} ${String(init.body ?? '')}`.trim());
    const answer =
      pathname === '/api/project' && method === 'GET'
        ? [project]
        : pathname.endsWith('get_structures')
          ? { structures: [structure], num_pages: 1 }
          : pathname.includes('structure')
            ? { ...structure, deletion_uuid: 'd' }
            : pathname.startsWith('/api/project')
              ? { ...project, ...(pathname.endsWith('has_edit_access') ? { has_edit_access: false } : {}) }
              : pathname.endsWith('notices')
                ? { notices: [notice], num_pages: 1 }
                : pathname === '/api/share_link' && method === 'GET'
                  ? { links: [link], num_pages: 2 }
                  : { ...link, link: 'cuvette_link_x' };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
  return { calls, client: createAccountClient({ origin: 'http://server', fetch, ...options }) };
}

test('projects are found by name beyond those that a list holds', async () => {
  const { calls, client } = written();
  await client.queryClient.fetchQuery(client.projects('ö & co'));
  expect(calls).toEqual(['GET /api/project?size=100&sort=name&asc=true&name_contains=%C3%B6+%26+co']);
});

test('projects: made, renamed, people and ownership; each change has the lists read again', async () => {
  const { calls, client } = written();
  const list = () => client.queryClient.fetchQuery({ ...client.projects(), staleTime: 60_000 });
  expect((await list())[0]).toMatchObject({ name: 'Solvents', is_default: false });
  await list();
  await client.createProject('New');
  await list();
  await client.renameProject('p', 'Green');
  await client.addToProject('p', 'ann@example.org', 'viewer');
  await client.removeFromProject('p', 'a');
  await client.reassignProject('p', 'a&b');
  await client.deleteProject('p');
  const [may, again] = await Promise.all([1, 2].map(() => client.queryClient.fetchQuery(client.editAccess('p'))));
  expect([may, again, await client.queryClient.fetchQuery(client.editAccess('p'))]).toEqual([false, false, false]);
  expect(calls).toEqual([
    'GET /api/project?size=100&sort=name&asc=true',
    'POST /api/project {"name":"New"}',
    'GET /api/project?size=100&sort=name&asc=true',
    'POST /api/project/p {"name":"Green"}',
    'POST /api/project/p/add_users {"users":["ann@example.org"],"role":"viewer"}',
    'POST /api/project/p/remove_users {"user_uuids":["a"]}',
    'POST /api/project/p/reassign_ownership?user_uuid=a%26b {}',
    'DELETE /api/project/p {}',
    'GET /api/project/p/has_edit_access',
  ]);
});

test('structures: made, listed, renamed, shared and deleted; the shared client reads the shared one', async () => {
  const { calls, client } = written();
  const list = () => client.queryClient.fetchQuery({ ...client.structures('p', { name: 'a&b' }), staleTime: 60_000 });
  expect((await list()).structures[0]).toMatchObject({ uuid: 's', name: 'water', public: false });
  await list();
  await client.createStructure('p', { name: 'water', smiles: 'O' });
  await list();
  await client.updateStructure('s', { name: 'ice', public: true });
  expect((await client.queryClient.fetchQuery(client.structure('s'))).smiles).toBe('O');
  await client.deleteStructure('s');
  expect(calls).toEqual([
    'GET /api/project/p/get_structures?page=0&name_contains=a%26b',
    'POST /api/project/p/create_structure {"name":"water","smiles":"O"}',
    'GET /api/project/p/get_structures?page=0&name_contains=a%26b',
    'POST /api/structure/s {"name":"ice","public":true}',
    'GET /api/structure/s',
    'DELETE /api/structure/s {}',
  ]);
  const everybody = written({ source: 'shared' });
  await everybody.client.queryClient.fetchQuery(everybody.client.structure('s'));
  expect(everybody.calls).toEqual(['GET /api/shared/structure/s']);
});

test('share links: made with their days, listed, revoked; a client that reads by one says so', async () => {
  const { calls, client } = written();
  const list = () => client.queryClient.fetchQuery({ ...client.shareLinks('folder', 'f'), staleTime: 60_000 });
  expect(await list()).toMatchObject([
    { uuid: 'l', is_revoked: false },
    { uuid: 'l', is_revoked: false },
  ]);
  const made = await client.createShareLink('folder', 'f', { name: 'referee', validDays: null });
  expect(made.link).toBe('cuvette_link_x');
  await list();
  await client.revokeShareLink('l');
  await list();
  expect(calls).toEqual([
    'GET /api/share_link?folder_uuid=f&size=100&page=0',
    'GET /api/share_link?folder_uuid=f&size=100&page=1',
    'POST /api/share_link {"folder_uuid":"f","name":"referee","valid_days":null}',
    'GET /api/share_link?folder_uuid=f&size=100&page=0',
    'GET /api/share_link?folder_uuid=f&size=100&page=1',
    'POST /api/share_link/l/revoke {}',
    'GET /api/share_link?folder_uuid=f&size=100&page=0',
    'GET /api/share_link?folder_uuid=f&size=100&page=1',
  ]);
  expect(client.link).toBeNull();
  expect(createAccountClient({ source: 'shared', link: 'key' }).link).toBe('key');
});

test('what became of notices is read page by page', async () => {
  const { calls, client } = written();
  const { notices } = await client.queryClient.fetchQuery(client.notices(2, 5));
  expect(notices[0]).toMatchObject({ state: 'retrying', receiver: null, error: null });
  expect(calls).toEqual(['GET /api/user/me/notices?page=2&size=5']);
});
