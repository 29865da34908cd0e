import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { rows } from '../../store/database/database.ts';
import { entriesOf, zipBytes } from '../../testing/bundle-zips.ts';
import { useTemplate } from '../../testing/databases.ts';
import { computed, finishedItem, largeFiles } from '../../testing/finished-item.ts';
import { helium } from '../../testing/route-rows/row.ts';
import { call, startTestServer } from '../../testing/test-server.ts';

/** The text of every field that is not for everybody; a folder of a path too. */
const secret = 'sentinel';
/** Items, people and projects that are not shared. */
const privateUuid = randomUUID();

let data = '';
let server: RunningServer;
const routes: { method: string; url: string }[] = [];
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  const onRoute = (method: string, url: string) => routes.push({ method, url });
  server = await startTestServer({ data, databaseUrl: null }, {}, { onRoute });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

/** Columns whose text everybody may read; every other column of text or JSON in these tables gets the sentinel. */
const shown: Record<string, readonly string[]> = {
  workflow: ['name', 'object_type', 'smiles', 'notes', 'object_data', 'progress', 'provenance', 'error', 'imported'],
  attempt: ['status', 'error_class', 'log_file', 'message'],
  worker: ['report'],
  project: [],
  user: ['id', 'email'],
};

/** Puts the sentinel into every column of a table that is not shown. */
async function fill(table: string): Promise<void> {
  const db = server.services.db.drizzle;
  const columns = await rows<{ name: string; type: string }>(
    db,
    sql`SELECT column_name AS name, data_type AS type FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' AND data_type IN ('text', 'jsonb')
          AND NOT EXISTS (SELECT 1 FROM information_schema.key_column_usage k WHERE k.table_name = ${table} AND k.column_name = columns.column_name)`,
  );
  const sets = columns
    .filter(({ name }) => !shown[table]?.includes(name))
    .map(
      ({ name, type }) =>
        sql`${sql.raw(`"${name}"`)} = ${type === 'jsonb' ? sql`${JSON.stringify({ [secret]: secret })}::jsonb` : sql`${`${secret} ${table} ${name}`}`}`,
    );
  if (sets.length > 0) await rows(db, sql`UPDATE ${sql.raw(`"${table}"`)} SET ${sql.join(sets, sql`, `)}`);
}

