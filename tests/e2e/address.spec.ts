import { butane, expect, test } from './support/shared.ts';

test('a copied address opens the same view: structure, tab and from where it is looked at', async ({
  page,
  context,
}) => {
  const { uuid } = await butane();
  await page.goto(`/conformer_search/${uuid}`);
  const element = page.locator('cuvette-workflow');
  const rows = page.getByRole('table', { name: 'Conformer Search' }).locator('tbody tr[data-row]');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  // Nothing was chosen: nothing to keep.
  expect(new URL(page.url()).search).toBe('');
  const before = await page.evaluate(() => history.length);
  await rows.nth(1).click();
  await expect(page).toHaveURL(/[?&]view=1-/);
  const picture = page.getByRole('application').first();
  await expect(element.locator('canvas')).toBeVisible();
  await picture.focus();
  const chosen = page.url();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.url()).not.toBe(chosen);
  // The address is kept, not added to: one step back leaves the item.
  expect(await page.evaluate(() => history.length)).toBe(before);
  const now = () => element.evaluate((each) => (each as HTMLElement & { state: string }).state);
  await expect.poll(async () => new URL(page.url()).searchParams.get('view') === (await now())).toBe(true);
  const state = await now();

  const copy = await context.newPage();
  await copy.goto(page.url());
  const same = copy.getByRole('table', { name: 'Conformer Search' }).locator('tbody tr[data-row]');
  await expect(same.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect
    .poll(() => copy.locator('cuvette-workflow').evaluate((each) => (each as HTMLElement & { state: string }).state))
    .toBe(state);
  // What somebody made up opens the item as it begins.
  await copy.goto(`/conformer_search/${uuid}?view=what`);
  await expect(same.first()).toHaveAttribute('aria-selected', 'true');
});
