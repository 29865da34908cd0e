import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyPdb, readPdb } from '@cuvette/core/chemistry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { until } from '../testing/product.ts';
import { call, startTestServer } from '../testing/test-server.ts';

// What the newer Python client (3.1) reads, field by field as its models have them. It needs a Python that not every machine
// has, so that its calls are made here by their contract; the older client runs for real in python-client.test.ts.

const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema));
const moment = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'a date'));

const Workflow = z.object({
  uuid: z.string(),
  name: z.string(),
  parent_uuid: z.string(),
  notes: z.string(),
  created_at: moment,
  updated_at: optional(moment),
  started_at: optional(moment),
  completed_at: optional(moment),
  object_status: z.int().check(z.gte(0), z.lte(6)),
  object_type: z.string(),
  object_data: optional(z.record(z.string(), z.unknown())),
  object_logfile: z.string(),
  starred: z.boolean(),
  public: z.boolean(),
  email_when_complete: z.boolean(),
  max_credits: optional(z.int()),
  elapsed: optional(z.number()),
  credits_charged: z.number(),
  compute_hardware: optional(z.string()),
});
const ApiKey = z.object({
  uuid: z.string(),
  name: z.string(),
  created_at: moment,
  expires_at: moment,
  is_expired: z.boolean(),
  is_revoked: z.boolean(),
  scope: z.string(),
  can_manage_api_keys: z.boolean(),
  scoped_project_uuid: optional(z.string()),
  created_by_key_uuid: optional(z.string()),
  revoked_at: optional(moment),
  last_used_at: optional(moment),
});
const User = z.object({
  uuid: z.string(),
  username: z.string(),
  email: z.string(),
  firstname: optional(z.string()),
  lastname: optional(z.string()),
  weekly_credits: optional(z.number()),
  credits: optional(z.number()),
  billing_name: optional(z.string()),
  billing_address: optional(z.string()),
  credit_balance_warning: optional(z.number()),
  organization: optional(z.object({ name: z.string() })),
  organization_role: optional(z.object({ name: z.string() })),
  individual_subscription: optional(z.object({ subscription_plan: z.object({ name: z.string() }) })),
  enabled_workflows: z.array(z.string()),
  feature_list: z.array(z.string()),
});
const Protein = z.object({
  uuid: z.string(),
  created_at: optional(moment),
  used_in_workflow: optional(z.boolean()),
  ancestor_uuid: optional(z.string()),
  sanitized: optional(z.int()),
  name: optional(z.string()),
  data: optional(z.record(z.string(), z.unknown())),
  public: optional(z.boolean()),
  pocket: optional(z.array(z.array(z.number()))),
});
const Folder = z.object({
  uuid: z.string(),
  name: optional(z.string()),
  parent_uuid: optional(z.string()),
  notes: z.string(),
  starred: z.boolean(),
  public: z.boolean(),
  created_at: optional(moment),
});
const Refusal = z.object({ detail: z.string().check(z.minLength(10)) });

