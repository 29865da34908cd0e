import { randomUUID } from 'node:crypto';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { row, rows } from '../../store/database/database.ts';
import { firstAccount } from '../../store/users.ts';
import { onBothDatabases } from '../../testing/databases.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

type Key = Record<string, unknown> & { uuid: string; api_key?: string };

onBothDatabases('API keys', (place) => {
  let server: RunningServer;
  let owner = '';
  beforeAll(async () => {
    server = await startTestServer(place());
    owner = (await firstAccount(server.services.db.drizzle))?.id ?? '';
  });
  afterAll(() => server.stop());

  const make = (body: unknown, key?: string) =>
    call<Key>(server, 'POST', '/api/api_key', { body, ...(key ? { key } : {}) });
  const keyOf = async (body: unknown) => {
    const made = await make(body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return { uuid: made.body.uuid, key: String(made.body.api_key) };
  };
  const me = async (key: string) => (await call(server, 'GET', '/api/user/me', { key })).status;
  const database = () => server.services.db.drizzle;

  /** A project of the owner's with an item in it, which is a draft so that nobody runs it. */
  async function makeProject(): Promise<{ project: string; folder: string; workflow: string }> {
    const [project, folder, workflow] = [randomUUID(), randomUUID(), randomUUID()];
    await rows(
      database(),
      sql`INSERT INTO project (uuid, name, owner_id, root_folder_uuid) VALUES (${project}::uuid, 'P', ${owner}, ${folder}::uuid)`,
    );
    await rows(
      database(),
      sql`INSERT INTO folder (uuid, project_uuid, name) VALUES (${folder}::uuid, ${project}::uuid, 'Home')`,
    );
    await rows(
      database(),
      sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${project}::uuid, ${owner}, 'owner')`,
    );
    await rows(
      database(),
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, name, object_type, object_status, object_data, seed, requirements)
          VALUES (${workflow}::uuid, ${project}::uuid, ${folder}::uuid, 'w', 'test_sleep', 6, '{}', 1, '{}')`,
    );
    return { project, folder, workflow };
  }

  test('a key is shown once, stored as a hash, listed with what it may do, and notes its last use', async () => {
    const { uuid, key } = await keyOf({ name: 'script', scope: 'read_write', valid_days: 30 });
    expect(key).toMatch(/^cuvette_[\w-]{43}$/);
    const stored = await row<{ text: string }>(
      database(),
      sql`SELECT k::text AS text FROM api_key k WHERE uuid = ${uuid}::uuid`,
    );
    expect(stored?.text).not.toContain(key);
    expect(await me(key)).toBe(200);
    const listed = (await call<Key[]>(server, 'GET', '/api/api_key')).body;
    const found = listed.find((one) => one.uuid === uuid);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(found).toMatchObject({
      name: 'script',
      hint: key.slice(-4),
      scope: 'read_write',
      is_expired: false,
      is_revoked: false,
      can_manage_api_keys: false,
      scoped_project_uuid: null,
      revoked_at: null,
    });
    const days = (Date.parse(String(found?.expires_at)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(Math.abs(Date.now() - Date.parse(String(found?.last_used_at)))).toBeLessThan(60_000);
  });

  test('the client may bring its own key, but not a short one, nor one that is known', async () => {
    const own = `rowan-sk${randomUUID()}`;
    expect((await make({ api_key: own, name: 'own', scope: 'read', valid_days: 1 })).status).toBe(201);
    expect(await me(own)).toBe(200);
    const again = await make({ api_key: own, name: 'again', scope: 'read' });
    expect(again).toMatchObject({ status: 409, body: { field: 'api_key' } });
    const short = await make({ api_key: 'short', name: 'short', scope: 'read' });
    expect(short).toMatchObject({ status: 422, body: { field: 'api_key' } });
  });

  test('security: a limit that is misspelled is refused, and no key is made without it', async () => {
    const count = async () => (await call<Key[]>(server, 'GET', '/api/api_key')).body.length;
    const before = await count();
    for (const body of [{ project_uuid: randomUUID() }, { name: 'n', scopes: 'read' }, { validDays: 1 }]) {
      const [field = ''] = Object.keys(body).filter((key) => key !== 'name');
      const detail = `There is no field "${field}" here. Check how it is spelled.`;
      expect(await make(body)).toMatchObject({ status: 422, body: { field, detail } });
    }
    expect(await count()).toBe(before);
  });

  test('revoking ends a key at once; "active" tells the living from the dead', async () => {
    const { uuid, key } = await keyOf({ name: 'short-lived' });
    const revoked = await call<Key>(server, 'POST', `/api/api_key/${uuid}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { uuid, is_revoked: true } });
    expect(await me(key)).toBe(401);
    const uuids = async (query: string) =>
      (await call<Key[]>(server, 'GET', `/api/api_key${query}`)).body.map((one) => one.uuid);
    expect(await uuids('?active=true')).not.toContain(uuid);
    expect(await uuids('?active=false')).toContain(uuid);
    expect(await uuids('')).toContain(uuid);
    const stranger = await addPerson(server, 'stranger@example.org');
    const other = (await keyOf({ name: 'not theirs' })).uuid;
    expect((await call(server, 'POST', `/api/api_key/${other}/revoke`, { key: stranger, body: {} })).status).toBe(404);
  });

  test('keys that ended more than 90 days ago are no longer listed, but still say that their person was here', async () => {
    const person = await addPerson(server, 'old-hand@example.org');
    const ended = async (name: string, revoked: number | null, expired: number | null) => {
      const { uuid } = (await make({ name }, person)).body;
      const ago = (days: number | null) => sql`now() - ${days}::float8 * interval '1 day'`;
      await rows(
        database(),
        sql`UPDATE api_key SET revoked_at = ${ago(revoked)}, expires_at = ${ago(expired)} WHERE uuid = ${uuid}::uuid`,
      );
    };
    await ended('revoked long ago', 91, -10);
    await ended('revoked long ago, without an end', 91, null);
    await ended('expired long ago', null, 91);
    await ended('expired long ago, revoked lately', 2, 91);
    await ended('revoked lately', 89, -10);
    await ended('expired lately', null, 89);
    await ended('lives', null, null);
    const names = async (query: string) =>
      (await call<Key[]>(server, 'GET', `/api/api_key${query}`, { key: person })).body.map(({ name }) => name);
    expect(await names('')).toEqual(['lives', 'expired lately', 'revoked lately', 'test']);
    expect(await names('?active=false')).toEqual(['expired lately', 'revoked lately']);
    expect(await names('?active=true')).toEqual(['lives', 'test']);
    await rows(
      database(),
      sql`UPDATE api_key SET revoked_at = now() - interval '91 days'
          WHERE user_id = (SELECT id FROM "user" WHERE email = 'old-hand@example.org')`,
    );
    const body = { token: await server.services.signIn.createLinkToken('owner@example.org') };
    const signedIn = await call(server, 'POST', '/api/session/one_time', { key: null, body });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, origin: new URL(server.address).origin };
    const invited = (email: string) =>
      call(server, 'POST', '/api/user/invite', { key: null, headers, body: { email } });
    expect((await invited('old-hand@example.org')).status).toBe(409);
    expect((await invited('new-hand@example.org')).status).toBe(201);
  });

  test('scopes: reading, writing, deleting', async () => {
    const { workflow } = await makeProject();
    const statuses = async (scope: string) => {
      const { key } = await keyOf({ name: scope, scope });
      const ask = async (method: string, body?: unknown) =>
        (await call(server, method, `/api/workflow/${workflow}`, { key, body })).status;
      return [await ask('GET'), await ask('POST', { notes: scope }), await ask('DELETE')];
    };
    expect(await statuses('read')).toEqual([200, 403, 403]);
    expect(await statuses('read_write')).toEqual([200, 200, 403]);
    expect(await statuses('read_write_delete')).toEqual([200, 200, 200]);
  });

  test('a key makes another only when it may, and never one that can do more or lasts longer', async () => {
    const plain = (await keyOf({ name: 'plain', scope: 'read_write_delete' })).key;
    expect((await make({ name: 'x', scope: 'read' }, plain)).status).toBe(403);
    expect((await call(server, 'GET', '/api/api_key', { key: plain })).status).toBe(403);
    const manager = await keyOf({ name: 'manager', scope: 'read_write', can_manage_api_keys: true, valid_days: 2 });
    expect(await make({ name: 'more', scope: 'read_write_delete' }, manager.key)).toMatchObject({
      status: 403,
      body: { field: 'scope' },
    });
    const made = await make({ name: 'less', scope: 'read', valid_days: 365 }, manager.key);
    expect(made).toMatchObject({ status: 201, body: { created_by_key_uuid: manager.uuid, scope: 'read' } });
    expect(Date.parse(String(made.body.expires_at))).toBeLessThan(Date.now() + 2.01 * 86_400_000);
    const forever = await make({ name: 'forever', scope: 'read', valid_days: null });
    expect(forever.body).toMatchObject({ is_expired: false, expires_at: '9999-12-31T23:59:59.000Z' });
  });

  test('a key for one project sees and changes that one only', async () => {
    const inside = await makeProject();
    const outside = await makeProject();
    const made = { name: 'one project', scope: 'read_write_delete', scoped_project_uuid: inside.project };
    const { key } = await keyOf(made);
    const ask = async (method: string, path: string, body?: unknown) => call(server, method, path, { key, body });
    expect((await ask('GET', '/api/user/me')).body).toMatchObject({
      default_project_uuid: inside.project,
      root_folder_uuid: inside.folder,
    });
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/log'],
      ['GET', '/bundle'],
      ['GET', '/attempts'],
      ['POST', '', { notes: 'changed' }],
      ['POST', '/stop', {}],
      ['DELETE', ''],
    ] as const) {
      expect((await ask(method, `/api/workflow/${outside.workflow}${path}`, body)).status, `${method} ${path}`).toBe(
        404,
      );
      if (method !== 'DELETE') {
        expect((await ask(method, `/api/workflow/${inside.workflow}${path}`, body)).status, `${method} ${path}`).toBe(
          200,
        );
      }
    }
    const move = { parent_uuid: outside.folder };
    expect((await ask('POST', `/api/workflow/${inside.workflow}`, move)).status).toBe(404);
    const submission = { workflow_type: 'test_sleep', folder_uuid: outside.folder };
    expect((await ask('POST', '/api/workflow', submission)).status).toBe(404);
    expect((await ask('POST', '/api/workflow', { workflow_type: 'test_sleep' })).body).toMatchObject({
      parent_uuid: inside.folder,
    });
    const folder = (parent_uuid?: string) => ask('POST', '/api/folder', { name: 'n', parent_uuid });
    expect((await folder(outside.folder)).status).toBe(404);
    expect((await folder()).body).toMatchObject({ parent_uuid: inside.folder });
    const projects = (await call<Key[]>(server, 'GET', '/api/project', { key })).body;
    expect(projects.map(({ uuid }) => uuid)).toEqual([inside.project]);
    const protein = { name: 'p', protein_data: emptyPdb() };
    expect((await ask('POST', '/api/protein', { ...protein, project_uuid: outside.project })).status).toBe(404);
    expect((await ask('POST', '/api/protein', protein)).body).toMatchObject({ project_uuid: inside.project });
    // What does not look through the key's eyes is closed to it, also what comes later.
    for (const path of ['/api/api_key', '/api/session/list']) expect((await ask('GET', path)).status).toBe(403);
    expect((await ask('POST', '/api/user/me', { firstname: 'x' })).status).toBe(403);
    const foreign = await make({ name: 'x', scoped_project_uuid: randomUUID() });
    expect(foreign).toMatchObject({ status: 404, body: { field: 'scoped_project_uuid' } });
    expect(await make({ ...made, can_manage_api_keys: true })).toMatchObject({ status: 422 });
  });
});