test('security: no public answer holds what is not for everybody, whatever is in the fields of what is shared', async () => {
  const db = server.services.db.drizzle;
  const made = async (address: string, body: unknown) => {
    const answer = await call(server, 'POST', address, { body });
    expect(answer.status, address).toBe(201);
    return String(answer.body.uuid);
  };
  const above = await made('/api/folder', { name: `${secret} above` });
  const folder = await made('/api/folder', { name: 'shared', parent_uuid: above });
  const protein = await made('/api/protein', { name: 'p', protein_data: emptyPdb() });
  const me = (await call(server, 'GET', '/api/user/me')).body;
  const structures = `/api/project/${me.default_project_uuid}/create_structure`;
  const structure = await made(structures, { name: 's', molecule: helium });
  const log = `Attempt 1 on ${secret}.lab, process group 4711, 2026-11-22\nStep 1 in /var/${secret}/opt.log`;
  const { calculations } = computed('butane');
  const [calculation = ''] = Object.keys(calculations);
  const results = await finishedItem(
    server,
    { type: 'electronic_properties', data: { protein }, calculations, log, folder },
    largeFiles(),
  );
  const failure = { message: `It failed in /var/${secret}/job/input.`, detail: secret };
  const failed = await finishedItem(server, { type: 'pka', data: {}, failure, log, folder });
  const queued = await made('/api/workflow', { workflow_type: 'test_sleep', folder_uuid: folder });
  await call(server, 'POST', `/api/folder/${folder}`, { body: { public: true } });
  await call(server, 'POST', `/api/structure/${structure}`, { body: { public: true } });

  for (const table of Object.keys(shown)) await fill(table);
  const lost = `The worker on ${secret}.lab stopped answering.`;
  const before = { by_username: secret, original_uuid: privateUuid, original_run_by_username: secret, from: secret };
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  await rows(
    db,
    sql`UPDATE workflow SET resubmitted_from_uuid = ${privateUuid}::uuid,
          imported = ${json({ ...before, at: '2026-01-01', from: 'https://lab.example', [secret]: secret, before: { ...before, before } })},
          provenance = ${json({ stages: [], caveats: [], host: secret, deviations: [{ what: `/opt/${secret}/x`, reason: `/opt/${secret}/x` }] })},
          error = CASE WHEN uuid = ${failed}::uuid THEN error || ${json({ detail: secret })} END,
          object_data = object_data || ${json({ made_from: { workflow_uuid: privateUuid, host: secret }, messages: [{ type: 'info', title: 't', body: `See /opt/${secret}/x.` }] })}`,
  );
  await rows(
    db,
    sql`UPDATE calculation SET provenance = coalesce(provenance, '{}') || ${json({ host: secret, by_username: secret })},
    messages = ${json([{ type: 'info', title: 't', body: `See /opt/${secret}/x.` }])}`,
  );
  await rows(
    db,
    sql`INSERT INTO attempt (workflow_uuid, number, status, lease_until, host, message) VALUES (${queued}::uuid, 1, 'lost', now(), ${secret}, ${lost})`,
  );
  // The reason of a hold, which was filled too, is for the people of the project. Without a hold the item says what became of its last attempt.
  const held = await call(server, 'GET', `/api/shared/workflow/${queued}`, { key: null });
  expect(held.body.waiting).toEqual({ reason: 'An administrator of this server holds it.', position: null });
  await rows(
    db,
    sql`UPDATE workflow SET run_after = now() + interval '1 hour', hold_reason = NULL WHERE uuid = ${queued}::uuid`,
  );
  await rows(
    db,
    sql`INSERT INTO protein_preparation (protein_uuid, state, options, message) VALUES (${protein}::uuid, 'failed', '{}', ${`In /var/${secret}/x.`})`,
  );

  const kinds: Record<string, string[]> = {
    workflow: [results, failed, queued],
    trajectory: [results],
    calculation: [calculation],
    folder: [folder],
    protein: [protein],
    structure: [structure],
  };
  const queries: Record<string, string> = {
    '/api/shared/workflow/read_workflows': `?uuids=${results},${failed},${queued}`,
    '/api/shared/workflow/drawings': `?uuids=${results}`,
    '/api/shared/calculation/read_molecules': `?uuids=${calculation}`,
    '/api/shared/calculation/read_calculations': `?uuids=${calculation}`,
  };
  const bodies: Record<string, unknown> = {
    '/api/shared/trajectory/:uuid/trajectory_dcds': { replicates: [0] },
    '/api/shared/trajectory/:uuid/atom_trajectories': { pairs: [[0, 1]] },
  };
  const open = routes.filter(({ method, url }) => url.startsWith('/api/shared/') && method !== 'OPTIONS');
  expect(open.length).toBeGreaterThan(25);
  let [answered, read] = [0, 0];
  const hidden = [
    secret,
    privateUuid,
    above,
    String(me.uuid),
    String(me.default_project_uuid),
    '"owner"',
    'process group',
  ];
  const check = (text: string, where: string) => {
    for (const word of hidden) expect.soft(text.includes(word), `${word} in ${where}`).toBe(false);
  };
  for (const { method, url } of open) {
    const kind = url.split('/')[3] ?? '';
    for (const uuid of url.includes(':uuid') ? (kinds[kind] ?? []) : ['']) {
      const address = url.replace(':uuid', uuid).replace(/:\w+/g, '0') + (queries[url] ?? '');
      const options = { key: null, ...(method === 'POST' ? { body: bodies[url] ?? {} } : {}) };
      const { status, body } = await call(server, method, address, options);
      read += 1;
      if (status === 200) answered += 1;
      check(typeof body === 'string' ? body : JSON.stringify(body), `${method} ${address} (${status})`);
    }
  }
  // Nearly all of them find what they ask for: what is refused shows nothing.
  expect(answered).toBeGreaterThan(0.8 * read);
  const zip = await zipBytes(server, `/api/shared/workflow/${failed}/bundle?format=zip`, null);
  for (const [name, bytes] of await entriesOf(zip)) check(bytes.toString('utf8'), `${name} in the zip`);
  const page = await call<string>(server, 'GET', `/public/pka/${failed}?embed=1`, { key: null });
  check(JSON.stringify(page.body), 'the page without script');
  // What everybody may know is there.
  expect((await call(server, 'GET', `/api/shared/workflow/${failed}`, { key: null })).body).toMatchObject({
    error: { message: 'It failed in input.', detail: null },
    imported: { from: 'https://lab.example', at: '2026-01-01' },
  });
  const values = await call<{ items: object[] }>(server, 'GET', `/api/shared/folder/${folder}/values`, { key: null });
  expect(values.body.items).toContainEqual(expect.objectContaining({ uuid: failed, error: 'It failed in input.' }));
  const waits = await call<{ waiting: unknown }>(server, 'GET', `/api/shared/workflow/${queued}`, { key: null });
  expect(JSON.stringify(waits.body.waiting)).toContain('The worker stopped answering.');
});
