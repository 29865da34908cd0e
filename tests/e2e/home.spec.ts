import { conformerSearch } from './support/product.ts';
import { butane, call, expect, expectAccessibleInBothThemes, submit, test } from './support/shared.ts';

test('home has the field, what came out last with its headline, and leads on to a new workflow', async ({ page }) => {
  const { uuid } = await butane();
  const { body } = await call<{ name: string }>('GET', `/api/workflow/${uuid}`);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
  // Other tests leave items of this name, some without a result.
  const cards = page.getByRole('region', { name: 'Latest results' }).getByRole('link', { name: body.name });
  const card = cards.filter({ has: page.locator('[data-headline]') }).first();
  await expect(card.locator('[data-headline]')).toHaveText(/\d+ conformers/);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('textbox', { name: 'Molecule', exact: true }).fill('CCO');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New workflow' })).toBeVisible();
  await expect(page.locator('[data-fact=formula]')).toHaveText('C2H6O');
});

test('what runs has a card with its progress and says what it does now', async ({ page }) => {
  const { uuid } = await submit({ ...conformerSearch('CCCCCCCCCCCC'), name: 'a long chain' });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Running' }).getByRole('link', { name: /a long chain/ });
  await expect(card.getByRole('progressbar', { name: 'a long chain' })).toBeVisible();
  await expect(card.locator('.type-cost')).toHaveText(/^(queued|\d+ %(, .+ left)?)$/);
  await expect(card.locator('.type-cost')).toHaveText(/\d+ %/);
  await card.click();
  await page.waitForURL(new RegExp(uuid));
  await call('POST', `/api/workflow/${uuid}/stop`);
});

test('what runs says what is known of its result so far, on its card and at the head of its page', {
  tag: '@full',
}, async ({ page }) => {
  const { uuid } = await submit({ ...conformerSearch('CCCCCCC'), name: 'a shorter chain' });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Running' }).getByRole('link', { name: /a shorter chain/ });
  await expect(card.locator('[data-headline]')).toHaveText(/^\d+ conformers? \(incomplete\)$/);
  await card.click();
  await page.waitForURL(new RegExp(uuid));
  await expect(page.locator('section[data-headline]')).toContainText('So far');
  await call('POST', `/api/workflow/${uuid}/stop`);
});

test('the palette goes to a page, a new workflow and an item by keys alone; ? lists the keys', async ({ page }) => {
  await butane();
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to, start or find' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.type('micro pka');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('New Microscopic pKa');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New Microscopic pKa' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('dialog').getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search all items');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
