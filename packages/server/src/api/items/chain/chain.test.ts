import { randomUUID } from 'node:crypto';
import type { ItemGraph, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readDemand } from '../../../queue/demand.ts';
import { finishAttempt, takeEvents } from '../../../queue/report.ts';
import { rows } from '../../../store/database/database.ts';
import { onBothDatabases } from '../../../testing/databases.ts';
import { computed } from '../../../testing/finished-item.ts';
import { gfn2, itemBench, manualSearch } from '../../../testing/item-bench.ts';
import { until } from '../../../testing/product.ts';
import { type Answer, addPerson, call } from '../../../testing/test-server.ts';
import { water } from '../../../testing/water.ts';

const butane = computed('butane');

type Told = WorkflowItem & { detail: string; field: string | null; submitted_uuids: string[] };

onBothDatabases('items that wait for others', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterEach(() => bench.clear());
  afterAll(() => bench.server.stop());

  const submit = async (body: Record<string, unknown>) => (await bench.submit(body)) as unknown as Answer<Told>;
  const refused = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await submit({ initial_smiles: 'CCCC', ...search, ...body });
    return { status, detail: answer.detail, field: answer.field };
  };
  const search = { workflow_type: 'conformer_search', workflow_data: manualSearch };
  const energy = { workflow_type: 'basic_calculation', workflow_data: gfn2 };
  const reaches = (uuid: string, status: number) =>
    until(`${uuid} has status ${status}`, async () => {
      // Items of the bench end without a call of a worker, which would be looked at at once.
      bench.server.services.wake.emit('queued');
      return (await bench.item(uuid)).object_status === status;
    });
  const graph = async (uuid: string) =>
    (await call<ItemGraph>(bench.server, 'GET', `/api/workflow/${uuid}/graph`)).body;
  /** Ends the item that is next in the queue with the computed conformers of butane. */
  const finishSearch = async () => {
    const { db, files } = bench.server.services;
    const {
      items: [item],
      calculations,
    } = butane;
    const found = await bench.take();
    // Each run of it has calculations of its own.
    const names = new Map(Object.keys(calculations).map((uuid) => [uuid, randomUUID()]));
    const events = Object.entries(calculations).map(([uuid, calculation]) => ({
      event: 'calculation',
      uuid: names.get(uuid),
      calculation,
    }));
    await takeEvents(db, files, found, events);
    const text = JSON.stringify(item?.object_data).replace(/[0-9a-f-]{36}/g, (uuid) => names.get(uuid) ?? uuid);
    const result = { event: 'result', data: JSON.parse(text), messages: [], provenance: item?.provenance ?? null };
    const ended = { exitCode: 0, signal: null, peakMemoryMb: null, outputTail: '' };
    await finishAttempt(db, files, found, { ...ended, outcome: 'completed', result });
    return found.job.uuid;
  };

  test('a submission takes the structure of a result when it is there, and its provenance says so', async () => {
    const parent = (await submit({ ...search, name: 'Butane', initial_smiles: 'CCCC' })).body;
    const made = await submit({
      ...energy,
      name: 'Energy',
      initial_molecule: { $from: parent.uuid, path: 'conformers[1]' },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const child = made.body;
    expect(child).toMatchObject({ object_status: 5, after: [parent.uuid] });
    expect(child.waiting).toMatchObject({
      reason: 'It waits for “Butane” (queued), and begins when that has completed.',
      items: [{ uuid: parent.uuid, name: 'Butane', object_status: 0 }],
    });
    // What waits for others is no demand for a worker, and takes no place in the queue.
    expect((await readDemand(bench.server.services.db.drizzle, null)).slots).toBe(1);
    await finishSearch();
    await reaches(child.uuid, 0);
    const found = await bench.take();
    expect(found.job).toMatchObject({ uuid: child.uuid, type: 'basic_calculation' });
    const data = found.job.data as unknown as {
      initial_molecule: { atoms: unknown[]; energy: unknown };
      made_from: object;
    };
    const [, second] = (butane.items[0]?.object_data?.conformer_uuids ?? []) as string[][];
    const last = butane.calculations[second?.at(-1) ?? '']?.molecules.at(-1);
    expect(data.initial_molecule.atoms).toEqual(last?.atoms);
    expect(data.initial_molecule.energy ?? null).toBeNull();
    expect(data.made_from).toMatchObject({ workflow_uuid: parent.uuid, structure_name: 'Conformer 2' });
    await bench.finish(found);
    const done = await bench.item(child.uuid);
    expect(done.provenance?.inputs_from).toEqual([
      {
        field: 'initial_molecule',
        workflow_uuid: parent.uuid,
        workflow_name: 'Butane',
        path: 'conformers[1]',
        title: 'Conformer 2',
      },
    ]);
    // Into a finished result, at once; the graph leads from there to the first input and from that to everything.
    const late = await submit({ ...energy, initial_molecule: { $from: parent.uuid, path: 'structure' } });
    expect(late.body).toMatchObject({ object_status: 0, waiting: { position: 1 } });
    const drawn = await graph(child.uuid);
    expect(drawn.items.map(({ name }) => name).sort()).toEqual(['Butane', 'Energy']);
    expect(drawn.links).toEqual([
      {
        from: parent.uuid,
        from_name: 'Butane',
        to: child.uuid,
        kind: 'after',
        taken: [{ field: 'initial_molecule', path: 'conformers[1]' }],
      },
    ]);
    expect((await graph(parent.uuid)).items).toHaveLength(3);
  });

  test('a type of SMILES gets that of a structure, and a setting takes a number of a result', async () => {
    const parent = (await submit({ ...search, initial_smiles: 'CCCC' })).body;
    const smiles = await submit({
      workflow_type: 'descriptors',
      initial_molecule: { $from: parent.uuid, path: 'structure' },
    });
    expect(smiles.status, JSON.stringify(smiles.body)).toBe(201);
    const number = await submit({
      ...energy,
      initial_molecule: water,
      workflow_data: {
        ...gfn2,
        settings: { method: 'gfn2_xtb', made_up: { $from: parent.uuid, path: 'energies[0]' } },
      },
    });
    expect(number.body).toMatchObject({ object_status: 5, smiles: null });
    await finishSearch();
    await reaches(number.body.uuid, 0);
    const data = (await bench.item(number.body.uuid)).object_data as { settings: Record<string, unknown> };
    const energies = butane.items[0]?.object_data?.energies as number[];
    expect(data.settings.made_up ?? energies[0]).toBe(energies[0]);
  });

  test('what only waits begins when all have completed, also when the last one ends while it is being submitted', async () => {
    const [first, second] = [(await submit({ name: 'A' })).body, (await submit({ name: 'B' })).body];
    const child = (await submit({ name: 'C', after: [first.uuid, second.uuid.toUpperCase()] })).body;
    expect(child.waiting?.reason).toBe(
      'It waits for “A” (queued) and “B” (queued), and begins when they have completed.',
    );
    await bench.finish(await bench.take());
    const last = await bench.take();
    // The source ends at the same time as others are submitted that wait for it.
    const [, ...late] = await Promise.all([
      bench.finish(last),
      ...Array.from({ length: 5 }, () => submit({ after: [second.uuid] })),
    ]);
    expect(late.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const all = [child.uuid, ...late.map(({ body }) => body.uuid)];
    const begun = async () => {
      bench.server.services.wake.emit('queued');
      const items = await Promise.all(all.map((uuid) => bench.item(uuid)));
      return items.every(({ waiting }) => waiting?.items === undefined);
    };
    await until('none waits for another', begun);
    // As many as one person may have are in the queue; the others await it.
    const states = await Promise.all(all.map(async (uuid) => (await bench.item(uuid)).object_status));
    expect(states.filter((one) => one === 0)).toHaveLength(2);
    expect(states.filter((one) => one === 5)).toHaveLength(4);
  });

  test('what waits for an item that failed, was stopped or deleted is stopped with the reason, and so is what waits for that', async () => {
    const parent = (await submit({ name: 'Parent' })).body;
    const child = (await submit({ name: 'Child', after: [parent.uuid] })).body;
    const grandchild = (await submit({ name: 'Grandchild', after: [child.uuid] })).body;
    await bench.post(`${parent.uuid}/stop`);
    await reaches(grandchild.uuid, 4);
    const told = async (uuid: string) => (await bench.item(uuid)).object_data?.messages;
    expect(await told(child.uuid)).toEqual([
      {
        type: 'error',
        title: 'Not Started',
        body: 'It waited for “Parent”, which was stopped. Submit it again when there is another result to begin with.',
      },
    ]);
    expect(JSON.stringify(await told(grandchild.uuid))).toContain('“Child”, which was stopped');
    const gone = (await submit({ name: 'Gone' })).body;
    const orphan = (await submit({ after: [gone.uuid] })).body;
    expect((await call(bench.server, 'DELETE', `/api/workflow/${gone.uuid}`)).status).toBe(200);
    await reaches(orphan.uuid, 4);
    expect(JSON.stringify(await told(orphan.uuid))).toContain('“Gone”, which was deleted');
    const drawn = await graph(orphan.uuid);
    expect(drawn).toMatchObject({ gone: [{ uuid: gone.uuid, name: 'Gone' }], is_cut: false });
  });

  test('a result that is not there when the source has completed fails the item with the reason', async () => {
    const parent = (await submit({ ...search, name: 'Butane', initial_smiles: 'CCCC' })).body;
    const child = (await submit({ ...energy, initial_molecule: { $from: parent.uuid, path: 'conformers[40]' } })).body;
    await finishSearch();
    await reaches(child.uuid, 3);
    const { error } = await bench.item(child.uuid);
    expect(error?.message).toMatch(
      /^It could not begin with the results that it waited for\. “Butane”: The result has \d+ conformers, the last one conformers\[\d+\]\.$/,
    );
  });

  test('a batch waits for others, and takes what has completed; a client of settings alone names them there', async () => {
    const parent = (await submit({ ...search, name: 'Butane', initial_smiles: 'CCCC' })).body;
    const batch = (more: object) =>
      call<WorkflowItem[] & { detail: string }>(bench.server, 'POST', '/api/workflow/batch_submit', {
        body: { ...search, initial_smileses: ['CCO', 'CCN'], ...more },
      });
    const made = await batch({ after: [parent.uuid] });
    expect(made.body.map(({ object_status }) => object_status)).toEqual([5, 5]);
    const taking = {
      workflow_data: { ...manualSearch, made_up: { $from: parent.uuid, path: 'energies[0]' } },
    };
    expect(await batch(taking)).toMatchObject({ status: 422, body: { field: 'workflow_data' } });
    const older = await submit({
      ...energy,
      initial_molecule: water,
      workflow_data: { ...gfn2, after: [parent.uuid] },
    });
    expect(older.body).toMatchObject({ object_status: 5, after: [parent.uuid] });
    expect(JSON.stringify(older.body.object_data)).not.toContain(parent.uuid);
    await finishSearch();
    expect((await batch(taking)).status).toBe(201);
    await reaches(older.body.uuid, 5);
  });

  test('what cannot be waited for is refused at its field', async () => {
    const parent = (await submit({ ...search, name: 'Butane', initial_smiles: 'CCCC' })).body;
    const from = (path: string) => ({ initial_smiles: null, initial_molecule: { $from: parent.uuid, path } });
    expect(await refused({ ...from('poses[0]') })).toMatchObject({
      status: 422,
      field: 'initial_molecule.path',
      detail: expect.stringContaining('"poses[0]" does not exist in a result of Conformer Search.'),
    });
    expect(await refused({ initial_molecule: { $from: 'x', path: 'structure' } })).toMatchObject({
      status: 422,
      field: 'initial_molecule',
    });
    expect(await refused({ initial_molecule: { $from: parent.uuid } })).toMatchObject({ status: 422 });
    const unknown = randomUUID();
    expect(await refused({ after: [parent.uuid, unknown] })).toEqual({
      status: 422,
      field: 'after.1',
      detail: `The workflow ${unknown}, which this one waits for, was not found, or you have no access to it.`,
    });
    // Settings are judged at once, whatever the structure will be.
    expect(
      await refused({ ...energy, ...from('structure'), workflow_data: { ...gfn2, settings: { method: 'no_such' } } }),
    ).toMatchObject({ status: 422, field: expect.stringContaining('method') });
    const { db } = bench.server.services;
    await rows(db.drizzle, sql`UPDATE workflow SET object_status = 3 WHERE uuid = ${parent.uuid}::uuid`);
    expect(await refused({ after: [parent.uuid] })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('“Butane” is failed'),
    });
    const other = await addPerson(bench.server, 'chain@example.org');
    const theirs = await call<WorkflowItem>(bench.server, 'POST', '/api/workflow', {
      key: other,
      body: { workflow_type: 'test_sleep', after: [parent.uuid] },
    });
    expect(theirs.status).toBe(422);
    const project = await call<{ uuid: string; root_folder_uuid: string }>(bench.server, 'POST', '/api/project', {
      body: { name: 'Another' },
    });
    const there = (await submit({ name: 'There', folder_uuid: project.body.root_folder_uuid })).body;
    expect(await refused({ after: [there.uuid] })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('“There” lies in another project.'),
    });
  });

  test('a draft keeps what it waits for, waits when it is submitted, and cannot wait for itself', async () => {
    const parent = (await submit({ ...search, name: 'Butane', initial_smiles: 'CCCC' })).body;
    const draft = (
      await submit({ ...energy, is_draft: true, initial_molecule: { $from: parent.uuid, path: 'conformers[0]' } })
    ).body;
    expect(draft).toMatchObject({ object_status: 6, after: [parent.uuid], waiting: null });
    // A form that shows no input sends none: the result stays the input.
    const kept = await bench.post(`${draft.uuid}/update_draft`, { name: 'Later', initial_molecule: null });
    expect(kept.body).toMatchObject({ name: 'Later', after: [parent.uuid] });
    const after = (await submit({ is_draft: true, after: [draft.uuid] })).body;
    const circle = (await bench.post(`${draft.uuid}/update_draft`, { after: [after.uuid] })) as unknown as Answer<Told>;
    expect(circle).toMatchObject({ status: 422, body: { field: 'after' } });
    expect(circle.body.detail).toContain('would wait for itself by way of');
    const sent = await bench.post(`${draft.uuid}/submit_draft`);
    expect(sent.body, JSON.stringify(sent.body)).toMatchObject({ uuid: draft.uuid, object_status: 5 });
    expect(sent.body.waiting?.reason).toContain('It waits for “Butane”');
    await finishSearch();
    await reaches(draft.uuid, 0);
    const { object_data } = await bench.item(draft.uuid);
    expect(object_data).toMatchObject({ initial_molecule: { atoms: { length: 14 } } });
  });
});
