import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './support/product.ts';
import { call, expect, test } from './support/shared.ts';

interface Stored {
  items: { uuid: string; name: string; object_data: Record<string, unknown> }[];
}

/** The stored example of a type as an item of the product. */
async function example(type: string): Promise<{ uuid: string; name: string }> {
  const bundle: Stored = JSON.parse(readFileSync(fileOf(type), 'utf8'));
  const { status, body } = await call<Stored>('POST', '/api/workflow/import', bundle);
  expect(status, type).toBeLessThan(300);
  const { uuid = '', name = '' } = body.items[0] ?? {};
  return { uuid, name };
}
const fileOf = (type: string) => join(root, 'examples/results', `${type}.cuvette.json`);

test('the page of a result of every type opens at the path of its type, with its tabs beside the structure', {
  tag: '@full',
}, async ({ page }) => {
  const entries = pathToFileURL(join(root, 'packages/core/src/workflows/catalogue-entries.ts')).href;
  const { catalogueEntries } = (await import(entries)) as { catalogueEntries: { type: string; path: string }[] };
  for (const { type, path } of catalogueEntries.filter(({ type: each }) => existsSync(fileOf(each)))) {
    const { uuid, name } = await example(type);
    await page.goto(`${path}/${uuid}`);
    await expect(page.getByRole('heading', { name }).first(), type).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Info' }), type).toBeVisible();
    await expect(page.locator('.cv-result-viewer').first(), type).toBeVisible();
    await expect(page.getByText('do not fit'), type).toHaveCount(0);
  }
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
