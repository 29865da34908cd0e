import { butane, call, expect, expectAccessible, strangerTest, test } from './support/shared.ts';

for (const [name, path, sign] of [
  ['root folder', '/', 'My items'],
  ['account', '/account', 'Account'],
  ['list of projects', '/projects', 'Projects'],
  ['list of what was deleted', '/deleted', 'Recently deleted'],
  ['choice of a workflow', '/new', 'New workflow'],
  ['conformer search form', '/new/conformer_search', 'New Conformer Search'],
  ['calculation form', '/new/calculation', 'New Basic Calculation'],
  ['page that is not there', '/nothing/here/at/all', 'Not found'],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on the ${name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: sign })).toBeVisible();
      await expectAccessible(page);
    });
  }
}

test('axe finds nothing on an item, its tabs and its share dialog', async ({ page }) => {
  const { uuid } = await butane();
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'info' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Shared?$/ }).click();
  await expect(page.getByRole('switch')).toBeVisible();
  await expectAccessible(page);
});

strangerTest('axe finds nothing on the sign-in page and on a public item', async ({ page }) => {
  const { uuid } = await butane();
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  await page.goto(`/public/conformer_search/${uuid}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
  await expectAccessible(page);
});
