import {
  butane,
  call,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  strangerTest,
  test,
} from './support/shared.ts';

test('axe finds nothing on any page, light and dark', async ({ page }) => {
  // Home is for whoever has an item.
  await butane();
  for (const [path, sign] of [
    ['/', 'Home'],
    ['/account', 'Account'],
    ['/projects', 'Projects'],
    ['/deleted', 'Recently deleted'],
    ['/new', 'New workflow'],
    ['/new/conformer_search', 'New Conformer Search'],
    ['/new/calculation', 'New Basic Calculation'],
    ['/nothing/here/at/all', 'Not found'],
  ] as const) {
    await test.step(sign, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: sign })).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });
  }
});

test('axe finds nothing on an item, its tabs and its share dialog', async ({ page }) => {
  const { uuid } = await butane();
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
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
