import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/product.ts';
import { call, expect, expectAccessible, test } from './support/shared.ts';

test('structures of a project: added as SMILES and from a file, renamed, deleted and had back, taken in a form', async ({
  page,
}) => {
  // A project of its own: what other tests keep is not in it.
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', {
    name: 'Kept structures',
  });
  await page.goto(`/project/${project.uuid}`);
  await page.getByRole('link', { name: 'Structures', exact: true }).click();
  await page.getByRole('button', { name: 'Add a structure' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('kept cyclopropane');
  await dialog.getByRole('textbox', { name: 'SMILES' }).fill('C1CC');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  // What is no SMILES is refused with a message, with nothing lost.
  await expect(dialog.getByRole('alert').filter({ hasText: 'never closed' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'SMILES' }).fill('C1CC1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('kept cyclopropane')).toBeVisible();

  await page.getByRole('button', { name: 'Add a structure' }).click();
  const water = '3\nname="kept water"\nO 0 0 0.119\nH 0 0.763 -0.477\nH 0 -0.763 -0.477\n';
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'water.xyz',
    mimeType: 'chemical/x-xyz',
    buffer: Buffer.from(water),
  });
  await expect(dialog.getByText('water.xyz: one structure')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const card = (name: string) => page.locator('.structures li').filter({ hasText: name });
  await expect(page.locator('.structures li')).toHaveCount(2);
  await expect(page.locator('.structures li').first()).toContainText('with coordinates');

  await page.getByRole('button', { name: 'Rename “kept cyclopropane”' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('kept ring');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card('kept ring')).toBeVisible();
  await page.getByRole('button', { name: 'Delete “kept ring”' }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(card('kept ring')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card('kept ring')).toBeVisible();

  await page.goto(`/new/conformer_search?folder=${project.root_folder_uuid}`);
  await page.getByRole('button', { name: 'From the project' }).click();
  await page.getByRole('button', { name: /kept ring/ }).click();
  await expect(page.locator('[data-fact=formula]')).toHaveText('C3H6');
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('kept ring · conformers');
  await call('DELETE', `/api/project/${project.uuid}`);
});

test('a preview that cannot be produced says so, in a list and on a card', async ({ page }) => {
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', {
    name: 'Nothing to draw',
  });
  const file = join(root, 'packages/widgets/src/results/fixtures/water.cuvette.json');
  const bundle = JSON.parse(readFileSync(file, 'utf8')) as { items: { smiles: string | null }[] };
  for (const item of bundle.items) item.smiles = 'C(C)(C)(C)(C)C';
  const { body: made } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  const uuids = made.items.map(({ uuid }) => uuid);
  await call('POST', '/api/workflow/move_workflows', { uuids, parent_uuid: project.root_folder_uuid });
  await page.goto(`/folder/${project.root_folder_uuid}`);
  await expect(page.locator('tr[data-entry] .thumbnail').first()).toHaveText('Preview not available');
  await expectAccessible(page);

  // A carbon atom with six hydrogens around it has no SMILES.
  const octahedron = [1.1, -1.1].flatMap((x) => [
    [x, 0, 0],
    [0, x, 0],
    [0, 0, x],
  ]);
  const hydrogens = octahedron.map((position) => ({ atomic_number: 1, position }));
  const molecule = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 6, position: [0, 0, 0] }, ...hydrogens] };
  await call('POST', `/api/project/${project.uuid}/create_structure`, { name: 'kept CH6', molecule });
  await page.goto(`/project/${project.uuid}`);
  await page.getByRole('link', { name: 'Structures', exact: true }).click();
  await expect(page.locator('.structures li').filter({ hasText: 'kept CH6' })).toContainText('Preview not available');
  await expectAccessible(page);
  await call('DELETE', `/api/project/${project.uuid}`);
});
