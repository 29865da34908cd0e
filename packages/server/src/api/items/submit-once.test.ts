import { randomUUID } from 'node:crypto';
import type { WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { rows } from '../../store/database/database.ts';
import { onBothDatabases } from '../../testing/databases.ts';
import { itemBench, manualSearch } from '../../testing/item-bench.ts';
import { addPerson, call, ownerKey } from '../../testing/test-server.ts';

type One = WorkflowItem & { submitted_uuids: string[]; detail: string; field: string };

onBothDatabases('a submission that is sent again', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  let stranger = '';
  beforeAll(async () => {
    bench = await itemBench(place());
    stranger = await addPerson(bench.server, 'stranger@example.org');
  });
  afterEach(() => bench.clear());
  afterAll(() => bench.server.stop());

  const search = { workflow_type: 'conformer_search', workflow_data: manualSearch };
  const send = <T>(path: string, body: object, name: string, key = ownerKey) =>
    call<T>(bench.server, 'POST', path, { body, key, headers: { 'idempotency-key': name } });
  const one = (body: object, name: string, key?: string) =>
    send<One>('/api/workflow', { workflow_type: 'test_sleep', ...body }, name, key);
  const batch = (initial_smileses: string[], name: string) =>
    send<WorkflowItem[]>('/api/workflow/batch_submit', { ...search, initial_smileses }, name);
  const stored = async () => (await rows(bench.server.services.db.drizzle, sql`SELECT uuid FROM workflow`)).length;

  test('stores nothing again and is answered with the items of the first, one or many, as they are now', async () => {
    const name = randomUUID();
    const first = await one({ name: 'item' }, `"${name}"`);
    expect(first).toMatchObject({ status: 201, body: { name: 'item' } });
    await bench.post(first.body.uuid, { name: 'renamed' });
    // Quotes belong to the header, not to the key.
    const again = await one({ name: 'item' }, name);
    expect(again).toMatchObject({ status: 201, body: { name: 'renamed', submitted_uuids: [first.body.uuid] } });
    expect(await stored()).toBe(1);
    const draft = await one({ name: 'draft', is_draft: true }, 'draft');
    expect((await one({ name: 'draft', is_draft: true }, 'draft')).body).toMatchObject({ uuid: draft.body.uuid });
    expect(await stored()).toBe(2);
    const many = await batch(['CCO', 'C', 'CC'], 'many');
    expect(many.status, JSON.stringify(many.body).slice(0, 500)).toBe(201);
    const same = await batch(['CCO', 'C', 'CC'], 'many');
    expect([same.status, same.body.map(({ uuid }) => uuid)]).toEqual([201, many.body.map(({ uuid }) => uuid)]);
    expect(await stored()).toBe(5);
  });

  test('while the first is still under way, whoever hears first: one batch is stored, and everybody gets its answer', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => batch(['CCO', 'CCC'], 'race')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.map(({ uuid }) => uuid).join())).size).toBe(1);
    expect(await stored()).toBe(2);
  });

  test('a client that gave up while its batch was prepared finds that batch when it sends it again', async () => {
    const given = new AbortController();
    const { convert } = bench.server.services;
    const { run } = convert;
    convert.run = (...question) => {
      given.abort();
      return run.call(convert, ...question);
    };
    const body = { ...search, initial_smileses: ['CCN', 'CCCN'] };
    const gone = fetch(new URL('/api/workflow/batch_submit', bench.server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json', 'idempotency-key': 'gone' },
      body: JSON.stringify(body),
      signal: given.signal,
    });
    await expect(gone).rejects.toThrow();
    convert.run = run;
    await expect.poll(stored).toBe(2);
    const again = await send<WorkflowItem[]>('/api/workflow/batch_submit', body, 'gone');
    expect([again.status, again.body.length, await stored()]).toEqual([201, 2, 2]);
  });

  test('the key is of one person and one call, for 24 hours; what was refused is not kept', async () => {
    const first = await one({ name: 'a' }, 'key');
    expect(await one({ name: 'b' }, 'key')).toMatchObject({ status: 422, body: { field: 'Idempotency-Key' } });
    const [, draft] = [await one({ name: 'a' }, 'other'), await one({ name: 'a', is_draft: true }, 'key')];
    expect(draft.status).toBe(422);
    expect(await stored()).toBe(2);
    const theirs = await one({ name: 'a' }, 'key', stranger);
    expect([theirs.status, theirs.body.uuid === first.body.uuid]).toEqual([201, false]);
    const refused = { workflow_type: 'conformer_search', initial_smiles: 'C1CC' };
    expect((await one(refused, 'refused')).status).toBe(422);
    expect((await one({ name: 'now right' }, 'refused')).status).toBe(201);
    for (const wrong of ['', 'two words', '"open', 'x'.repeat(201), '"a\\b"']) {
      const { status, body } = await one({}, wrong);
      expect([status, body.field], wrong).toEqual([422, 'Idempotency-Key']);
    }
    expect(await stored()).toBe(4);
    await call(bench.server, 'DELETE', `/api/workflow/${first.body.uuid}`);
    expect((await one({ name: 'a' }, 'key')).status).toBe(404);
    const { drizzle } = bench.server.services.db;
    await rows(drizzle, sql`UPDATE submitted_once SET created_at = now() - interval '25 hours'`);
    const later = await one({ name: 'another' }, 'key');
    expect([later.status, await stored()]).toEqual([201, 5]);
    expect(await rows(drizzle, sql`SELECT key FROM submitted_once`)).toEqual([{ key: 'key' }]);
  });
});
