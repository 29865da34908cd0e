import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { call, expect, test } from './support/shared.ts';

interface Stored {
  items: { uuid: string; name: string; object_data: Record<string, unknown> }[];
}

/** The stored example of a type as an item of the product, with other data where `change` has them. */
async function example(type: string, change: Record<string, unknown> = {}): Promise<{ uuid: string; name: string }> {
  const bundle: Stored = JSON.parse(readFileSync(fileOf(type), 'utf8'));
  for (const { object_data } of bundle.items) Object.assign(object_data, change);
  const { status, body } = await call<Stored>('POST', '/api/workflow/import', bundle);
  expect(status, type).toBeLessThan(300);
  const { uuid = '', name = '' } = body.items[0] ?? {};
  return { uuid, name };
}
const fileOf = (type: string) => join(root, 'examples/results', `${type}.cuvette.json`);

test('the page of a result of every type opens at the path of its type, with its tabs beside the structure', {
  tag: '@full',
}, async ({ page }) => {
  const entriesFile = pathToFileURL(join(root, 'packages/core/src/workflows/types/all.ts')).href;
  const all = (await import(entriesFile)) as { entries: { type: string; path: string }[] };
  for (const { type, path } of all.entries.filter(({ type: each }) => existsSync(fileOf(each)))) {
    const { uuid, name } = await example(type);
    await page.goto(`${path}/${uuid}`);
    await expect(page.getByRole('heading', { name }).first(), type).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Info' }), type).toBeVisible();
    await expect(page.locator('.cv-result-viewer').first(), type).toBeVisible();
    await expect(page.getByText('do not fit'), type).toHaveCount(0);
  }
});

test('a pocket that was found becomes the box of a docking: from its result, and in the form', async ({ page }) => {
  const { uuid, name } = await example('pocket_detection');
  const { body: item } = await call<{ object_data: { pockets: { pocket_center: number[] }[] } }>(
    'GET',
    `/api/workflow/${uuid}`,
  );
  const centres = item.object_data.pockets.map(({ pocket_center }) => String(pocket_center[0]));
  await page.goto(`/pocket-detection/${uuid}`);
  await page.getByRole('button', { name: 'Use result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Use as pocket' }).click();
  const second = page.getByRole('dialog').getByRole('region', { name: 'Dock into Pocket 2' });
  await second.getByRole('link', { name: 'Docking', exact: true }).click();
  const centre = page.getByLabel('Centre x (Å)');
  await expect(centre).toHaveValue(centres[1] ?? '');
  await page.getByLabel('A pocket that was found').selectOption({ label: `Pocket 1 of ${name}` });
  await expect(centre).toHaveValue(centres[0] ?? '');
});

test('a docking opens with its best pose shown and in focus; poses and complex are saved, a batch shows its best together', async ({
  page,
}) => {
  const { uuid } = await example('docking');
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto(`/docking/${uuid}`);
  const stage = page.getByRole('application').first();
  await expect(stage).toHaveAccessibleName(/Pose 1 of 4, .*2 ligands/);
  await expect(page.getByRole('row', { name: /Pose 1/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /Pose 1/ })).toContainText('passes all checks');
  await expect(page.getByText(/residues within 5 Å of the ligand/)).toBeVisible();
  // The item fills the window: its head is one row, what is below scrolls in itself.
  const head = await page.locator('.cv-result-head').boundingBox();
  const body = await page.locator('.cv-result-body').boundingBox();
  expect(head?.height).toBeLessThan(64);
  expect((body?.y ?? 0) + (body?.height ?? 0)).toBeGreaterThan(870);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
  for (const [label, start] of [
    ['Download 4 poses (SDF)', /^Pose 1\n/],
    ['Download complex (PDB)', /LIG/],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(start);
  }
  await page.getByRole('row', { name: /Pose 3/ }).click();
  await expect(stage).toHaveAccessibleName(/Pose 3 of 4/);

  const batch = await example('batch_docking');
  await page.goto(`/batch-docking/${batch.uuid}`);
  await expect(page.getByLabel('Best compounds together in the viewer')).toHaveValue('3');
  await expect(page.locator('.cv-overlay-legend li')).toHaveText([/Structure 1.*shown/, 'Structure 2', 'Structure 3']);
});

/** Statuses of the answers to reads of an item, in their order. */
function readsOf(page: Page, uuid: string): number[] {
  const reads: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api/workflow/${uuid}`) reads.push(response.status());
  });
  return reads;
}

/** Stops the clock of a page, so that it moves only as the test sets it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('the page of a finished item reads it again every 10 s while its tab is visible, and every 60 s where it is large', async ({
  page,
}) => {
  await page.clock.install();
  const { uuid } = await example('admet');
  const reads = readsOf(page, uuid);
  await page.goto(`/admet/${uuid}`);
  await expect(page.getByRole('tab', { name: 'Info' })).toBeVisible();
  await stopClock(page);
  for (let round = 0; round < 3; round += 1) {
    const before = reads.length;
    await page.clock.fastForward(10_000);
    await expect.poll(() => reads.length).toBe(before + 1);
  }
  // What has not changed costs a header.
  expect(reads.slice(-3)).toEqual([304, 304, 304]);

  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  const seen = reads.length;
  for (let round = 0; round < 3; round += 1) await page.clock.fastForward(10_000);
  await show('visible');
  // The first read since the tab was hidden is that of its return.
  await expect.poll(() => reads.length).toBe(seen + 1);

  const large = await example('pose_analysis_md');
  const readsOfLarge = readsOf(page, large.uuid);
  await page.clock.resume();
  await page.goto(`/pose-analysis-md/${large.uuid}`);
  await expect(page.getByRole('tab', { name: 'Info' })).toBeVisible();
  await stopClock(page);
  const first = readsOfLarge.length;
  for (let round = 0; round < 4; round += 1) await page.clock.fastForward(10_000);
  expect(readsOfLarge).toHaveLength(first);
  await page.clock.fastForward(20_000);
  await expect.poll(() => readsOfLarge.length).toBe(first + 1);
});

test('one click submits a finished search again with the better energies that its page offers', async ({ page }) => {
  const { uuid } = await example('double_ended_ts_search', { refinement: 'none', refined_calculation_uuids: null });
  const { body: first } = await call('GET', `/api/workflow/${uuid}`);
  await page.goto(`/double-ended-ts-search/${uuid}`);
  await page.getByRole('button', { name: 'Use result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compute again with r²SCAN-3c single points' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith(uuid));
  const again = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { body: made } = await call('GET', `/api/workflow/${again}`);
  // Its energies take a while: what counts here is what was asked for.
  await call('POST', `/api/workflow/${again}/stop`);
  expect(made).toMatchObject({
    name: first.name,
    object_type: 'double_ended_ts_search',
    parent_uuid: first.parent_uuid,
    resubmitted_from_uuid: uuid,
    object_data: {
      refinement: 'r2scan_3c',
      search_settings: first.object_data?.search_settings,
      reactant: first.object_data?.reactant,
      product: first.object_data?.product,
      ts_guess_calculation_uuid: null,
    },
  });
});
