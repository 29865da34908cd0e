import { conformerSearch } from './support/product.ts';
import { call, chooseGfn2, dropFile, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

/** Shown above a draft. */
const notSubmitted = 'This has not been submitted yet.';

test('a form is kept as a draft, gone on with, and submitted from its page', async ({ page }) => {
  await page.goto('/new/conformer_search');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CCO');
  await page.getByRole('textbox', { name: /^Name/ }).fill('ethanol, unfinished');
  await chooseGfn2(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  // The message goes by itself; the page stays.
  await expect(page.getByText('ethanol, unfinished is saved as a draft')).toBeVisible();
  await expect(page.getByText(notSubmitted)).toBeVisible();
  await expect(page.getByText('Its 3D structure is computed after submission.')).toBeVisible();
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await call('GET', `/api/workflow/${uuid}`)).body).toMatchObject({
    object_status: 6,
    name: 'ethanol, unfinished',
    object_data: { initial_smiles: 'CCO' },
  });
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit draft: Conformer Search' })).toBeVisible();
  const smiles = page.getByRole('textbox', { name: 'SMILES', exact: true });
  await expect(smiles).toHaveValue('CCO');
  await smiles.fill('CO');
  await page.getByRole('textbox', { name: /^Name/ }).fill('methanol');
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'methanol' })).toHaveCount(1);
  const { body: changed } = await call('GET', `/api/workflow/${uuid}`);
  expect(changed).toMatchObject({ object_status: 6, name: 'methanol', object_data: { initial_smiles: 'CO' } });

  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText(notSubmitted)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'methanol' })).toBeFocused();
  await expect.poll(async () => (await call('GET', `/api/workflow/${uuid}`)).body.object_status).not.toBe(6);
  await call('DELETE', `/api/workflow/${uuid}`);
});

test('what the server finds wrong with a draft is beside Submit, and the draft stays', async ({ page }) => {
  const draft = { ...conformerSearch('C1CC'), name: 'ring left open', is_draft: true };
  const { body } = await call('POST', '/api/workflow', draft);
  await page.goto(`/conformer_search/${body.uuid}`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'never closed' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('C1CC1');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('button', { name: 'Use result', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Resubmit', exact: true })).toBeVisible();
  expect((await call('GET', `/api/workflow/${body.uuid}`)).body.object_status).not.toBe(6);
  await call('DELETE', `/api/workflow/${body.uuid}`);
});

test('a list of SMILES is taken without the lines that cannot be read, which are named; a crystal is read from CIF', async ({
  page,
}) => {
  await page.goto('/new/calculation');
  const target = page.locator('.cv-molecule-input');
  await dropFile(target, 'list.smi', 'CCO ethanol\nC1CC open\nCO methanol\n');
  const alert = page.getByRole('alert').filter({ hasText: 'One line of the file was left out' });
  await expect(alert).toContainText('2 | C1CC open');
  await expect(alert).toContainText('Line 2: ring 1 opened at character 2 is never closed.');
  await page.getByLabel('Which structure of the file').selectOption('2. methanol');
  await expect(page.locator('[data-fact=formula]')).toHaveText('CH4O');
  await expectAccessibleInBothThemes(page);
  const cif = `data_nacl
_symmetry_space_group_name_H-M 'F m -3 m'
_cell_length_a 5.64
_cell_length_b 5.64
_cell_length_c 5.64
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
Na1 Na 0 0 0
Cl1 Cl 0.5 0.5 0.5
`;
  await dropFile(target, 'salt.cif', cif);
  await expect(page.locator('[data-fact=atoms]')).toHaveText('8');
  await expect(alert).toHaveCount(0);
});
