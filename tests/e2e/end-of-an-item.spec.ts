import { conformerSearch } from './support/product.ts';
import { call, chooseGfn2, completed, expect, expectAccessibleInBothThemes, submit, test } from './support/shared.ts';

/** What this product says: it has no mail server, and no private feature is switched on. */
const noMail = 'This server sends no e-mail: no mail server is set up (CUVETTE_SMTP_URL).';

test('mail is greyed with the reason where the server sends none, in the form and on the item', async ({ page }) => {
  await page.goto('/new/conformer_search');
  const form = page.getByRole('switch', { name: 'Email me when it finishes' });
  await expect(form).toBeDisabled();
  await expect(form).toHaveAccessibleDescription(noMail);
  await expect(page.getByLabel(/credits/)).toHaveCount(0);
  // A draft never ends by itself: the page of an item that is still open stays as it is.
  const draft = await submit({ ...conformerSearch('CCO'), is_draft: true, email_when_complete: true });
  await page.goto(`/conformer_search/${draft.uuid}`);
  const item = page.getByRole('switch', { name: 'Email me when it finishes' });
  await expect(item).toBeDisabled();
  await expect(item).not.toBeChecked();
  await expect(item).toHaveAccessibleDescription(noMail);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await call('DELETE', `/api/workflow/${draft.uuid}`);
});

test('what the administrator switched off is greyed with the words that say so', async ({ page }) => {
  // NMR is on by itself.
  await page.goto('/new');
  await expect(page.getByRole('link', { name: 'NMR' }).first()).toBeVisible();
  await page.goto('/new/solubility');
  await expect(page.locator('body')).toContainText('its administrator can switch it on (CUVETTE_FEATURES=kingfisher)');
});

test('a mail that could not be sent is on the account page, with the reason', { tag: '@full' }, async ({ page }) => {
  const name = 'methane to tell of';
  const { uuid } = await submit({ ...conformerSearch('C'), name, email_when_complete: true });
  await completed(uuid);
  await expect
    .poll(
      async () =>
        (await call<{ notices: { error: string | null }[] }>('GET', '/api/user/me/notices')).body.notices[0]?.error,
    )
    .toBe(noMail);
  await page.goto('/account');
  const row = page.getByRole('table', { name: 'Notifications' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('will be tried again');
  await expect(row).toContainText(noMail);
  await expectAccessibleInBothThemes(page);
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
});

test('what is being stopped says so, and is not asked to stop again', { tag: '@full' }, async ({ page }) => {
  const long = await submit({ ...conformerSearch('CCCCCCCCCCCCCCCCCC'), name: 'octadecane to stop' });
  await page.goto(`/conformer_search/${long.uuid}`);
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
  // The answer of the server stays as it is while the worker has not stopped yet, however quick it is.
  await page.route(`**/api/workflow/${long.uuid}`, async (route) => {
    // Asked for whole: "not changed" has no body to write into.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    // Without its ETag: the page would later get 304, nothing has changed.
    const { etag: _tag, ...told } = response.headers();
    const json = { ...(await response.json()), object_status: 1, stopping: true };
    await route.fulfill({ status: response.status(), headers: told, json });
  });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  const stopping = page.getByRole('button', { name: 'Stopping …' });
  await expect(stopping).toBeDisabled();
  await expect(stopping).toBeFocused();
  await stopping.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  // An answer that is on its way to the page is waited for.
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
  await expect(stopping).toHaveCount(0);
  await call('DELETE', `/api/workflow/${long.uuid}`);
});

test('where every isomer is an item of its own, their folder opens and says how many there are', async ({ page }) => {
  const { body: folder } = await call('POST', '/api/folder', { name: 'isomers', parent_uuid: null });
  await page.goto(`/new/conformer_search?folder=${folder.uuid}`);
  await chooseGfn2(page);
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CC=CC');
  await page.getByRole('radio', { name: 'Run all 2 as separate items' }).check();
  await page.getByRole('textbox', { name: /^Name/ }).fill('2-butene');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('2 items were submitted, one for each isomer.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'isomers' })).toBeFocused();
  for (const number of [1, 2]) {
    await expect(page.getByRole('link', { name: `2-butene (stereoisomer ${number} of 2)` })).toBeVisible();
  }

  // The same for a draft that is submitted from its own page.
  await page.goto(`/new/conformer_search?folder=${folder.uuid}`);
  await chooseGfn2(page);
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('FC=CF');
  await page.getByRole('radio', { name: 'Run all 2 as separate items' }).check();
  await page.getByRole('textbox', { name: /^Name/ }).fill('difluoroethene');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('2 items were submitted, one for each isomer.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'difluoroethene (stereoisomer 2 of 2)' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await call('DELETE', `/api/folder/${folder.uuid}`);
});
