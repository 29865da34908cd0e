import { randomUUID } from 'node:crypto';
import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../queue/claim.ts';
import { registerWorker } from '../../queue/workers.ts';
import { row, rows } from '../../store/database/database.ts';
import { accountByEmail } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { itemBench } from '../../testing/item-bench.ts';
import { probeReport, roomy } from '../../testing/probe-report.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';
import { warningsHeader } from '../http/unknown-names.ts';

type Told = WorkflowItem & { detail: string; field: string | null; warnings?: string[] };

const pocket = [
  [0, 0, 0],
  [20, 20, 20],
];
const sequence = { initial_protein_sequences: [{ sequence: 'GAVLIG' }] };

/** A submission of each type that names proteins, with the field of the identifier. */
const naming = (uuid: string) => [
  {
    field: 'target_uuid',
    body: {
      workflow_type: 'docking',
      workflow_data: { target_uuid: uuid, pocket, docking_settings: { scoring_function: 'vina' } },
      initial_molecule: water,
    },
  },
  {
    field: 'target',
    body: { workflow_type: 'batch_docking', workflow_data: { target: uuid, pocket, initial_smiles_list: ['CCO'] } },
  },
  {
    field: 'protein_uuid',
    body: { workflow_type: 'pose_analysis_md', workflow_data: { protein_uuid: uuid }, initial_smiles: 'CCO' },
  },
  {
    field: 'binder_design_input.file_entities.0.uuid',
    body: {
      workflow_type: 'protein_binder_design',
      workflow_data: {
        binder_design_input: {
          protein_entities: [{ id: 'B', sequence: '80..120' }],
          file_entities: [{ uuid }],
        },
      },
    },
  },
];

