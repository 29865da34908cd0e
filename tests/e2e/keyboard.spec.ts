import type { Locator, Page } from '@playwright/test';
import { call, expect, ownButane, test } from './support/shared.ts';

/** Most keys that lead from one control to the next that is wanted. */
const mostSteps = 60;

/** What has the focus, also inside elements with a shadow root, and whether a person sees that it has. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    // A text field shows it by its caret.
    return isOutlined || boxShadow !== 'none' || at.matches('textarea, input[type=search], input[type=text]');
  });

/** Presses a key until a control has the focus, which must be seen there. */
async function leadTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) {
      expect(await focusIsSeen(page), 'the focus is seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${mostSteps} times ${key} did not lead to ${target}.`);
}

test('by keyboard alone: a molecule is pasted, submitted, its result read, shared and embedded', async ({
  page,
  context,
}) => {
  // Home is for whoever has an item.
  await ownButane();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
  await page.evaluate(() => navigator.clipboard.writeText('CC(=O)Nc1ccc(O)cc1 paracetamol'));

  // The first key leads past the sidebar.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await leadTo(page, page.getByRole('textbox', { name: 'Molecule', exact: true }));
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('heading', { level: 1, name: 'New workflow' })).toBeVisible();
  await expect(page.locator('[data-fact=formula]')).toHaveText('C8H9NO2');

  await leadTo(page, page.getByRole('searchbox', { name: 'Find a workflow' }));
  await page.keyboard.type('solubility');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New Solubility' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeEnabled();
  await leadTo(page, submit);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/solubility\/[0-9a-f-]{36}$/);
  const uuid = page.url().split('/').at(-1) ?? '';

  // Read: the answer is there without a key, the tabs are left and right of each other.
  await expect(page.locator('[data-headline] .cv-headline-number').first()).toHaveText(/^[−\d.]+$/);
  await leadTo(page, page.getByRole('tab').first());
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');

  const share = page.getByRole('button', { name: 'Share', exact: true });
  await leadTo(page, share, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Share/ });
  await leadTo(page, dialog.getByRole('switch'));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('switch')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Shared?$/ })).toBeFocused();
  expect((await call<{ public: boolean }>('GET', `/api/workflow/${uuid}`)).body.public).toBe(true);

  await leadTo(page, page.getByRole('button', { name: 'Embed', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const embed = page.getByRole('dialog', { name: /^Embed/ });
  await leadTo(page, embed.getByRole('button', { name: 'Copy', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`<cuvette-workflow workflow="${uuid}" public>`);
  await page.keyboard.press('Escape');
  await expect(embed).toHaveCount(0);
});
