import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { gfn2, itemBench, manualSearch } from '../../testing/item-bench.ts';
import { fullRun } from '../../testing/load.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

onOneDatabase('what an item waits for', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterAll(() => bench.server.stop());

  test('what would become of a submission: place, workers, time, or what is in the way', async () => {
    const ask = (body: unknown) => call(bench.server, 'POST', '/api/workflow/will_be_dispatched', { body });
    const question = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
    const free = (await ask(question)).body;
    expect(free).toMatchObject({
      to_be_dispatched: true,
      reason: 'It would start at once.',
      queue_position: 1,
      workers: [{ name: 'bench', host: 'h', idle: true }],
      compute_hardware: 'h',
    });
    // One gradient of 3 atoms takes far less than the start of the program, which the probe timed as 4 s: rounded to two digits.
    expect(free.time_estimate_min).toBe(0.067);
    expect((await ask({ workflow_type: 'basic_calculation', workflow_data: gfn2 })).body.to_be_dispatched).toBe(true);
    const unknown = { ...gfn2, settings: { method: 'no_such_method' } };
    expect((await ask({ ...question, workflow_data: unknown })).body).toMatchObject({
      to_be_dispatched: false,
      queue_position: null,
      field: expect.stringContaining('method'),
    });
    await bench.submit({});
    await bench.submit({});
    expect((await ask(question)).body).toMatchObject({ to_be_dispatched: false, queue_position: null });
    const full =
      'You have 2 items queued or running, as many as one person may have here. It would join the queue when one of them ends.';
    expect((await ask(question)).body.reason).toBe(`${full} It would be the next of yours.`);
    // Items that await the queue are not in it and are counted apart; that no worker can run an item is the stronger reason.
    await bench.submit({});
    expect((await ask(question)).body.reason).toBe(`${full} 1 of yours would wait before it.`);
    await rows(
      bench.server.services.db.drizzle,
      sql`UPDATE worker SET gpus = 0, capabilities = array_remove(capabilities, 'xtb')`,
    );
    expect((await ask(question)).body).toMatchObject({
      to_be_dispatched: false,
      reason: 'No connected worker offers xtb. It starts when one does.',
      queue_position: null,
      time_estimate_min: null,
      workers: [],
    });
    await rows(
      bench.server.services.db.drizzle,
      sql`UPDATE worker SET capabilities = array_append(capabilities, 'xtb')`,
    );
    await bench.clear();
    await rows(bench.server.services.db.drizzle, sql`UPDATE worker SET gone = true`);
    expect((await ask(question)).body).toMatchObject({
      to_be_dispatched: false,
      reason: 'No worker is connected. It starts when one is.',
      queue_position: null,
      time_estimate_min: null,
      workers: [],
    });
    await rows(bench.server.services.db.drizzle, sql`UPDATE worker SET gone = false`);
    // Items of a type that is timed by nothing but its past.
    await bench.submit({});
    await rows(
      bench.server.services.db.drizzle,
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, name, object_type, object_status, object_data, seed, requirements, elapsed, completed_at)
          SELECT gen_random_uuid(), project_uuid, parent_uuid, name, object_type, 2, '{}', 1, '{}', took, now()
          FROM workflow, (VALUES (60), (120), (600)) AS past (took)`,
    );
    expect((await ask({ workflow_type: 'test_sleep' })).body).toMatchObject({
      time_estimate_min: 2,
      estimate_basis: expect.stringContaining('3 finished items'),
    });
    await bench.clear();
  });

  test('stereoisomers are enumerated as submitting enumerates them, and all of them take places', async () => {
    const body = { workflow_type: 'conformer_search', workflow_data: manualSearch, initial_smiles: 'CC(O)C(F)Cl' };
    const ask = async (question: Record<string, unknown>) =>
      (await call(bench.server, 'POST', '/api/workflow/will_be_dispatched', { body: question })).body;
    const undefinedCentres = await ask({ ...body, options: { stereo: 'refuse' } });
    expect(undefinedCentres).toMatchObject({ to_be_dispatched: false, field: 'initial_smiles' });
    expect(undefinedCentres.reason).toContain('options.stereo: "each"');
    const question = { ...body, options: { enumerate_stereo: true } };
    const several = 'It would become 4 items, one for each stereoisomer. Of the first:';
    // Two places, of which both are free, then one, then none.
    expect(await ask(question)).toMatchObject({
      to_be_dispatched: true,
      queue_position: 1,
      reason: `${several} It would start at once. 2 of the 4 would await the queue: one person may have 2 items queued or running here.`,
    });
    await bench.submit({});
    expect((await ask(question)).reason).toContain('3 of the 4 would await the queue');
    await bench.submit({});
    expect(await ask(question)).toMatchObject({
      to_be_dispatched: false,
      reason: expect.stringMatching(/^It would become 4 items.* Of the first: You have 2 items queued or running/),
    });
    await bench.clear();
    const sent = await call<{ submitted_uuids: string[] }>(bench.server, 'POST', '/api/workflow', { body: question });
    expect(sent.body.submitted_uuids).toHaveLength(4);
    const statuses = await rows<{ object_status: number }>(
      bench.server.services.db.drizzle,
      sql`SELECT object_status FROM workflow ORDER BY object_status`,
    );
    expect(statuses.map(({ object_status }) => object_status)).toEqual([0, 0, 5, 5]);
    // Nor may they be more than one person may have (ten thousand rows in the full run; the limit itself is held by bad-input.test.ts).
    if (!fullRun) return bench.clear();
    await rows(
      bench.server.services.db.drizzle,
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, seed, requirements)
          SELECT gen_random_uuid(), w.project_uuid, w.parent_uuid, w.run_by, w.name, w.object_type, 5, '{}', 1, '{}'
          FROM (SELECT * FROM workflow LIMIT 1) w, generate_series(1, 9993)`,
    );
    expect(await ask(question)).toMatchObject({
      to_be_dispatched: false,
      reason: expect.stringContaining('10001 items'),
    });
    await bench.clear();
  });

  test('before there is a structure, the type and its method are judged as submitting judges them', async () => {
    const ask = async (body: Record<string, unknown>) =>
      (await call(bench.server, 'POST', '/api/workflow/will_be_dispatched', { body })).body;
    const refused = { to_be_dispatched: false, queue_position: null, time_estimate_min: null, workers: [] };
    const dft = {
      workflow_type: 'basic_calculation',
      workflow_data: { settings: { method: 'b3lyp' }, tasks: ['energy'] },
    };
    const sent = await call(bench.server, 'POST', '/api/workflow', { body: { ...dft, initial_molecule: water } });
    expect(sent).toMatchObject({ status: 422, body: { field: 'settings.method' } });
    expect(await ask(dft)).toMatchObject({ ...refused, reason: sent.body.detail, field: 'settings.method' });
    const docking = { workflow_type: 'docking', workflow_data: {} };
    const inPlace = { ...docking, initial_smiles: 'CCO' };
    const whole = await call(bench.server, 'POST', '/api/workflow', { body: inPlace });
    expect(whole.status).toBe(422);
    const judged = await ask(docking);
    expect(judged).toMatchObject({ ...refused, field: 'workflow_type' });
    expect(judged.reason).toContain('is not available on this server');
    expect(await ask({ workflow_type: 'admet', workflow_data: {} })).toMatchObject(refused);
  });

  test('what an item needs of a worker is known where it is measured or timed, also of a draft, and nothing else keeps it from one', async () => {
    const needs = async (uuid: string) =>
      (
        await rows(
          bench.server.services.db.drizzle,
          sql`SELECT memory_mb, gpus, seconds_needed FROM workflow WHERE uuid = ${uuid}::uuid`,
        )
      )[0];
    const chain = (count: number) => ({
      ...water,
      atoms: Array.from({ length: count }, (_, index) => ({ atomic_number: 2, position: [3 * index, 0, 0] })),
    });
    const body = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: chain(300) };
    // 111.4 MB + 0.001438 MB x 300 atoms squared; 0.6 x 0.012 s x (300/24)^2 (a single point has no gradient) + 4 s.
    const known = { memory_mb: 241, gpus: 0, seconds_needed: 5 };
    expect(await needs((await bench.submit(body)).body.uuid)).toEqual(known);
    const draft = (await bench.submit({ ...body, is_draft: true })).body.uuid;
    expect(await needs(draft)).toEqual({ memory_mb: null, gpus: 0, seconds_needed: null });
    await bench.post(`${draft}/submit_draft`);
    expect(await needs(draft)).toEqual(known);
    expect(await needs((await bench.submit({})).body.uuid)).toEqual({ memory_mb: null, gpus: 0, seconds_needed: null });
    await bench.clear();
  });

  test('why is it not running? no worker, none that can, too little memory, no GPU, too short a stay, all busy, resting, its place', async () => {
    const { db } = bench.server.services;
    const { uuid } = (await bench.submit({})).body;
    const waiting = async () => (await bench.item(uuid)).waiting;
    const why = async () => (await waiting())?.reason;
    const set = (change: ReturnType<typeof sql>) => rows(db.drizzle, sql`UPDATE workflow SET ${change}`);
    expect(await waiting()).toEqual({ reason: 'It is next.', position: 1 });
    await set(sql`requirements = '{docking,xtb}'`);
    expect(await waiting()).toEqual({
      reason: 'No connected worker offers docking. It starts when one does.',
      position: null,
    });
    await set(sql`requirements = '{xtb}', memory_mb = 500000`);
    expect(await why()).toBe(
      'It needs 500000 MB of memory, more than the workers that could run it have. It starts when a larger one is connected.',
    );
    await set(sql`memory_mb = 500, gpus = 1`);
    expect(await why()).toBe(
      'It needs a GPU, which the workers that could run it do not have. It starts when one with it is connected.',
    );
    await rows(db.drizzle, sql`UPDATE worker SET gpus = 1`);
    expect(await why()).toBe('It is next.');
    await rows(db.drizzle, sql`UPDATE worker SET leaves_at = now() + interval '30 minutes'`);
    await set(sql`seconds_needed = 7200`);
    expect(await waiting()).toEqual({
      reason:
        'It needs about 120 minutes, longer than the workers that could run it stay. It starts when one that stays longer is connected.',
      position: null,
    });
    await set(sql`seconds_needed = 600`);
    expect(await why()).toBe('It is next.');
    await rows(db.drizzle, sql`UPDATE worker SET gpus = 0, leaves_at = NULL`);
    await set(sql`memory_mb = NULL, gpus = 0, seconds_needed = NULL, run_after = now() + interval '30 seconds'`);
    expect(await why()).toContain('tried again within a minute');
    await set(sql`run_after = now()`);
    await rows(db.drizzle, sql`UPDATE worker SET gone = true`);
    expect(await why()).toBe('No worker is connected. It starts when one is.');
    await rows(db.drizzle, sql`UPDATE worker SET gone = false`);
    await bench.take();
    const second = (await bench.submit({})).body;
    expect(second.waiting).toEqual({ reason: 'The one worker that can run it is busy. It is next.', position: 1 });
    await bench.clear();
  });

  test('what is shown before submitting is shown after it: both count what a worker takes first, of whatever type', async () => {
    const { db } = bench.server.services;
    const running = await addPerson(bench.server, 'running@example.org');
    await call(bench.server, 'POST', '/api/workflow', { key: running, body: { workflow_type: 'test_sleep' } });
    await bench.take();
    const first = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
    const second = { workflow_type: 'conformer_search', workflow_data: manualSearch, initial_smiles: 'CCCO' };
    const ask = async (body: unknown) =>
      (await call(bench.server, 'POST', '/api/workflow/will_be_dispatched', { body })).body;
    expect(await ask(first)).toMatchObject({
      queue_position: 1,
      reason: 'The one worker that can run it is busy. It would be next.',
    });
    const one = (await bench.submit(first)).body;
    expect(one.waiting).toEqual({ reason: 'The one worker that can run it is busy. It is next.', position: 1 });
    expect(await ask(second)).toMatchObject({
      queue_position: 2,
      reason: 'The one worker that can run it is busy. One item would be ahead of it.',
    });
    const two = (await bench.submit(second)).body;
    expect(two.waiting).toEqual({
      reason: 'The one worker that can run it is busy. One item is ahead of it.',
      position: 2,
    });
    // An item that only somebody else can run is in nobody's way.
    await rows(db.drizzle, sql`UPDATE workflow SET requirements = '{docking}' WHERE uuid = ${one.uuid}::uuid`);
    expect((await bench.item(two.uuid)).waiting?.position).toBe(1);
    expect((await bench.take()).job.uuid).toBe(two.uuid);
    await bench.clear();
  });
});
