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
import { water } from '../testing/water.ts';

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
      memoryMb: roomy.memoryMb,
      serverId: null,
      report: { ...probeReport, startup_seconds: 4 },
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
    const { submitted_uuids } = sent.body as unknown as { submitted_uuids: string[] };
    expect(submitted_uuids[0]).toBe(made.body.uuid);
    expect([...submitted_uuids].sort()).toEqual(workflows.map(({ uuid }) => uuid).sort());
    await clear();
  });

  test('a draft shows the SMILES of its structure, follows it, can change its type, and is left alone by a change to what it is', async () => {
    const made = await submit({ is_draft: true, workflow_type: 'conformer_search', initial_smiles: 'C(C)O' });
    const { uuid } = made.body;
    expect(made.body).toMatchObject({ smiles: 'CCO', object_data: { initial_smiles: 'C(C)O' } });
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'mine' } });
    const before = await item(uuid);
    const same = await post(`${uuid}/update_draft`, { initial_smiles: 'C(C)O', name: 'mine' });
    expect(same.body).toEqual(before);
    const other = await post(`${uuid}/update_draft`, { initial_smiles: 'OCC(N)' });
    expect(other.body).toMatchObject({ smiles: 'NCCO', name: 'mine' });
    expect(other.body.updated_at).not.toBe(before.updated_at);
    expect((await post(`${uuid}/update_draft`, { initial_smiles: 'not one' })).body.smiles).toBeNull();
    const molecule = { ...water, smiles: 'O' };
    const typed = await post(`${uuid}/update_draft`, {
      workflow_type: 'basic_calculation',
      workflow_data: gfn2,
      initial_smiles: null,
      initial_molecule: molecule,
    });
    expect(typed.body).toMatchObject({ object_type: 'basic_calculation', smiles: 'O', name: 'mine' });
    const unknown = await post(`${uuid}/update_draft`, { workflow_type: 'no_such' });
    expect(unknown).toMatchObject({ status: 422, body: { field: 'workflow_type' } });
    expect((await post(`${uuid}/submit_draft`)).body).toMatchObject({ object_status: 0, submitted_uuids: [uuid] });
    expect((await take()).job.type).toBe('basic_calculation');
    await clear();
  });

  test('removing a limit that is not there changes nothing', async () => {
    const { uuid } = (await submit({ max_credits: 2 })).body;
    const removed = (await post(`${uuid}/remove_credit_limit`)).body;
    expect(removed.max_credits).toBeNull();
    expect((await post(`${uuid}/remove_credit_limit`)).body.updated_at).toBe(removed.updated_at);
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
    expect(waiting?.reason).toContain('1 of yours waits before it');
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
    expect(await item(uuid)).toMatchObject({ object_status: 1, stopping: false });
    const stopped = (await post(`${uuid}/stop`)).body;
    expect(stopped).toMatchObject({ object_status: 1, stopping: true });
    expect((await post(`${uuid}/stop`)).body.updated_at).toBe(stopped.updated_at);
    expect((await item(uuid)).stopping).toBe(true);
    await finish(found, 'stopped');
    const ended = await item(uuid);
    expect((await post(`${uuid}/stop`)).body).toEqual(ended);
    expect(ended).toMatchObject({
      object_status: 4,
      stopping: false,
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

  test('an item says which completed one superseded it, to whom may see that', async () => {
    const first = (await submit({})).body.uuid;
    const second = (await submit({ resubmitted_from_uuid: first, name: 'again' })).body.uuid;
    const third = (await submit({ resubmitted_from_uuid: first, name: 'once more' })).body.uuid;
    const read = async () => (await item(first)).superseded_by;
    const complete = (uuid: string, when: string) =>
      rows(
        server.services.db.drizzle,
        sql`UPDATE workflow SET object_status = 2, completed_at = ${when}::timestamptz WHERE uuid = ${uuid}::uuid`,
      );
    expect(await read()).toBeUndefined();
    await complete(third, '2026-01-02T00:00:00Z');
    expect(await read()).toEqual({ uuid: third, name: 'once more' });
    await complete(first, '2026-01-01T00:00:00Z');
    const poll = (known?: string) =>
      call(server, 'GET', `/api/workflow/${first}`, known ? { headers: { 'if-none-match': known } } : {});
    const tag = (await poll()).headers.get('etag') ?? '';
    expect((await poll(tag)).status).toBe(304);
    expect((await poll(tag)).status).toBe(304);
    await complete(second, '2026-01-03T00:00:00Z');
    expect((await poll(tag)).status, 'what superseded an item changes its answer').toBe(200);
    expect(await read()).toEqual({ uuid: second, name: 'again' });

    await call(server, 'POST', `/api/workflow/${first}`, { body: { public: true } });
    const shared = async () => (await call<WorkflowItem>(server, 'GET', `/api/shared/workflow/${first}`)).body;
    expect(await shared()).toMatchObject({ uuid: first });
    expect((await shared()).superseded_by).toBeUndefined();
    await call(server, 'POST', `/api/workflow/${third}`, { body: { public: true } });
    expect((await shared()).superseded_by).toEqual({ uuid: third, name: 'once more' });

    await call(server, 'DELETE', `/api/workflow/${second}`);
    expect(await read()).toEqual({ uuid: third, name: 'once more' });
    await rows(server.services.db.drizzle, sql`UPDATE workflow SET smiles = 'CCO' WHERE uuid = ${third}::uuid`);
    expect(await read()).toBeUndefined();
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
    // One gradient of 3 atoms takes far less than the start of the program, which the probe timed as 4 s: rounded to two digits.
    expect(free.time_estimate_min).toBe(0.067);
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
    const full =
      'You have 2 items queued or running, as many as one person may have here. It would join the queue when one of them ends.';
    expect((await ask(question)).body.reason).toBe(`${full} It would be the next of yours.`);
    // What awaits the queue is not in it, and is said apart; what nobody can run is the harder reason.
    await submit({});
    expect((await ask(question)).body.reason).toBe(`${full} 1 of yours would wait before it.`);
    await rows(
      server.services.db.drizzle,
      sql`UPDATE worker SET gpus = 0, capabilities = array_remove(capabilities, 'xtb')`,
    );
    expect((await ask(question)).body).toMatchObject({
      to_be_dispatched: false,
      reason: 'No connected worker offers xtb. It starts when one does.',
      queue_position: null,
      time_estimate_min: null,
      workers: [],
    });
    await rows(server.services.db.drizzle, sql`UPDATE worker SET capabilities = array_append(capabilities, 'xtb')`);
    await clear();
    await rows(server.services.db.drizzle, sql`UPDATE worker SET gone = true`);
    expect((await ask(question)).body).toMatchObject({
      to_be_dispatched: false,
      reason: 'No worker is connected. It starts when one is.',
      queue_position: null,
      time_estimate_min: null,
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

  test('before there is a structure, the type and its method are judged as submitting judges them', async () => {
    const ask = async (body: Record<string, unknown>) =>
      (await call(server, 'POST', '/api/workflow/will_be_dispatched', { body })).body;
    const refused = { to_be_dispatched: false, queue_position: null, time_estimate_min: null, workers: [] };
    const dft = {
      workflow_type: 'basic_calculation',
      workflow_data: { settings: { method: 'b3lyp' }, tasks: ['energy'] },
    };
    const sent = await call(server, 'POST', '/api/workflow', { body: { ...dft, initial_molecule: water } });
    expect(sent).toMatchObject({ status: 422, body: { field: 'settings.method' } });
    expect(await ask(dft)).toMatchObject({ ...refused, reason: sent.body.detail, field: 'settings.method' });
    const docking = { workflow_type: 'docking', workflow_data: {} };
    const inPlace = { ...docking, initial_smiles: 'CCO' };
    const whole = await call(server, 'POST', '/api/workflow', { body: inPlace });
    expect(whole.status).toBe(422);
    const judged = await ask(docking);
    expect(judged).toMatchObject({ ...refused, field: 'workflow_type' });
    expect(judged.reason).toContain('cannot be run here');
    expect(await ask({ workflow_type: 'admet', workflow_data: {} })).toMatchObject(refused);
  });

  test('what an item needs of a worker is known where it is measured or timed, also of a draft, and nothing else keeps it from one', async () => {
    const needs = async (uuid: string) =>
      (
        await rows(
          server.services.db.drizzle,
          sql`SELECT memory_mb, gpus, seconds_needed FROM workflow WHERE uuid = ${uuid}::uuid`,
        )
      )[0];
    const chain = (count: number) => ({
      ...water,
      atoms: Array.from({ length: count }, (_, index) => ({ atomic_number: 2, position: [3 * index, 0, 0] })),
    });
    const body = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: chain(300) };
    // 111.4 MB + 0.001438 MB x 300 atoms squared; 0.012 s x (300/24)^2 + 4 s.
    const known = { memory_mb: 241, gpus: 0, seconds_needed: 6 };
    expect(await needs((await submit(body)).body.uuid)).toEqual(known);
    const draft = (await submit({ ...body, is_draft: true })).body.uuid;
    expect(await needs(draft)).toEqual({ memory_mb: null, gpus: 0, seconds_needed: null });
    await post(`${draft}/submit_draft`);
    expect(await needs(draft)).toEqual(known);
    expect(await needs((await submit({})).body.uuid)).toEqual({ memory_mb: null, gpus: 0, seconds_needed: null });
    await clear();
  });

  test('why is it not running? no worker, none that can, too little memory, no GPU, too short a stay, all busy, resting, its place', async () => {
    const { db } = server.services;
    const { uuid } = (await submit({})).body;
    const waiting = async () => (await item(uuid)).waiting;
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
    await take();
    const second = (await submit({})).body;
    expect(second.waiting).toEqual({ reason: 'The one worker that can run it is busy. It is next.', position: 1 });
    await clear();
  });

  test('what is said before submitting is said after it: both count what a worker takes first, of whatever type', async () => {
    const { db } = server.services;
    const running = await addPerson(server, 'running@example.org');
    await call(server, 'POST', '/api/workflow', { key: running, body: { workflow_type: 'test_sleep' } });
    await take();
    const first = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
    const second = { workflow_type: 'conformer_search', workflow_data: manual, initial_smiles: 'CCCO' };
    const ask = async (body: unknown) =>
      (await call(server, 'POST', '/api/workflow/will_be_dispatched', { body })).body;
    expect(await ask(first)).toMatchObject({
      queue_position: 1,
      reason: 'The one worker that can run it is busy. It would be next.',
    });
    const one = (await submit(first)).body;
    expect(one.waiting).toEqual({ reason: 'The one worker that can run it is busy. It is next.', position: 1 });
    expect(await ask(second)).toMatchObject({
      queue_position: 2,
      reason: 'The one worker that can run it is busy. One item would be ahead of it.',
    });
    const two = (await submit(second)).body;
    expect(two.waiting).toEqual({
      reason: 'The one worker that can run it is busy. One item is ahead of it.',
      position: 2,
    });
    // An item that only somebody else can run is in nobody's way.
    await rows(db.drizzle, sql`UPDATE workflow SET requirements = '{docking}' WHERE uuid = ${one.uuid}::uuid`);
    expect((await item(two.uuid)).waiting?.position).toBe(1);
    expect((await take()).job.uuid).toBe(two.uuid);
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
