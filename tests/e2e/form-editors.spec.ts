import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './support/product.ts';
import { call, completed, expect, expectAccessible, test } from './support/shared.ts';

test('a scan of butane: the dihedral is picked in the form, submitted, and seen as a curve', async ({ page }) => {
  await page.goto('/new/scan');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CCCC');
  const coordinate = page.getByRole('group', { name: 'Coordinate', exact: true });
  await expect(coordinate.locator('canvas')).toBeVisible();
  for (const atom of ['C1', 'C2', 'C3', 'C4']) {
    await coordinate.getByLabel('Add an atom of the list').selectOption(atom);
  }
  await expect(coordinate.getByText(/Dihedral C1–C2–C3–C4: -?\d+\.\d° now/)).toBeVisible();
  await coordinate.getByRole('button', { name: 'Scan this dihedral' }).click();
  await coordinate.getByLabel('Start (°)').fill('180');
  await coordinate.getByLabel('Stop (°)').fill('60');
  await coordinate.getByLabel('Points').fill('3');
  await expect(coordinate.getByText('3 points.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Wavefront propagation').uncheck();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await page.waitForURL(/\/scan\/[0-9a-f-]{36}$/);
  const uuid = page.url().split('/').at(-1) ?? '';
  const item = await completed(uuid);
  expect(item.object_data).toMatchObject({
    scan_settings: [{ type: 'dihedral', atoms: [1, 2, 3, 4], start: 180, stop: 60, num: 3 }],
  });
  await expect(page.locator('.cuvette-plot').first()).toBeVisible();
  const table = page.getByRole('table').first();
  await expect(table.locator('tbody tr[data-row]')).toHaveCount(3);
});

test('a docking: a protein is given as a file, a box is put about its ligand and made larger by a key, saved and submitted', async ({
  page,
}) => {
  const pdb = gunzipSync(readFileSync(join(root, 'packages/widgets/src/viewer/fixtures/tyk2-complex.pdb.gz')));
  await page.goto('/new/docking');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CCO');
  await page
    .getByRole('group', { name: 'How to give the protein' })
    .locator('label', { hasText: /^File$/ })
    .click();
  await page
    .getByLabel('Structure file of a protein')
    .setInputFiles({ name: 'tyk2.pdb', mimeType: 'chemical/x-pdb', buffer: pdb });
  await expect(page.getByText('Protein: tyk2')).toBeVisible();
  await page.getByLabel('Around a bound ligand').selectOption({ index: 1 });
  await expect(page.locator('[data-fact=volume]')).toContainText('Å³');
  // The picture is drawn when it comes near.
  await page.locator('.cv-pocket-picture').scrollIntoViewIfNeeded();
  const edge = page.getByLabel('Edge z (Å)');
  const before = Number(await edge.inputValue());
  expect(before).toBeGreaterThan(10);
  await page.getByRole('slider', { name: 'Face of the box at the upper end of z' }).press('ArrowUp');
  await expect(edge).toHaveValue(String(before + 0.5));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();

  await page.waitForURL(/\/docking\/[0-9a-f-]{36}$/);
  const { body } = await call('GET', `/api/workflow/${page.url().split('/').at(-1)}`);
  const { pocket, target_uuid } = body.object_data as unknown as { pocket: number[][]; target_uuid: string };
  expect(pocket[1]?.[2]).toBe(before + 0.5);
  expect(target_uuid).toMatch(/^[0-9a-f-]{36}$/);

  // The complex joins the queue as it stands; it need not be computed here.
  const address = `/api/workflow/${page.url().split('/').at(-1)}`;
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.poll(async () => (await call('GET', address)).body.object_status, { timeout: 60_000 }).not.toBe(6);
  await call('POST', `${address}/stop`);
});
