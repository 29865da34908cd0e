import type { Molecule } from '@cuvette/core/entities';
import { waterXyz } from './support/product.ts';
import { call, completed, dropFile, expect, expectOtherPicture, test, viewerPicture } from './support/shared.ts';

test('water dropped as XYZ: optimized, with frequencies, and every tab of the result', async ({ page }) => {
  await page.goto('/new/calculation');
  await dropFile(page.locator('.cv-molecule-input'), 'water.xyz', waterXyz);
  await expect(page.locator('[data-fact=formula]')).toHaveText('H2O');
  await page.locator('.cv-fold > summary').click();
  await page.getByLabel('Method', { exact: true }).selectOption('gfn2_xtb');
  await page.getByRole('checkbox', { name: 'Frequencies' }).check();
  await expect(page.getByRole('checkbox', { name: 'Optimize', exact: true })).toBeChecked();
  await page.getByLabel('Mode', { exact: true }).selectOption('meticulous');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/\/calculation\/[0-9a-f-]{36}$/);
  const uuid = page.url().split('/').at(-1) ?? '';
  const item = await completed(uuid);
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  const { body: molecules } = await call<Molecule[]>(
    'GET',
    `/api/calculation/${item.object_data.calculation_uuid}/molecules?return_frequencies=true`,
  );
  const final = molecules.at(-1);
  const energy = final?.energy ?? Number.NaN;
  expect(Math.abs(energy - -5.070544)).toBeLessThan(1e-5);
  expect(final?.vibrational_modes).toHaveLength(3);
  for (const { frequency } of final?.vibrational_modes ?? []) expect(frequency).toBeGreaterThan(1000);

  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText([
    'Optimize',
    'Overview',
    'Charge',
    'Spin density',
    'Dipole',
    'Frequencies',
    'Thermochemistry',
    'IR',
    'Info',
  ]);
  const panel = page.getByRole('tabpanel');
  const open = (name: string) => page.getByRole('tab', { name, exact: true }).click();

  await open('Optimize');
  await expect(
    panel.getByRole('img', { name: new RegExp(`^Energy against optimization step: ${molecules.length} steps`) }),
  ).toBeVisible();
  await expect(panel.getByText('Converged', { exact: true }).first()).toBeVisible();

  await open('Overview');
  await expect(panel).toContainText(Math.abs(energy).toFixed(6));
  await expect(panel).toContainText('GFN2-xTB');

  await open('Charge');
  await expect(panel.locator('tbody tr[data-row]')).toHaveCount(3);
  await expect(panel).toContainText('O1');

  await open('Spin density');
  await expect(panel).toContainText('All electrons of this structure are paired');

  await open('Dipole');
  await expect(panel).toContainText(/Dipole moment\s*D/);

  await open('Thermochemistry');
  await expect(panel).toContainText('298 K');
  await expect(panel).toContainText('Gibbs free energy, G');
  await expect(panel).toContainText('Cramer');

  await open('IR');
  await expect(panel.getByRole('img', { name: /^Computed IR spectrum with 3 lines/ })).toBeVisible();
  // A measured spectrum that is dropped on it is kept: it is there after the page was left.
  const measured = 'cm-1,absorbance\n1500,0.1\n1595,0.9\n1700,0.1\n3500,0.1\n3657,0.3\n3700,0.1\n3756,0.8\n3800,0.1\n';
  await dropFile(panel.locator('.cv-measured'), 'vapour.csv', measured);
  await panel.getByRole('button', { name: 'Find peaks' }).click();
  await panel.getByRole('button', { name: 'Assign in the best order' }).click();
  await expect(panel).toContainText(/\d assigned: mean absolute error/);
  await page.reload();
  await open('IR');
  await expect(panel.getByRole('button', { name: 'vapour.csv', exact: true })).toBeVisible();
  await expect(panel).toContainText(/\d assigned: mean absolute error/);

  await open('Frequencies');
  const rows = panel.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(3);
  await rows.nth(1).click();
  await expect(panel.getByText(/is shown in the viewer/)).toBeVisible();
  // The mode moves by itself, and stops on request.
  await expectOtherPicture(page, await viewerPicture(page));
  await expectOtherPicture(page, await viewerPicture(page));
  await panel.getByRole('button', { name: 'Stop the animation' }).click();
  await expect(panel.getByText('Choose a mode to see it move.')).toBeVisible();

  await open('Info');
  await expect(panel).toContainText('tblite');
  await expect(panel).toContainText('Meticulous', { ignoreCase: true });
});
