import type { FolderValues } from '@cuvette/core/entities';
import { call, dropFile, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

test('a CSV of molecules: columns mapped, faults by line, one folder, one table that fills, sorted and exported', async ({
  page,
}) => {
  await page.goto('/new/solubility');
  await page.getByRole('link', { name: 'Many molecules at once' }).click();
  await expect(page.getByText('At most 1,000 structures in one batch.')).toBeVisible();
  const rows = [
    'code;structure;name',
    '1;CC(=O)Oc1ccccc1C(=O)O;aspirin',
    '2;CCO;ethanol',
    '3;c1cc;broken ring',
    '4;[Na+].CC(=O)[O-];sodium acetate',
    '5;OCC;ethanol once more',
    '6;CC(C)Cc1ccc(cc1)C(C)C(=O)O;ibuprofen',
  ];
  await dropFile(page.locator('.cv-molecule-input'), 'list.csv', rows.join('\r\n'));
  await expect(page.getByLabel('Column of SMILES')).toHaveValue('1');
  await expect(page.getByLabel('Column of names')).toHaveValue('2');
  const count = page.locator('[data-batch-count]');
  await expect(count).toContainText('3 structures will run, 3 lines left out');
  await expect(page.getByText('The same structure as in line 3.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Submit 3 structures' }).click();
  await page.waitForURL(/\/batch\/[0-9a-f-]{36}$/);
  const folder = page.url().split('/').at(-1) ?? '';
  const table = page.getByRole('grid', { name: 'Results of the batch' });
  await expect(page.getByText('3 of 3 finished, 3 lines not run')).toBeVisible({ timeout: 300_000 });
  // Drawing first, then the number; a line that was not run is a row that says so.
  const names = table.locator('tbody tr[data-row] td[aria-colindex="2"]');
  await expect(names).toHaveText([
    'aspirin',
    'ethanol',
    'ibuprofen',
    'broken ring',
    'sodium acetate',
    'ethanol once more',
  ]);
  await expect(table.locator('tbody tr[data-row]').first().locator('cuvette-structure')).toBeVisible();
  await expect(table.locator('tbody tr[data-row]').nth(3)).toContainText('Not run');
  await table.getByRole('button', { name: /log S in water/ }).click();
  await expect(names.first()).toHaveText('ibuprofen');
  await expectAccessibleInBothThemes(page);

  // What is shown is what the API says, and what the files hold.
  const { body: values } = await call<FolderValues>('GET', `/api/folder/${folder}/values`);
  const ibuprofen = values.items.find(({ name }) => name === 'ibuprofen')?.values[0] ?? Number.NaN;
  expect(ibuprofen).toBeLessThan(-2);
  const download = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const stream = await (await waiting).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  };
  const csv = await download('Download CSV');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(7);
  expect(csv).toContain(String(ibuprofen));
  const sdf = await download('SDF');
  expect(sdf.split('$$$$\n')).toHaveLength(7);
  expect(sdf).toContain(String(ibuprofen));

  // The folder holds the items, and each row leads to its item.
  await page.getByRole('link', { name: 'Open ibuprofen' }).click();
  await page.waitForURL(/\/solubility\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'ibuprofen' })).toBeVisible();
});
