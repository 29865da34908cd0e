import { randomUUID } from 'node:crypto';
import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../queue/claim.ts';
import { finishAttempt, takeEvents } from '../queue/report.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { until } from '../testing/product.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';

const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.12] },
    { atomic_number: 1, position: [0, 0.76, -0.48] },
    { atomic_number: 1, position: [0, -0.76, -0.48] },
  ],
};
const gfn2 = { settings: { method: 'gfn2_xtb' }, tasks: ['energy'] };
const manual = {
  conf_gen_mode: 'rapid',
  mso_mode: 'manual',
  multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] },
};
const ending = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
const result = { event: 'result', data: { answer: 42 }, messages: [], provenance: null };

onBothDatabases('life of an item', (place) => {
  let server: RunningServer;
  let worker = '';
  const item = async (uuid: string) => (await call<WorkflowItem>(server, 'GET', `/api/workflow/${uuid}`)).body;
  const submit = (body: Record<string, unknown>) =>
    call<WorkflowItem>(server, 'POST', '/api/workflow', { body: { workflow_type: 'test_sleep', ...body } });
  const post = (path: string, body: unknown = {}) =>
    call<WorkflowItem>(server, 'POST', `/api/workflow/${path}`, { body });
  const take = async () => {
    const found = await claim(server.services.db, { worker, ...roomy });
    if (!found) throw new Error('Nothing to claim.');
    return found;
  };
  const finish = (found: Awaited<ReturnType<typeof take>>, outcome: 'completed' | 'stopped' = 'completed') =>
    finishAttempt(server.services.db, server.services.files, found, { ...ending, outcome, result });
  const clear = () => rows(server.services.db.drizzle, sql`DELETE FROM workflow`);
  /** Keeps the worker in the list of the living, however long a test takes. */
  const seen = () => rows(server.services.db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);

  beforeAll(async () => {
    server = await startTestServer(place(), { CUVETTE_ACTIVE_PER_PERSON: '2' });
    worker = await registerWorker(server.services.db, {
      name: 'bench',
      host: 'h',
      memoryMb: 1000,
      serverId: null,
      report: probeReport,
    });
    await seen();
  });
  afterAll(() => server.stop());

  test('a draft is kept without being run, changed, judged when it is submitted, and then runs as what it is by then', async () => {
    const made = await submit({
      is_draft: true,
      workflow_type: 'basic_calculation',
      workflow_data: { settings: { method: 'no_such_method' }, tasks: ['energy'] },
      max_credits: 5,
    });
    expect(made.status).toBe(201);
    const { uuid } = made.body;
    expect(made.body).toMatchObject({ object_status: 6, waiting: null, max_credits: 5, name: 'Basic Calculation' });
    expect(await claim(server.services.db, { worker, ...roomy })).toBeNull();
    const refused = await post(`${uuid}/submit_draft`);
    expect(refused.status).toBe(422);
    expect((await item(uuid)).object_status).toBe(6);

    const changed = await post(`${uuid}/update_draft`, { workflow_data: gfn2, initial_molecule: water, name: 'mine' });
    expect(changed.body).toMatchObject({ object_status: 6, name: 'mine', max_credits: 5 });
    expect(changed.body.object_data).toMatchObject({ ...gfn2, initial_molecule: water });
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'renamed', notes: 'kept' } });
    const sent = await post(`${uuid}/submit_draft`);
    expect(sent.body).toMatchObject({ uuid, object_status: 0, name: 'renamed', notes: 'kept', max_credits: 5 });
    expect(sent.body.waiting?.position).toBe(1);
    const found = await take();
    expect(found.job).toMatchObject({ uuid, type: 'basic_calculation', data: { settings: { method: 'gfn2_xtb' } } });
    expect((await post(`${uuid}/submit_draft`)).status).toBe(409);
    expect((await post(`${uuid}/update_draft`, { name: 'late' })).status).toBe(409);
    await clear();
  });

  test('a draft with undefined stereocentres to be enumerated becomes one item for each stereoisomer', async () => {
    const made = await submit({
      is_draft: true,
      workflow_type: 'conformer_search',
      workflow_data: manual,
      initial_smiles: 'CC(F)C(Cl)Br',
      options: { enumerate_stereo: true },
    });
    const sent = await post(`${made.body.uuid}/submit_draft`);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body.name).toContain('stereoisomer 1 of 4');
    const { workflows } = (await call<{ workflows: WorkflowItem[] }>(server, 'GET', '/api/workflow')).body;
    expect(new Set(workflows.map(({ smiles }) => smiles)).size).toBe(4);
    expect(workflows.filter(({ object_status }) => object_status === 0)).toHaveLength(2);
    expect(workflows.filter(({ object_status }) => object_status === 5)).toHaveLength(2);
    await clear();
  });

  test('above the limit of one person items await the queue, say so, and join it oldest first when a place is free', async () => {
    const uuids: string[] = [];
    for (let index = 0; index < 5; index += 1) uuids.push((await submit({ name: `n${index}` })).body.uuid);
    const statuses = async () => Promise.all(uuids.map(async (uuid) => (await item(uuid)).object_status));
    expect(await statuses()).toEqual([0, 0, 5, 5, 5]);
    const waiting = (await item(uuids[3] ?? '')).waiting;
    expect(waiting).toMatchObject({ position: null });
    expect(waiting?.reason).toContain('as many as one person may have here');
    expect(waiting?.reason).toContain('1 of yours wait before it');
    // Somebody else has places of their own.
    const other = await addPerson(server, 'other@example.org');
    const theirs = await call(server, 'POST', '/api/workflow', { key: other, body: { workflow_type: 'test_sleep' } });
    expect(theirs.body.object_status).toBe(0);
    const first = await take();
    expect(first.job.uuid).toBe(uuids[0]);
    expect(await statuses()).toEqual([1, 0, 5, 5, 5]);
    await finish(first);
    await until('a place is filled', async () => (await item(uuids[2] ?? '')).object_status === 0, 10);
    expect(await statuses()).toEqual([2, 0, 0, 5, 5]);
    await call(server, 'POST', `/api/workflow/${uuids[3]}/stop`);
    await call(server, 'POST', `/api/workflow/${uuids[1]}/stop`);
    await until('the next place is filled', async () => (await item(uuids[4] ?? '')).object_status === 0, 10);
    expect(await statuses()).toEqual([2, 4, 0, 4, 0]);
    // Whoever came later to the queue stands behind who was there.
    expect((await take()).job.uuid).toBe(theirs.body.uuid);
    expect((await take()).job.uuid).toBe(uuids[2]);
    await clear();
  });

  test('submissions at the same time do not share a place', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => submit({})));
    expect(made.every(({ status }) => status === 201)).toBe(true);
    const { workflows } = (await call<{ workflows: WorkflowItem[] }>(server, 'GET', '/api/workflow')).body;
    expect(workflows.filter(({ object_status }) => object_status === 0)).toHaveLength(2);
    await clear();
  });

  test('stop while running: the worker is told, and what was finished is kept', async () => {
    const { uuid } = (await submit({})).body;
    const found = await take();
    const calculation = randomUUID();
    await takeEvents(server.services.db, server.services.files, found, [
      { event: 'partial', data: { energies: [1, 2] } },
      { event: 'calculation', uuid: calculation, calculation: { molecules: [water], status: 2 } },
      { event: 'log', text: 'half way' },
    ]);
    expect((await post(`${uuid}/stop`)).body.object_status).toBe(1);
    await finish(found, 'stopped');
    expect(await item(uuid)).toMatchObject({
      object_status: 4,
      object_data: { energies: [1, 2] },
      calculation_uuids: [calculation],
      object_logfile: expect.stringContaining('half way'),
    });
    expect((await call(server, 'GET', `/api/workflow/${uuid}/attempts`)).body).toMatchObject([
      { number: 1, status: 'stopped', log_tail: expect.stringContaining('half way') },
    ]);
    const log = (number: string) => call(server, 'GET', `/api/workflow/${uuid}/attempts/${number}/log`);
    expect((await log('1')).body.log).toContain('half way');
    expect([(await log('2')).status, (await log('x')).status]).toEqual([404, 404]);
    await clear();
  });

  test('the runtime limit, in minutes, stops an item over all its attempts; removing it lets it run', async () => {
    const limited = (await submit({ max_credits: 2 })).body.uuid;
    const freed = (await submit({ max_credits: 2 })).body.uuid;
    const attempts = [await take(), await take()];
    // 70 s in an attempt before, 55 s in this one.
    for (const { attempt, job } of attempts) {
      await rows(
        server.services.db.drizzle,
        sql`INSERT INTO attempt (workflow_uuid, number, status, host, lease_until, started_at, ended_at)
            VALUES (${job.uuid}::uuid, 7, 'lost', 'h', now(), now() - interval '200 seconds', now() - interval '130 seconds')`,
      );
      await rows(
        server.services.db.drizzle,
        sql`UPDATE attempt SET started_at = now() - interval '45 seconds', lease_until = now() + interval '1 hour' WHERE uuid = ${attempt}::uuid`,
      );
    }
    expect((await post(`${freed}/remove_credit_limit`)).body.max_credits).toBeNull();
    const told = async (uuid: string) =>
      (
        await rows<{ stop_requested: boolean }>(
          server.services.db.drizzle,
          sql`SELECT stop_requested FROM workflow WHERE uuid = ${uuid}::uuid`,
        )
      )[0]?.stop_requested;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect([await told(limited), await told(freed)]).toEqual([false, false]);
    await rows(
      server.services.db.drizzle,
      sql`UPDATE attempt SET started_at = started_at - interval '10 seconds' WHERE number = 1`,
    );
    await until('the limit is noticed', async () => (await told(limited)) === true, 10);
    expect(await told(freed)).toBe(false);
    for (const found of attempts) await finish(found, found.job.uuid === limited ? 'stopped' : 'completed');
    expect(await item(limited)).toMatchObject({
      object_status: 4,
      object_data: {
        messages: [{ title: 'Stopped at its runtime limit', body: expect.stringContaining('2 minutes') }],
      },
    });
    expect(await item(freed)).toMatchObject({ object_status: 2, object_data: { messages: [] } });
    expect((await post(`${limited}/remove_credit_limit`)).status).toBe(409);
    expect((await submit({ max_credits: 0 })).status).toBe(422);
    await clear();
  });

  test('a resubmission names an item that its person can read', async () => {
    const first = (await submit({})).body.uuid;
    expect((await submit({ resubmitted_from_uuid: first })).body.resubmitted_from_uuid).toBe(first);
    const stranger = await addPerson(server, 'stranger@example.org');
    const theirs = (body: unknown) => call(server, 'POST', '/api/workflow', { key: stranger, body });
    const body = { workflow_type: 'test_sleep', resubmitted_from_uuid: first };
    expect(await theirs(body)).toMatchObject({ status: 404, body: { field: 'resubmitted_from_uuid' } });
    await call(server, 'POST', `/api/workflow/${first}`, { body: { public: true } });
    expect(await theirs(body)).toMatchObject({ status: 201, body: { resubmitted_from_uuid: first } });
    expect((await submit({ resubmitted_from_uuid: 'x' })).status).toBe(422);
    await clear();
  });

  test('what would become of a submission: place, workers, time, or what stands in the way', async () => {
    const ask = (body: unknown) => call(server, 'POST', '/api/workflow/will_be_dispatched', { body });
    const question = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
    const free = (await ask(question)).body;
    expect(free).toMatchObject({
      to_be_dispatched: true,
      reason: 'It would start at once.',
      queue_position: 1,
      workers: [{ name: 'bench', host: 'h', idle: true }],
      compute_hardware: 'h',
    });
    // One gradient of 3 atoms, from 0.012 s for 24 atoms and the square of the size.
    expect(Number(free.time_estimate_min)).toBeCloseTo((0.012 * (3 / 24) ** 2) / 60, 8);
    expect((await ask({ workflow_type: 'basic_calculation', workflow_data: gfn2 })).body.to_be_dispatched).toBe(true);
    const unknown = { ...gfn2, settings: { method: 'no_such_method' } };
    expect((await ask({ ...question, workflow_data: unknown })).body).toMatchObject({
      to_be_dispatched: false,
      queue_position: null,
      field: expect.stringContaining('method'),
    });
    await submit({});
    await submit({});
    expect((await ask(question)).body).toMatchObject({ to_be_dispatched: false, queue_position: null });
    expect((await ask(question)).body.reason).toContain('one person may have 2 here');
    await clear();
    await rows(server.services.db.drizzle, sql`UPDATE worker SET gone = true`);
    expect((await ask(question)).body).toMatchObject({
      to_be_dispatched: false,
      reason: 'No worker is connected. It starts when one is.',
      workers: [],
    });
    await rows(server.services.db.drizzle, sql`UPDATE worker SET gone = false`);
    // Items of a type that is timed by nothing but its past.
    await submit({});
    await rows(
      server.services.db.drizzle,
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, name, object_type, object_status, object_data, seed, requirements, elapsed, completed_at)
          SELECT gen_random_uuid(), project_uuid, parent_uuid, name, object_type, 2, '{}', 1, '{}', took, now()
          FROM workflow, (VALUES (60), (120), (600)) AS past (took)`,
    );
    expect((await ask({ workflow_type: 'test_sleep' })).body).toMatchObject({
      time_estimate_min: 2,
      estimate_basis: expect.stringContaining('3 finished items'),
    });
    await clear();
  });

  test('why is it not running? no worker, none that can, too little memory, all busy, resting, its place', async () => {
    const { db } = server.services;
    const { uuid } = (await submit({})).body;
    const why = async () => (await item(uuid)).waiting?.reason;
    expect(await why()).toBe('It is next.');
    await rows(db.drizzle, sql`UPDATE workflow SET requirements = '{docking,xtb}'`);
    expect(await why()).toBe('No connected worker offers docking. It starts when one does.');
    await rows(db.drizzle, sql`UPDATE workflow SET requirements = '{xtb}', memory_mb = 5000`);
    expect(await why()).toContain('It needs 5000 MB of memory');
    await rows(db.drizzle, sql`UPDATE workflow SET memory_mb = 0, run_after = now() + interval '30 seconds'`);
    expect(await why()).toContain('tried again within a minute');
    await rows(db.drizzle, sql`UPDATE workflow SET run_after = now()`);
    await rows(db.drizzle, sql`UPDATE worker SET gone = true`);
    expect(await why()).toBe('No worker is connected. It starts when one is.');
    await rows(db.drizzle, sql`UPDATE worker SET gone = false`);
    await take();
    const second = (await submit({})).body;
    expect(second.waiting).toEqual({ reason: 'The one worker that can run it is busy. It is next.', position: 1 });
    await clear();
  });

  test('the side bar: what is under way first, then what was touched last', async () => {
    const done = (await submit({ name: 'done' })).body.uuid;
    await finish(await take());
    await submit({ name: 'draft', is_draft: true });
    await submit({ name: 'queued' });
    await call(server, 'POST', `/api/workflow/${done}`, { body: { notes: 'touched' } });
    const side = async (key?: string) =>
      (
        await call<{ workflows: WorkflowItem[] }>(server, 'GET', '/api/workflow/sidebar_workflows', key ? { key } : {})
      ).body.workflows.map(({ name }) => name);
    expect(await side()).toEqual(['queued', 'done', 'draft']);
    expect(await side(await addPerson(server, 'nobody@example.org'))).toEqual([]);
    await clear();
  });
});
