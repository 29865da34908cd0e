/** The Embed dialog's list of hosts: the line of each, what is remembered, and what a document gets from the clipboard. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settledPreview } from './support/embed-preview.ts';
import { root } from './support/product.ts';
import { call, expect, expectAccessible, origin, otherOrigin, ownButane, test } from './support/shared.ts';

test('each host gets exactly its line, in a preview of its width; the host is remembered', { tag: '@full' }, async ({
  page,
}) => {
  const uuid = await ownButane();
  await page.goto(`/conformer_search/${uuid}`);
  const open = async () => {
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    return page.getByRole('dialog', { name: /^Embed/ });
  };
  let dialog = await open();
  const into = dialog.getByLabel('Into', { exact: true });
  await into.selectOption({ label: 'MediaWiki' });
  // The line names the item alone, so a share link would not do.
  await expect(dialog.getByText('The line names the item alone')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make a link' })).toHaveCount(0);
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  await page.reload();
  dialog = await open();
  await expect(dialog.getByLabel('Into', { exact: true })).toHaveValue('mediawiki');
  const line = dialog.getByLabel('To paste', { exact: true });
  await expect(line).toHaveValue(`{{#cuvette:${uuid}}}`);
  await dialog.getByLabel('Tab', { exact: true }).selectOption({ label: 'Info' });
  await dialog.getByLabel('Height in pixels').fill('600');
  await expect(line).toHaveValue(`{{#cuvette:${uuid}|tab=info|height=600}}`);
  await expectAccessible(page);
  const preview = await settledPreview(dialog, /tab="info" height="600"/);
  await expect(preview.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true');
  expect(await preview.locator('body').evaluate((body) => body.clientWidth)).toBe(960);
  await dialog.getByLabel('Shows').selectOption({ label: 'One value' });
  await expect(line).toHaveValue(new RegExp(`^{{#cuvettevalue:${uuid}\\|\\w+}}$`));

  await dialog.getByLabel('Into', { exact: true }).selectOption({ label: 'WordPress' });
  await expect(line).toHaveValue(`${origin}/public/conformer_search/${uuid}`);
  await dialog.getByLabel('Into', { exact: true }).selectOption({ label: 'Slack, Teams, Notion, Confluence' });
  const chat = await settledPreview(dialog, /<blockquote>/);
  await expect(chat.getByText(/Conformer Search of n-butane: 2 conformers/)).toBeVisible();
  if (process.env.CUVETTE_PICTURES) {
    await expect
      .poll(() => chat.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(100);
    const picture = await chat.locator('body').screenshot();
    writeFileSync(join(root, 'docs/pictures/embed-address.png'), picture);
  }
});

test('a document gets picture, table and link from the clipboard, a plain text its numbers with tabs', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const uuid = await ownButane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  await page.goto(`/conformer_search/${uuid}`);
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Embed/ });
  await dialog.getByLabel('Into', { exact: true }).selectOption({ label: 'Word, LibreOffice, e-mail' });
  await dialog.getByLabel('Picture').selectOption({ label: 'Plot from this server: always the current state' });
  await dialog.getByRole('button', { name: 'Copy for a document' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const editor = await otherOrigin({
    '/': '<!doctype html><title>editor</title><div contenteditable="true" id="rich">.</div><textarea id="plain"></textarea>',
  });
  const document = await context.newPage();
  try {
    await document.goto(editor.origin);
    await document.locator('#rich').click();
    await document.keyboard.press('Control+V');
    const rich = document.locator('#rich');
    await expect(rich.getByRole('link', { name: 'View on Cuvette' })).toHaveAttribute(
      'href',
      `${origin}/public/conformer_search/${uuid}`,
    );
    const picture = rich.locator('img');
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
    await expect(rich.getByRole('cell', { name: '57.9', exact: true })).toBeVisible();
    if (process.env.CUVETTE_PICTURES) {
      writeFileSync(join(root, 'docs/pictures/embed-document.png'), await rich.screenshot());
    }
    await document.locator('#plain').click();
    await document.keyboard.press('Control+V');
    const text = await document.locator('#plain').inputValue();
    expect(text).toMatch(/^n-butane: Conformer Search, 2 conformers, GFN2-xTB/);
    expect(text).toContain('\t57.9');
    expect(text.trim().endsWith(`/public/conformer_search/${uuid}`)).toBe(true);

    await dialog.getByRole('button', { name: 'Copy picture' }).click();
    await document.bringToFront();
    await document.locator('#rich').click();
    const images = await document.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return item?.types ?? [];
    });
    expect(images).toContain('image/png');
  } finally {
    await editor.close();
  }
});
