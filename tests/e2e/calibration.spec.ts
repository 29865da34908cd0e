import { call, expect, expectAccessible, test } from './support/shared.ts';

/** Chains with four ends and logP values that are theirs by Crippen's contributions, stretched and moved; one is far off. */
const table = [
  'smiles,logP',
  ...['', 'O', 'N', 'Cl'].flatMap((end, kind) =>
    Array.from({ length: 9 }, (_, index) => {
      const carbons = index + 2;
      const value = 0.45 * carbons - [0, 1.2, 1, -0.4][kind]! + 0.8 + 0.1 * Math.sin(7 * index);
      return `${'C'.repeat(carbons)}${end},${(carbons === 7 && kind === 1 ? value + 5 : value).toFixed(2)}`;
    }),
  ),
].join('\n');

test('measured values are uploaded, one is left out, and a prediction shows the calibrated number and a second opinion', {
  tag: '@full',
}, async ({ page }) => {
  test.slow();
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', {
    name: 'Measured logP',
  });
  await page.goto(`/project/${project.uuid}`);
  await page.getByRole('link', { name: 'Calibrations', exact: true }).click();
  await expect(page.getByText('The project has no measured values yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload measured values' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shake flask');
  await dialog.getByRole('combobox', { name: /^Quantity/ }).selectOption({ label: 'logP' });
  await dialog.getByLabel(/^Table/).fill('smiles,logP\nCCO,1\nCCC,4000000');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'no possible value' })).toBeVisible();
  await dialog.getByLabel(/^Table/).fill(table);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shake flask' })).toBeVisible();
  const use = page.getByRole('button', { name: 'Use for predictions' });
  await expect(use).toBeEnabled({ timeout: 180_000 });
  await expect(page.getByText('One value lies far off the line')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Leave out CCCCCCCO/ }).click();
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Wrong peak');
  await dialog.getByRole('button', { name: 'Leave out', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Left out: Wrong peak')).toBeVisible();
  await use.click();
  await dialog.getByRole('button', { name: 'Use for predictions' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const { body: item } = await call<{ uuid: string }>('POST', '/api/workflow', {
    workflow_type: 'logp',
    name: 'Nonanol',
    folder_uuid: project.root_folder_uuid,
    workflow_data: { logp_method: 'environment_ridge_physprop' },
    initial_smiles: 'CCCCC(C)CCO',
  });
  await page.goto(`/logp/${item.uuid}`);
  await expect(page.getByText('Calibrated on 35 of your values').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Use result' }).click();
  await page.getByRole('menuitem', { name: 'Second opinion: LogP (Crippen)' }).click();
  await expect(page.getByText(/They agree|They differ/).first()).toBeVisible({ timeout: 60_000 });
  await call('DELETE', `/api/project/${project.uuid}`);
});
