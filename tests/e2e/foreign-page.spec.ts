/** What a page of another origin shows of a result: a card, a frame without the helper, a page whose server is away, and paper. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { address, sharedButane } from './support/host-page.ts';
import { root } from './support/product.ts';
import { expect, expectAccessible, origin, otherOrigin, strangerTest as test } from './support/shared.ts';
import { faultsOf, sharedItem } from './support/strict-page.ts';

const frame = (src: string, width: number, height: number) =>
  `<!doctype html><title>wiki</title><body style="margin: 0"><iframe name="result" title="butane" src="${src}" width="${width}" height="${height}" frameborder="0"></iframe>`;

test('a card shows picture, headline and link in 160 px; in German too', async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({
    '/': frame(address(uuid, '&amp;show=card'), 600, 160),
    '/de': frame(address(uuid, '&amp;show=card&amp;lang=de&amp;theme=dark&amp;no_link=1'), 300, 160),
  });
  const card = page.frameLocator('iframe').locator('.embed-card');
  try {
    await page.goto(wiki.origin);
    await expect(card.getByText('n-butane', { exact: true })).toBeVisible();
    await expect(card.getByText('2 conformers', { exact: true })).toBeVisible();
    await expect(card.getByText(/GFN2-xTB \(tblite .*\), \d{4}-\d\d-\d\d/)).toBeVisible();
    const link = card.getByRole('link', { name: 'View on Cuvette' });
    await expect(link).toHaveAttribute('href', `/public/conformer_search/${uuid}`);
    await expect(link).toHaveAttribute('target', '_blank');
    const picture = card.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const box = await card.evaluate((element) => [element.scrollHeight - element.clientHeight, innerHeight]);
    expect(box).toEqual([0, 160]);
    const scrolls = await page
      .frame('result')
      ?.evaluate(() => [...document.querySelectorAll('.workflow-box, html')].map((one) => one.scrollHeight));
    expect(Math.max(...(scrolls ?? [0]))).toBe(160);

    await page.goto(`${wiki.origin}/de`);
    await expect(card.getByText('2 Konformere', { exact: true })).toBeVisible();
    await expect(card.getByRole('link')).toHaveCount(0);
    await expect(picture).toBeHidden();
    expect(await page.frame('result')?.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  } finally {
    await wiki.close();
  }
});

test('the example page shows the card and the pictures of a shared item', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedButane();
  const notebook = await otherOrigin({ '/card.html': readFileSync(join(root, 'examples/card.html'), 'utf8') });
  const faults = faultsOf(page);
  try {
    await page.goto(`${notebook.origin}/card.html?server=${origin}&workflow=${uuid}`);
    await expect(page.frameLocator('iframe').getByText('2 conformers', { exact: true })).toBeVisible();
    for (const image of await page.locator('img').all()) {
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
    }
    // Before axe, which talks to frames itself.
    expect(faults).toEqual([]);
    await expectAccessible(page);
  } finally {
    await notebook.close();
  }
});

test('a frame without the helper uses its height once, and scrolls where the result is higher', async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({
    '/1060x640': frame(address(uuid), 1060, 640),
    '/700x640': frame(address(uuid), 700, 640),
    '/1060x360': frame(address(uuid), 1060, 360),
  });
  const element = page.frameLocator('iframe').locator('cuvette-workflow');
  const plot = element.locator('.cv-plot-frame').first();
  try {
    for (const size of ['1060x640', '700x640', '1060x360']) {
      const height = Number(size.split('x')[1]);
      await page.goto(`${wiki.origin}/${size}`);
      await expect(plot, size).toBeAttached();
      const bottom = await element
        .locator('.cv-result')
        .evaluate((box) => Math.round(box.getBoundingClientRect().bottom));
      // Nothing empty below it; a higher one goes on below the edge.
      expect(bottom, size).toBeGreaterThanOrEqual(height);
      await plot.scrollIntoViewIfNeeded();
      const seen = await plot.evaluate((box) => {
        const { top, bottom: end } = box.getBoundingClientRect();
        return Math.min(end, innerHeight) - Math.max(top, 0) >= Math.min(end - top, innerHeight) - 1;
      });
      expect(seen, size).toBe(true);
    }
  } finally {
    await wiki.close();
  }
});

test('a page whose server is away keeps its sentences, and its elements ask as often as one', async ({ page }) => {
  const [butane, acid] = [await sharedItem('butane'), await sharedItem('macropka')];
  const held = '<cuvette-value workflow="UUID" public path="isoelectric_point">5.97</cuvette-value>';
  const elements = ['workflow', 'viewer', 'table']
    .flatMap((name) =>
      [butane, acid].map((uuid) => `<cuvette-${name} workflow="${uuid}" public>Held.</cuvette-${name}>`),
    )
    .join('');
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title><script type="module" src="${origin}/embed/1/embed.js"></script>
      <p id="sentence">A pI of ${held.replace('UUID', acid)} in water.</p>${elements}`,
  });
  let asked = 0;
  await page.route('**/api/**', (route) => {
    asked += 1;
    return route.abort('connectionrefused');
  });
  const sentence = page.locator('#sentence');
  try {
    // Without its script first.
    await page.route('**/embed/**', (route) => route.abort());
    await page.goto(wiki.origin);
    await expect(sentence).toHaveText('A pI of 5.97 in water.');
    await page.unroute('**/embed/**');
    await page.clock.install();
    await page.goto(wiki.origin);
    await expect
      .poll(() => sentence.evaluate((text) => text.querySelector('cuvette-value')?.shadowRoot?.textContent))
      .toMatch(/not available/);
    await expect(sentence).toContainText('5.97');
    await expect(page.locator('cuvette-table').first()).toContainText('Held.');
    for (let second = 0; second < 9; second += 1) await page.clock.runFor(1000);
    // Two items and their values: three first reads, and three tries of all together.
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThanOrEqual(8);
  } finally {
    await wiki.close();
  }
});

test('on paper from a wide window the molecule is whole', async ({ page }) => {
  const uuid = await sharedItem('butane');
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title><script type="module" src="${origin}/embed/1/embed.js"></script>
      <cuvette-viewer workflow="${uuid}" public></cuvette-viewer>`,
  });
  try {
    await page.setViewportSize({ width: 1800, height: 900 });
    await page.goto(wiki.origin);
    const canvas = page.locator('cuvette-viewer canvas').first();
    await expect(canvas).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 900 });
    const cut = await canvas.evaluate((picture: HTMLCanvasElement) => {
      const { left, right, width, height } = picture.getBoundingClientRect();
      return { left, right, width, height, fit: getComputedStyle(picture).objectFit };
    });
    expect(cut.left).toBeGreaterThanOrEqual(0);
    expect(cut.right).toBeLessThanOrEqual(718);
    // The whole picture in the box that it has, whatever the shape of that.
    expect(cut.fit).toBe('contain');
  } finally {
    await wiki.close();
  }
});
