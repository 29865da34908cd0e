import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bundle, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { levelInShort } from '@cuvette/core/workflows/items/level-in-short';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../serve.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { finishedItem } from '../testing/finished-item.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { firstAccount } from './users.ts';
import { insertWorkflow } from './workflows/insert-workflows.ts';

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
      butane: '5.0 ± 1.6 kcal/mol',
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

  test('an item that runs carries what is known so far, read anew each time and never kept; home gets them too', async () => {
    await add('docking', 'running', { conformers: [], scores: [{ score: -6.25 }] });
    const { drizzle } = server.services.db;
    const uuid = made.running ?? '';
    await drizzle.execute(sql`UPDATE workflow SET object_status = 1, completed_at = NULL WHERE uuid = ${uuid}::uuid`);
    const lists = async () => {
      const { body } = await call(server, 'GET', '/api/workflow/sidebar_workflows');
      const { workflows } = z.parse(z.object({ workflows: z.array(WorkflowItem) }), body);
      return [textsOf(await list('sort=name')).running, textsOf(workflows).running];
    };
    expect(await lists()).toEqual(['−6.25 kcal/mol (incomplete)', '−6.25 kcal/mol (incomplete)']);
    await drizzle.execute(
      sql`UPDATE workflow SET object_data = jsonb_set(object_data, '{scores,0,score}', '-7.5') WHERE uuid = ${uuid}::uuid`,
    );
    expect(await lists()).toEqual(['−7.50 kcal/mol (incomplete)', '−7.50 kcal/mol (incomplete)']);
    const kept = await drizzle.execute(sql`SELECT 1 FROM item_headline WHERE workflow_uuid = ${uuid}::uuid`);
    expect(kept.rows).toEqual([]);
    await drizzle.execute(sql`UPDATE workflow SET object_status = 2 WHERE uuid = ${uuid}::uuid`);
    expect(textsOf(await list('sort=name')).running).toBe('−7.50 kcal/mol');
  });

  test('home has the results that ended last, however many drafts were changed since', async () => {
    const { drizzle } = server.services.db;
    const account = await firstAccount(drizzle);
    const drafts = {
      type: 'descriptors',
      data: {},
      options: {},
      smiles: 'CC',
      maxCredits: null,
      requirements: [],
      seed: 1,
    };
    for (let place = 0; place < 20; place += 1) {
      const named = { uuid: randomUUID(), parent: account?.root_folder_uuid ?? '', name: `draft ${place}` };
      await insertWorkflow(drizzle, account?.id ?? '', { ...named, ...drafts });
    }
    await drizzle.execute(sql`UPDATE workflow SET object_status = 6, updated_at = now() WHERE name LIKE 'draft %'`);
    const namesOf = async (query: string) => {
      const { body } = await call(server, 'GET', `/api/workflow/sidebar_workflows${query}`);
      return z.parse(z.object({ workflows: z.array(WorkflowItem) }), body).workflows.map(({ name }) => name);
    };
    expect((await namesOf('')).every((name) => name.startsWith('draft'))).toBe(true);
    expect(await namesOf('?drafts=false')).toEqual(expect.arrayContaining(['butane', 'weak', 'running']));
    expect((await namesOf('?drafts=false')).some((name) => name.startsWith('draft'))).toBe(false);
  });

  test('method and solvent are with it: what ran, else what was asked for', async () => {
    const { items } = example('pka');
    expect(levelInShort(await loadWorkflow('pka'), items[0] as WorkflowItem)).toEqual(['GFN2-xTB', 'water']);
    const found = (await list('sort=name')).find(({ name }) => name === 'butane');
    expect(found?.headline?.level).toEqual(['GFN2-xTB']);
  });

  test('results that were thrown away take it with them', async () => {
    const answer = await call(server, 'DELETE', `/api/workflow/${made.weak}/delete_workflow_data`);
    expect(answer.status).toBe(200);
    expect(textsOf(await list('sort=name')).weak).toBeNull();
  });
});
