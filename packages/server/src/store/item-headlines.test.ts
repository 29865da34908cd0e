import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bundle, WorkflowItem } from '@cuvette/core/entities';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../serve.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { finishedItem } from '../testing/finished-item.ts';
import { call, startTestServer } from '../testing/test-server.ts';

const examples = path.join(import.meta.dirname, '../../../../examples/results');
const example = (type: string) =>
  JSON.parse(readFileSync(path.join(examples, `${type}.cuvette.json`), 'utf8')) as Bundle;

onBothDatabases('headlines in lists', (place) => {
  let server: RunningServer;
  const made: Record<string, string> = {};

  const add = async (type: string, name: string, change: Record<string, unknown> = {}, failure?: string) => {
    const { items, calculations } = example(type);
    made[name] = await finishedItem(server, {
      name,
      type,
      data: { ...items[0]?.object_data, ...change },
      // A calculation belongs to one item, and those of the dockings are not needed.
      ...(type === 'scan' ? { calculations } : {}),
      ...(failure ? { failure: { message: failure, detail: '' } } : {}),
    });
  };
  const list = async (query: string) => {
    const { body } = await call(server, 'GET', `/api/workflow?size=100&${query}`);
    return z.parse(z.object({ workflows: z.array(WorkflowItem) }), body).workflows;
  };
  const textsOf = (items: readonly WorkflowItem[]) =>
    Object.fromEntries(items.map(({ name, headline }) => [name, headline ? listedHeadlineText(headline) : undefined]));

  beforeAll(async () => {
    server = await startTestServer(place());
    await add('docking', 'weak', { conformers: [], scores: [{ score: -5.5 }] });
    await add('docking', 'strong', { conformers: [], scores: [{ score: -9.05 }] });
    await add('docking', 'none', { conformers: [], scores: [] });
    await add('scan', 'butane');
    await add(
      'docking',
      'stopped in the middle',
      { conformers: [], scores: [{ score: -7.1 }] },
      'The machine was switched off.',
    );
  }, 120_000);
  afterAll(() => server.stop());

  test('each ended item carries its own, also what is read from its calculations', async () => {
    expect(textsOf(await list('sort=name'))).toMatchObject({
      weak: '−5.50 kcal/mol',
      strong: '−9.05 kcal/mol',
      none: null,
      butane: '4.97 kcal/mol',
      'stopped in the middle': '−7.10 kcal/mol (incomplete)',
    });
  });

  test('lists are sorted by its number, each type by itself, what has none last', async () => {
    const names = async (asc: boolean) =>
      (await list(`sort=headline&asc=${asc}&object_types=docking`)).map(({ name }) => name);
    expect(await names(true)).toEqual(['strong', 'stopped in the middle', 'weak', 'none']);
    expect(await names(false)).toEqual(['weak', 'stopped in the middle', 'strong', 'none']);
    const all = (await list('sort=headline&asc=true')).map(({ object_type }) => object_type);
    expect(all).toEqual(all.toSorted());
  });

  test('results that were thrown away take it with them', async () => {
    const answer = await call(server, 'DELETE', `/api/workflow/${made.weak}/delete_workflow_data`);
    expect(answer.status).toBe(200);
    expect(textsOf(await list('sort=name')).weak).toBeNull();
  });
});
