import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  butane,
  call,
  dropFile,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  test,
} from './support/shared.ts';

const table = { name: 'Conformer Search' };

test('a workflow that was downloaded comes back by upload, marked as imported, and opens', async ({ page }) => {
  const { uuid } = await butane();
  const { body: folder } = await call<{ uuid: string }>('POST', '/api/folder', { name: 'brought along' });
  await page.goto(`/conformer_search/${uuid}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
  const path = await (await downloading).path();
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');

  await page.goto(`/folder/${folder.uuid}`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).click();
  await (await choosing).setFiles({ name: 'butane.zip', mimeType: 'application/zip', buffer: readFileSync(path) });
  await expect(page.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  expect(page.url()).not.toContain(uuid);
  await expect(page.locator('cuvette-workflow').getByText('Imported', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'info' }).click();
  await expect(page.locator('cuvette-workflow').getByText('Identifier there')).toBeVisible();
  await expect(page.locator('cuvette-workflow').getByText(uuid, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/folder/${folder.uuid}`);
  await expect(page.getByRole('link', { name: 'n-butane' })).toHaveCount(1);
});

test('a bundle dropped on the folder comes in as well; what is neither bundle nor output is refused in words', async ({
  page,
}) => {
  const { uuid } = await butane();
  const { body: bundle } = await call('GET', `/api/workflow/${uuid}/bundle`);
  const { body: folder } = await call<{ uuid: string }>('POST', '/api/folder', { name: 'dropped' });
  await page.goto(`/folder/${folder.uuid}`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await dropFile(page.locator('.drop-place'), 'letter.out', 'A letter to a friend.');
  const dialog = page.getByRole('dialog', { name: 'Upload “letter.out”' });
  await expect(dialog.getByRole('alert')).toContainText('not recognized by its content');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dropFile(page.locator('.drop-place'), 'wrong.json', '{"format": "something else"}');
  await expect(page.getByRole('alert')).toContainText(/bundle/);
  await page.keyboard.press('Escape');
  await dropFile(page.locator('.drop-place'), 'butane.cuvette.json', JSON.stringify(bundle));
  await expect(page.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
});

test('the output of another program becomes an item that says what it is and what the file lacks', async ({ page }) => {
  await page.goto('/new');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import results' }).click();
  const buffer = gunzipSync(readFileSync('packages/compute/tests/data/outputs/orca6-excitations.out.gz'));
  await (await choosing).setFiles({ name: 'divinylbenzene.out', mimeType: 'text/plain', buffer });
  const result = page.locator('cuvette-workflow');
  await expect(result.getByText('Imported, ORCA 6.0.0', { exact: true }).first()).toBeVisible();
  await expect(result.getByRole('heading', { name: 'divinylbenzene' })).toBeVisible();
  await page.getByRole('tab', { name: 'Excited states' }).click();
  // The second singlet of the file: 5.731 eV, 216 nm, f = 1.17.
  await expect(result.getByText('5.731').first()).toBeVisible();
  await page.getByRole('tab', { name: 'info' }).click();
  await result.getByText('2 notes').click();
  await expect(result.getByText('The file holds no vibrational frequencies.').first()).toBeVisible();
  await expect(result.getByText('divinylbenzene.out', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Use result' }).click();
  await page.getByRole('menuitem', { name: 'Run it elsewhere' }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Run it elsewhere' });
  await expect(elsewhere.getByLabel('divinylbenzene.inp')).toHaveValue(/! B3LYP\/G STO-3G\n%tddft\n {2}nroots 5/);
  await elsewhere.getByLabel('Program').selectOption('xtb');
  await expect(elsewhere.getByRole('alert')).toContainText('xtb computes no excited states');
  await elsewhere.getByLabel('Program').selectOption('mvsj');
  await expect(elsewhere.getByLabel('divinylbenzene.mvsj')).toHaveValue(/ball_and_stick/);
  await expectAccessible(page);
});
