import { randomUUID } from 'node:crypto';
import type { FolderValues, Recipe, RecipeDraft, RecipeStarted, WorkflowItem } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishAttempt } from '../../queue/report.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { computed, finishedItem } from '../../testing/finished-item.ts';
import { gfn2, itemBench, manualSearch } from '../../testing/item-bench.ts';
import { until } from '../../testing/product.ts';
import { addPerson, call } from '../../testing/test-server.ts';

const steps = [
  { id: 'conformers', workflow_type: 'conformer_search', workflow_data: manualSearch },
  {
    id: 'energy',
    title: 'Energy',
    workflow_type: 'basic_calculation',
    workflow_data: gfn2,
    initial_molecule: { $from: 'conformers', path: 'conformers[0]' },
    columns: ['energy'],
  },
];

onOneDatabase('recipes', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  let stranger = '';
  beforeAll(async () => {
    bench = await itemBench(place());
    stranger = await addPerson(bench.server, 'recipes@example.org');
  });
  afterAll(() => bench.server.stop());

  const ask = <T = Recipe & { detail: string; field: string }>(path: string, body?: unknown, key?: string) =>
    call<T>(bench.server, body === undefined ? 'GET' : 'POST', path, {
      ...(body === undefined ? {} : { body }),
      ...(key ? { key } : {}),
    });
  const made = async (more: object = {}) => (await ask('/api/recipe', { name: 'Best energy', steps, ...more })).body;

  test('a recipe is saved, changed by its owner alone, and refused where no molecule could run it', async () => {
    const recipe = await made({ description: 'The lowest conformer.' });
    expect(recipe).toMatchObject({
      name: 'Best energy',
      is_mine: true,
      project_uuid: null,
      steps: [{ id: 'conformers' }, {}],
    });
    expect((await ask(`/api/recipe/${recipe.uuid}`, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      description: 'The lowest conformer.',
    });
    expect((await ask(`/api/recipe/${recipe.uuid}`, undefined, stranger)).status).toBe(404);
    const refused = await ask('/api/recipe', {
      name: 'Circle',
      steps: [{ ...steps[0], after: ['energy'] }, { ...steps[1] }],
    });
    expect(refused).toMatchObject({ status: 422, body: { field: 'steps' } });
    const wrong = { $from: 'conformers', path: 'poses[0]' };
    const path = await ask('/api/recipe', { name: 'n', steps: [steps[0], { ...steps[1], initial_molecule: wrong }] });
    expect(path).toMatchObject({ status: 422, body: { field: 'steps.1.initial_molecule' } });
    expect((await ask<Recipe[]>('/api/recipe')).body.map(({ name }) => name)).toContain('Renamed');
    expect((await call(bench.server, 'DELETE', `/api/recipe/${recipe.uuid}`)).status).toBe(200);
    expect((await ask(`/api/recipe/${recipe.uuid}`)).status).toBe(404);
  });

  test('a run makes the whole chain for each molecule in a folder with one table, once however often it is sent', async () => {
    const recipe = await made();
    const body = { name: 'Alcohols', molecules: [{ smiles: 'CCO' }, { name: 'Propanol', smiles: 'CCCO' }] };
    const key = randomUUID();
    const run = () =>
      call<RecipeStarted>(bench.server, 'POST', `/api/recipe/${recipe.uuid}/run`, {
        body,
        headers: { 'idempotency-key': key },
      });
    const started = await run();
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    expect(started.body).toMatchObject({
      rows: [{ name: 'CCO' }, { name: 'Propanol' }],
      skipped: [],
    });
    expect((await run()).body).toEqual(started.body);
    const [first] = started.body.rows;
    const energy = await bench.item(first?.items.energy ?? '');
    expect(energy).toMatchObject({
      name: 'CCO: Energy',
      object_status: 5,
      parent_uuid: started.body.folder_uuid,
      after: [first?.items.conformers],
      smiles: 'CCO',
    });
    expect(energy.waiting?.reason).toContain('It waits for “CCO: Conformer Search”');
    const { body: table } = await ask<FolderValues>(`/api/folder/${started.body.folder_uuid}/values`);
    expect(table.recipe).toMatchObject({
      uuid: recipe.uuid,
      name: 'Best energy',
      steps: [{}, { columns: ['energy'] }],
    });
    const places = table.items.map(({ recipe: at }) => at ?? { step: '', row: -1 });
    expect(places.sort((one, other) => one.row - other.row || one.step.localeCompare(other.step))).toEqual([
      { step: 'conformers', row: 0 },
      { step: 'energy', row: 0 },
      { step: 'conformers', row: 1 },
      { step: 'energy', row: 1 },
    ]);
    // A change of the recipe later does not change what ran.
    await ask(`/api/recipe/${recipe.uuid}`, { steps: [steps[0]] });
    const again = await ask<FolderValues>(`/api/folder/${started.body.folder_uuid}/values`);
    expect(again.body.recipe?.steps).toHaveLength(2);
    await bench.clear();
  });

  test('a run names the molecules that cannot be run, and leaves them out where that is asked for', async () => {
    const recipe = await made();
    const run = (body: object, key?: string) =>
      ask<RecipeStarted & { detail: string; field: string }>(`/api/recipe/${recipe.uuid}/run`, body, key);
    const molecules = [{ smiles: 'CCO' }, { smiles: 'not one' }];
    const refused = await run({ molecules });
    expect(refused).toMatchObject({ status: 422, body: { field: 'molecules.1' } });
    expect(refused.body.detail).toContain('Molecule 2 of 2');
    const some = await run({ molecules, skip_invalid: true });
    expect(some.body).toMatchObject({ rows: [{ name: 'CCO' }], skipped: [{ index: 1 }] });
    expect(await run({ molecules: [{}] })).toMatchObject({ status: 422, body: { field: 'molecules.0' } });
    expect(await run({ molecules: Array.from({ length: 501 }, () => ({ smiles: 'C' })) })).toMatchObject({
      status: 422,
    });
    expect((await run({ molecules: [{ smiles: 'C' }] }, stranger)).status).toBe(404);
    // Nothing of what was refused is left behind: the folder belongs to the same transaction.
    const folders = await ask<{ folders: { name: string }[] }>('/api/folder?name_contains=Best energy');
    expect(folders.body.folders).toHaveLength(1);
    await bench.clear();
  });

  test('failed steps of a run are submitted again, with the steps that were stopped because of them', async () => {
    const recipe = await made();
    const body = { molecules: [{ smiles: 'CCO' }, { name: 'Propanol', smiles: 'CCCO' }] };
    const run = (await ask<RecipeStarted>(`/api/recipe/${recipe.uuid}/run`, body)).body;
    const [first, second] = run.rows.map(({ items }) => items);
    const again = (key?: string) =>
      ask<RecipeStarted & { detail: string }>(`/api/folder/${run.folder_uuid}/submit_failed_again`, {}, key);
    expect(await again()).toMatchObject({ status: 409 });
    expect((await again(stranger)).status).toBe(404);
    // The first molecule's search fails, and the energy that waits for it is stopped; the second one's goes on.
    const { db, files } = bench.server.services;
    const taken = await bench.take();
    expect(taken.job.uuid).toBe(first?.conformers);
    const error = { event: 'error', error_class: 'input_error', message: 'It cannot be computed.', detail: null };
    await finishAttempt(db, files, taken, {
      outcome: 'failed',
      error,
      exitCode: 1,
      signal: null,
      peakMemoryMb: null,
      outputTail: '',
    });
    await until('the energy is stopped', async () => {
      bench.server.services.wake.emit('queued');
      return (await bench.item(first?.energy ?? '')).object_status === 4;
    });
    const { status, body: started } = await again();
    expect(status, JSON.stringify(started)).toBe(201);
    expect(started).toMatchObject({ folder_uuid: run.folder_uuid, rows: [{ name: 'CCO' }], skipped: [] });
    const renewed = started.rows[0]?.items ?? {};
    expect(await bench.item(renewed.conformers ?? '')).toMatchObject({
      name: 'CCO: Conformer Search',
      smiles: 'CCO',
      resubmitted_from_uuid: first?.conformers,
    });
    expect(await bench.item(renewed.energy ?? '')).toMatchObject({
      object_status: 5,
      after: [renewed.conformers],
      resubmitted_from_uuid: first?.energy,
    });
    const table = (await ask<FolderValues>(`/api/folder/${run.folder_uuid}/values`)).body;
    const placeOf = (wanted: string | undefined) => table.items.find(({ uuid }) => uuid === wanted)?.recipe;
    expect([placeOf(renewed.conformers), placeOf(renewed.energy)]).toEqual([
      { step: 'conformers', row: 0 },
      { step: 'energy', row: 0 },
    ]);
    expect((await bench.item(second?.energy ?? '')).object_status).toBe(5);
    // Nothing has failed since.
    expect((await again()).body.detail).toContain('No step of this run failed');
    await bench.clear();
  });

  test('the chain that leads to an item becomes a recipe with what was taken by hand', async () => {
    const { items, calculations } = computed('butane');
    const [search] = items;
    const source = await finishedItem(bench.server, {
      name: 'Butane',
      type: 'conformer_search',
      data: search?.object_data ?? {},
      calculations,
    });
    const [[best = ''] = []] = (search?.object_data?.conformer_uuids ?? []) as string[][];
    const second = ((search?.object_data?.conformer_uuids ?? []) as string[][])[1]?.[0] ?? best;
    const made_from = { workflow_uuid: source, structure: second, structure_name: 'Conformer 2' };
    const child = await bench.submit({
      workflow_type: 'basic_calculation',
      workflow_data: { ...gfn2, made_from },
      initial_smiles: 'CCCC',
    });
    const draft = await ask<RecipeDraft>(`/api/workflow/${child.body.uuid}/recipe`);
    expect(draft.body).toMatchObject({
      name: 'Conformer Search → Basic Calculation',
      steps: [
        { id: 'conformer_search', workflow_type: 'conformer_search', initial_molecule: null },
        {
          id: 'basic_calculation',
          workflow_data: { settings: { method: 'gfn2_xtb' } },
          initial_molecule: { $from: 'conformer_search', path: 'conformers[1]' },
        },
      ],
    });
    expect(JSON.stringify(draft.body)).not.toContain(source);
    const saved = await ask('/api/recipe', draft.body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(201);
    const run = await ask<RecipeStarted>(`/api/recipe/${saved.body.uuid}/run`, { molecules: [{ smiles: 'CCCCC' }] });
    expect(run.status, JSON.stringify(run.body)).toBe(201);
    const late = (await bench.item(run.body.rows[0]?.items.basic_calculation ?? '')) as WorkflowItem;
    expect(late.object_status).toBe(5);
    await bench.clear();
  });
});
