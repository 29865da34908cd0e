import { createHash, randomBytes } from 'node:crypto';
import { call, expect, expectAccessibleInBothThemes, origin, strangerTest, test } from './support/shared.ts';

const redirectUri = 'http://127.0.0.1:7777/done';

/** An application that registered itself: its identifier, and the address that it sends the browser to. */
async function application(name: string) {
  const registered = await call<{ client_id: string }>('POST', '/oauth2/register', {
    client_name: name,
    redirect_uris: [redirectUri],
  });
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: registered.body.client_id,
    redirect_uri: redirectUri,
    scope: 'read submit',
    state: 'of the test',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { client_id: registered.body.client_id, verifier, address: `/oauth2/authorize?${query}` };
}

test('an application is allowed to read, works, and stops working when it is disconnected', async ({ page }) => {
  // A second try of this test finds the connection of the first.
  const name = `Agent ${randomBytes(3).toString('hex')}`;
  const { client_id, verifier, address } = await application(name);
  await page.route('http://127.0.0.1:7777/**', (route) => route.fulfill({ body: 'Back in the application.' }));
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an application' })).toBeVisible();
  await expect(page.getByText(`“${name}” asks to act for`)).toBeVisible();
  await expect(page.getByText(redirectUri)).toBeVisible();
  await expect(page.getByText('This server does not know who made the application')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByLabel('Create and submit workflows').uncheck();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Allow' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Back in the application.')).toBeVisible();
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const answer = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const { access_token, scope } = (await answer.json()) as { access_token: string; scope: string };
  expect(scope.split(' ')).not.toContain('submit');
  const tools = () =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await tools()).status).toBe(200);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/account');
  await expect(page.getByRole('cell', { name: `${name} 127.0.0.1:7777` })).toBeVisible();
  await page.getByRole('button', { name: `Disconnect “${name}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: `Disconnect “${name}”` })).toHaveCount(0);
  expect((await tools()).status).toBe(401);
});

test('an application that asks wrongly is refused on a page, and one that is denied is told', async ({ page }) => {
  const { address } = await application('Denied agent');
  await page.route('http://127.0.0.1:7777/**', (route) => route.fulfill({ body: 'Back in the application.' }));
  await page.goto(address.replace('7777%2Fdone', '7777%2Felsewhere'));
  await expect(page.getByRole('alert')).toContainText('an address that is not registered for it');
  await page.goto(address);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(/error=access_denied/);
});

strangerTest('whoever is not signed in signs in first', async ({ page }) => {
  const { address } = await application('Early agent');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe(address);
});
