import type { PlatformSettings, User, WorkerList, WorkflowItem } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWorker } from '../../queue/workers.ts';
import type { RunningServer } from '../../serve.ts';
import { addWorkerKey } from '../../store/api-keys.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

type Refusal = { detail: string; field?: string };

const nmr = { workflow_type: 'nmr', workflow_data: {}, initial_molecule: water };
const kingfisher = {
  workflow_type: 'solubility',
  workflow_data: { solubility_method: 'Kingfisher', solvents: ['O'], temperatures: [298.15] },
  initial_smiles: 'CCO',
};

onOneDatabase('what is switched for the whole server', (place) => {
  const start = async (env: Record<string, string>) => {
    const server = await startTestServer(place(), env);
    const capabilities = [...probeReport.capabilities, 'nmr', 'magnet', 'solubility', 'kingfisher'];
    const report = { ...probeReport, capabilities };
    await registerWorker(server.services.db, { name: 'w', host: 'h', memoryMb: 1000, serverId: null, report });
    return server;
  };
  const submit = (server: RunningServer, body: object) =>
    call<WorkflowItem & Refusal>(server, 'POST', '/api/workflow', { body });

  let server: RunningServer;
  beforeAll(async () => {
    server = await start({ CUVETTE_SUPPORT_CONTACT: 'help@example.org', CUVETTE_FEATURES: 'none' });
  });
  afterAll(() => server.stop());

  test('what is switched off is refused by each call that submits, and the words say who can switch it on', async () => {
    const words = (title: string, feature: string) =>
      `${title} is switched off on this server: its administrator can switch it on (CUVETTE_FEATURES=${feature}). Contact support: help@example.org`;
    const alone = await submit(server, nmr);
    expect(alone).toMatchObject({ status: 422, body: { detail: words('NMR', 'nmr'), field: 'workflow_type' } });
    const method = await submit(server, kingfisher);
    expect(method.status).toBe(422);
    const isOff =
      'Change solubility_method ("Kingfisher"): Kingfisher is switched off on this server: its administrator can';
    expect(method.body).toMatchObject({ detail: expect.stringContaining(isOff), field: 'solubility_method' });

    const asked = { workflow_type: 'nmr', workflow_data: {} };
    for (const body of [asked, { ...asked, initial_molecule: water }]) {
      const told = await call(server, 'POST', '/api/workflow/will_be_dispatched', { body });
      expect(told.body).toMatchObject({ to_be_dispatched: false, reason: words('NMR', 'nmr') });
    }

    const draft = await submit(server, { ...nmr, is_draft: true });
    expect(draft.status).toBe(201);
    const sent = await call<Refusal>(server, 'POST', `/api/workflow/${draft.body.uuid}/submit_draft`, { body: {} });
    expect(sent).toMatchObject({ status: 422, body: { detail: words('NMR', 'nmr') } });
  });

  test('anybody may read what is on; an account says the same', async () => {
    const read = await call<PlatformSettings>(server, 'GET', '/api/platform', { key: null });
    expect(read.body).toEqual({
      billing: false,
      features: { kingfisher: false, nmr: false },
      // No test asks a service outside.
      lookups: false,
      support_contact: 'help@example.org',
    });
    const { body: me } = await call<User>(server, 'GET', '/api/user/me');
    expect(me.feature_list).toEqual([]);
    expect(me.enabled_workflows).not.toContain('nmr');
    expect(me.enabled_workflows).toContain('solubility');
  });

  test('switched on, the same submission is judged by its own rules alone', async () => {
    await server.stop();
    server = await start({ CUVETTE_FEATURES: 'nmr', CUVETTE_BILLING: 'on' });
    expect((await call<PlatformSettings>(server, 'GET', '/api/platform')).body).toMatchObject({
      billing: true,
      features: { nmr: true, kingfisher: false },
    });
    const settings = { conf_gen_settings: null, multistage_opt_settings: null };
    const taken = await submit(server, { ...nmr, workflow_data: settings, max_credits: 7 });
    expect(taken.status, taken.body.detail).toBe(201);
    expect(taken.body).toMatchObject({ object_type: 'nmr', object_status: 0, max_credits: 7 });
    const { body: me } = await call<User>(server, 'GET', '/api/user/me');
    expect(me.feature_list).toEqual(['nmr']);
    expect(me.enabled_workflows).toContain('nmr');
    expect((await submit(server, kingfisher)).body.field).toBe('solubility_method');
  });
});

onOneDatabase('the workers of a server', (place) => {
  test('are listed to members with what shuts their jobs in, one that is away too, and to nobody else', async () => {
    const server = await startTestServer(place(), {});
    try {
      const { db } = server.services;
      const headers = { 'x-worker-key': await addWorkerKey(db.drizzle, 'test') };
      const machine = { host: 'box', memory_mb: 2048, report: probeReport };
      const register = (body: object) =>
        call(server, 'POST', '/api/worker/register', { key: null, headers, body: { ...machine, ...body } });
      const open = { shut_in: false, text: 'Jobs run without a sandbox: apt install bubblewrap' };
      const shut = { shut_in: true, text: 'Jobs run in bubblewrap.' };
      expect((await register({ name: 'b', sandbox: open })).status).toBe(200);
      expect((await register({ name: 'a', sandbox: shut })).status).toBe(200);
      const away = (await register({ name: 'older' })).body.worker;
      await call(server, 'POST', '/api/worker/heartbeat', {
        key: null,
        headers,
        body: { worker: away, attempts: [], leaving: true },
      });
      expect((await register({ name: 'c', sandbox: { shut_in: 'yes' } })).status).toBe(422);
      const { body } = await call<WorkerList>(server, 'GET', '/api/workers');
      expect(body.workers).toMatchObject([
        { name: 'a', host: 'box', connected: true, embedded: false, sandbox: shut },
        { name: 'b', connected: true, sandbox: open, python: '3.11.7', methods: ['gfn2_xtb', 'mmff94'] },
        { name: 'older', connected: false, sandbox: null, capabilities: probeReport.capabilities },
      ]);
      expect((await call(server, 'GET', '/api/workers', { key: null })).status).toBe(401);
    } finally {
      await server.stop();
    }
  });
});
