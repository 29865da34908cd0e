import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Folder, WorkflowItem } from '@cuvette/core/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerWorker } from '../../queue/workers.ts';
import { type RunningServer, refuseFullDisk } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';
import { missingHeader, skippedHeader } from './workflow-batch.ts';

const absent = '00000000-0000-4000-8000-000000000000';
const xtb = { method: 'gfn2_xtb', tasks: ['energy'] };

describe('what plain scripts rely on', () => {
  let data = '';
  let server: RunningServer;
  const ask = <T = Record<string, unknown>>(method: string, address: string, body?: unknown) =>
    call<T>(server, method, address, body === undefined ? {} : { body });
  const batch = (more: object) =>
    ask<WorkflowItem[] & { detail: string; field: string }>('POST', '/api/workflow/batch_submit', {
      workflow_type: 'conformer_search',
      workflow_data: {
        conf_gen_mode: 'rapid',
        mso_mode: 'manual',
        multistage_opt_settings: { mode: 'manual', optimization_settings: [xtb] },
      },
      ...more,
    });

  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null }, { CUVETTE_TEST_RECIPES: '1' });
    const { db } = server.services;
    await registerWorker(db, { name: 'w', host: 'h', memoryMb: 1000, serverId: null, report: probeReport });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('a folder that is sent back as it was read stays where it is', async () => {
    const root = (await ask<{ root_folder_uuid: string }>('GET', '/api/user/me')).body.root_folder_uuid;
    const { name, notes, starred, public: open, parent_uuid } = (await ask<Folder>('GET', `/api/folder/${root}`)).body;
    expect(parent_uuid).toBeNull();
    const sent = await ask<Folder>('POST', `/api/folder/${root}`, { name, notes, starred, public: open, parent_uuid });
    expect(sent).toMatchObject({ status: 200, body: { uuid: root, parent_uuid: null } });
  });

  test('an API key is taken as a Bearer token too, with its own rights; the account lists the types that run here', async () => {
    const bearer = (key: string) =>
      call<{ enabled_workflows: string[]; detail: string }>(server, 'GET', '/api/user/me', {
        key: null,
        headers: { authorization: `Bearer ${key}` },
      });
    const me = await bearer(ownerKey);
    expect(me).toMatchObject({ status: 200, body: { enabled_workflows: ['conformer_search', 'basic_calculation'] } });
    expect((await bearer('cuvette_no_such_key')).status).toBe(401);
  });

  test('client 3.x has a base path of its own, its other names are known, and what is not here says what to send instead', async () => {
    const projects = (await ask<Record<string, unknown>[]>('GET', '/api/project')).body;
    const newer = await ask<{ projects: unknown[] }>('GET', '/api/v3/project');
    expect(newer).toMatchObject({ status: 200, body: { projects, num_pages: 1 } });
    expect((await ask('GET', '/api/v3/user/me')).body).toEqual((await ask('GET', '/api/user/me')).body);
    expect((await ask('GET', '/api/v3/nothing')).status).toBe(404);
    // A script whose address lacks the base path gets the right one in the error, whatever it calls first.
    for (const [method, path] of [
      ['GET', '/user/me'],
      ['POST', '/workflow'],
      ['GET', '/v3/workflow'],
      ['GET', '/workflow'],
    ] as const) {
      const { status, body } = await ask<{ detail: string }>(method, path, method === 'POST' ? {} : undefined);
      expect(status, path).toBe(404);
      expect(body.detail).toMatch(
        /under http:\/\/127\.0\.0\.1:\d+\/api: set http:\/\/127\.0\.0\.1:\d+\/api\/v3 as the address/,
      );
    }
    const group = { workflow_type: 'basic_calculation', workflow_data: { settings: xtb }, webhook_url: null };
    for (const base of ['/api', '/api/v3']) {
      const body = { ...group, initial_smileses: ['O', 'N'] };
      const made = await ask<WorkflowItem[]>('POST', `${base}/workflow/submit_group`, body);
      expect(made.body.map(({ smiles }) => smiles)).toEqual(['O', 'N']);
    }
    const refusal = async (workflow_type: string, workflow_data: object) => {
      const body = { workflow_type, workflow_data, initial_smiles: 'CCO' };
      return (await ask<{ detail: string }>('POST', '/api/workflow', body)).body.detail;
    };
    const confab = { conf_gen_settings: { settings_type: 'confab' } };
    expect(await refusal('conformer_search', confab)).toContain('choose etkdg (ETKDG)');
    // What that client sends by itself runs; under its base path the settings say what was asked for, and the message what ran.
    const openconf = {
      conf_gen_settings: { settings_type: 'openconf', n_steps: 200 },
      multistage_opt_settings: { optimization_settings: [{ method: 'aimnet2_wb97md3', tasks: ['optimize'] }] },
    };
    const sent = { workflow_type: 'conformer_search', workflow_data: openconf, initial_smiles: 'CCO' };
    const taken = await ask<WorkflowItem>('POST', '/api/v3/workflow', sent);
    expect(taken.status, JSON.stringify(taken.body).slice(0, 500)).toBe(201);
    const told = [
      'openconf is not installed here; computed with ETKDG in rapid mode.',
      'AIMNet2 (ωB97M-D3) is not installed here; computed with GFN2-xTB.',
    ];
    expect(taken.body).toMatchObject({
      warnings: told,
      object_data: {
        conf_gen_settings: { settings_type: 'openconf', n_steps: 200 },
        multistage_opt_settings: { optimization_settings: [{ method: 'aimnet2_wb97md3' }] },
        messages: told.map((body) => ({ title: 'Replaced', body })),
      },
    });
    // The name of a default with a basis set is a choice.
    const level = { method: 'omol25_conserving_s', basis_set: { name: 'def2-SVP' } };
    expect(await refusal('basic_calculation', { settings: level })).toMatch(
      /^Change settings\.method \("omol25_conserving_s"\): /,
    );
    const stored = await ask<WorkflowItem>('GET', `/api/workflow/${taken.body.uuid}`);
    expect(stored.body.object_data).toMatchObject({ conf_gen_settings: { settings_type: 'etkdg', mode: 'rapid' } });
  });

  test('conformers that are given are the molecule; those of another one are refused', async () => {
    const submit = (...initial_conformers: object[]) =>
      ask<WorkflowItem & { detail: string; field: string }>('POST', '/api/v3/workflow', {
        workflow_type: 'conformer_search',
        workflow_data: {
          initial_conformers,
          conf_gen_settings: null,
          multistage_opt_settings: { optimization_settings: [xtb] },
        },
      });
    const stretched = {
      ...water,
      atoms: water.atoms.map((atom, index) => (index > 0 ? atom : { ...atom, position: [0, 0, 0.13] })),
    };
    const made = await submit(water, stretched);
    expect(made.status, made.body.detail).toBe(201);
    expect(made.body.object_data).toMatchObject({
      initial_molecule: { atoms: { length: 3 } },
      initial_conformers: { length: 2 },
      conf_gen_settings: null,
    });
    const hydroxide = { ...water, charge: -1, atoms: water.atoms.slice(0, 2) };
    expect(await submit(water, hydroxide)).toMatchObject({
      status: 422,
      body: { field: 'initial_conformers.1', detail: expect.stringContaining('another molecule') },
    });
  });

  test('levels of a multistage optimization without a mode are taken as given, and stored as manual', async () => {
    const submit = (data: object) =>
      ask<WorkflowItem & { detail: string }>('POST', '/api/workflow', {
        workflow_type: 'conformer_search',
        workflow_data: { conf_gen_mode: 'rapid', ...data },
        initial_smiles: 'CCO',
      });
    const chain = { optimization_settings: [xtb], singlepoint_settings: null, solvent: null, xtb_preopt: false };
    const made = await submit({ multistage_opt_settings: chain });
    expect(made.status, made.body.detail).toBe(201);
    expect(made.body.object_data).toMatchObject({
      mso_mode: 'manual',
      multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] },
    });
    // A mode that is named counts, and what it cannot run is named in turn.
    expect((await submit({ multistage_opt_settings: chain, mso_mode: 'careful' })).body.detail).toContain('r²SCAN-3c');
  });

  test('a basic calculation takes a SMILES; the structure that runs is stored, and of open stereo the first isomer', async () => {
    const submit = (initial_smiles: string) =>
      ask<WorkflowItem & { field: string }>('POST', '/api/workflow', {
        workflow_type: 'basic_calculation',
        workflow_data: { settings: xtb },
        initial_smiles,
      });
    const made = await submit('OCC');
    expect(made).toMatchObject({ status: 201, body: { smiles: 'CCO' } });
    expect(made.body.object_data).toMatchObject({ initial_molecule: { atoms: { length: 9 } } });
    expect(await submit('CC(F)C(Cl)Br')).toMatchObject({ status: 201, body: { smiles: 'C[C@@H](F)[C@@H](Cl)Br' } });
    expect(await submit('C(')).toMatchObject({ status: 422, body: { field: 'initial_smiles' } });
  });

  test('a type that computes a structure or a SMILES, as its method says, is given the one that runs', async () => {
    const report = { ...probeReport, capabilities: [...probeReport.capabilities, 'pka'] };
    await registerWorker(server.services.db, { name: 'p', host: 'h', memoryMb: 1000, serverId: null, report });
    const acid = await ask<WorkflowItem>('POST', '/api/workflow', {
      workflow_type: 'pka',
      workflow_data: { microscopic_pka_method: 'gfn2_alpb_linear' },
      initial_smiles: 'CC(=O)O',
    });
    expect(acid).toMatchObject({ status: 201, body: { object_data: { initial_molecule: { atoms: { length: 8 } } } } });
  });

  test('an engine that does not run the method, a solvent and a basis set that it does not have, are refused at their fields', async () => {
    const field = async (more: object) =>
      (
        await ask<{ field: string }>('POST', '/api/workflow', {
          workflow_type: 'basic_calculation',
          workflow_data: { settings: { ...xtb, ...more } },
          initial_smiles: 'O',
        })
      ).body.field;
    expect(await field({ engine: 'psi4' })).toBe('settings.engine');
    expect(await field({ solvent_settings: { solvent: 'beer', model: 'alpb' } })).toBe(
      'settings.solvent_settings.solvent',
    );
    expect(await field({ basis_set: 'def2-SVP' })).toBe('settings.basis_set.name');
  });

  test('a batch with bad structures is refused with all of them named, or taken without them', async () => {
    const initial_smileses = ['CCO', 'C(', 'CCC', 'xyz'];
    const refused = await batch({ initial_smileses });
    expect(refused).toMatchObject({ status: 422, body: { field: 'initial_smileses.1' } });
    expect(refused.body.detail).toMatch(/^2 of 4 structures.*\nStructure 2 of 4: .*\nStructure 4 of 4: /);
    const taken = await batch({ initial_smileses, skip_invalid: true });
    expect(taken.status).toBe(201);
    expect(taken.body.map(({ smiles }) => smiles)).toEqual(['CCO', 'CCC']);
    expect(taken.headers.get(skippedHeader)).toBe('2, 4');
  });

  test('many are read, counted, stopped and deleted at once; what is not there is named', async () => {
    const items = (await batch({ initial_smileses: ['CCO', 'CCC'] })).body;
    const uuids = [...items.map(({ uuid }) => uuid), absent];
    const read = await ask<WorkflowItem[]>('POST', '/api/workflow/batch_retrieve', { uuids });
    expect(read.body.map(({ uuid }) => uuid)).toEqual(uuids.slice(0, 2));
    expect(read.headers.get(missingHeader)).toBe(absent);
    const counts = await ask('POST', '/api/workflow/batch_status', { uuids });
    expect(Object.values(counts.body)).toEqual([2]);
    expect(counts.headers.get(missingHeader)).toBe(absent);
    expect((await ask('POST', '/api/workflow/batch_retrieve', { uuids: [absent] })).status).toBe(404);

    const stopped = await ask('POST', '/api/workflow/batch_stop', { uuids });
    expect(stopped.body).toEqual({ ok: true, done: 2, missing: [absent] });
    expect((await ask('POST', '/api/workflow/batch_status', { uuids: uuids.slice(0, 2) })).body).toEqual({ 4: 2 });
    const total = async () => (await ask<{ total?: number }>('GET', '/api/workflow?size=1&count=true')).body.total ?? 0;
    const before = await total();
    const deleted = await ask<{ deletion_uuids: string[] }>('DELETE', '/api/workflow', { uuids });
    expect(deleted.body).toMatchObject({
      done: 2,
      missing: [absent],
      deletion_uuids: [expect.any(String), expect.any(String)],
    });
    expect(await total()).toBe(before - 2);
    expect((await ask('GET', '/api/workflow')).body).not.toHaveProperty('total');
  });

  test('misspelt names of a query, a body and of settings are reported, with what was meant', async () => {
    const list = await ask<{ warnings: string[] }>('GET', '/api/workflow?name_contians=x&size=1');
    expect(list.body.warnings).toEqual([
      'The query parameter "name_contians" is not known to this server and was not used. Did you mean "name_contains"?',
    ]);
    const made = await ask<{ warnings: string[]; object_data: Record<string, unknown> }>('POST', '/api/workflow', {
      workflow_type: 'basic_calculation',
      // No default has the settings of excited states, and they are known all the same.
      workflow_data: { settings: { ...xtb, taskss: [], excited_state_settings: { num_excitations: 0 } }, membrane: 1 },
      initial_smiles: 'O',
      fold_uuid: null,
    });
    expect(made.status).toBe(201);
    expect(made.body.warnings).toEqual([
      expect.stringContaining('The key "fold_uuid"'),
      expect.stringContaining('The setting "membrane" is not known'),
      expect.stringContaining(
        'The setting settings "taskss" is not known to this server and was not used. Did you mean "tasks"?',
      ),
    ]);
    // The item keeps what was sent and says the same to whoever opens it.
    expect(made.body.object_data).toMatchObject({
      membrane: 1,
      settings: { taskss: [] },
      messages: [
        expect.objectContaining({
          body: 'This server does not know these settings and computed without them: membrane, settings.taskss.',
        }),
      ],
    });
    expect((await ask('GET', '/api/workflow?name_contains=x')).body).not.toHaveProperty('warnings');
  });

  test('a Host that names no server is a bad request', async () => {
    const { port } = new URL(server.address);
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/api/auth/get-session', headers: { host: 'a b:c[' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
  });

  test('a full disk is reported before the database engine is started', async () => {
    await expect(refuseFullDisk('/data', async () => 3 * 2 ** 20)).rejects.toThrow(
      'The disk of the data directory /data has 3 MB left, and the database needs 32 MB to start.',
    );
    await refuseFullDisk(data);
  });
});
