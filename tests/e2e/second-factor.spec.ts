import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { CDPSession, Page } from '@playwright/test';
import { Person } from './support/person.ts';
import { expect, expectAccessibleInBothThemes, origin, test } from './support/shared.ts';

const password = 'a long enough password';

/** The same server by the name that browsers take passkeys for. */
const named = origin.replace('127.0.0.1', 'localhost');

/** A device with a fingerprint reader, as the protocol of Chromium has it. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

const codeOf = (key: string) =>
  createOTP(Buffer.from(base32.decode(key)).toString('utf8'), { digits: 6, period: 30 }).totp();

test('an app is set up with its QR code, asked for at sign-in, and a passkey signs in without either', {
  tag: '@full',
}, async ({ page: owner, browser }) => {
  const email = `factor-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const invited = await Person.invite(owner, browser, email);
  expect((await invited.post('/api/session/password', { new_password: password })).status()).toBe(200);
  await invited.close();

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const signIn = async () => {
    await page.goto(`${named}/sign-in?next=/account`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const account = page.getByRole('heading', { level: 1, name: 'Account' });
  const signOut = async () => {
    expect(
      (await page.request.post(`${named}/api/session/sign_out`, { data: {}, headers: { origin: named } })).status(),
    ).toBe(200);
  };
  await signIn();
  await expect(account).toBeVisible();

  const key = await test.step('the app is set up', async () => {
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = await dialog.getByLabel('Key').inputValue();
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The code is wrong');
    await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(secret));
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog.getByLabel('Backup codes')).toHaveValue(/^(\w{5}-\w{5}\n?){10}$/);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 backup codes are left.')).toBeVisible();
    return secret;
  });

  await test.step('a passkey is added', async () => {
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(
      page.getByRole('table', { name: 'Passkeys' }).getByRole('cell', { name: 'Laptop', exact: true }),
    ).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the code is asked for at sign-in', async () => {
    await signOut();
    await signIn();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByLabel('Code', { exact: true }).fill(await codeOf(key));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(account).toBeVisible();
  });

  await test.step('the passkey signs in', async () => {
    await signOut();
    await page.goto(`${named}/sign-in?next=/account`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(account).toBeVisible();
    await page.getByRole('button', { name: 'Remove the passkey “Laptop”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have no passkeys.')).toBeVisible();
  });
  await context.close();
});
