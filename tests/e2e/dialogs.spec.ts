import { call, expect, expectAccessible, ownButane, test } from './support/shared.ts';

test('dialogs come in three sizes, and the button in the corner of each closes it', async ({ page }) => {
  const uuid = await ownButane('butane with dialogs');
  await page.goto(`/conformer_search/${uuid}`);
  const more = page.locator('.item-actions').getByRole('button', { name: 'More' });
  const dialog = page.getByRole('dialog');
  const chosen = (name: string) => async () => {
    await more.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const opened: [string, number, () => Promise<void>][] = [
    ['small: a question', 400, chosen('Delete')],
    ['medium', 560, chosen('Rename')],
    ['large', 1080, () => page.getByRole('button', { name: 'Embed', exact: true }).click()],
  ];
  for (const [size, width, open] of opened) {
    await open();
    expect((await dialog.boundingBox())?.width, size).toBe(width);
    if (size === 'medium') await expectAccessible(page);
    const close = dialog.getByRole('button', { name: 'Close', exact: true });
    // In the corner, and not under the title.
    const [box, place] = [await dialog.boundingBox(), await close.boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0) - (place?.x ?? 0) - (place?.width ?? 0), size).toBeLessThan(20);
    expect((place?.y ?? 0) - (box?.y ?? 0), size).toBeLessThan(20);
    await close.click();
    await expect(dialog, size).toHaveCount(0);
  }
  expect((await call('GET', `/api/workflow/${uuid}`)).status).toBe(200);
});
