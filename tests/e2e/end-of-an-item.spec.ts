import { conformerSearch } from './support/product.ts';
import { call, completed, expect, expectAccessibleInBothThemes, submit, test } from './support/shared.ts';

/** What this product says: it has no mail server, and no private feature is switched on. */
const noMail = 'This server sends no e-mail: no mail server is set up (CUVETTE_SMTP_URL).';

test('mail is greyed with the reason where the server sends none, in the form and on the item', async ({ page }) => {
  await page.goto('/new/conformer_search');
  const form = page.getByRole('switch', { name: 'E-mail me when it has ended' });
  await expect(form).toBeDisabled();
  await expect(form).toHaveAccessibleDescription(noMail);
  await expect(page.getByLabel(/credits/)).toHaveCount(0);
  // A draft never ends by itself: the page of an item that is still open stays as it is.
  const draft = await submit({ ...conformerSearch('CCO'), is_draft: true, email_when_complete: true });
  await page.goto(`/conformer_search/${draft.uuid}`);
  const item = page.getByRole('switch', { name: 'E-mail me when it has ended' });
  await expect(item).toBeDisabled();
  await expect(item).not.toBeChecked();
  await expect(item).toHaveAccessibleDescription(noMail);
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await call('DELETE', `/api/workflow/${draft.uuid}`);
});

test('what the administrator switched off is greyed with the words that say so', async ({ page }) => {
  await page.goto('/new');
  const missing = page.getByRole('region', { name: 'Not available on this server' });
  await expect(missing.getByRole('listitem').filter({ hasText: 'NMR' })).toContainText(
    'its administrator can switch it on (CUVETTE_FEATURES=nmr)',
  );
  await page.goto('/new/nmr');
  await expect(page.getByText('its administrator can switch it on (CUVETTE_FEATURES=nmr)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
});

test('a mail that could not be sent stands on the account page, with the reason', async ({ page }) => {
  const name = 'methane to tell of';
  const { uuid } = await submit({ ...conformerSearch('C'), name, email_when_complete: true });
  await completed(uuid);
  await expect
    .poll(
      async () =>
        (await call<{ notices: { error: string | null }[] }>('GET', '/api/user/me/notices')).body.notices[0]?.error,
      { timeout: 40_000 },
    )
    .toBe(noMail);
  await page.goto('/account');
  const row = page.getByRole('table', { name: 'Mail and webhooks' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('to be tried again');
  await expect(row).toContainText(noMail);
  await expectAccessibleInBothThemes(page);
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
});
