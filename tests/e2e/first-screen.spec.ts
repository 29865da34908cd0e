import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readPage } from '../bench/tasks/read-page.ts';
import { fact, under } from '../bench/tasks/task.ts';
import { root } from './support/product.ts';
import { call, expect, test } from './support/shared.ts';

/** Types whose curve is whole in the first screen of a window. */
const withCurve = ['scan', 'irc', 'molecular_dynamics'];

interface Stored {
  items: { uuid: string; name: string; object_type: string }[];
}

const folder = join(root, 'examples/results');
const all = readdirSync(folder).filter((name) => name.endsWith('.cuvette.json'));
/** A sixth of the types keeps the rule in the normal run, another one than yesterday's; the full run looks at all. */
const examples = process.env.CUVETTE_FULL ? all : all.filter((_, place) => place % 6 === new Date().getUTCDate() % 6);
const screens = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
];

async function stored(name: string): Promise<Stored['items'][number]> {
  const bundle: Stored = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { status, body } = await call<Stored>('POST', '/api/workflow/import', bundle);
  expect(status, name).toBeLessThan(300);
  return body.items[0] as Stored['items'][number];
}

/** What is wrong with the first screen of an item's page: nothing where its answer comes first. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const everything = (from: Document | ShadowRoot): Element[] =>
      [...from.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? everything(element.shadowRoot) : []),
      ]);
    const elements = everything(document);
    const headline = elements.find((element) => element.matches('.cv-headline[data-headline]'));
    const number = headline?.querySelector('.cv-headline-number');
    const pane = headline?.closest('.cv-results');
    if (!headline || !number || !pane) return ['there is no headline'];
    const box = number.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth) {
      found.push(`the number lies outside the first screen, at ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    }
    const sentence = headline.querySelector('.cv-headline-sentence')?.getBoundingClientRect();
    if (sentence && sentence.bottom > innerHeight) found.push(`the sentence ends at ${Math.round(sentence.bottom)}`);
    for (const control of pane.querySelectorAll('a, button, input, select, summary, [role="tab"]')) {
      if (headline.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) {
        found.push(`a control stands before it: ${control.textContent}`);
      }
    }
    const weight = (element: Element) => {
      const { fontSize, fontWeight } = getComputedStyle(element);
      return Number.parseFloat(fontSize) * Number(fontWeight);
    };
    for (const element of elements) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own || headline.contains(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { bottom, width, height } = element.getBoundingClientRect();
      if (width * height > 4 && bottom <= box.top && weight(element) > weight(number)) {
        found.push(`"${element.textContent?.trim()}" above it has more weight`);
      }
    }
    return found;
  });

test('every type answers first: its headline lies in the first screen, before every control, and nothing above it weighs more', async ({
  page,
}) => {
  for (const name of examples) {
    const { uuid, object_type } = await stored(name);
    await page.setViewportSize(screens[0] as (typeof screens)[number]);
    await page.goto(`/workflow/${uuid}`);
    if (withCurve.includes(object_type)) {
      const curve = page.locator('svg.cuvette-plot').first();
      const end = async () => {
        const box = await curve.boundingBox();
        return box ? box.y + box.height : Number.POSITIVE_INFINITY;
      };
      await expect.poll(end, { message: `the curve of ${object_type}` }).toBeLessThanOrEqual(900);
    }
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await expect.poll(() => faults(page), { message: `${object_type} at ${screen.width} px` }).toEqual([]);
    }
  }
});

test('a result opens on its answer, whatever tab was used last on another item of its type', async ({ page }) => {
  const [name = ''] = all.filter((each) => each.startsWith('logp'));
  const [first, second] = [await stored(name), await stored(name)];
  await page.goto(`/workflow/${first.uuid}`);
  // The headline and a table of one row are where the twelve tasks (`npm run bench:tasks`) read them.
  const logp = async () => {
    const { facts, rows } = await readPage(page);
    return { headline: fact(facts, 'logP from atom environments'), row: under(rows[0], 'logP') };
  };
  await expect
    .poll(logp)
    .toEqual({ headline: expect.stringMatching(/^3\.6\d ± 0\.42/), row: expect.stringMatching(/^3\.6\d/) });
  await page.getByRole('tab', { name: 'Info' }).click();
  await expect(page.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/workflow/${second.uuid}`);
  await expect(page.getByRole('tab', { name: 'LogP' })).toHaveAttribute('aria-selected', 'true');
});
