import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWorker } from '../../queue/workers.ts';
import { rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { gfn2, itemBench } from '../../testing/item-bench.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

interface Submitted {
  uuid: string;
  object_status: number;
  identical?: { uuid: string; name: string; submitted_uuid: string | null; hash: string; completed_at: string }[];
}

onOneDatabase('the same answer twice', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterAll(() => bench.server.stop());

  const energy = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
  const submit = async (body: object, key?: string) =>
    (await call<Submitted>(bench.server, 'POST', '/api/workflow', { body, ...(key ? { key } : {}) })).body;
  const ask = async (body: object, key?: string) =>
    (await call<Submitted>(bench.server, 'POST', '/api/workflow/will_be_dispatched', { body, ...(key ? { key } : {}) }))
      .body.identical;

  test('an identical finished item is named before and after submitting, and the new one runs all the same', async () => {
    expect(await ask(energy)).toEqual([]);
    const first = await submit({ ...energy, name: 'first' });
    expect(first.identical).toBeUndefined();
    // An item that is not finished is nothing to open.
    expect(await ask(energy)).toEqual([]);
    await bench.finish(await bench.take());
    const [found] = (await ask(energy)) ?? [];
    expect(found).toMatchObject({ uuid: first.uuid, name: 'first', submitted_uuid: null });
    expect(found?.hash).toMatch(/^[0-9a-f]{64}$/);
    const again = await submit({ ...energy, name: 'second' });
    expect(again.identical).toEqual([{ ...found, submitted_uuid: again.uuid }]);
    expect(again.object_status).toBe(0);
    expect((await bench.take()).job.uuid).toBe(again.uuid);
    await bench.post(`${again.uuid}/stop`);
  });

  test('what differs in structure, settings or type is not the same; names, keys in another order and written defaults are', async () => {
    const moved = structuredClone(water);
    moved.atoms[1] = { ...moved.atoms[1], position: [0, 0.7573, -0.4692] } as (typeof water.atoms)[number];
    expect(await ask({ ...energy, initial_molecule: moved })).toEqual([]);
    expect(await ask({ ...energy, workflow_data: { ...gfn2, tasks: ['energy', 'gradient'] } })).toEqual([]);
    const written = { tasks: ['energy'], settings: { solvent_settings: null, method: 'gfn2_xtb' } };
    expect(await ask({ ...energy, workflow_data: written })).toHaveLength(1);
    expect(await ask({ ...energy, initial_molecule: { ...water, energy: -1, smiles: 'O' } })).toHaveLength(1);
  });

  test('a draft and a batch name it too', async () => {
    const draft = await submit({ ...energy, is_draft: true });
    expect(draft.identical).toBeUndefined();
    const sent = await bench.post(`${draft.uuid}/submit_draft`);
    expect(sent.body.identical).toMatchObject([{ name: 'first', submitted_uuid: draft.uuid }]);
    const body = {
      workflow_type: energy.workflow_type,
      workflow_data: gfn2,
      initial_molecules: [water],
      summary: true,
    };
    const batch = await call<{ uuids: string[]; identical: object[] }>(
      bench.server,
      'POST',
      '/api/workflow/batch_submit',
      { body },
    );
    expect(batch.body.identical).toMatchObject([{ name: 'first', submitted_uuid: batch.body.uuids[0] }]);
  });

  test('another project, a deleted item and other versions are not offered', async () => {
    const stranger = await addPerson(bench.server, 'bob@example.org');
    expect(await ask(energy, stranger)).toEqual([]);
    const { drizzle } = bench.server.services.db;
    const newer = { ...probeReport, packages: { ...probeReport.packages, tblite: '0.9.0' } };
    await rows(drizzle, sql`UPDATE worker SET last_seen_at = now() - interval '2 days'`);
    await registerWorker(bench.server.services.db, {
      name: 'newer',
      host: 'h',
      memoryMb: 1000,
      serverId: null,
      report: newer,
    });
    expect(await ask(energy)).toEqual([]);
    await bench.seen();
    const [found] = (await ask(energy)) ?? [];
    expect(found?.name).toBe('first');
    await call(bench.server, 'DELETE', `/api/workflow/${found?.uuid}`);
    expect(await ask(energy)).toEqual([]);
  });

  test('of a batch of SMILES those are named that were computed, each in its place, before anything is submitted', async () => {
    await bench.clear();
    const { workflow_type, workflow_data } = energy;
    const batch = { workflow_type, workflow_data, initial_smileses: ['CCO', 'CCN', 'OCC', 'not one'] };
    const seek = async (more: object = {}, key?: string) =>
      (
        await call<{ results: ({ uuid: string; submitted_uuid: null } | null)[] }>(
          bench.server,
          'POST',
          '/api/workflow/batch_identical',
          { body: { ...batch, ...more }, ...(key ? { key } : {}) },
        )
      ).body.results;
    expect(await seek()).toEqual([null, null, null, null]);
    const ethanol = await submit({ workflow_type, workflow_data, initial_smiles: 'CCO', name: 'ethanol' });
    expect(ethanol.uuid, JSON.stringify(ethanol)).toBeDefined();
    expect(await seek()).toEqual([null, null, null, null]);
    await bench.finish(await bench.take());
    const found = await seek();
    // The structure that is built for OCC has its atoms in another order.
    expect(found.map((one) => one?.uuid ?? null)).toEqual([ethanol.uuid, null, null, null]);
    expect(found[0]?.submitted_uuid).toBeNull();
    const other = { workflow_data: { ...gfn2, tasks: ['energy', 'gradient'] } };
    expect(await seek(other)).toEqual([null, null, null, null]);
    const stranger = await addPerson(bench.server, 'carol@example.org');
    expect(await seek({}, stranger)).toEqual([null, null, null, null]);
  });
});
