import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { settledPreview } from './support/embed-preview.ts';
import {
  call,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  origin,
  otherOrigin,
  ownButane,
  test,
} from './support/shared.ts';

const table = { name: 'Conformer Search' };
const hostile = `"><img src=x onerror="window.broken = 1"> [a](b) & n-butane`;

async function openDialog(page: Page, uuid: string) {
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.getByRole('table', table)).toBeVisible();
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Embed/ });
  await expect(dialog.getByRole('radio', { name: 'Element' })).toBeChecked();
  return { dialog, snippet: dialog.getByLabel('To paste into the page') };
}

/** A page of another site around what was pasted. */
const pasted = (html: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>wiki</title><body>${html}</body></html>`;

test('a private item says so first; shared after a question, its snippet works in another page, and its preview is that snippet', async ({
  page,
  browser,
}) => {
  const uuid = await ownButane();
  const { dialog, snippet } = await openDialog(page, uuid);
  await expect(dialog.getByText('Only people of your project can see this item.')).toBeVisible();
  await expect(snippet).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Share with everybody' }).click();
  const question = page.getByRole('dialog', { name: 'Share “n-butane” with everybody?' });
  await question.getByRole('button', { name: 'Share with everybody' }).click();
  await expect(question).toHaveCount(0);
  // Short: the script, the element, and a picture by its address.
  await expect(snippet).toHaveValue(/<cuvette-workflow workflow="[^"]*" public>\n<img src="[^"]*picture\.png[^"]*"/);
  expect((await snippet.inputValue()).length).toBeLessThan(1500);

  const preview = await settledPreview(dialog, /<cuvette-workflow workflow="[^"]*" public>/);
  await expect(preview.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  // A frame without origin: nothing of the portal can be reached from it.
  expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');

  await dialog.getByLabel('Tab', { exact: true }).selectOption('info');
  await dialog.getByLabel('Theme').selectOption('dark');
  await dialog.getByLabel('Height in pixels').fill('500');
  // What is no height is shown beside the field, and becomes none in the snippet.
  const height = dialog.getByLabel('Height in pixels');
  for (const text of ['0', '1e3']) {
    await height.fill(text);
    await expect(dialog.getByText('Enter a whole number from 120 to 4000, or nothing.')).toBeVisible();
    await expect(height).toHaveAttribute('aria-invalid', 'true');
    await expect(height).toHaveValue(text);
    await expect(snippet).toHaveValue(/ height="500">/);
  }
  await expectAccessible(page);
  await height.fill('500');
  await expect(dialog.getByText('Enter a whole number')).toHaveCount(0);
  await dialog.getByRole('switch', { name: 'Link “View on Cuvette”' }).uncheck();
  await expect(snippet).toHaveValue(/public tab="info" theme="dark" no-link height="500">/);
  await settledPreview(dialog, /no-link height="500">/);
  await expect(preview.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');

  const html = await snippet.inputValue();
  const wiki = await otherOrigin({ '/': pasted(html) });
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const withoutScript = await browser.newContext({ javaScriptEnabled: false });
  try {
    const reader = await stranger.newPage();
    await reader.goto(wiki.origin);
    await expect(reader.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
    await expect(reader.getByRole('link', { name: 'View on Cuvette' })).toHaveCount(0);

    // Without script the page is not blank: picture, caption with method and date, numbers with units.
    const plain = await withoutScript.newPage();
    await plain.goto(wiki.origin);
    await expect(
      plain.getByText(/n-butane: Conformer Search, 2 conformers, GFN2-xTB \(tblite .*\), \d{4}-\d\d-\d\d/),
    ).toBeVisible();
    await expect(plain.getByText(/Number of conformers: 2/)).toBeVisible();
    const picture = plain.getByRole('img', { name: 'n-butane' });
    const box = await picture.boundingBox();
    expect(box?.width).toBe(360);
    // The card has its own shape, so it was drawn.
    expect(box?.height).toBeCloseTo(189, 0);
  } finally {
    await stranger.close();
    await withoutScript.close();
    await wiki.close();
  }
});

test('from a static file: the bundle beside the page, of an item that nobody else may see', async ({
  page,
  browser,
}) => {
  const uuid = await ownButane('butane (α)');
  const { dialog, snippet } = await openDialog(page, uuid);
  await dialog.getByRole('radio', { name: 'Static file' }).check();
  await expect(snippet).toHaveValue(/<cuvette-workflow src="butane-α.cuvette.json"/);
  await expect(dialog.getByText('The preview uses the file itself, without a server.')).toBeVisible();
  const preview = await settledPreview(dialog, /application\/json/);
  const inPreview = preview.getByRole('table', table).locator('tbody tr[data-row]');
  await expect(inPreview).toHaveCount(2);
  await dialog.getByLabel('The picture is').selectOption('file');
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download butane-α.cuvette.json' }).click();
  const bundle = await download;
  expect(bundle.suggestedFilename()).toBe('butane-α.cuvette.json');
  const drawn = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download butane-α.png' }).click();
  expect(
    readFileSync((await (await drawn).path()) ?? '')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  const wiki = await otherOrigin({
    '/': pasted(await snippet.inputValue()),
    [encodeURI('/butane-α.cuvette.json')]: readFileSync((await bundle.path()) ?? '', 'utf8'),
  });
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  try {
    const reader = await stranger.newPage();
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(request.url()));
    await reader.goto(wiki.origin);
    await expect(reader.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  } finally {
    await stranger.close();
    await wiki.close();
  }
});

test('in German: snippet, what is in it without script, the preview and its page, and a frame', {
  tag: '@full',
}, async ({ page, browser }) => {
  const uuid = await ownButane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  const { dialog, snippet } = await openDialog(page, uuid);
  await dialog.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(snippet).toHaveValue(/ public lang="de">/);
  await expect(snippet).toHaveValue(
    /<\/strong>: Konformerensuche, 2 Konformere, GFN2-xTB \(tblite .*\), \d{4}-\d\d-\d\d\. <a href="[^"]*">In Cuvette ansehen<\/a>/,
  );
  await dialog.getByLabel('Picture').selectOption('formula');
  await expect(snippet).toHaveValue(/Relative Energie \(kcal\/mol\): 0,60/);

  const preview = await settledPreview(dialog, / lang="de">/);
  await expect(preview.locator('html')).toHaveAttribute('lang', 'de');
  await expect(preview.getByRole('table', { name: 'Konformerensuche' }).locator('tbody tr[data-row]')).toHaveCount(2);
  await expect(preview.getByRole('tab', { name: 'Konformerensuche' })).toHaveAttribute('aria-selected', 'true');
  await expect(preview.getByRole('columnheader', { name: /^Relative Energie kcal\/mol/ })).toBeVisible();
  // Of the table and of the plot.
  await expect(preview.getByRole('button', { name: 'CSV herunterladen' })).toHaveCount(2);

  const element = await snippet.inputValue();
  await dialog.getByRole('radio', { name: 'Frame' }).check();
  await expect(snippet).toHaveValue(/&amp;lang=de"/);
  const frame = await snippet.inputValue();
  const wiki = await otherOrigin({ '/': pasted(element), '/frame': pasted(frame) });
  const withoutScript = await browser.newContext({ javaScriptEnabled: false });
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  try {
    const plain = await withoutScript.newPage();
    await plain.goto(wiki.origin);
    await expect(plain.getByText(/Gewicht \(%\)/).first()).toBeVisible();
    const reader = await stranger.newPage();
    await reader.goto(`${wiki.origin}/frame`);
    const inside = reader.frameLocator('iframe');
    await expect(inside.getByRole('table', { name: 'Konformerensuche' })).toBeVisible();
    await expect(inside.locator('html')).toHaveAttribute('lang', 'de');
  } finally {
    await withoutScript.close();
    await stranger.close();
    await wiki.close();
  }
});

test('a badge for Markdown: live from the server, or a PNG; by a share link where the item is private', async ({
  page,
  request,
}) => {
  const uuid = await ownButane();
  const { dialog } = await openDialog(page, uuid);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await page.getByRole('dialog', { name: 'New link' }).getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('radio', { name: 'Markdown' }).check();
  await expect(dialog.getByLabel('To paste into the text')).toHaveValue(/^\[!\[.*2 conformers/);
  const text = await dialog.getByLabel('To paste into the text').inputValue();
  const [, alt, picture, target] = /^\[!\[(.*)\]\((\S+)\)\]\((\S+)\)$/.exec(text) ?? [];
  expect(alt).toBe('n-butane, 2 conformers');
  expect(target).toMatch(new RegExp(`^${origin}/public/conformer_search/${uuid}\\?link=cuvette_link_`));
  const badge = await request.get(picture ?? '', { headers: { cookie: '' } });
  expect(badge.headers()['content-type']).toContain('image/svg+xml');
  expect(await badge.text()).toContain('n-butane, 2 conformers');
  const shown = dialog.frameLocator('iframe').getByRole('img', { name: 'n-butane, 2 conformers' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

  await dialog.getByLabel('Picture', { exact: true }).selectOption('png');
  await expect(dialog.getByLabel('To paste into the text')).toHaveValue(/\(n-butane-badge\.png\)/);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download n-butane-badge.png' }).click();
  const bytes = readFileSync((await (await download).path()) ?? '');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // Twice as fine as it is shown: 20 px high.
  expect(bytes.readUInt32BE(20)).toBe(40);
});

test('no name of an item runs anything: in the preview, in the page that took the snippet, in the frame', async ({
  page,
  browser,
}) => {
  const uuid = await ownButane(hostile);
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  const { dialog, snippet } = await openDialog(page, uuid);
  const preview = await settledPreview(dialog, /<cuvette-workflow/);
  await expect(preview.getByRole('table', table)).toBeVisible();
  const element = await snippet.inputValue();
  await dialog.getByRole('radio', { name: 'Frame' }).check();
  await expect(snippet).toHaveValue(/^<iframe/);
  await settledPreview(dialog, /<iframe/);
  const frame = await snippet.inputValue();
  const wiki = await otherOrigin({ '/': pasted(`${element}${frame}`) });
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  try {
    const reader = await stranger.newPage();
    await reader.goto(wiki.origin);
    await expect(reader.getByRole('table', table).first()).toBeVisible();
    await expect(reader.frameLocator('iframe').getByRole('table', table)).toBeVisible();
    for (const one of [...reader.frames(), ...page.frames()]) {
      expect(await one.evaluate(() => 'broken' in window)).toBe(false);
    }
    expect(await reader.locator('iframe').getAttribute('title')).toBe(hostile);
  } finally {
    await stranger.close();
    await wiki.close();
  }
});

test('by keyboard, in both themes and in a narrow window', { tag: '@full' }, async ({ page }) => {
  const uuid = await ownButane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  const { dialog, snippet } = await openDialog(page, uuid);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('radio', { name: 'Element' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Frame' })).toBeChecked();
  await expect(snippet).toHaveValue(/^<iframe/);
  await dialog.getByLabel('Shows').selectOption('table');
  await expect(snippet).toHaveValue(/show=table/);
  const shown = (await settledPreview(dialog, /show=table/)).frameLocator('iframe');
  await expect(shown.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  // The focus stays in the dialog however often Tab is pressed.
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () =>
        document.activeElement !== document.body && !document.querySelector('dialog')?.contains(document.activeElement),
    );
    expect(outside).toBe(false);
  }
  await page.setViewportSize({ width: 380, height: 800 });
  await expectAccessible(page);
  const wider = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wider).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Inside the preview the keys are its own; Tab leads out of it.
  await dialog.getByRole('radio', { name: 'Frame' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Embed', exact: true })).toBeFocused();
});
