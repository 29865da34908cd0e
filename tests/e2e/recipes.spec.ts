/**
 * The recipes of docs/embed: each is pasted as it is written there into a page of another origin. With CUVETTE_PICTURES set their pictures are taken
 * anew (docs/pictures/embed-*.png).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { expect, origin, otherOrigin, strangerTest as test } from './support/shared.ts';
import { bundleText, faultsOf, sharedItem } from './support/strict-page.ts';

const docs = join(root, 'docs/embed');

/** The recipes by their names, with server and identifier put in. */
function recipes(uuid: string): Map<string, string> {
  const files = readdirSync(docs).filter((name) => name.endsWith('.md'));
  const found = files.flatMap((file) =>
    [...readFileSync(join(docs, file), 'utf8').matchAll(/<!-- recipe: (\w+) -->\n```\w+\n(.*?)\n```/gs)].map(
      ([, name = '', code = '']) =>
        [name, code.replaceAll('https://cuvette.example', origin).replaceAll('IDENTIFIER', uuid)] as const,
    ),
  );
  return new Map(found);
}

/** What each recipe must show. */
const shown: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async html(page) {
    await expect(page.locator('cuvette-workflow tbody tr[data-row]')).toHaveCount(2);
    await expect(page.locator('cuvette-workflow canvas').first()).toBeVisible();
  },
  sentence: (page) => expect(page.locator('cuvette-value data')).toHaveText('2'),
  frame: (page) => expect(page.frameLocator('iframe').locator('tbody tr[data-row]')).toHaveCount(2),
  card: (page) => expect(page.frameLocator('iframe').getByText('2 conformers', { exact: true })).toBeVisible(),
  async picture(page) {
    for (const image of await page.locator('img').all()) {
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(720);
    }
  },
  file: (page) => expect(page.locator('cuvette-workflow tbody tr[data-row]')).toHaveCount(2),
  badge: (page) =>
    expect.poll(() => page.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100),
};

/** A badge's Markdown as the HTML that every reader of Markdown makes of it. */
const rendered = (code: string) =>
  code.replace(/^\[!\[(.*?)\]\((.*?)\)\]\((.*?)\)$/, '<a href="$3"><img src="$2" alt="$1"></a>');

const pageOf = (content: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>wiki</title>
  <link rel="icon" href="data:,"><body style="max-width: 760px; margin: 24px auto; font: 16px/1.6 Georgia, serif">
  <h1>Butane</h1>${content}</body></html>`;

test('each recipe works as it is written', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedItem('butane');
  const all = recipes(uuid);
  expect([...all.keys()].sort()).toEqual(Object.keys(shown).sort());
  const host = await otherOrigin({
    ...Object.fromEntries([...all].map(([name, code]) => [`/${name}`, pageOf(rendered(code))])),
    '/result.cuvette.json': bundleText('butane'),
  });
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 860, height: 760 });
  try {
    for (const [name, look] of Object.entries(shown)) {
      await page.goto(`${host.origin}/${name}`);
      await look(page);
      if (process.env.CUVETTE_PICTURES) {
        await page.waitForLoadState('networkidle');
        const picture = await page.locator('body').screenshot({ animations: 'disabled' });
        writeFileSync(join(root, `docs/pictures/embed-${name}.png`), picture);
      }
    }
    expect(faults).toEqual([]);
  } finally {
    await host.close();
  }
});

test('every picture that a recipe names is there', () => {
  for (const file of readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(docs, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/!\[[^\]]*\]\(((?:\.\.\/)+pictures\/[^)]+)\)/g)) {
      expect(
        readFileSync(join(docs, dirname(file), path))
          .subarray(1, 4)
          .toString(),
        `${file}: ${path}`,
      ).toBe('PNG');
    }
  }
});
