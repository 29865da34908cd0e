import { butane, call, expect, expectAccessible, ownButane, test } from './support/shared.ts';

test('an item that was deleted can be restored from "Recently deleted", or removed for good', async ({ page }) => {
  const name = 'butane to delete';
  const uuid = await ownButane(name);
  await call('DELETE', `/api/workflow/${uuid}`);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();

  await page.getByRole('link', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: `Restore “${name}”` }).click();
  await expect(page.getByText(`“${name}” was restored.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Restore “${name}”` })).toHaveCount(0);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`“${name}” was deleted. It can be restored from “Recently deleted”.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My items' })).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(['My items']);
  await sidebar.getByRole('link', { name: 'Recently deleted' }).click();
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(['Recently deleted']);
  await page.getByRole('button', { name: `Delete “${name}” permanently` }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('This cannot be undone');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('button', { name: `Restore “${name}”` })).toHaveCount(0);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
});

test('an item that somebody deletes while it is looked at says so; notes that are being written are not lost', async ({
  page,
}) => {
  const uuid = await ownButane('butane of two people');
  await page.goto(`/conformer_search/${uuid}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add notes', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('an hour of thought');

  const notice = page
    .locator('.notice')
    .filter({ hasText: '“butane of two people” was deleted while you looked at it.' });
  /** As when the person comes back to the window, some seconds later; while it is looked at, the page asks by itself now and then. */
  const looksAgain = () =>
    expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return notice.count();
      })
      .toBe(1);
  await call('DELETE', `/api/workflow/${uuid}`);
  await looksAgain();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This item was deleted while you were writing, so your text is not saved.',
  );
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('an hour of thought');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore “butane of two people”' }).click();
  await expect(notice).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await call<{ notes: string }>('GET', `/api/workflow/${uuid}`)).body.notes).toBe('an hour of thought');

  // Without a dialog, from the page itself.
  await call('DELETE', `/api/workflow/${uuid}`);
  await looksAgain();
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
  await notice.getByRole('button', { name: 'Restore “butane of two people”' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
});

test('a deleted protein is restored from "Recently deleted"; until then an item that names it says where it is', async ({
  page,
}) => {
  const atom = 'ATOM      1  CA  GLY A   1      11.104   6.134  -6.504  1.00  0.00           C  \nEND\n';
  const read = await call('POST', '/api/convert/pdb_file_to_protein', { name: 'kinase', text: atom });
  const protein = (await call('POST', '/api/protein', { name: 'kinase', protein_data: read.body })).body.uuid;
  const { uuid: computed } = await butane();
  const { body: bundle } = await call<{ items: { name: string; object_data: object }[] }>(
    'GET',
    `/api/workflow/${computed}/bundle`,
  );
  for (const item of bundle.items)
    Object.assign(item, { name: 'bound', object_data: { ...item.object_data, protein } });
  const imported = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  const uuid = imported.body.items[0]?.uuid ?? '';
  const note = page.getByText('The protein “kinase” of this item was deleted.');

  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'bound' })).toBeVisible();
  await expect(note).toHaveCount(0);
  expect((await call<{ used_by_items: number }>('DELETE', `/api/protein/${protein}`)).body.used_by_items).toBe(1);
  await page.reload();
  await expect(note).toBeVisible();
  await expectAccessible(page);

  await note.getByRole('link', { name: 'Recently deleted' }).click();
  const entry = page.getByRole('row', { name: 'kinase' });
  await expect(entry).toContainText('Protein');
  await entry.getByRole('button', { name: 'Restore “kinase”' }).click();
  await expect(entry).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'bound' })).toBeVisible();
  await expect(note).toHaveCount(0);
});