onOneDatabase('what a submission names and what follows from its settings', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  let stranger: string;
  /** A worker that runs all types of these tests. */
  let everything: string;
  const proteins = { own: '', strange: '', shared: '', deleted: '' };

  beforeAll(async () => {
    bench = await itemBench(place());
    const { db } = bench.server.services;
    const own = ['docking', 'batch_docking', 'pose_analysis_md', 'protein_binder_design', 'protein_cofolding'];
    const more = ['redox_potential', 'vina', 'openmm', 'ambertools', 'boltzgen', 'boltz', 'chai', 'msa'];
    everything = await registerWorker(db, {
      name: 'all',
      host: 'h',
      memoryMb: 100_000,
      serverId: null,
      report: { ...probeReport, capabilities: [...probeReport.capabilities, ...own, ...more] },
    });
    await rows(
      db.drizzle,
      sql`UPDATE worker SET last_seen_at = now() + interval '1 hour', gpus = 1, memory_mb = 100000`,
    );
    stranger = await addPerson(bench.server, 'stranger@example.org');
    const add = async (email: string, isPublic = false) => {
      const account = await accountByEmail(db.drizzle, email);
      const made = await row<{ uuid: string }>(
        db.drizzle,
        sql`INSERT INTO protein (project_uuid, name, data, created_by, public)
            VALUES (${account?.default_project_uuid}::uuid, 'kinase', '{}'::json, ${account?.id}, ${isPublic}) RETURNING uuid`,
      );
      return made?.uuid ?? '';
    };
    proteins.own = await add('owner@example.org');
    proteins.strange = await add('stranger@example.org');
    proteins.shared = await add('stranger@example.org', true);
    proteins.deleted = await add('owner@example.org');
    await call(bench.server, 'DELETE', `/api/protein/${proteins.deleted}`);
  });
  afterAll(() => bench.server.stop());

  const ask = (path: string, body: unknown, key?: string) =>
    call<Told>(bench.server, 'POST', `/api/workflow${path}`, { body, ...(key ? { key } : {}) });
  const count = async () =>
    (await row<{ count: number }>(bench.server.services.db.drizzle, sql`SELECT count(*)::int AS count FROM workflow`))
      ?.count;

  test('a protein that is no UUID, or not there for this person, is refused at its field: submitted, as a batch, from a draft, and asked about', async () => {
    const malformed = 'is not the identifier of a protein';
    const missing = 'was not found, or you have no access to it.';
    const cases = [
      ['9xyz', malformed],
      [proteins.strange, missing],
    ] as const;
    for (const [uuid, words] of cases) {
      const detail = expect.stringContaining(words);
      for (const { field, body } of naming(uuid)) {
        expect(await ask('', body), `${body.workflow_type} ${uuid}`).toMatchObject({
          status: 422,
          body: { field, detail },
        });
        expect(await ask('/will_be_dispatched', body)).toMatchObject({
          status: 200,
          body: { to_be_dispatched: false, field, reason: detail },
        });
      }
      // Before the structure is there, too.
      const [docking, , dynamics] = naming(uuid);
      const { initial_molecule: _later, ...early } = docking?.body ?? {};
      expect((await ask('/will_be_dispatched', early)).body).toMatchObject({ field: 'target_uuid', reason: detail });
      const batch = { ...docking?.body, initial_molecule: undefined, initial_molecules: [water, water] };
      expect(await ask('/batch_submit', batch)).toMatchObject({
        status: 422,
        // About all structures, so none of them is named.
        body: { field: 'target_uuid', detail: expect.stringMatching(/^(The protein|")/) },
      });
      const draft = (await ask('', { ...dynamics?.body, is_draft: true })).body;
      expect(draft.object_status).toBe(6);
      expect(await ask(`/${draft.uuid}/submit_draft`, {})).toMatchObject({
        status: 422,
        body: { field: 'protein_uuid', detail },
      });
    }
    const others = [
      // Version 6, and an unusual variant.
      ['67698003-fdeb-6e09-bef5-5dab9cc06e03', malformed],
      ['67698003-fdeb-5e09-cef5-5dab9cc06e03', malformed],
      [randomUUID(), missing],
      [proteins.deleted, 'The protein "kinase" is in the trash.'],
    ] as const;
    for (const [uuid, words] of others) {
      expect(await ask('', naming(uuid)[0]?.body), uuid).toMatchObject({
        status: 422,
        body: { field: 'target_uuid', detail: expect.stringContaining(words) },
      });
    }
    // Nothing but the drafts was stored.
    expect(await count()).toBe(cases.length);
    await bench.clear();
  });

  test('an own protein, and one that is shared, are taken, in any letter case, and reach the job', async () => {
    for (const { body } of naming(proteins.own)) {
      expect((await ask('/will_be_dispatched', body)).body, body.workflow_type).toMatchObject({ field: null });
    }
    expect((await ask('/will_be_dispatched', naming(proteins.shared)[0]?.body)).body).toMatchObject({ field: null });
    const [docking] = naming(proteins.own.toUpperCase());
    const made = await ask('', docking?.body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body.object_data).toMatchObject({ target_uuid: proteins.own });
    const found = await claim(bench.server.services.db, { worker: everything, ...roomy });
    expect(found?.job).toMatchObject({ uuid: made.body.uuid, proteins: { [proteins.own]: {} } });
    expect(await ask('', docking?.body, stranger)).toMatchObject({ status: 422, body: { field: 'target_uuid' } });
    await bench.clear();
  });

  test('the item that a submission was made from is checked as well; a draft outlives it', async () => {
    const source = (await bench.submit({})).body.uuid;
    const from = (workflow_uuid: unknown) => ({ workflow_uuid, structure: 's', structure_name: 'Conformer 1' });
    const body = (made_from: unknown) => ({
      workflow_type: 'basic_calculation',
      workflow_data: { settings: { method: 'gfn2_xtb' }, tasks: ['energy'], made_from },
      initial_molecule: water,
    });
    for (const wrong of [from('x'), from(randomUUID())]) {
      expect(await ask('', body(wrong))).toMatchObject({ status: 422, body: { field: 'made_from.workflow_uuid' } });
    }
    expect(await ask('', body(from(source)), stranger)).toMatchObject({ status: 422 });
    expect((await ask('', body(from(source)))).status).toBe(201);
    const draft = (await ask('', { ...body(from(source)), is_draft: true })).body;
    await call(bench.server, 'DELETE', `/api/workflow/${source}`);
    const sent = await ask(`/${draft.uuid}/submit_draft`, {});
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body.object_data).not.toHaveProperty('made_from');
    await bench.clear();
  });

  test('a redox potential is resubmitted without a solvent: it runs in acetonitrile', async () => {
    const body = {
      workflow_type: 'redox_potential',
      workflow_data: { redox_method: 'gfn2_alpb_absolute', oxidation: true },
      initial_molecule: water,
    };
    const first = await ask('', body);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const resubmitted = await ask('', {
      ...body,
      workflow_data: { ...first.body.object_data, solvent: null, initial_molecule: null },
      resubmitted_from_uuid: first.body.uuid,
    });
    expect(resubmitted.status, JSON.stringify(resubmitted.body)).toBe(201);
    expect(resubmitted.body.object_data?.solvent).toBe('acetonitrile');
    expect(await ask('', { ...body, workflow_data: { solvent: 'water' } })).toMatchObject({
      status: 422,
      body: { field: 'solvent' },
    });
    await bench.clear();
  });

  test('settings that follow from others are set in drafts and resubmissions as in the form, and `warnings` tells each', async () => {
    const docking = { target_uuid: proteins.own, pocket, docking_settings: { scoring_function: 'vina' } };
    const forced =
      'The setting "do_optimization" was changed from false to true. A conformer search needs optimized structures.';
    const unoptimized = { ...docking, do_csearch: true, do_optimization: false };
    const body = { workflow_type: 'docking', initial_molecule: water, workflow_data: unoptimized };

    const draft = await ask('', { ...body, is_draft: true });
    expect(draft.body.warnings).toEqual([forced]);
    expect(draft.body.object_data).toMatchObject({ do_csearch: true, do_optimization: true });
    // A change of the draft names the settings only; its type is known.
    const changed = await ask(`/${draft.body.uuid}/update_draft`, { workflow_data: unoptimized });
    expect(changed.body.warnings).toEqual([forced]);
    expect(changed.body.object_data).toMatchObject({ do_optimization: true });
    const sent = await ask(`/${draft.body.uuid}/submit_draft`, {});
    expect(sent.body.object_data).toMatchObject({ do_optimization: true });
    expect(sent.body).not.toHaveProperty('warnings');

    const resubmitted = await ask('', { ...body, resubmitted_from_uuid: draft.body.uuid });
    expect(resubmitted.body.object_data).toMatchObject({ do_optimization: true });
    expect(resubmitted.body.warnings).toEqual([forced]);
    const many = await ask('/batch_submit', { ...body, initial_molecule: undefined, initial_molecules: [water] });
    expect(JSON.parse(decodeURIComponent(many.headers.get(warningsHeader) ?? ''))).toEqual([forced]);
    expect((await ask('/will_be_dispatched', body)).body.warnings).toEqual([forced]);

    // Each flag that was sent is listed; a default that nobody sent is not.
    const cofolding = (more: object) =>
      ask('', { workflow_type: 'protein_cofolding', workflow_data: { ...sequence, ...more } });
    const chai = await cofolding({ model: 'chai_1r', use_msa_server: true, use_potentials: true });
    expect(chai.body.object_data).toMatchObject({ use_msa_server: false, use_potentials: false });
    expect(chai.body.warnings).toEqual([
      'The setting "use_msa_server" was changed from true to false. Chai-1r runs without the MSA server here.',
      'The setting "use_potentials" was changed from true to false. Chai-1r has no potentials.',
    ]);
    const strained = await cofolding({ compute_strain: true, do_pose_refinement: false });
    expect(strained.body.object_data).toMatchObject({ compute_strain: false });
    expect(strained.body.warnings).toEqual([
      'The setting "compute_strain" was changed from true to false. Strain needs a refined pose.',
    ]);
    const silent = await cofolding({ model: 'chai_1r' });
    expect(silent.body.object_data).toMatchObject({ use_msa_server: false });
    expect(silent.body).not.toHaveProperty('warnings');

    // Limits of a field of the form hold here as well.
    expect(await cofolding({ num_samples: 26 })).toMatchObject({
      status: 422,
      body: { field: 'num_samples', detail: expect.stringContaining('at most 25; this is 26') },
    });
    await bench.clear();
  });

  test('`object_data` in a change of an item is not used, and `warnings` says so even where a whole item is sent back', async () => {
    const { body: item } = await bench.submit({});
    const whole = { ...item, name: 'renamed', object_data: { forged: 1 } };
    const changed = await ask(`/${item.uuid}`, whole);
    expect(changed).toMatchObject({ status: 200, body: { name: 'renamed' } });
    expect(changed.body.object_data).toEqual(item.object_data);
    expect(changed.body.warnings?.[0]).toBe(
      'The key "object_data" was not used: this call does not change settings or results. To change the settings of a draft, use POST /api/workflow/{uuid}/update_draft.',
    );
    expect((await ask(`/${item.uuid}`, { name: 'again' })).body).not.toHaveProperty('warnings');
    await bench.clear();
  });
});
