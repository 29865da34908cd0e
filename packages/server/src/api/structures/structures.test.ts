import { Structure, StructureList } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { rows } from '../../store/database/database.ts';
import { sweepRows } from '../../store/sweep.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { addPerson, call, startTestServer } from '../../testing/test-server.ts';

/** Water as a geometry without bonds, in Å. */
const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.119] },
    { atomic_number: 1, position: [0, 0.763, -0.477] },
    { atomic_number: 1, position: [0, -0.763, -0.477] },
  ],
};

onOneDatabase('structures', (place) => {
  let server: RunningServer;
  let project = '';
  let viewer = '';
  let stranger = '';
  beforeAll(async () => {
    server = await startTestServer(place());
    project = String((await call(server, 'POST', '/api/project', { body: { name: 'Structures' } })).body.uuid);
    viewer = await addPerson(server, 'viewer@example.org');
    stranger = await addPerson(server, 'stranger@example.org');
    const body = { users: ['viewer'], role: 'viewer' };
    await call(server, 'POST', `/api/project/${project}/add_users`, { body });
  });
  afterAll(() => server.stop());

  const make = async (body: unknown) => {
    const made = await call(server, 'POST', `/api/project/${project}/create_structure`, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return z.parse(Structure, made.body);
  };
  const read = (uuid: string, key?: string) => call(server, 'GET', `/api/structure/${uuid}`, key ? { key } : {});
  const shared = (uuid: string) => call(server, 'GET', `/api/shared/structure/${uuid}`, { key: null });

  test('a geometry has the SMILES that is perceived in it; one that is given stays; one that shows none has none', async () => {
    expect(await make({ name: 'water', molecule: water })).toMatchObject({ smiles: 'O', public: false });
    expect((await make({ name: 'heavy', molecule: water, smiles: '[2H]O[2H]' })).smiles).toBe('[2H]O[2H]');
    // No Lewis structure without unpaired electrons fits a water that lost one.
    const ion = await make({ name: 'ion', molecule: { ...water, charge: 1, multiplicity: 2 } });
    expect(ion.molecule?.atoms).toHaveLength(3);
    expect(ion.smiles).toBeNull();
  });

  test('renamed and shared by who may change the project; what is shared is read by everybody, and by nobody once it is not', async () => {
    const { uuid } = await make({ name: 'before', molecule: water });
    const change = (body: unknown, key?: string) =>
      call(server, 'POST', `/api/structure/${uuid}`, { body, ...(key ? { key } : {}) });
    expect((await shared(uuid)).status).toBe(404);
    expect((await change({ name: 'after' })).body).toMatchObject({ name: 'after', public: false, smiles: 'O' });
    expect((await change({ public: true })).body).toMatchObject({ name: 'after', public: true });
    expect(z.parse(Structure, (await shared(uuid)).body)).toMatchObject({ uuid, name: 'after' });
    expect(await change({ name: 'x' }, viewer)).toMatchObject({
      status: 403,
      body: { detail: 'You may read this structure, but not change it.' },
    });
    expect((await change({ name: 'x' }, stranger)).status).toBe(404);
    expect(await change({ name: '' })).toMatchObject({ status: 422, body: { field: 'name' } });
    await change({ public: false });
    expect((await shared(uuid)).status).toBe(404);
  });

  test('a deleted one is in no list and read by nobody, is restored from the trash, and is gone after 30 days', async () => {
    const { uuid } = await make({ name: 'short-lived', smiles: 'C' });
    await call(server, 'POST', `/api/structure/${uuid}`, { body: { public: true } });
    const names = async () => {
      const path = `/api/project/${project}/get_structures?name_contains=short-lived`;
      return z.parse(StructureList, (await call(server, 'GET', path)).body).structures.map(({ name }) => name);
    };
    expect((await call(server, 'DELETE', `/api/structure/${uuid}`, { key: viewer })).status).toBe(403);
    expect((await call(server, 'DELETE', `/api/structure/${uuid}`, { key: stranger })).status).toBe(404);
    const gone = await call(server, 'DELETE', `/api/structure/${uuid}`);
    expect(gone).toMatchObject({ status: 200, body: { ok: true } });
    expect([(await read(uuid)).status, (await shared(uuid)).status, await names()]).toEqual([404, 404, []]);
    expect((await call(server, 'POST', `/api/structure/${uuid}`, { body: { name: 'x' } })).status).toBe(404);
    expect((await call(server, 'DELETE', `/api/structure/${uuid}`)).status).toBe(404);
    const trash = await call<{ deletions: unknown[] }>(server, 'GET', `/api/trash?project_uuid=${project}`);
    expect(trash.body.deletions).toMatchObject([{ kind: 'structure', object_uuid: uuid, name: 'short-lived' }]);
    const restore = `/api/trash/${gone.body.deletion_uuid}/restore`;
    expect((await call(server, 'POST', restore, { key: viewer })).status).toBe(404);
    expect((await call(server, 'POST', restore)).body).toMatchObject({ kind: 'structure', object_uuid: uuid });
    expect([(await read(uuid, viewer)).status, (await shared(uuid)).status]).toEqual([200, 200]);
    expect(await names()).toEqual(['short-lived']);
    await call(server, 'DELETE', `/api/structure/${uuid}`);
    const db = server.services.db.drizzle;
    await rows(db, sql`UPDATE deletion SET deleted_at = now() - interval '31 days' WHERE object_uuid = ${uuid}::uuid`);
    await sweepRows(db);
    expect(await rows(db, sql`SELECT 1 FROM structure WHERE uuid = ${uuid}::uuid`)).toEqual([]);
  });
});
