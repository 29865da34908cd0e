import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Folder, WorkflowItem } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

/** What a Python program says, as compute sends it, and our own first line of a job's log. */
const traceback = `Traceback (most recent call last):
  File "/srv/cuvette/packages/compute/src/cuvette_compute/run.py", line 41, in run
    recipe(job)
    ^^^^^^^^^^^
ValueError: the grid of /var/tmp/job-7/grid.dat has 0.5 kcal/mol/Å, see https://example.org/a/b`;
const log =
  'Attempt 1 on node17.lab.example, process group 4711, 2026-11-22T10:00:00.000Z\nStep 1 in /var/tmp/job-7/opt.log';
const secrets = /node17|4711|\/var\/|\/srv\/|"owner"|Traceback/;

let data = '';
let server: RunningServer;
const get = async <T>(address: string, key: string | null) => (await call<T>(server, 'GET', address, { key })).body;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  server = await startTestServer({ data, databaseUrl: null });
});
afterAll(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

test('a failed item says why in its log; a traceback is for the administrator, and a shared page has no detail at all', async () => {
  const message = 'The calculation stopped for a reason that was not foreseen.';
  const uuid = await finishedItem(server, { type: 'pka', data: {}, log, failure: { message, detail: traceback } });
  const own = await get<WorkflowItem>(`/api/workflow/${uuid}`, ownerKey);
  expect(own.object_logfile).toContain(`Failed: ${message}\n`);
  expect(own.object_logfile).toContain('node17');
  // This key is the administrator's: the account that the server was set up for.
  expect(own.error?.detail).toBe(traceback);
  const [attempt] = await get<{ detail: string }[]>(`/api/workflow/${uuid}/attempts`, ownerKey);
  expect(attempt?.detail).toBe('ValueError: the grid of grid.dat has 0.5 kcal/mol/Å, see https://example.org/a/b');

  await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
  const shared = await get<WorkflowItem>(`/api/shared/workflow/${uuid}`, null);
  expect(shared.error).toMatchObject({ message, detail: null });
  expect(shared.object_logfile).toBe(`Attempt 1, 2026-11-22T10:00:00.000Z\nStep 1 in opt.log\nFailed: ${message}\n`);
  for (const address of ['', '/log', '/bundle']) {
    expect(JSON.stringify(await get(`/api/shared/workflow/${uuid}${address}`, null)), address).not.toMatch(secrets);
  }
});

test('what is shared names nobody, no machine, and nothing above that is not shared', async () => {
  const make = async (name: string, parent_uuid?: string) =>
    (await call<Folder>(server, 'POST', '/api/folder', { body: { name, parent_uuid } })).body;
  const above = await make('private');
  const folder = await make('shared', above.uuid);
  const inner = await make('inner', folder.uuid);
  const calculations = computed('butane').calculations;
  const uuid = await finishedItem(server, { type: 'conformer_search', data: {}, calculations, folder: folder.uuid });
  const alone = await finishedItem(server, { type: 'pka', data: {}, folder: above.uuid });
  await call(server, 'POST', `/api/folder/${folder.uuid}`, { body: { public: true } });
  await call(server, 'POST', `/api/workflow/${alone}`, { body: { public: true } });

  const read = await get<Folder>(`/api/shared/folder/${folder.uuid}`, null);
  expect(read).toMatchObject({ name: 'shared', parent_uuid: null, project_uuid: null });
  const within = await get<Folder>(`/api/shared/folder/${inner.uuid}`, null);
  expect(within).toMatchObject({ parent_uuid: folder.uuid, project_uuid: null });
  const item = await get<WorkflowItem>(`/api/shared/workflow/${uuid}`, null);
  expect(item).toMatchObject({ parent_uuid: folder.uuid, run_by_username: null, compute_hardware: null });
  expect((await get<WorkflowItem>(`/api/shared/workflow/${alone}`, null)).parent_uuid).toBe('');

  const [calculation = ''] = Object.keys(calculations);
  const hosts = Object.values(calculations).map(({ provenance }) => provenance?.host);
  expect(hosts[0]).toBeTruthy();
  const hidden = [`"${hosts[0]}"`, ` on ${hosts[0]}`, above.uuid, above.project_uuid ?? '', '"owner"'];
  for (const address of [
    `folder/${folder.uuid}`,
    `folder/${folder.uuid}/contents`,
    `workflow/${uuid}`,
    `workflow/${uuid}/bundle`,
    `workflow/${uuid}/contents`,
    `calculation/${calculation}`,
    `calculation/${calculation}/stjames`,
    `calculation/${calculation}/logfile`,
    `workflow/${alone}`,
  ]) {
    const text = JSON.stringify(await get(`/api/shared/${address}`, null));
    for (const word of hidden) expect(text.includes(word), `${word} in ${address}`).toBe(false);
  }
  // Their owner reads all of it.
  expect(await get<WorkflowItem>(`/api/workflow/${uuid}`, ownerKey)).toMatchObject({
    run_by_username: 'owner',
    compute_hardware: 'h',
  });
});
