import { randomUUID } from 'node:crypto';
import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../queue/claim.ts';
import { takeEvents } from '../../queue/report.ts';
import { rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { gfn2, itemBench, manualSearch } from '../../testing/item-bench.ts';
import { roomy } from '../../testing/probe-report.ts';
import { until } from '../../testing/product.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

onOneDatabase('life of an item', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterAll(() => bench.server.stop());

  test('a draft is kept without being run, changed, judged when it is submitted, and then runs as what it is by then', async () => {
    const made = await bench.submit({
      is_draft: true,
      workflow_type: 'basic_calculation',
      workflow_data: { settings: { method: 'no_such_method' }, tasks: ['energy'] },
      max_credits: 5,
    });
    expect(made.status).toBe(201);
    const { uuid } = made.body;
    expect(made.body).toMatchObject({ object_status: 6, waiting: null, max_credits: 5, name: 'Basic Calculation' });
    expect(await claim(bench.server.services.db, { worker: bench.worker, ...roomy })).toBeNull();
    const refused = await bench.post(`${uuid}/submit_draft`);
    expect(refused.status).toBe(422);
    expect((await bench.item(uuid)).object_status).toBe(6);

    const changed = await bench.post(`${uuid}/update_draft`, {
      workflow_data: gfn2,
      initial_molecule: water,
      name: 'mine',
    });
    expect(changed.body).toMatchObject({ object_status: 6, name: 'mine', max_credits: 5 });
    expect(changed.body.object_data).toMatchObject({ ...gfn2, initial_molecule: water });
    await call(bench.server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'renamed', notes: 'kept' } });
    const sent = await bench.post(`${uuid}/submit_draft`);
    expect(sent.body).toMatchObject({ uuid, object_status: 0, name: 'renamed', notes: 'kept', max_credits: 5 });
    expect(sent.body.waiting?.position).toBe(1);
    const found = await bench.take();
    expect(found.job).toMatchObject({ uuid, type: 'basic_calculation', data: { settings: { method: 'gfn2_xtb' } } });
    expect((await bench.post(`${uuid}/submit_draft`)).status).toBe(409);
    expect((await bench.post(`${uuid}/update_draft`, { name: 'late' })).status).toBe(409);
    await bench.clear();
  });

  test('a draft with undefined stereocentres to be enumerated becomes one item for each stereoisomer', async () => {
    const made = await bench.submit({
      is_draft: true,
      workflow_type: 'conformer_search',
      workflow_data: manualSearch,
      initial_smiles: 'CC(F)C(Cl)Br',
      options: { enumerate_stereo: true },
    });
    // Set on the draft after it was made.
    const kept = { email_when_complete: true, starred: true, public: true, notes: 'for the talk' };
    expect((await bench.post(made.body.uuid, kept)).body).toMatchObject(kept);
    const sent = await bench.post(`${made.body.uuid}/submit_draft`);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body.name).toContain('stereoisomer 1 of 4');
    const { workflows } = (await call<{ workflows: WorkflowItem[] }>(bench.server, 'GET', '/api/workflow')).body;
    expect(new Set(workflows.map(({ smiles }) => smiles)).size).toBe(4);
    expect(workflows).toMatchObject([kept, kept, kept, kept]);
    expect(workflows.filter(({ object_status }) => object_status === 0)).toHaveLength(2);
    expect(workflows.filter(({ object_status }) => object_status === 5)).toHaveLength(2);
    const { submitted_uuids } = sent.body as unknown as { submitted_uuids: string[] };
    expect(submitted_uuids[0]).toBe(made.body.uuid);
    expect([...submitted_uuids].sort()).toEqual(workflows.map(({ uuid }) => uuid).sort());
    await bench.clear();
  });

  test('a draft shows the SMILES of its structure, follows it, can change its type, and is left alone by a change to what it is', async () => {
    const made = await bench.submit({ is_draft: true, workflow_type: 'conformer_search', initial_smiles: 'C(C)O' });
    const { uuid } = made.body;
    expect(made.body).toMatchObject({ smiles: 'CCO', object_data: { initial_smiles: 'C(C)O' } });
    await call(bench.server, 'POST', `/api/workflow/${uuid}`, { body: { name: 'mine' } });
    const before = await bench.item(uuid);
    const same = await bench.post(`${uuid}/update_draft`, { initial_smiles: 'C(C)O', name: 'mine' });
    expect(same.body).toEqual(before);
    const other = await bench.post(`${uuid}/update_draft`, { initial_smiles: 'OCC(N)' });
    expect(other.body).toMatchObject({ smiles: 'NCCO', name: 'mine' });
    expect(other.body.updated_at).not.toBe(before.updated_at);
    expect((await bench.post(`${uuid}/update_draft`, { initial_smiles: 'not one' })).body.smiles).toBeNull();
    const molecule = { ...water, smiles: 'O' };
    const typed = await bench.post(`${uuid}/update_draft`, {
      workflow_type: 'basic_calculation',
      workflow_data: gfn2,
      initial_smiles: null,
      initial_molecule: molecule,
    });
    expect(typed.body).toMatchObject({ object_type: 'basic_calculation', smiles: 'O', name: 'mine' });
    const unknown = await bench.post(`${uuid}/update_draft`, { workflow_type: 'no_such' });
    expect(unknown).toMatchObject({ status: 422, body: { field: 'workflow_type' } });
    expect((await bench.post(`${uuid}/submit_draft`)).body).toMatchObject({
      object_status: 0,
      submitted_uuids: [uuid],
    });
    expect((await bench.take()).job.type).toBe('basic_calculation');
    await bench.clear();
  });

  test('a draft is changed in all that it was made with; null leaves settings and flags as they are', async () => {
    const [source, other] = [(await bench.submit({})).body.uuid, (await bench.submit({})).body.uuid];
    const draft = { is_draft: true, workflow_type: 'basic_calculation', resubmitted_from_uuid: source };
    const { uuid } = (await bench.submit({ ...draft, workflow_data: gfn2, initial_molecule: water })).body;
    const update = (body: Record<string, unknown>) => bench.post(`${uuid}/update_draft`, body);
    const flags = { email_when_complete: true, resubmitted_from_uuid: other };
    expect((await update(flags)).body).toMatchObject({ ...flags, object_data: gfn2 });
    const nulls = { workflow_data: null, email_when_complete: null };
    expect(await update(nulls)).toMatchObject({ status: 200, body: { ...flags, object_data: gfn2 } });
    // The flag may be changed on the item too, and then given to the draft as it was.
    expect((await bench.post(uuid, { email_when_complete: false })).body.email_when_complete).toBe(false);
    expect((await update({ max_credits: 3 })).body).toMatchObject({ email_when_complete: false, max_credits: 3 });
    expect((await update({ email_when_complete: true })).body.email_when_complete).toBe(true);
    expect(await update({ resubmitted_from_uuid: randomUUID() })).toMatchObject({
      status: 404,
      body: { field: 'resubmitted_from_uuid' },
    });
    expect((await update({ resubmitted_from_uuid: null })).body.resubmitted_from_uuid).toBeNull();
    expect((await update({ resubmitted_from_uuid: source })).body.resubmitted_from_uuid).toBe(source);
    expect((await bench.post(`${uuid}/submit_draft`)).body).toMatchObject({
      email_when_complete: true,
      resubmitted_from_uuid: source,
    });
    await bench.clear();
  });

  test('settings that a script leaves out are sent as null, and are the defaults', async () => {
    const body = { workflow_type: 'basic_calculation', workflow_data: null, initial_molecule: water, is_draft: true };
    expect(await bench.submit(body)).toMatchObject({ status: 201, body: { object_data: { initial_molecule: water } } });
    const sleep = { workflow_data: null, name: null, folder_uuid: null, max_credits: null };
    expect(await bench.submit(sleep)).toMatchObject({ status: 201, body: { object_data: {} } });
    await bench.clear();
  });

  test('data of a draft or of an item that has not ended is not deleted, with what can be done instead', async () => {
    const clear = (uuid: string) => call(bench.server, 'DELETE', `/api/workflow/${uuid}/delete_workflow_data`);
    const draft = (await bench.submit({ is_draft: true })).body.uuid;
    const refused = await clear(draft);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('is a draft');
    expect(refused.body.detail).toContain('Delete the draft itself');
    expect(refused.body.detail).not.toContain('Stop it');
    expect((await call(bench.server, 'DELETE', `/api/workflow/${draft}`)).status).toBe(200);
    const queued = (await bench.submit({})).body.uuid;
    expect(await clear(queued)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Stop it first') },
    });
    await bench.post(`${queued}/stop`);
    expect((await clear(queued)).status).toBe(200);
    await bench.clear();
  });

  test('removing a limit that is not there changes nothing', async () => {
    const { uuid } = (await bench.submit({ max_credits: 2 })).body;
    const removed = (await bench.post(`${uuid}/remove_credit_limit`)).body;
    expect(removed.max_credits).toBeNull();
    expect((await bench.post(`${uuid}/remove_credit_limit`)).body.updated_at).toBe(removed.updated_at);
    await bench.clear();
  });

  test('above the limit of one person items await the queue, say so, and join it oldest first when a place is free', async () => {
    const uuids: string[] = [];
    for (let index = 0; index < 5; index += 1) uuids.push((await bench.submit({ name: `n${index}` })).body.uuid);
    const statuses = async () => Promise.all(uuids.map(async (uuid) => (await bench.item(uuid)).object_status));
    expect(await statuses()).toEqual([0, 0, 5, 5, 5]);
    const waiting = (await bench.item(uuids[3] ?? '')).waiting;
    expect(waiting).toMatchObject({ position: null });
    expect(waiting?.reason).toContain('as many as one person may have here');
    expect(waiting?.reason).toContain('1 of yours waits before it');
    // Somebody else has places of their own.
    const other = await addPerson(bench.server, 'other@example.org');
    const theirs = await call(bench.server, 'POST', '/api/workflow', {
      key: other,
      body: { workflow_type: 'test_sleep' },
    });
    expect(theirs.body.object_status).toBe(0);
    const first = await bench.take();
    expect(first.job.uuid).toBe(uuids[0]);
    expect(await statuses()).toEqual([1, 0, 5, 5, 5]);
    await bench.finish(first);
    await until('a place is filled', async () => (await bench.item(uuids[2] ?? '')).object_status === 0, 10);
    expect(await statuses()).toEqual([2, 0, 0, 5, 5]);
    await call(bench.server, 'POST', `/api/workflow/${uuids[3]}/stop`);
    await call(bench.server, 'POST', `/api/workflow/${uuids[1]}/stop`);
    await until('the next place is filled', async () => (await bench.item(uuids[4] ?? '')).object_status === 0, 10);
    expect(await statuses()).toEqual([2, 4, 0, 4, 0]);
    // Whoever came later to the queue is behind who was there.
    expect((await bench.take()).job.uuid).toBe(theirs.body.uuid);
    expect((await bench.take()).job.uuid).toBe(uuids[2]);
    await bench.clear();
  });

  test('submissions at the same time do not share a place', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => bench.submit({})));
    expect(made.every(({ status }) => status === 201)).toBe(true);
    const { workflows } = (await call<{ workflows: WorkflowItem[] }>(bench.server, 'GET', '/api/workflow')).body;
    expect(workflows.filter(({ object_status }) => object_status === 0)).toHaveLength(2);
    await bench.clear();
  });

  test('stop while running: the worker is notified, and what was finished is kept', async () => {
    const { uuid } = (await bench.submit({})).body;
    const found = await bench.take();
    const calculation = randomUUID();
    await takeEvents(bench.server.services.db, bench.server.services.files, found, [
      { event: 'partial', data: { energies: [1, 2] } },
      { event: 'calculation', uuid: calculation, calculation: { molecules: [water], status: 2 } },
      { event: 'log', text: 'half way' },
    ]);
    expect(await bench.item(uuid)).toMatchObject({ object_status: 1, stopping: false });
    const stopped = (await bench.post(`${uuid}/stop`)).body;
    expect(stopped).toMatchObject({ object_status: 1, stopping: true });
    expect((await bench.post(`${uuid}/stop`)).body.updated_at).toBe(stopped.updated_at);
    expect((await bench.item(uuid)).stopping).toBe(true);
    await bench.finish(found, 'stopped');
    const ended = await bench.item(uuid);
    expect((await bench.post(`${uuid}/stop`)).body).toEqual(ended);
    expect(ended).toMatchObject({
      object_status: 4,
      stopping: false,
      object_data: { energies: [1, 2] },
      calculation_uuids: [calculation],
      object_logfile: expect.stringContaining('half way'),
    });
    expect((await call(bench.server, 'GET', `/api/workflow/${uuid}/attempts`)).body).toMatchObject([
      { number: 1, status: 'stopped', log_tail: expect.stringContaining('half way') },
    ]);
    const log = (number: string) => call(bench.server, 'GET', `/api/workflow/${uuid}/attempts/${number}/log`);
    expect((await log('1')).body.log).toContain('half way');
    expect([(await log('2')).status, (await log('x')).status]).toEqual([404, 404]);
    await bench.clear();
  });

  test('the runtime limit, in minutes, stops an item over all its attempts; removing it lets it run', async () => {
    const limited = (await bench.submit({ max_credits: 2 })).body.uuid;
    const freed = (await bench.submit({ max_credits: 2 })).body.uuid;
    const attempts = [await bench.take(), await bench.take()];
    // 70 s in an attempt before, 55 s in this one.
    for (const { attempt, job } of attempts) {
      await rows(
        bench.server.services.db.drizzle,
        sql`INSERT INTO attempt (workflow_uuid, number, status, host, lease_until, started_at, ended_at)
            VALUES (${job.uuid}::uuid, 7, 'lost', 'h', now(), now() - interval '200 seconds', now() - interval '130 seconds')`,
      );
      await rows(
        bench.server.services.db.drizzle,
        sql`UPDATE attempt SET started_at = now() - interval '45 seconds', lease_until = now() + interval '1 hour' WHERE uuid = ${attempt}::uuid`,
      );
    }
    expect((await bench.post(`${freed}/remove_credit_limit`)).body.max_credits).toBeNull();
    const told = async (uuid: string) =>
      (
        await rows<{ stop_requested: boolean }>(
          bench.server.services.db.drizzle,
          sql`SELECT stop_requested FROM workflow WHERE uuid = ${uuid}::uuid`,
        )
      )[0]?.stop_requested;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect([await told(limited), await told(freed)]).toEqual([false, false]);
    await rows(
      bench.server.services.db.drizzle,
      sql`UPDATE attempt SET started_at = started_at - interval '10 seconds' WHERE number = 1`,
    );
    await until('the limit is noticed', async () => (await told(limited)) === true, 10);
    expect(await told(freed)).toBe(false);
    for (const found of attempts) await bench.finish(found, found.job.uuid === limited ? 'stopped' : 'completed');
    expect(await bench.item(limited)).toMatchObject({
      object_status: 4,
      object_data: {
        messages: [{ title: 'Stopped at its runtime limit', body: expect.stringContaining('2 minutes') }],
      },
    });
    expect(await bench.item(freed)).toMatchObject({ object_status: 2, object_data: { messages: [] } });
    expect((await bench.post(`${limited}/remove_credit_limit`)).status).toBe(409);
    expect((await bench.submit({ max_credits: 0 })).status).toBe(422);
    await bench.clear();
  });

  test('a resubmission names an item that its person can read', async () => {
    const first = (await bench.submit({})).body.uuid;
    expect((await bench.submit({ resubmitted_from_uuid: first })).body.resubmitted_from_uuid).toBe(first);
    const stranger = await addPerson(bench.server, 'stranger@example.org');
    const theirs = (body: unknown) => call(bench.server, 'POST', '/api/workflow', { key: stranger, body });
    const body = { workflow_type: 'test_sleep', resubmitted_from_uuid: first };
    expect(await theirs(body)).toMatchObject({ status: 404, body: { field: 'resubmitted_from_uuid' } });
    await call(bench.server, 'POST', `/api/workflow/${first}`, { body: { public: true } });
    expect(await theirs(body)).toMatchObject({ status: 201, body: { resubmitted_from_uuid: first } });
    expect((await bench.submit({ resubmitted_from_uuid: 'x' })).status).toBe(422);
    await bench.clear();
  });

  test('an item says which completed one superseded it, to whom may see that', async () => {
    const first = (await bench.submit({})).body.uuid;
    const second = (await bench.submit({ resubmitted_from_uuid: first, name: 'again' })).body.uuid;
    const third = (await bench.submit({ resubmitted_from_uuid: first, name: 'once more' })).body.uuid;
    const read = async () => (await bench.item(first)).superseded_by;
    const complete = (uuid: string, when: string) =>
      rows(
        bench.server.services.db.drizzle,
        sql`UPDATE workflow SET object_status = 2, completed_at = ${when}::timestamptz WHERE uuid = ${uuid}::uuid`,
      );
    expect(await read()).toBeUndefined();
    await complete(third, '2026-01-02T00:00:00Z');
    expect(await read()).toEqual({ uuid: third, name: 'once more' });
    await complete(first, '2026-01-01T00:00:00Z');
    const poll = (known?: string) =>
      call(bench.server, 'GET', `/api/workflow/${first}`, known ? { headers: { 'if-none-match': known } } : {});
    const tag = (await poll()).headers.get('etag') ?? '';
    expect((await poll(tag)).status).toBe(304);
    expect((await poll(tag)).status).toBe(304);
    await complete(second, '2026-01-03T00:00:00Z');
    expect((await poll(tag)).status, 'what superseded an item changes its answer').toBe(200);
    expect(await read()).toEqual({ uuid: second, name: 'again' });

    await call(bench.server, 'POST', `/api/workflow/${first}`, { body: { public: true } });
    const shared = async () => (await call<WorkflowItem>(bench.server, 'GET', `/api/shared/workflow/${first}`)).body;
    expect(await shared()).toMatchObject({ uuid: first });
    expect((await shared()).superseded_by).toBeUndefined();
    await call(bench.server, 'POST', `/api/workflow/${third}`, { body: { public: true } });
    expect((await shared()).superseded_by).toEqual({ uuid: third, name: 'once more' });

    await call(bench.server, 'DELETE', `/api/workflow/${second}`);
    expect(await read()).toEqual({ uuid: third, name: 'once more' });
    await rows(bench.server.services.db.drizzle, sql`UPDATE workflow SET smiles = 'CCO' WHERE uuid = ${third}::uuid`);
    expect(await read()).toBeUndefined();
    await bench.clear();
  });

  test('the side bar: what is under way first, then what was touched last', async () => {
    const done = (await bench.submit({ name: 'done' })).body.uuid;
    await bench.finish(await bench.take());
    await bench.submit({ name: 'draft', is_draft: true });
    await bench.submit({ name: 'queued' });
    await call(bench.server, 'POST', `/api/workflow/${done}`, { body: { notes: 'touched' } });
    const side = async (key?: string) =>
      (
        await call<{ workflows: WorkflowItem[] }>(
          bench.server,
          'GET',
          '/api/workflow/sidebar_workflows',
          key ? { key } : {},
        )
      ).body.workflows.map(({ name }) => name);
    expect(await side()).toEqual(['queued', 'done', 'draft']);
    expect(await side(await addPerson(bench.server, 'nobody@example.org'))).toEqual([]);
    await bench.clear();
  });
});
