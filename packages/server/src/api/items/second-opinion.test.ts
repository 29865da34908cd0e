import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../store/database/database.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { gfn2, itemBench } from '../../testing/item-bench.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';

onOneDatabase('second opinions', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterAll(() => bench.server.stop());

  test('two items name each other, and neither is the newer result of the other', async () => {
    const energy = { workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water };
    const first = (await bench.submit({ ...energy, name: 'first' })).body;
    await bench.finish(await bench.take());
    const asked = { ...energy, name: 'second', resubmitted_from_uuid: first.uuid, options: { second_opinion: true } };
    const second = (await bench.submit(asked)).body;
    expect((await bench.item(first.uuid)).second_opinions).toEqual([
      { uuid: second.uuid, name: 'second', object_status: second.object_status },
    ]);
    await bench.finish(await bench.take());
    const read = await bench.item(first.uuid);
    expect(read.second_opinions).toMatchObject([{ uuid: second.uuid, object_status: 2 }]);
    expect(read.superseded_by).toBeUndefined();
    expect((await bench.item(second.uuid)).second_opinions).toMatchObject([{ uuid: first.uuid, name: 'first' }]);
    // A reader who may see one of them alone does not see the other.
    await bench.post(first.uuid, { public: true });
    const shared = await call<WorkflowItem>(bench.server, 'GET', `/api/shared/workflow/${first.uuid}`, { key: null });
    expect(shared.body.second_opinions).toBeUndefined();
    const stranger = await addPerson(bench.server, 'stranger@example.org');
    const theirs = await call(bench.server, 'GET', `/api/workflow/${second.uuid}`, { key: stranger });
    expect(theirs.status).toBe(404);
    await rows(bench.server.services.db.drizzle, sql`DELETE FROM workflow WHERE uuid = ${second.uuid}::uuid`);
    expect((await bench.item(first.uuid)).second_opinions).toBeUndefined();
  });
});
