import { randomUUID } from 'node:crypto';
import { Bundle, Calculation, FolderContents, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../config.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { storeCalculationFiles, upsertCalculation } from '../store/calculations.ts';
import { rows } from '../store/database/database.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport } from '../testing/probe-report.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { water } from '../testing/water.ts';

const butane = {
  name: 'butane',
  workflow_type: 'conformer_search',
  workflow_data: {
    conf_gen_mode: 'rapid',
    mso_mode: 'manual',
    multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] },
  },
  initial_smiles: 'CCCC',
};
const basic = {
  name: 'water',
  workflow_type: 'basic_calculation',
  workflow_data: { settings: { method: 'gfn2_xtb', tasks: ['energy'] }, tasks: ['energy'] },
  initial_molecule: water,
};
const impossible =
  "This combination of electrons, charge, and multiplicity is impossible. Double check the charge and multiplicity values given and verify that it's correct.";

onBothDatabases('API', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
    // gfn_ff ranks in rapid mode where the xtb program is there.
    const report = {
      ...probeReport,
      capabilities: [...probeReport.capabilities, 'dft', 'double_ended_ts_search'],
      methods: {
        ...probeReport.methods,
        r2scan_3c: { ...probeReport.methods.gfn2_xtb, engine: 'pyscf', seconds_per_gradient: 4, atoms: 3 },
        gfn0_xtb: {
          ...probeReport.methods.mmff94,
          available: false,
          engine: 'xtb',
          version: null,
          reason: 'The xtb program is not installed on this worker.',
        },
      },
    };
    await registerWorker(server.services.db, {
      name: 'w',
      host: 'h',
      memoryMb: 8000,
      serverId: null,
      report: z.parse(z.any(), report),
    });
    // It counts as connected however long the tests take.
    await rows(server.services.db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);
  });
  afterAll(() => server.stop());
  const submit = (body: unknown) => call(server, 'POST', '/api/workflow', { body });

  test('a submission is stored as queued and reads back in the shape of core', async () => {
    const made = await submit(butane);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object_status: 0,
      object_type: 'conformer_search',
      name: 'butane',
      smiles: 'CCCC',
      notes: '',
      object_logfile: '',
    });
    expect(made.body.object_data).toMatchObject({ initial_smiles: 'CCCC', mso_mode: 'manual' });
    const read = await call(server, 'GET', `/api/workflow/${made.body.uuid}`);
    expect(z.safeParse(WorkflowItem, read.body).success).toBe(true);
    expect(read.body.waiting).toEqual({ reason: 'It is next.', position: 1 });
    expect(made.body.submitted_uuids).toEqual([made.body.uuid]);
    expect(read.body.submitted_uuids).toBeUndefined();
    const contents = await call(server, 'GET', `/api/folder/${made.body.parent_uuid}/contents?page=0&size=20`);
    expect(z.parse(FolderContents, contents.body).items.some(({ data }) => data.uuid === made.body.uuid)).toBe(true);
    const bundle = await call(server, 'GET', `/api/workflow/${made.body.uuid}/bundle`);
    expect(z.parse(Bundle, bundle.body).items[0]?.uuid).toBe(made.body.uuid);
  });

  test.each([
    ['an empty SMILES', { ...butane, initial_smiles: '' }, 'initial_smiles', 'empty'],
    ['an unreadable SMILES, with the place', { ...butane, initial_smiles: 'C1CC' }, 'initial_smiles', 'character 2'],
    ['a shell command as SMILES', { ...butane, initial_smiles: '$(touch x)' }, 'initial_smiles', 'SMILES'],
    ['a very long SMILES', { ...butane, initial_smiles: 'C'.repeat(100_000) }, 'initial_smiles', '100000 characters'],
    ['charge 1 on water', { ...basic, initial_molecule: { ...water, charge: 1 } }, null, impossible],
    ['charge +50 on water', { ...basic, initial_molecule: { ...water, charge: 50 } }, null, impossible],
    ['multiplicity 0', { ...basic, initial_molecule: { ...water, multiplicity: 0 } }, null, 'multiplicity'],
    [
      'two atoms on one point',
      {
        ...basic,
        initial_molecule: { ...water, atoms: water.atoms.map((atom) => ({ ...atom, position: [0, 0, 0] })) },
      },
      null,
      '',
    ],
    [
      'an unknown element',
      { ...basic, initial_molecule: { ...water, atoms: [{ atomic_number: 200, position: [0, 0, 0] }] } },
      null,
      '',
    ],
    [
      'a position that is no number',
      { ...basic, initial_molecule: { ...water, atoms: [{ atomic_number: 8, position: [0, null, 0] }] } },
      null,
      'number',
    ],
    [
      'a type of public clients that is not here',
      { ...butane, workflow_type: 'rbfe_graph' },
      'workflow_type',
      'is not here: it needs a GPU',
    ],
    ['an unknown type', { ...butane, workflow_type: 'alchemy' }, 'workflow_type', 'not a workflow type'],
    [
      'a method that no worker ever offered, with those that are there',
      { ...basic, workflow_data: { settings: { method: 'uma_s_omol', tasks: ['energy'] } } },
      null,
      'Available: gfn2_xtb, mmff94',
    ],
    [
      'two undefined stereocentres',
      { ...butane, initial_smiles: 'CC(F)C(Cl)Br', options: { stereo: 'refuse' } },
      'initial_smiles',
      '2 stereocentres are undefined',
    ],
  ])('refuses %s', async (_title, body, field, words) => {
    const { status, body: answer } = await submit(body);
    expect(status, JSON.stringify(answer)).toBe(422);
    expect(String(answer.detail).toLowerCase()).toContain(words.toLowerCase());
    if (field) expect(answer.field).toBe(field);
  });

  test('what cannot run is refused with offers, or replaced and recorded where that is asked for', async () => {
    const body = { ...basic, workflow_data: { settings: { method: 'omol25_conserving_s', tasks: ['energy'] } } };
    const refused = await submit({ ...body, options: { substitute: 'off' } });
    expect(refused.body.offers).toEqual([
      {
        field: 'settings.method',
        reason: expect.stringContaining('trained model weights'),
        action: 'Use GFN2-xTB',
        patch: [
          { op: 'replace', path: '/settings/method', value: 'gfn2_xtb' },
          { op: 'add', path: '/settings/engine', value: null },
        ],
      },
    ]);
    // A client's own default is replaced, the same name with a basis set is a choice; both are where all is to be replaced.
    const taken = await submit(body);
    const settings = { method: 'omol25_conserving_s', tasks: ['energy'], basis_set: { name: 'def2-SVP' } };
    const chosen = { ...basic, workflow_data: { settings } };
    expect((await submit(chosen)).status).toBe(422);
    expect(
      (await submit({ ...basic, workflow_data: { settings: { method: 'uma_s_omol' } }, options: { substitute: true } }))
        .status,
    ).toBe(201);
    expect(taken.status, JSON.stringify(taken.body)).toBe(201);
    expect(taken.body.object_data).toMatchObject({ settings: { method: 'gfn2_xtb' } });
    const told = 'OMol25 eSEN conserving small is not installed here; computed with GFN2-xTB.';
    expect((taken.body.object_data as { messages: unknown }).messages).toEqual([
      { type: 'info', title: 'Replaced', body: told },
    ]);
    expect(taken.body.warnings).toEqual([told]);
    // What the server is set to counts where a submission does not say.
    const { config } = server.services;
    for (const [set, statuses] of [
      ['off', [422, 422]],
      ['on', [201, 201]],
      ['defaults', [201, 422]],
    ] as const) {
      Object.assign(config, { substitute: readConfig([], { CUVETTE_SUBSTITUTE: set }).substitute });
      const choice = { ...basic, workflow_data: { settings: { method: 'uma_s_omol' } } };
      expect([(await submit(body)).status, (await submit(choice)).status], set).toEqual(statuses);
    }
    // What took its place does not take the molecule: both reasons.
    const fluoride = { charge: -1, multiplicity: 1, atoms: [{ atomic_number: 92, position: [0, 0, 0] }] };
    const both = await submit({ ...body, initial_molecule: { ...fluoride, charge: 0 } });
    expect(both.status).toBe(422);
    expect(both.body.detail).toContain('trained model weights. Instead: GFN2-xTB. That cannot run either: ');
    // What takes its place does not go with a choice beside it: the choice is named.
    const solvent_settings = { solvent: 'water', model: 'cpcmx' };
    const beside = { settings: { method: 'omol25_conserving_s', tasks: ['energy'], solvent_settings } };
    expect((await submit({ ...basic, workflow_data: beside })).body).toMatchObject({
      field: 'settings.solvent_settings.model',
      detail: expect.stringMatching(
        /^Change settings\.solvent_settings\.model \("cpcmx"\): OMol25 .*, and what replaces it here is GFN2-xTB with ALPB\(water\)\.$/,
      ),
    });
    // What compute writes into the provenance.
    const [stored] = await rows<{ options: { replacements: unknown[] } }>(
      server.services.db.drizzle,
      sql`SELECT options FROM workflow WHERE uuid = ${taken.body.uuid}::uuid`,
    );
    expect(stored?.options.replacements).toHaveLength(1);
  });

  test('a setting that nobody chose is filled by the expected time, and the item says with what and why', async () => {
    const end = (place: number) => ({
      charge: 0,
      multiplicity: 1,
      atoms: [
        { atomic_number: 6, position: [0, 0, 0] },
        { atomic_number: 7, position: [0, 0, 1.16] },
        { atomic_number: 1, position: [0, 0, place] },
      ],
    });
    const workflow_data = {
      reactant: end(-1.07),
      product: end(2.16),
      calculation_settings: { method: 'gfn2_xtb' },
    };
    const body = { name: 'HCN', workflow_type: 'double_ended_ts_search', workflow_data };
    const made = await submit(body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.object_data).toMatchObject({
      refinement: 'r2scan_3c',
      messages: [
        {
          type: 'info',
          title: 'Chosen by the Expected Time',
          body: expect.stringMatching(
            /^Energies\. Chosen: r²SCAN-3c single points, about \d+ seconds on this server\.$/,
          ),
        },
      ],
    });
    // What takes its place does not go with a choice beside it: the choice is named.
    const solvent_settings = { solvent: 'water', model: 'cpcmx' };
    const beside = { settings: { method: 'omol25_conserving_s', tasks: ['energy'], solvent_settings } };
    expect((await submit({ ...basic, workflow_data: beside })).body).toMatchObject({
      field: 'settings.solvent_settings.model',
      detail: expect.stringMatching(
        /^Change settings\.solvent_settings\.model \("cpcmx"\): OMol25 .*, and what replaces it here is GFN2-xTB with ALPB\(water\)\.$/,
      ),
    });
    // What compute writes into the provenance.
    const [stored] = await rows<{ options: { choices: unknown[] }; requirements: string[] }>(
      server.services.db.drizzle,
      sql`SELECT options, requirements FROM workflow WHERE uuid = ${made.body.uuid}::uuid`,
    );
    expect(stored?.options.choices).toEqual([
      {
        path: 'refinement',
        value: 'r2scan_3c',
        title: 'r²SCAN-3c single points',
        seconds: expect.any(Number),
        reason: expect.stringMatching(/^Chosen: /),
      },
    ]);
    expect(stored?.requirements).toContain('dft');
    const asked = await submit({ ...body, workflow_data: { ...workflow_data, refinement: 'none' } });
    expect(asked.body.object_data).toMatchObject({ refinement: 'none' });
    expect((asked.body.object_data as { messages?: unknown[] | null }).messages ?? []).toEqual([]);
  });

  test('takes what looks dangerous as the plain text that it is', async () => {
    const made = await submit({ ...basic, name: '$(touch x) ../../etc/passwd <script>' });
    expect(made.status).toBe(201);
    const changed = await call(server, 'POST', `/api/workflow/${made.body.uuid}`, {
      body: { notes: "'; DROP TABLE workflow; --", name: '../x' },
    });
    expect(changed.body).toMatchObject({ notes: "'; DROP TABLE workflow; --", name: '../x' });
  });

  test('one undefined stereocentre runs', async () => {
    expect((await submit({ ...butane, initial_smiles: 'CC(C)Cc1ccc(cc1)C(C)C(=O)O' })).status).toBe(201);
  });

  test('enumerated stereo: one item for each stereoisomer, never a mixture', async () => {
    const folder = await call(server, 'POST', '/api/folder', { body: { name: 'isomers' } });
    const body = {
      ...butane,
      initial_smiles: 'CC(F)C(Cl)Br',
      folder_uuid: folder.body.uuid,
      options: { enumerate_stereo: true },
    };
    const open = await submit({ ...body, options: { stereo: 'refuse' } });
    expect(open).toMatchObject({ status: 422, body: { field: 'initial_smiles' } });
    expect(open.body.detail).toContain('options.stereo: "each"');
    const made = await submit(body);
    expect(made.status).toBe(201);
    const first = await submit({ ...body, folder_uuid: undefined, options: {} });
    const isomer = 'C[C@@H](F)[C@@H](Cl)Br';
    const told = `CC(F)C(Cl)Br leaves its stereochemistry open; computed for ${isomer}, the first of 4 isomers.`;
    expect(first.body).toMatchObject({ smiles: isomer, warnings: [told] });
    expect(first.body.object_data).toMatchObject({
      initial_smiles: isomer,
      messages: [{ title: 'Stereoisomer', body: expect.stringContaining(told) }],
    });
    const items = z.parse(
      FolderContents,
      (await call(server, 'GET', `/api/folder/${folder.body.uuid}/contents`)).body,
    ).items;
    expect(items).toHaveLength(4);
    const submitted = made.body.submitted_uuids as string[];
    expect(submitted[0]).toBe(made.body.uuid);
    expect([...submitted].sort()).toEqual(items.map(({ data }) => data.uuid).sort());
    expect(new Set(items.map(({ data }) => (data as { smiles: string }).smiles)).size).toBe(4);
    expect(made.body.object_data).toMatchObject({ messages: [{ title: 'Stereoisomers' }] });
  });

  test('refuses bodies that are too large, too deep, not JSON, or not called JSON', async () => {
    expect((await submit({ ...butane, initial_smiles: 'C'.repeat(5 * 2 ** 20) })).status).toBe(422);
    const large = await submit({ ...butane, initial_smiles: 'C'.repeat(9 * 2 ** 20) });
    expect(large).toMatchObject({ status: 413, body: { detail: expect.stringContaining('8 MB') } });
    const raw = (body: string, headers = {}) => call(server, 'POST', '/api/workflow', { body, headers });
    expect(await raw('{"a":'.repeat(100_000))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('nested') },
    });
    expect((await raw('{"name": ')).status).toBe(400);
    expect((await raw('{"name": "a\\u0000b"}')).status).toBe(400);
    expect((await raw('name=x', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await raw('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('an unchanged answer is 304 for who has it', async () => {
    // What a draft says does not change with the workers that come and go.
    const made = await submit({ ...basic, is_draft: true });
    const first = await call(server, 'GET', `/api/workflow/${made.body.uuid}`);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(
      (await call(server, 'GET', `/api/workflow/${made.body.uuid}`, { headers: { 'if-none-match': tag } })).status,
    ).toBe(304);
    await call(server, 'POST', `/api/workflow/${made.body.uuid}`, { body: { starred: true } });
    expect(
      (await call(server, 'GET', `/api/workflow/${made.body.uuid}`, { headers: { 'if-none-match': tag } })).status,
    ).toBe(200);
  });

  test('a queued item stops at once', async () => {
    const made = await submit(basic);
    expect((await call(server, 'POST', `/api/workflow/${made.body.uuid}/stop`)).body).toMatchObject({
      object_status: 4,
    });
  });

  test('folders: pages, filters, moving, and a folder never lands in itself', async () => {
    const make = async (name: string, parent?: string) =>
      (await call(server, 'POST', '/api/folder', { body: { name, parent_uuid: parent ?? null } })).body;
    const outer = await make('outer');
    const inner = await make('inner', String(outer.uuid));
    for (let number = 0; number < 5; number += 1)
      await submit({ ...basic, name: `item ${number}`, folder_uuid: outer.uuid });
    const page = async (query: string) =>
      z.parse(FolderContents, (await call(server, 'GET', `/api/folder/${outer.uuid}/contents?${query}`)).body);
    expect(await page('size=4&page=0')).toMatchObject({ num_pages: 2 });
    expect((await page('size=4&page=1')).items).toHaveLength(2);
    expect((await page('name_contains=ITEM 3')).items).toHaveLength(1);
    expect((await page('name_contains=%25')).items).toHaveLength(0);
    expect((await page('sort=name&asc=true')).items.map(({ data }) => data.name)).toEqual([
      'inner',
      'item 0',
      'item 1',
      'item 2',
      'item 3',
      'item 4',
    ]);
    expect((await call(server, 'GET', `/api/folder/${outer.uuid}/contents?sort=password`)).status).toBe(422);
    const move = await call(server, 'POST', `/api/folder/${outer.uuid}`, { body: { parent_uuid: inner.uuid } });
    expect(move).toMatchObject({ status: 422, body: { field: 'parent_uuid' } });
    expect((await call(server, 'GET', `/api/folder/${inner.uuid}`)).body.path).toHaveLength(3);
    expect((await call(server, 'DELETE', `/api/folder/${outer.uuid}`)).status).toBe(200);
    expect((await call(server, 'GET', `/api/folder/${inner.uuid}`)).status).toBe(404);
  });

  test('a property of results sorts the whole folder, also over its pages; what has none is last, and what finishes later finds its place', async () => {
    const { db, files } = server.services;
    const make = async (path: string, body: object) => String((await call(server, 'POST', path, { body })).body.uuid);
    const outer = await make('/api/folder', { name: 'sorted by a property' });
    const submit = (folder_uuid: string, name: string) =>
      make('/api/workflow', { workflow_type: 'test_sleep', folder_uuid, name });
    const names = async (uuid: string, query: string) => {
      const { body } = await call(server, 'GET', `/api/folder/${uuid}/contents?${query}`);
      return z.parse(FolderContents, body).items.map(({ data }) => data.name);
    };
    const finish = (uuid: string, type: string, data: object) =>
      rows(
        db.drizzle,
        sql`UPDATE workflow SET object_status = 2, object_type = ${type}, object_data = ${JSON.stringify(data)}::jsonb WHERE uuid = ${uuid}::uuid`,
      );
    const scores: (number | null)[] = [-5, -9.5, null, -7, -11];
    const made = await Promise.all(scores.map((score) => submit(outer, String(score))));
    for (const [index, uuid] of made.entries())
      await finish(uuid, 'docking', {
        scores: [{ score: 3 }, ...(scores[index] === null ? [] : [{ score: scores[index] }])],
      });
    await finish(made[2] ?? '', 'docking', { scores: [] });
    const waiting = await submit(outer, 'waits');
    const order = (query: string) => names(outer, `sort=docking_score&${query}`);
    expect(await order('asc=true')).toEqual(['-11', '-9.5', '-7', '-5', 'null', 'waits']);
    expect(await order('asc=false')).toEqual(['-5', '-7', '-9.5', '-11', 'waits', 'null']);
    expect(await order('asc=true&size=2&page=1')).toEqual(['-7', '-5']);
    await finish(waiting, 'docking', { scores: [{ score: -8 }] });
    expect(await order('asc=true')).toEqual(['-11', '-9.5', 'waits', '-7', '-5', 'null']);

    // An energy is read from the molecule that the item's one calculation ends with.
    const energies = [-1.5, -40.25, -7.5];
    for (const energy of energies) {
      const uuid = await submit(outer, `energy ${energy}`);
      await finish(uuid, 'basic_calculation', {});
      const molecule = { atoms: [], charge: 0, multiplicity: 1 };
      const calculation = z.parse(Calculation, {
        status: 2,
        settings: {},
        molecules: [molecule, { ...molecule, energy }],
      });
      const id = randomUUID();
      const stored = await storeCalculationFiles(files, uuid, id, calculation);
      expect(await upsertCalculation(db.drizzle, uuid, id, calculation, stored)).toBe(true);
    }
    const found = await call(server, 'GET', `/api/workflow?parent_uuid=${outer}&sort=energy&asc=true&size=3`);
    const { workflows } = found.body as { workflows: { name: string }[] };
    expect(workflows.map(({ name }) => name)).toEqual(['energy -40.25', 'energy -7.5', 'energy -1.5']);
  });

  test('converts: SMILES to molecules, and says where a file breaks', async () => {
    const made = await call<{ results: { molecule: { atoms: unknown[] } }[] }>(
      server,
      'POST',
      '/api/convert/smiles_to_mols',
      { body: { smiles: ['CCO'] } },
    );
    expect(made.body.results[0]?.molecule.atoms).toHaveLength(9);
    const file = await call(server, 'POST', '/api/convert/files_to_mols', {
      body: { filename: '../x.xyz', text: '2\n\nO 0 0 0\nH 0 0 nan\n' },
    });
    expect(file.status).toBe(422);
    expect(file.body.detail).toMatch(/line 4/i);
  });

  test('a one-time link signs in once; the cookie is HttpOnly and foreign pages cannot use it', async () => {
    const token = await server.services.signIn.createLinkToken('owner@example.org');
    const enter = () => call(server, 'POST', '/api/session/one_time', { key: null, body: { token } });
    const first = await enter();
    expect(first.status).toBe(200);
    const cookie = first.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect((await enter()).status).toBe(401);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const me = await call(server, 'GET', '/api/user/me', { key: null, headers });
    expect(me.body).toMatchObject({ email: 'owner@example.org', username: 'owner' });
    const write = (more: Record<string, string>) =>
      call(server, 'POST', '/api/folder', { key: null, headers: { ...headers, ...more }, body: { name: 'n' } });
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await write({ origin: server.address, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    expect((await call(server, 'POST', '/api/session/sign_out', { key: null, headers })).status).toBe(200);
    expect((await call(server, 'GET', '/api/user/me', { key: null, headers })).status).toBe(401);
  });

  test('headers: only public pages with embed=1 may be framed, only shared endpoints are open to other sites', async () => {
    const get = async (path: string) => (await call(server, 'GET', path, { key: null })).headers;
    expect((await get('/workflow/x')).get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await get('/public/workflow/x')).get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await get('/workflow/x?embed=1')).get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await get('/workflow/x?next=/public/&embed=1')).get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    );
    // Nothing shared is at these: the portal would show its own pages in the frame.
    for (const path of [
      '/public/zzz?embed=1',
      '/public/?embed=1',
      '/public/workflow/x/y?embed=1',
      '/public/..%2fnew/x?embed=1',
    ]) {
      expect((await get(path)).get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect((await get(path)).get('x-frame-options'), path).toBe('DENY');
    }
    const framed = await get('/public/workflow/x?embed=1');
    expect(framed.get('content-security-policy')).toContain("default-src 'self'");
    expect(framed.get('content-security-policy')).not.toContain('frame-ancestors');
    expect(framed.get('x-frame-options')).toBeNull();
    const shared = await get('/api/shared/workflow/00000000-0000-4000-8000-000000000000');
    expect(shared.get('access-control-allow-origin')).toBe('*');
    expect(shared.get('access-control-expose-headers')).toContain('ETag');
    expect((await get('/embed/1/embed.js')).get('access-control-allow-origin')).toBe('*');
    expect((await get('/api/user/me')).get('access-control-allow-origin')).toBeNull();
  });

  test('nothing outside of the built pages is served', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/embed/1/..%2f..%2f..%2fpackage.json',
    ]) {
      const { body } = await call<string>(server, 'GET', path, { key: null });
      expect(JSON.stringify(body)).not.toContain('"@cuvette');
    }
  });
});
