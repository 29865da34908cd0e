import { expect, test } from '@playwright/test';
import { Product } from './support/product.ts';
import { expectAccessibleInBothThemes } from './support/shared.ts';

test('a new owner is welcomed, finds the examples, runs a first job with one click, and closes the page for good', async ({
  page,
}) => {
  const product = await Product.start({ CUVETTE_EXAMPLES: 'on' });
  try {
    await product.workerReady();
    await page.goto(product.link);
    await expect(page.getByRole('heading', { name: 'Welcome to Cuvette' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Look at finished results.' })).toBeVisible();

    await page.getByRole('button', { name: /^Run this now/ }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Watch it on its page' })).toBeVisible();

    // The examples come in beside everything else.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Welcome to Cuvette' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open the examples' })).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 400_000 });
    // The gallery shows them as cards, with what came out.
    const gallery = page.getByRole('region', { name: /^Examples/ });
    await expect(gallery.locator('[data-headline]').first()).not.toHaveText(/^\s*$/);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: 'Open the examples' }).click();
    // There are more than one page holds, the newest first: by name it is on the first page whether all have come in or not.
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Aspirin: ADMET' })).toBeVisible();

    await page.goto(product.origin);
    await page.getByRole('button', { name: 'Close this page' }).click();
    await expect(page).toHaveURL(/\/folder\//);
    await expect(page.getByRole('link', { name: 'Ibuprofen: my first conformers' })).toBeVisible();
    // From now on the first page is home, with the job.
    await page.goto(product.origin);
    await expect(page.getByRole('region', { name: 'Running' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Ibuprofen: my first conformers/ })).toBeVisible();
  } finally {
    await product.stop();
  }
});
