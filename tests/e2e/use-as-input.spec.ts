import { call, completed, expect, expectAccessibleInBothThemes, origin, ownButane, test } from './support/shared.ts';

test('a single calculation shows its tabs, its geometry steps and its log at both addresses', async ({ page }) => {
  const { body: made } = await call('POST', '/api/workflow', {
    workflow_type: 'basic_calculation',
    name: 'methanol',
    initial_smiles: 'CO',
    workflow_data: { settings: { method: 'gfn2_xtb', tasks: ['optimize', 'frequencies', 'charge', 'dipole'] } },
  });
  const item = await completed(made.uuid);
  const calculation = String((item.object_data as Record<string, unknown>).calculation_uuid);
  await page.goto(`/sub_calculation/${calculation}`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  for (const name of ['Optimize', 'Overview', 'Charge', 'Dipole', 'Frequencies', 'Thermochemistry', 'Info']) {
    await expect(tab(name)).toBeVisible();
  }
  await tab('Optimize').click();
  await expect(page.getByRole('slider', { name: 'Frame' }).first()).toBeVisible();
  await tab('Info').click();
  await expect(page.locator('.cv-log')).not.toBeEmpty();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Use as input' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Conformer Search' }).click();
  await expect(page.getByText('The structure is Optimized Structure of “methanol”.')).toBeVisible();
  await expect(page.getByText('CH4O').first()).toBeVisible();
  await page.goto(`/sub_calculation/${calculation}`);
  await page.getByRole('link', { name: 'To the whole item' }).click();
  await expect(page).toHaveURL(new RegExp(`/${made.uuid}`));
  await page.goto(`/sub-calculation/${calculation}`);
  await expect(tab('Overview')).toBeVisible();
});

test('a conformer becomes the input of another type, and the new item says what it was made from', async ({ page }) => {
  const uuid = await ownButane('butane of the chain');
  await page.goto(`/conformer_search/${uuid}`);
  const rows = page.getByRole('table', { name: 'Conformer Search' }).locator('tbody tr[data-row]');
  // Each row of a structure has the button, and so has the structure that the viewer shows.
  await page.getByRole('button', { name: 'Use result', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Use as input', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await rows.nth(1).getByRole('button', { name: 'Use as input' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Use Conformer 2 as input');
  // After a conformer comes the pKa.
  await expect(dialog.getByRole('region', { name: 'Usually next' }).getByRole('link').first()).toHaveText(
    'Microscopic pKa',
  );
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('link', { name: 'Basic Calculation' }).click();
  await expect(page.getByText('The structure is Conformer 2 of “butane of the chain”.')).toBeVisible();
  await expect(page.getByText('C4H10').first()).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Made from Conformer 2 of')).toBeVisible();
  await page.getByRole('link', { name: 'butane of the chain' }).click();
  await expect(page).toHaveURL(new RegExp(`/conformer_search/${uuid}`));
});

test('where the browser refuses to copy, an alert says why and shows the text', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  const uuid = await ownButane('butane to share');
  await page.goto(`/conformer_search/${uuid}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('switch', { name: 'Anyone with the link can see this item' }).check();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect(page.getByRole('alert')).toContainText(
    /^Copy operation failed\. This is likely because you're using Safari/,
  );
  await expect(page.getByRole('dialog').last().getByRole('textbox')).toHaveValue(
    `${origin}/public/conformer_search/${uuid}`,
  );
});