onBothDatabases('the newer Python client', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  /** One call, its answer as the client reads it. */
  async function read<T extends z.core.$ZodType>(schema: T, method: string, path: string, body?: unknown) {
    const answer = await call<unknown>(server, method, path, { body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return z.parse(schema, answer.body);
  }
  const submission = { name: null, folder_uuid: null, workflow_data: {}, max_credits: null, webhook_url: null };
  const submit = () =>
    read(Workflow, 'POST', '/api/workflow', { ...submission, workflow_type: 'test_sleep', is_draft: false });

  test('submits, reads, changes, lists, counts, stops and deletes', async () => {
    const { uuid, parent_uuid } = await submit();
    const whole = await read(Workflow, 'GET', `/api/workflow/${uuid}`);
    expect(whole.object_data).not.toBeNull();
    const { name, notes, starred, email_when_complete } = whole;
    const merged = { name, parent_uuid, notes, starred: !starred, email_when_complete, public: whole.public };
    expect((await read(Workflow, 'POST', `/api/workflow/${uuid}`, merged)).starred).toBe(true);
    const listed = z.object({ workflows: z.array(Workflow) });
    const query = `page=0&size=10&parent_uuid=${parent_uuid}&starred=true&object_status=0&object_type=test_sleep`;
    const page = await read(listed, 'GET', `/api/workflow?${query}`);
    expect(page.workflows.map((one) => one.uuid)).toEqual([uuid]);
    expect(page.workflows[0]?.object_data ?? null).toBeNull();
    expect((await read(listed, 'GET', '/api/workflow?public=true')).workflows).toEqual([]);
    expect((await read(listed, 'GET', '/api/workflow?page=7')).workflows).toEqual([]);
    expect(await read(z.array(Workflow), 'POST', '/api/workflow/batch_retrieve', { uuids: [uuid] })).toHaveLength(1);
    const counts = z.record(z.string(), z.int());
    expect(await read(counts, 'POST', '/api/workflow/batch_status', { uuids: [uuid] })).toEqual({ 0: 1 });
    await read(z.unknown(), 'POST', `/api/workflow/${uuid}/stop`);
    expect(await read(counts, 'POST', '/api/workflow/batch_status', { uuids: [uuid] })).toEqual({ 4: 1 });
    await read(z.unknown(), 'DELETE', `/api/workflow/${uuid}/delete_workflow_data`);
    await read(z.unknown(), 'DELETE', `/api/workflow/${uuid}`);
    for (const [method, path, body] of [
      ['GET', `/api/workflow/${uuid}`],
      ['POST', '/api/workflow/batch_retrieve', { uuids: [uuid] }],
      ['POST', '/api/workflow/batch_status', { uuids: [uuid] }],
    ] as const) {
      expect((await call(server, method, path, { body })).status, path).toBe(404);
    }
  });

  test('knows who it is, and makes, lists and revokes keys', async () => {
    const me = await read(User, 'GET', '/api/user/me');
    expect(me.enabled_workflows).toContain('conformer_search');
    const given = { api_key: `rowan-sk${randomUUID()}`, name: 'api-key', scope: 'read_write', valid_days: 365 };
    const made = await read(ApiKey, 'POST', '/api/api_key', { ...given, scoped_project_uuid: null });
    const active = await read(z.array(ApiKey), 'GET', '/api/api_key?active=true');
    expect(active.map(({ uuid }) => uuid)).toContain(made.uuid);
    expect(await read(ApiKey, 'POST', `/api/api_key/${made.uuid}/revoke`)).toMatchObject({ is_revoked: true });
    expect((await read(z.array(ApiKey), 'GET', '/api/api_key?active=false')).map(({ uuid }) => uuid)).toEqual([
      made.uuid,
    ]);
  });

  test('keeps proteins and folders', async () => {
    const body = { name: 'p', protein_data: emptyPdb(), project_uuid: null };
    const { uuid } = await read(Protein, 'POST', '/api/protein', body);
    const chain = { ...body, name: 'chain', ancestor_uuid: uuid };
    expect((await read(Protein, 'POST', '/api/protein', chain)).ancestor_uuid).toBe(uuid);
    const list = await read(
      z.object({ proteins: z.array(Protein) }),
      'GET',
      `/api/protein?page=0&size=20&ancestor_uuid=${uuid}`,
    );
    expect(list.proteins.map(({ name }) => name)).toEqual(['chain']);
    const made = await read(Folder, 'POST', '/api/folder', {
      name: 'f',
      parent_uuid: null,
      notes: '',
      starred: false,
      public: false,
    });
    expect(await read(Folder, 'GET', `/api/folder/${made.uuid}`)).toEqual(made);
  });

  test('prepares a protein by the flags of its query, polls it, and has its force field checked', async () => {
    const file = path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb');
    const protein_data = readPdb(await readFile(file, 'utf8'));
    const { uuid } = await read(Protein, 'POST', '/api/protein', { name: 'p', protein_data, project_uuid: null });
    const flags =
      'find_missing_residues=true&add_missing_atoms=true&remove_heterogens=true&keep_waters=false&remove_hydrogens=false' +
      '&remove_invalid_hydrogens=true&add_hydrogens=true&add_hydrogen_ph=7.0&optimize_hydrogens=true';
    expect((await call(server, 'POST', `/api/protein/prepare/${uuid}?${flags}`)).status).toBe(200);
    const done = await until('the protein is prepared', async () => {
      const found = await read(Protein, 'GET', `/api/protein/${uuid}`);
      return found.sanitized === 1 ? null : found;
    });
    expect(done.sanitized).toBe(2);
    expect((await call(server, 'POST', `/api/protein/${uuid}/validate_forcefield`, { body: [] })).status).toBe(200);
  });

  test.each([['POST', '/api/workflow', { ...submission, workflow_type: 'rbfe_graph' }, 'rbfe_graph']])(
    '%s %s that this server does not have is refused in words',
    async (method, path, body, words) => {
      const answer = await call(server, method, path, { body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(z.parse(Refusal, answer.body).detail).toContain(words);
    },
  );

  test('keeps a draft and submits it, asks what would become of a job, and reads its secret of webhooks', async () => {
    const sent = {
      ...submission,
      workflow_type: 'test_sleep',
      is_draft: true,
      webhook_url: 'https://example.org/hook',
    };
    const draft = await read(Workflow, 'POST', '/api/workflow', sent);
    expect(draft.object_status).toBe(6);
    expect((await call(server, 'POST', `/api/workflow/${draft.uuid}/submit_draft`)).status).toBe(200);
    expect((await read(Workflow, 'GET', `/api/workflow/${draft.uuid}`)).object_status).toBe(0);
    const question = { workflow_type: 'test_sleep', workflow_data: {} };
    const Dispatch = z.object({
      to_be_dispatched: z.boolean(),
      compute_hardware: z.string(),
      time_estimate_min: optional(z.number()),
    });
    const dispatch = await read(Dispatch, 'POST', '/api/workflow/dispatch_information', question);
    expect(dispatch.to_be_dispatched).toBe(false);
    const Secret = z.object({ webhook_secret: z.string() });
    const { webhook_secret } = await read(Secret, 'POST', '/api/user/me/webhook_secret', {});
    expect(await read(Secret, 'GET', '/api/user/me/webhook_secret')).toEqual({ webhook_secret });
    const rotated = await read(Secret, 'POST', '/api/user/me/webhook_secret/rotate', {});
    expect(rotated.webhook_secret).not.toBe(webhook_secret);
  });

  test('is never redirected, and booleans and slashes are read as it writes them', async () => {
    for (const path of ['/api/user/me/', '/api/workflow/?starred=false', '/api/protein/?page=0']) {
      const answer = await call(server, 'GET', path);
      expect(answer.status, path).toBe(200);
    }
  });
});
