import { conformerSearch } from './support/product.ts';
import { call, completed, expect, submit, test } from './support/shared.ts';

test('an item that was deleted can be restored from "Recently deleted", or removed for good', async ({ page }) => {
  const name = 'propane to delete';
  const { uuid } = await submit({ ...conformerSearch('CCC'), name });
  await completed(uuid);
  await call('DELETE', `/api/workflow/${uuid}`);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();

  await page.getByRole('link', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: `Restore “${name}”` }).click();
  await expect(page.getByRole('button', { name: `Restore “${name}”` })).toHaveCount(0);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();

  await call('DELETE', `/api/workflow/${uuid}`);
  await page.goto('/deleted');
  await page.getByRole('button', { name: `Delete “${name}” for good` }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('This cannot be undone');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('button', { name: `Restore “${name}”` })).toHaveCount(0);
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
});
