import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { emptyPdb, readPdb } from '@cuvette/core/chemistry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { computed, finishedItem, frames } from '../testing/finished-item.ts';
import { startLookupProvider } from '../testing/lookup-provider.ts';
import { until } from '../testing/product.ts';
import { quickProbe } from '../testing/remote-worker.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';

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
const Project = z.object({
  uuid: z.string(),
  name: optional(z.string()),
  root_folder_uuid: optional(z.string()),
  created_at: optional(moment),
});
const Molecule = z.object({
  charge: z.int(),
  multiplicity: z.int(),
  atoms: z.array(z.object({ atomic_number: z.int(), position: z.array(z.number()).check(z.length(3)) })),
  energy: optional(z.number()),
});
const StJames = z.object({
  name: z.string(),
  status: z.int(),
  elapsed: optional(z.number()),
  engine: z.string(),
  molecules: z.array(Molecule),
});
const Pdb = z.looseObject({ description: z.record(z.string(), z.unknown()), models: z.array(z.unknown()) });
const Refusal = z.object({ detail: z.string().check(z.minLength(10)) });

onOneDatabase('the newer Python client', (place) => {
  let server: RunningServer;
  let provider: Awaited<ReturnType<typeof startLookupProvider>>;
  let folder = '';
  beforeAll(async () => {
    provider = await startLookupProvider();
    const lookups = { CUVETTE_LOOKUPS: 'in-house', CUVETTE_PDB_URL: `${provider.address}/download` };
    // A worker that does nothing but prepare proteins, so that items stay where they are.
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-contract-'));
    const CUVETTE_PYTHON = await quickProbe(folder, '', ['stored_protein_preparation']);
    server = await startTestServer(place(), { ...lookups, CUVETTE_WORKERS: '1', CUVETTE_PYTHON });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  });

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
    // What runs here is what a worker has reported, and none has.
    expect(me.enabled_workflows).toEqual([]);
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

  test.each([
    [
      'POST',
      '/api/workflow',
      { ...submission, workflow_type: 'rbfe_graph' },
      'Relative Binding Free Energy Graph is not here: it needs a GPU',
    ],
  ])('%s %s that this server does not have is refused in words', async (method, path, body, words) => {
    const answer = await call(server, method, path, { body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(z.parse(Refusal, answer.body).detail).toContain(words);
  });

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
    await read(z.unknown(), 'POST', `/api/workflow/${draft.uuid}/stop`);
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

  test('reads the calculation of an item whole, and its molecules', async () => {
    const { calculations } = computed('water');
    const [[uuid = '', calculation] = []] = Object.entries(calculations);
    await finishedItem(server, { type: 'basic_calculation', data: {}, calculations });
    const whole = await read(StJames, 'GET', `/api/calculation/${uuid}/stjames`);
    expect(whole).toMatchObject({ name: calculation?.name, status: 2, engine: calculation?.engine });
    expect(whole.molecules.map(({ energy }) => energy)).toEqual(calculation?.molecules.map(({ energy }) => energy));
    const bare = z.array(z.extend(Molecule, { vibrational_modes: optional(z.array(z.unknown())) }));
    const last = async (query: string) =>
      (await read(bare, 'GET', `/api/calculation/${uuid}/molecules${query}`)).at(-1)?.vibrational_modes?.length ?? 0;
    expect([await last('?return_frequencies=true'), await last('?return_frequencies=false')]).toEqual([3, 0]);
  });

  test('reads electronic properties as one object', async () => {
    const light = { dipole: [0, 0, 1.85], mulliken_charges: [0.1, -0.1] };
    const heavy = { density_cube: { cube_points: [{ x: 0, y: 0, z: 0.5, val: 0.125 }] } };
    const bytes = Buffer.from(JSON.stringify(heavy));
    const left = { name: 'orbitals', kind: 'orbitals', bytes, details: { keys: ['density_cube'] } };
    const uuid = await finishedItem(server, { type: 'electronic_properties', data: light }, [left]);
    const answer = await call(server, 'GET', `/api/orbitals/${uuid}/compressed_json`);
    // The client's library undoes the packing, as fetch does.
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.body).toMatchObject({ ...light, ...heavy });
  });

  test('asks how far atoms are apart along a replicate by bare pairs, and downloads the frames of replicates', async () => {
    const [atoms, total] = [4, 6];
    const replicates = [frames(atoms, total), frames(atoms, total).map((value) => value / 2)];
    const left = replicates.map((values, replicate) => ({
      name: `trajectory-${replicate}`,
      kind: 'trajectory',
      bytes: Buffer.from(values.buffer),
      details: { replicate, num_atoms: atoms, num_frames: total },
    }));
    const uuid = await finishedItem(server, { type: 'pose_analysis_md', data: {} }, left);
    const pairs = [
      [0, 3],
      [2, 1],
    ] as const;
    for (const [replicate, values] of replicates.entries()) {
      const address = `/api/trajectory/${uuid}/atom_trajectories?replicate=${replicate}`;
      const lists = await read(z.array(z.array(z.number())), 'POST', address, pairs);
      const at = (frame: number, atom: number, axis: number) => values[(frame * atoms + atom) * 3 + axis] ?? Number.NaN;
      const wanted = pairs.map(([a, b]) =>
        Array.from({ length: total }, (_, frame) =>
          Math.hypot(...[0, 1, 2].map((axis) => at(frame, a, axis) - at(frame, b, axis))),
        ),
      );
      expect(lists.map((list) => list.length)).toEqual([total, total]);
      for (const [row, list] of wanted.entries())
        for (const [frame, distance] of list.entries()) expect(lists[row]?.[frame]).toBeCloseTo(distance, 2);
    }
    const answer = await fetch(new URL(`/api/trajectory/${uuid}/trajectory_dcds`, server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json' },
      body: '[0,1]',
    });
    expect(answer.status).toBe(200);
    const archive = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('latin1');
    for (const name of ['trajectory-0.dcd', 'trajectory-1.dcd']) expect(archive).toContain(name);
    expect(archive.match(/CORD/g)).toHaveLength(2);
  });

  test('downloads the alignments of one format', async () => {
    const bytes = Buffer.from('>a\nMKV\n');
    const left = { name: 'colabfold/a.a3m', kind: 'msa', bytes, details: { msa_format: 'colabfold' } };
    const uuid = await finishedItem(server, { type: 'msa', data: {} }, [left]);
    const address = new URL(`/api/workflow/${uuid}/get_msa_files?msa_format=colabfold`, server.address);
    const answer = await fetch(address, { headers: { 'x-api-key': ownerKey } });
    expect(answer.status).toBe(200);
    // The answer is a zip, although the client saves it as tar.gz.
    const zip = Buffer.from(await answer.arrayBuffer());
    expect(zip.toString('latin1', 0, 2)).toBe('PK');
    expect(zip.toString('latin1')).toContain('a.a3m');
  });

  test('cannot read the list of projects: its request is that of the older client, whose bare list is answered', async () => {
    const made = await read(Project, 'POST', '/api/project', { name: 'Phosphatases' });
    // What list_projects(name_contains="phosphatase") of each client sent, recorded with httpx 0.28.1; neither names its version.
    const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'python-httpx/0.28.1' };
    const path = '/api/project?page=0&size=10&name_contains=phosphatase';
    const older = { client: '2.1.12', method: 'GET', path, headers, reads: z.array(Project) };
    const newer = { client: '3.1.9', method: 'GET', path, headers, reads: z.object({ projects: z.array(Project) }) };
    const readable = [];
    for (const { client, method, path, headers, reads } of [older, newer]) {
      const answer = await call<unknown>(server, method, path, { headers });
      expect(answer.headers.get('x-num-pages')).toBe('1');
      expect(answer.body).toMatchObject([{ uuid: made.uuid }]);
      if (z.safeParse(reads, answer.body).success) readable.push(client);
    }
    expect(readable).toEqual(['2.1.12']);
  });

  test('makes and reads projects, and prints a tree of folders', async () => {
    const made = await read(Project, 'POST', '/api/project', { name: 'Kinases' });
    expect(await read(Project, 'GET', `/api/project/${made.uuid}`)).toEqual(made);
    expect((await read(Project, 'GET', '/api/user/me/default_project')).uuid).not.toBe(made.uuid);
    const fields = { notes: '', starred: false, public: false };
    const outer = await read(Folder, 'POST', '/api/folder', {
      ...fields,
      name: 'f',
      parent_uuid: made.root_folder_uuid,
    });
    await read(Folder, 'POST', '/api/folder', { ...fields, name: 'inner', parent_uuid: outer.uuid });
    const folders = z.object({ folders: z.array(Folder) });
    const found = await read(folders, 'GET', `/api/folder?page=0&size=10&parent_uuid=${outer.uuid}`);
    expect(found.folders.map(({ name }) => name)).toEqual(['inner']);
    const tree = (query: string) => read(z.string(), 'GET', `/api/folder/${outer.uuid}/folder_tree${query}`);
    expect(await tree('?max_depth=10&show_uuids=false')).toBe('f\n└── inner');
    expect(await tree('?max_depth=10&show_uuids=true')).toContain(outer.uuid);
  });

  test('makes proteins of a file and of an entry of the PDB', async () => {
    const file = path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb');
    const body = { name: 'of a file', text: await readFile(file, 'utf8') };
    const ofFile = await read(Pdb, 'POST', '/api/convert/pdb_file_to_protein', body);
    const ofEntry = await read(Pdb, 'POST', '/api/convert/pdb_id_to_protein?pdb_id=1EMA');
    for (const protein_data of [ofFile, ofEntry]) {
      expect(protein_data.models.length).toBeGreaterThan(0);
      const { uuid } = await read(Protein, 'POST', '/api/protein', { name: 'p', protein_data, project_uuid: null });
      const stored = await read(Protein, 'GET', `/api/protein/${uuid}`);
      expect(stored.data?.models).toEqual(protein_data.models);
      const answer = await call<string>(server, 'GET', `/api/protein/${uuid}/get_pdb_file`);
      expect(answer.body).toMatch(/^ATOM /m);
    }
  });

  test('is never redirected, and booleans and slashes are read as it writes them', async () => {
    for (const path of ['/api/user/me/', '/api/workflow/?starred=false', '/api/protein/?page=0']) {
      const answer = await call(server, 'GET', path);
      expect(answer.status, path).toBe(200);
    }
  });
});
