import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTemplate } from '../testing/databases.ts';
import { computed } from '../testing/finished-item.ts';
import { endAll, startCuvette } from '../testing/product.ts';
import { call, startTestServer } from '../testing/test-server.ts';

let data = '';
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
});
afterAll(async () => {
  endAll();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

async function bringIn(...files: string[]): Promise<{ code: number | null; text: string }> {
  const cuvette = startCuvette(['import', '--data', data, ...files], data);
  return { code: await cuvette.exited, text: cuvette.output() };
}

test('cuvette import brings files in while the server runs and while it does not, and names what does not fit', async () => {
  const water = path.join(data, 'water.cuvette.json');
  const butane = path.join(data, 'butane.zip');
  const broken = path.join(data, 'broken.json');
  await writeFile(water, JSON.stringify(computed('water')));
  await writeFile(broken, JSON.stringify({ ...computed('water'), version: 7 }));
  const first = await startTestServer({ data, databaseUrl: null });
  const document = JSON.stringify(computed('butane'));
  const copy = await call<{ items: { uuid: string }[] }>(first, 'POST', '/api/workflow/import', { body: document });
  const address = `/api/workflow/${copy.body.items[0]?.uuid}/bundle?format=zip`;
  const key = { 'x-api-key': 'cuvette_owner_key_for_tests_only' };
  const zip = await fetch(new URL(address, first.address), { headers: key });
  await writeFile(butane, Buffer.from(await zip.arrayBuffer()));
  const running = await bringIn(butane, broken);
  expect(running.code).toBe(1);
  expect(running.text).toMatch(/butane was imported as [0-9a-f-]{36}\./);
  expect(running.text).toContain('broken.json: The bundle does not fit.');
  await first.stop();
  const resting = await bringIn(water);
  expect(resting).toMatchObject({ code: 0, text: expect.stringContaining('water was imported as') });
  const second = await startTestServer({ data, databaseUrl: null });
  try {
    const { workflows } = (await call<{ workflows: { uuid: string; name: string }[] }>(second, 'GET', '/api/workflow'))
      .body;
    expect(workflows.map(({ name }) => name).sort()).toEqual(['butane', 'butane', 'water']);
    const uuid = /water was imported as ([0-9a-f-]{36})/.exec(resting.text)?.[1] ?? '';
    const bundle = (await call<ReturnType<typeof computed>>(second, 'GET', `/api/workflow/${uuid}/bundle`)).body;
    expect(Object.keys(bundle.calculations)).toHaveLength(1);
    expect(bundle.items[0]?.imported?.original_uuid).toBe(computed('water').items[0]?.uuid);
  } finally {
    await second.stop();
  }
  const nothing = await bringIn();
  expect(nothing).toMatchObject({ code: 1, text: expect.stringContaining('Name the files to bring in') });
});
