import { expect, test } from '@playwright/test';
import { signedInState } from './support/shared.ts';

test('the printed one-time link signs in and leads to the root folder; it works once', async ({ page, browser }) => {
  const link = process.env.CUVETTE_E2E_LINK ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'My items' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New workflow' }).first()).toBeVisible();
  expect(page.url()).not.toContain('token=');
  await page.context().storageState({ path: signedInState });

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(link);
  await expect(second.getByRole('alert')).toContainText('This sign-in link does not work.');
  await second.goto(new URL('/', link).href);
  await expect(second.getByRole('heading', { name: 'Sign in' }).first()).toBeVisible();
  await stranger.close();
});
