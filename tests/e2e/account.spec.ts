import { call, expect, origin, test } from './support/shared.ts';

test('an API key is made, shown once, works, and stops working when it is revoked', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('notebook');
  await dialog.getByLabel('Permission').selectOption('read');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const key = await page.getByLabel('API key “notebook”').inputValue();
  const read = () => fetch(`${origin}/api/user/me`, { headers: { 'x-api-key': key } });
  expect((await read()).status).toBe(200);
  const write = await fetch(`${origin}/api/folder`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'not mine to make' }),
  });
  expect(write.status).toBe(403);

  await page.reload();
  await expect(page.getByRole('cell', { name: /notebook/ }).first()).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke “notebook”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Revoke “notebook”' })).toHaveCount(0);
  expect((await read()).status).toBe(401);
});

test('a password is set, refused when it is wrong, and signs in', async ({ page, browser }) => {
  const { body: me } = await call<{ email: string }>('GET', '/api/user/me');
  const password = 'a long enough password';
  await page.goto('/account');
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();

  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await elsewhere.newPage();
  await other.goto(`${origin}/sign-in?next=/deleted`);
  await other.getByLabel('Email address').fill(me.email);
  await other.getByLabel('Password').fill('not the password');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('alert')).toContainText('or the password is wrong');
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible();
  // The other browser is listed here, and signed out from here.
  await page.reload();
  const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasNotText: 'this browser' });
  const signOut = row.getByRole('button', { name: 'Sign out Chrome on Linux' });
  await expect(signOut).toHaveCount(1);
  await signOut.click();
  await expect(signOut).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await elsewhere.close();
});

test('the workers of the server are listed with what shuts their jobs in', async ({ page }) => {
  const { body } = await call<{ workers: { name: string; sandbox: { shut_in: boolean; text: string } }[] }>(
    'GET',
    '/api/workers',
  );
  const [worker] = body.workers;
  await page.goto('/account');
  const row = page.getByRole('row').filter({ hasText: worker?.name ?? 'no worker' });
  await expect(row.getByText('connected')).toBeVisible();
  await expect(row.getByText(worker?.sandbox.shut_in ? 'in a sandbox' : 'no sandbox', { exact: true })).toBeVisible();
  await expect(row).toContainText(worker?.sandbox.text ?? 'no text');
  await row.getByText('Versions').click();
  await expect(row).toContainText('Python 3.');
});
