import { call, expect, test } from './support/shared.ts';

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
  // What is no SMILES is refused in words, with nothing lost.
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
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('kept ring');
  await call('DELETE', `/api/project/${project.uuid}`);
});
