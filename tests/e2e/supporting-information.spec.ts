import { call, expect, expectAccessibleInBothThemes, ownButane, test } from './support/shared.ts';

test('supporting information: chosen in a list, previewed, made, downloaded, and old when its item changes', async ({
  page,
}) => {
  const uuid = await ownButane('butane for a paper');
  const folder = (await call<{ uuid: string }>('POST', '/api/folder', { name: 'For a paper' })).body.uuid;
  await call('POST', `/api/workflow/${uuid}`, { parent_uuid: folder });
  await page.goto(`/folder/${folder}`);
  await page
    .getByRole('row', { name: /butane for a paper/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Supporting information' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make supporting information' });
  const preview = dialog.getByRole('group', { name: 'Preview' });
  await expect(preview.getByText('Table S1. Results of butane for a paper')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Form of the journal' }).selectOption('RSC');
  await expect(preview.getByRole('columnheader', { name: /kJ\/mol/ }).first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Butane, supporting information');
  await dialog.getByRole('button', { name: 'Make document' }).click();

  await expect(page.getByRole('heading', { name: /^Supporting information of/ })).toBeVisible();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Butane, supporting information' }) });
  await expect(row.getByText(/^Made on \d{4}-\d\d-\d\d from 1 item$/)).toBeVisible();
  const waits = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download Butane, supporting information as DOCX' }).click();
  expect((await waits).suggestedFilename()).toBe('Butane-supporting-information.docx');
  await call('POST', `/api/workflow/${uuid}`, { name: 'butane, renamed' });
  await page.reload();
  await expect(row.getByText('butane, renamed: changed')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await row.getByRole('button', { name: 'Make again' }).click();
  await expect(row.getByText('butane, renamed: changed')).toHaveCount(0);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});
