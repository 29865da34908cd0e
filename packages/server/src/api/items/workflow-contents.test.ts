import { WorkflowContents } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { firstAccount } from '../../store/users.ts';
import { addItems } from '../../testing/add-items.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { call, startTestServer } from '../../testing/test-server.ts';

onOneDatabase('what is under an item, and lists of items', (place) => {
  let server: RunningServer;
  let uuid = '';
  const { items, calculations } = computed('butane');
  const made = Object.keys(calculations);
  const read = async (query: string, path = `/api/workflow/${uuid}/contents`, key?: null) => {
    const answer = await call(server, 'GET', `${path}${query}`, key === null ? { key } : {});
    expect(answer.status, query).toBe(200);
    return z.parse(WorkflowContents, answer.body);
  };
  const uuids = (page: WorkflowContents) => page.items.map(({ data }) => data.uuid);

  beforeAll(async () => {
    server = await startTestServer(place());
    const { object_type: type, object_data } = items[0] ?? { object_type: '', object_data: null };
    uuid = await finishedItem(server, { type, data: object_data ?? {}, calculations });
  });
  afterAll(() => server.stop());

  test('its calculations in their order, in pages, without their molecules', async () => {
    expect(made.length).toBeGreaterThan(1);
    const all = await read('');
    expect(uuids(all)).toEqual(made);
    expect(all.num_pages).toBe(Math.ceil(made.length / 20));
    const [first] = all.items;
    expect(first?.type).toBe('calculation');
    expect(first?.data).not.toHaveProperty('molecules');
    expect(first?.data).toMatchObject({ workflow_uuid: uuid, status: calculations[made[0] ?? '']?.status });
    const second = await read('?size=1&page=1');
    expect(uuids(second)).toEqual(made.slice(1, 2));
    expect(second.num_pages).toBe(made.length);
    expect(uuids(await read('?asc=false'))).toEqual([...made].reverse());
    expect(uuids(await read('?page=99'))).toEqual([]);
  });

  test('filters and orders', async () => {
    expect(uuids(await read('?statuses=2'))).toEqual(made.filter((one) => calculations[one]?.status === 2));
    expect(await read('?statuses=3')).toMatchObject({ items: [], num_pages: 0 });
    const name = calculations[made[1] ?? '']?.name ?? '';
    const named = made.filter((one) => calculations[one]?.name?.includes(name));
    expect(uuids(await read(`?name_contains=${encodeURIComponent(name.toUpperCase())}`))).toEqual(named);
    expect(uuids(await read('?created_after=2100-01-01'))).toEqual([]);
    expect(new Set(uuids(await read('?sort=name')))).toEqual(new Set(made));
    expect((await call(server, 'GET', `/api/workflow/${uuid}/contents?sort=starred`)).status).toBe(422);
  });

  test('through the shared endpoint when it is shared', async () => {
    const shared = `/api/shared/workflow/${uuid}/contents`;
    expect((await call(server, 'GET', shared, { key: null })).status).toBe(404);
    const opened = await call(server, 'POST', '/api/share_link', { body: { workflow_uuid: uuid, name: 'l' } });
    expect(uuids(await read(`?link=${opened.body.link}`, shared, null))).toEqual(made);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    expect(uuids(await read('', shared, null))).toEqual(made);
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: false } });
  });

  test('the list of items has the filters of a search, and those of scripts', async () => {
    const account = await firstAccount(server.services.db.drizzle);
    const folder = String((await call(server, 'POST', '/api/folder', { body: { name: 'many' } })).body.uuid);
    await addItems(server, folder, 30);
    type List = { workflows: { uuid: string; name: string }[]; num_pages: number };
    const list = async (query: string) => (await call<List>(server, 'GET', `/api/workflow?${query}`)).body;
    const search = async (query: string) =>
      (
        await call<{ items: { data: { uuid: string } }[]; num_pages: number }>(
          server,
          'GET',
          `/api/saved_search/contents?${query}`,
        )
      ).body;
    for (const query of [
      '',
      'size=7&page=2',
      `parent_uuid=${folder}&sort=name&asc=true`,
      'name_contains=ITEM 1&sort=updated_at',
      'statuses=0&statuses=2&size=100',
      'object_types=test_sleep&size=100',
      `project_uuid=${account?.default_project_uuid}&created_after=2020-01-01`,
      'created_after=2100-01-01',
    ]) {
      const [listed, searched] = [await list(query), await search(query)];
      expect(
        listed.workflows.map((one) => one.uuid),
        query,
      ).toEqual(searched.items.map(({ data }) => data.uuid));
      expect(listed.num_pages, query).toBe(searched.num_pages);
    }
    const ofScripts = await list('object_status=0&object_type=test_sleep&size=100');
    expect(ofScripts.workflows).toHaveLength(30);
    expect((await list('object_status=2')).workflows.map((one) => one.uuid)).toEqual([uuid]);
    expect((await call(server, 'GET', '/api/workflow?object_status=9')).body).toMatchObject({ field: 'object_status' });
    expect((await call(server, 'GET', '/api/workflow?parent_uuid=x')).body).toMatchObject({ field: 'parent_uuid' });
  });

  test('what somebody changes is in the next count, however long counting took', async () => {
    const folder = String((await call(server, 'POST', '/api/folder', { body: { name: 'counted' } })).body.uuid);
    await addItems(server, folder, 21);
    const pages = async () =>
      (
        await call<{ num_pages: number; items: { data: { uuid: string } }[] }>(
          server,
          'GET',
          `/api/folder/${folder}/contents`,
        )
      ).body;
    const { counts } = server.services;
    const questions: string[] = [];
    const of = counts.of.bind(counts);
    // Counting takes long, so that its result is kept.
    counts.of = (reader, question, count) =>
      of(reader, question, async () => {
        questions.push(JSON.stringify(question));
        const found = await count();
        await new Promise((resolve) => setTimeout(resolve, 30));
        return found;
      });
    try {
      const first = await pages();
      expect(first.num_pages).toBe(2);
      const counted = questions.length;
      expect((await pages()).num_pages).toBe(2);
      expect(questions).toHaveLength(counted);
      await call(server, 'DELETE', `/api/workflow/${first.items[0]?.data.uuid}`);
      expect((await pages()).num_pages).toBe(1);
    } finally {
      counts.of = of;
    }
  });
});
