import { randomUUID } from 'node:crypto';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { row, rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

interface TemporarilyShared {
  public_until: string | null;
  share_url: string | null;
  object_data: { messages: { body: string }[] } | null;
}

onOneDatabase('share links', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  const made = async (path: string, body: unknown, key?: string) => {
    const answer = await call(server, 'POST', path, { body, ...(key ? { key } : {}) });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
    return answer.body;
  };
  const folder = async (parent_uuid?: unknown) =>
    String((await made('/api/folder', { name: randomUUID(), parent_uuid })).uuid);
  const item = async (folder_uuid: string) =>
    String((await made('/api/workflow', { workflow_type: 'test_sleep', folder_uuid })).uuid);
  const share = async (body: Record<string, unknown>) => {
    const { uuid, link } = await made('/api/share_link', body);
    return { uuid: String(uuid), link: String(link) };
  };
  const shared = async (path: string, link: string | null = null) => {
    const separator = path.includes('?') ? '&' : '?';
    return call(server, 'GET', `/api/shared/${path}${link ? `${separator}link=${link}` : ''}`, { key: null });
  };
  const statuses = async (paths: string[], link: string | null) => {
    const found = [];
    for (const path of paths) found.push((await shared(path, link)).status);
    return found;
  };

  test('temporarily_share of the Python client makes one link for some minutes, and end_temporary_share ends it', async () => {
    const mine = await item(await folder());
    const ask = (call_: string) =>
      call<TemporarilyShared>(server, 'POST', `/api/v3/workflow/${mine}/${call_}`, { body: {} });
    const linkOf = async () => {
      const { body } = await ask('temporarily_share?duration_minutes=5');
      expect(body).toMatchObject({ public: false, is_temporarily_public: true });
      const left = new Date(body.public_until ?? 0).getTime() - Date.now();
      expect(left / 60_000).toBeGreaterThan(3);
      expect(left / 60_000).toBeLessThan(7);
      expect(body.object_data?.messages[0]?.body).toContain(`${body.share_url} `);
      const { origin, pathname, searchParams } = new URL(body.share_url ?? '');
      expect([origin, pathname]).toEqual([new URL(server.address).origin, `/public/workflow/${mine}`]);
      return searchParams.get('link');
    };
    const first = await linkOf();
    expect(await statuses([`workflow/${mine}`], first)).toEqual([200]);
    const second = await linkOf();
    expect(await statuses([`workflow/${mine}`], first)).toEqual([404]);
    expect(await statuses([`workflow/${mine}`], second)).toEqual([200]);
    const ended = await ask('end_temporary_share');
    expect(ended.body).toMatchObject({ public_until: null, is_temporarily_public: false, share_url: null });
    expect(await statuses([`workflow/${mine}`], second)).toEqual([404]);
    // The stored item has no message about it.
    const { body } = await call<TemporarilyShared>(server, 'GET', `/api/workflow/${mine}`);
    expect(body.object_data?.messages ?? []).toEqual([]);
    expect((await ask('temporarily_share?duration_minutes=121')).status).toBe(422);
  });

  test('a link opens one item and nothing beside it, from any page, without making it public', async () => {
    const home = await folder();
    const [mine, other] = [await item(home), await item(home)];
    const { link } = await share({ workflow_uuid: mine, name: 'for the group' });
    expect(link).toMatch(/^cuvette_link_[\w-]{43}$/);
    const paths = [`workflow/${mine}`, `workflow/${mine}/bundle`, `workflow/${mine}/log`];
    expect(await statuses(paths, null)).toEqual([404, 404, 404]);
    expect(await statuses(paths, link)).toEqual([200, 200, 200]);
    expect(await statuses([`workflow/${other}`, `folder/${home}`, `folder/${home}/contents`], link)).toEqual([
      404, 404, 404,
    ]);
    const opened = await shared(`workflow/${mine}`, link);
    expect(opened.body).toMatchObject({ uuid: mine, public: false, ancestor_is_public: false });
    expect(opened.headers.get('access-control-allow-origin')).toBe('*');
    expect((await call(server, 'GET', `/api/workflow/${mine}?link=${link}`, { key: null })).status).toBe(401);
    const stored = await row<{ text: string }>(
      server.services.db.drizzle,
      sql`SELECT l::text AS text FROM share_link l`,
    );
    expect(stored?.text).not.toContain(link);
  });

  test('a link to a folder opens all that is in it, however deep, and nothing above', async () => {
    const [above, sibling] = [await folder(), await folder()];
    const top = await folder(above);
    const deep = await folder(await folder(top));
    const [inside, outside] = [await item(deep), await item(above)];
    const { link } = await share({ folder_uuid: top });
    const open = [`folder/${top}`, `folder/${deep}`, `folder/${deep}/contents`, `workflow/${inside}`];
    expect(await statuses(open, link)).toEqual([200, 200, 200, 200]);
    expect(await statuses([`folder/${above}`, `folder/${sibling}`, `workflow/${outside}`], link)).toEqual([
      404, 404, 404,
    ]);
    const contents = (await shared(`folder/${deep}/contents`, link)).body as { items: { data: { uuid: string } }[] };
    expect(contents.items.map(({ data }) => data.uuid)).toEqual([inside]);
    // The path of a folder begins where the link does.
    const { path } = (await shared(`folder/${deep}`, link)).body as { path: { uuid: string }[] };
    expect(path[0]?.uuid).toBe(top);
    expect(path.at(-1)?.uuid).toBe(deep);
    await call(server, 'POST', `/api/workflow/${inside}`, { body: { parent_uuid: sibling } });
    expect((await shared(`workflow/${inside}`, link)).status).toBe(404);
  });

  test('a link to a protein opens it', async () => {
    const { uuid } = await made('/api/protein', { name: 'p', protein_data: emptyPdb() });
    const { link } = await share({ protein_uuid: uuid });
    expect(await statuses([`protein/${uuid}`], null)).toEqual([404]);
    expect(await statuses([`protein/${uuid}`], link)).toEqual([200]);
  });

  test('security: an item that is shared opens the proteins that it names, of its own project, and no others', async () => {
    const protein = async (project_uuid?: unknown) =>
      String((await made('/api/protein', { name: 'p', protein_data: emptyPdb(), project_uuid })).uuid);
    const elsewhere = await made('/api/project', { name: 'secret' });
    const [target, result, other, foreign] = [
      await protein(),
      await protein(),
      await protein(),
      await protein(elsewhere.uuid),
    ];
    const home = await folder();
    const mine = await item(home);
    const name = (data: Record<string, unknown>) =>
      rows(
        server.services.db.drizzle,
        sql`UPDATE workflow SET object_data = ${JSON.stringify(data)}::jsonb WHERE uuid = ${mine}::uuid`,
      );
    await name({ target_uuid: target, samples: [{ structure: result.toUpperCase() }], notes: `see ${other}`, foreign });
    const [one, all] = [await share({ workflow_uuid: mine }), await share({ folder_uuid: home })];
    const paths = [target, result, other, foreign].map((uuid) => `protein/${uuid}`);
    expect(await statuses(paths, null)).toEqual([404, 404, 404, 404]);
    for (const { link } of [one, all]) expect(await statuses(paths, link)).toEqual([200, 200, 404, 404]);
    const bundle = (await shared(`workflow/${mine}/bundle`, one.link)).body as { proteins: object };
    expect(Object.keys(bundle.proteins).sort()).toEqual([target, result].sort());
    // What an item names no more, it opens no more.
    await name({ target_uuid: target });
    expect(await statuses(paths, one.link)).toEqual([200, 404, 404, 404]);
    await call(server, 'POST', `/api/share_link/${one.uuid}/revoke`);
    expect(await statuses(paths, one.link)).toEqual([404, 404, 404, 404]);
    await call(server, 'POST', `/api/workflow/${mine}`, { body: { public: true } });
    expect(await statuses(paths, null)).toEqual([200, 404, 404, 404]);
  });

  test('it ends when it is revoked, when it expires, and when the thing is deleted', async () => {
    const mine = await item(await folder());
    const one = await share({ workflow_uuid: mine });
    const two = await share({ workflow_uuid: mine, valid_days: null });
    const listed = (await call(server, 'GET', `/api/share_link?workflow_uuid=${mine}`)).body.links as object[];
    expect(listed).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain(one.link);
    expect(listed[1]).toMatchObject({
      uuid: one.uuid,
      hint: one.link.slice(-4),
      created_by_username: 'owner',
      is_revoked: false,
    });
    const revoked = await call(server, 'POST', `/api/share_link/${one.uuid}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { is_revoked: true } });
    expect(await statuses([`workflow/${mine}`], one.link)).toEqual([404]);
    expect(await statuses([`workflow/${mine}`], two.link)).toEqual([200]);
    const expires = (at: string) =>
      rows(
        server.services.db.drizzle,
        sql`UPDATE share_link SET expires_at = now() + ${at}::interval WHERE uuid = ${two.uuid}::uuid`,
      );
    await expires('-1 second');
    expect(await statuses([`workflow/${mine}`], two.link)).toEqual([404]);
    await expires('1 hour');
    expect(await statuses([`workflow/${mine}`], two.link)).toEqual([200]);
    await call(server, 'DELETE', `/api/workflow/${mine}`);
    expect(await statuses([`workflow/${mine}`], two.link)).toEqual([404]);
    expect(await statuses([`workflow/${mine}`], 'cuvette_link_of_nobody')).toEqual([404]);
  });

  test('the links to a thing come page by page, newest first', async () => {
    const mine = await item(await folder());
    const all: string[] = [];
    for (let index = 0; index < 5; index += 1) all.unshift((await share({ workflow_uuid: mine })).uuid);
    const page = async (query: string) => {
      const { body } = await call<{ links: { uuid: string }[]; num_pages: number }>(
        server,
        'GET',
        `/api/share_link?workflow_uuid=${mine}${query}`,
      );
      return { uuids: body.links.map(({ uuid }) => uuid), num_pages: body.num_pages };
    };
    expect(await page('')).toEqual({ uuids: all, num_pages: 1 });
    expect(await page('&size=2&page=1')).toEqual({ uuids: all.slice(2, 4), num_pages: 3 });
    expect(await page('&size=2&page=2')).toEqual({ uuids: all.slice(4), num_pages: 3 });
    expect(await page('&size=2&page=3')).toEqual({ uuids: [], num_pages: 3 });
    expect((await call(server, 'GET', `/api/share_link?workflow_uuid=${mine}&size=0`)).body.field).toBe('size');
  });

  test('only who may change a thing makes links to it; they end when that right does', async () => {
    const project = await made('/api/project', { name: 'shared work' });
    const member = await addPerson(server, 'member@example.org');
    const viewer = await addPerson(server, 'viewer@example.org');
    const people = (path: string, body: unknown) =>
      call(server, 'POST', `/api/project/${project.uuid}/${path}`, { body });
    expect((await people('add_users', { users: ['member'] })).status).toBe(200);
    expect((await people('add_users', { users: ['viewer'], role: 'viewer' })).status).toBe(200);
    const body = { workflow_uuid: await item(String(project.root_folder_uuid)) };
    expect(await call(server, 'POST', '/api/share_link', { key: viewer, body })).toMatchObject({
      status: 403,
      body: { detail: 'You may read this workflow, but not share it.', field: 'workflow_uuid' },
    });
    const stranger = await addPerson(server, 'stranger@example.org');
    expect((await call(server, 'POST', '/api/share_link', { key: stranger, body })).status).toBe(404);
    const { link } = await made('/api/share_link', body, member);
    expect(await statuses([`workflow/${body.workflow_uuid}`], String(link))).toEqual([200]);
    expect((await people('remove_users', { users: ['member'] })).status).toBe(200);
    expect(await statuses([`workflow/${body.workflow_uuid}`], String(link))).toEqual([404]);
  });

  test('the links of somebody who lost the right to share do not work again when they get it back', async () => {
    const project = await made('/api/project', { name: 'comings and goings' });
    const guest = await addPerson(server, 'guest@example.org');
    const people = async (path: string, role?: string) => {
      const body = { users: ['guest'], ...(role ? { role } : {}) };
      expect((await call(server, 'POST', `/api/project/${project.uuid}/${path}`, { body })).status).toBe(200);
    };
    const protein = await made('/api/protein', { name: 'p', protein_data: emptyPdb(), project_uuid: project.uuid });
    const home = await folder(String(project.root_folder_uuid));
    const [mine, kept] = [await item(home), await item(String(project.root_folder_uuid))];
    const things = [{ workflow_uuid: mine }, { folder_uuid: home }, { protein_uuid: protein.uuid }];
    const paths = [`workflow/${mine}`, `folder/${home}`, `protein/${protein.uuid}`];
    const own = await share({ workflow_uuid: kept });
    const links = async () => {
      const all: string[] = [];
      for (const body of things) all.push(String((await made('/api/share_link', body, guest)).link));
      return all;
    };
    const opened = async (all: readonly string[]) =>
      Promise.all(paths.map(async (path, index) => (await statuses([path], all[index] ?? ''))[0]));
    // Taken out and brought back; what is in the trash meanwhile is no exception.
    await people('add_users', 'member');
    const first = await links();
    expect(await opened(first)).toEqual([200, 200, 200]);
    await call(server, 'DELETE', `/api/workflow/${mine}`);
    await people('remove_users');
    await people('add_users', 'member');
    type Trash = { deletions: { uuid: string; object_uuid: string }[] };
    const { deletions } = (await call<Trash>(server, 'GET', '/api/trash?size=100')).body;
    const deletion = deletions.find(({ object_uuid }) => object_uuid === mine)?.uuid;
    expect((await call(server, 'POST', `/api/trash/${deletion}/restore`)).status).toBe(200);
    expect(await opened(first)).toEqual([404, 404, 404]);
    // Made a viewer and a member again.
    const second = await links();
    expect(await opened(second)).toEqual([200, 200, 200]);
    await people('add_users', 'viewer');
    await people('add_users', 'member');
    expect(await opened(second)).toEqual([404, 404, 404]);
    // They make new ones, and other people's work on.
    expect(await opened(await links())).toEqual([200, 200, 200]);
    expect(await statuses([`workflow/${kept}`], own.link)).toEqual([200]);
  });

  test('security: a draft in a shared folder is not shared, nor the protein that it names', async () => {
    const home = await folder();
    const target = String((await made('/api/protein', { name: 'p', protein_data: emptyPdb() })).uuid);
    const submission = { workflow_type: 'docking', folder_uuid: home, workflow_data: { target_uuid: target } };
    const draft = String((await made('/api/workflow', { ...submission, is_draft: true })).uuid);
    const done = await item(home);
    await call(server, 'POST', `/api/folder/${home}`, { body: { public: true } });
    const { link } = await share({ folder_uuid: home });
    const paths = [`workflow/${draft}`, `protein/${target}`, `workflow/${done}`];
    type Listed = { items: { data?: { uuid: string }; uuid?: string }[]; proteins: unknown[] };
    for (const way of [null, link]) {
      expect(await statuses(paths, way)).toEqual([404, 404, 200]);
      expect(await statuses([`workflow/${draft}/log`, `workflow/${draft}/bundle`], way)).toEqual([404, 404]);
      const contents = (await shared(`folder/${home}/contents`, way)).body as unknown as Listed;
      expect(contents.items.map(({ data }) => data?.uuid)).toEqual([done]);
      expect((await shared(`folder/${home}/contents?count=true`, way)).body).toMatchObject({ total: 1 });
      const values = (await shared(`folder/${home}/values`, way)).body as unknown as Listed;
      expect(values.items.map(({ uuid }) => uuid)).toEqual([done]);
      expect(((await shared(`folder/${home}/proteins`, way)).body as unknown as Listed).proteins).toEqual([]);
    }
    // Its owner sees it, and is not shown it as public.
    const mine = await call(server, 'GET', `/api/workflow/${draft}`);
    expect(mine).toMatchObject({ status: 200, body: { ancestor_is_public: false, public: false } });
    // Whoever shares the draft itself means it.
    await call(server, 'POST', `/api/workflow/${draft}`, { body: { public: true } });
    expect(await statuses(paths, null)).toEqual([200, 200, 200]);
    expect(((await shared(`folder/${home}/contents`, null)).body as unknown as Listed).items).toHaveLength(2);
  });

  test('a link opens exactly one thing', async () => {
    const uuid = randomUUID();
    for (const body of [{}, { workflow_uuid: uuid, folder_uuid: uuid }]) {
      expect((await call(server, 'POST', '/api/share_link', { body })).status).toBe(422);
    }
    const missing = await call(server, 'POST', '/api/share_link', { body: { folder_uuid: uuid } });
    expect(missing).toMatchObject({ status: 404, body: { field: 'folder_uuid' } });
  });
});
