import { butane, call, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

const parts = ['People', 'Workers', 'Queue', 'Core-hours and limits', 'Storage', 'Settings', 'Audit log'];

test('an administrator finds each page by the sidebar and its tabs; axe finds nothing on any', async ({ page }) => {
  await butane();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Administration' }).click();
  for (const part of parts) {
    await test.step(part, async () => {
      await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: part }).click();
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible();
      if (part !== 'Queue') await expect(page.getByRole('table').first()).toBeVisible();
      await expectAccessibleInBothThemes(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(width).toBeLessThanOrEqual(0);
    });
  }
});

test('somebody is invited, disabled and enabled, and the audit log names each', { tag: '@full' }, async ({ page }) => {
  const email = `leaver-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.goto('/administration/people');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await expect(page.getByLabel(`Sign-in link for ${email}`)).toHaveValue(/\/sign-in\?token=/);
  await page.getByRole('button', { name: `Disable the account of ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Disabled')).toBeVisible();
  await page.getByRole('button', { name: `Enable the account of ${email}` }).click();
  await expect(row.getByText('Disabled')).toHaveCount(0);
  await page.goto('/administration/audit');
  await page.getByLabel('Search', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 entries' })).toBeVisible();
  await expect(page.getByRole('table').getByText(email)).toHaveCount(3);
});

test('a setting is changed here, and one that the environment fixes is not', { tag: '@full' }, async ({ page }) => {
  await page.goto('/administration/settings');
  const row = page.getByRole('row').filter({ hasText: 'CUVETTE_SUPPORT_CONTACT' });
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByLabel('Value').fill('help@example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Changed here')).toBeVisible();
  const platform = await call<{ support_contact: string | null }>('GET', '/api/platform');
  expect(platform.body.support_contact).toBe('help@example.org');
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByLabel('Value').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Changed here')).toHaveCount(0);
  const fixed = page.getByRole('row').filter({ has: page.getByText('CUVETTE_DATA', { exact: true }) });
  await expect(fixed.getByText(/^Fixed by/)).toBeVisible();
  await expect(fixed.getByRole('button')).toHaveCount(0);
});

test('the form offers the result of the same molecule and settings, and computes again when asked to', async ({
  page,
}) => {
  const open = async () => {
    await page.goto('/new/descriptors');
    await page.getByRole('textbox', { name: 'SMILES' }).fill('CC(C)CCO');
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  };
  await open();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/descriptors\/[0-9a-f-]{36}/);
  const first = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  await expect.poll(async () => (await call('GET', `/api/workflow/${first}`)).body.object_status).toBe(2);
  await open();
  await expect(page.getByText(/^Computed on /)).toBeVisible();
  await page.getByRole('button', { name: 'Compute again' }).click();
  await expect(page).toHaveURL(/\/descriptors\/[0-9a-f-]{36}/);
  expect(page.url()).not.toContain(first);
  await open();
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page).toHaveURL(/\/(workflow|descriptors)\/[0-9a-f-]{36}/);
});
