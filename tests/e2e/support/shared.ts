import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { conformerSearch, type Item, type Refusal, root } from './product.ts';

/** Where the sign-in of the first test is kept: beside the data of the product that it signed in to, so that two runs at once do not mix. */
export const signedInState = process.env.CUVETTE_E2E_SIGNED_IN ?? '';

export const origin = process.env.CUVETTE_E2E_ORIGIN ?? '';

/** Calls of the shared product as its owner, with the API key. */
export async function call<T = Item & Refusal>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      'x-api-key': process.env.CUVETTE_E2E_KEY ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text || '{}') as T, headers: response.headers };
}

export async function submit(body: object): Promise<Item> {
  const { status, body: item } = await call('POST', '/api/workflow', body);
  expect(status, JSON.stringify(item)).toBe(201);
  return item;
}

/** Waits until an item is finished, and expects that it is completed. */
export async function completed(uuid: string, timeout = 480_000): Promise<Item> {
  let { body: item } = await call('GET', `/api/workflow/${uuid}`);
  await expect
    .poll(
      async () => {
        item = (await call('GET', `/api/workflow/${uuid}`)).body;
        // An item that waits for others (5) has not ended.
        return [2, 3, 4].includes(item.object_status);
      },
      { timeout, intervals: [300] },
    )
    .toBe(true);
  expect(item.object_status, JSON.stringify(item.error)).toBe(2);
  return item;
}

let butaneItem: Promise<Item> | null = null;
/** A completed conformer search of n-butane, computed once for all tests that only look at one. */
export function butane(): Promise<Item> {
  butaneItem ??= submit({ ...conformerSearch('CCCC'), name: 'n-butane' }).then(({ uuid }) => completed(uuid));
  return butaneItem;
}

/** A finished conformer search of n-butane for one test that changes it, seen by its people only. */
export async function ownButane(name = 'n-butane'): Promise<string> {
  const file = join(root, 'packages/widgets/src/results/fixtures/butane.cuvette.json');
  const bundle: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  const uuid = body.items[0]?.uuid ?? '';
  await call('POST', `/api/workflow/${uuid}`, { name });
  return uuid;
}

/** Stops what waits or runs: the one worker is free for the next test. */
async function stopEverything(): Promise<void> {
  for (const status of [0, 1]) {
    const { body } = await call<{ workflows: { uuid: string }[] }>(
      'GET',
      `/api/workflow?object_status=${status}&size=100`,
    );
    for (const { uuid } of body.workflows) await call('POST', `/api/workflow/${uuid}/stop`);
  }
}

/** All tests share one product: what a failed one left running must not keep the next one waiting. */
const tidyTest = base.extend<{ tidy: undefined }>({
  tidy: [
    async ({ baseURL: _ }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) await stopEverything();
    },
    { auto: true },
  ],
});

/** Pages with the owner signed in. */
export const test = tidyTest.extend({ storageState: signedInState, baseURL: origin });
/** Pages of somebody who is not signed in. */
export const strangerTest = tidyTest.extend({ baseURL: origin });
export { otherOrigin } from './other-origin.ts';
export { expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** Checks a page, shadow roots included, with axe; lists every violation with its place. */
export async function expectAccessible(page: Page, rules = allRules): Promise<void> {
  // A colour on its way to another is neither of them.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run(document, { runOnly });
    return found.violations.map(
      (one) => `${one.id}: ${one.help} at ${one.nodes.map((node) => node.target.flat().join(' >> ')).join(' ; ')}`,
    );
  }, rules);
  expect(violations).toEqual([]);
}

/** The same in light and in dark colours. What is no matter of colours is looked at once. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Without motion: a colour on its way to another is neither of them.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : allRules);
  }
}

/** Drops a file on an element, as a hand with a mouse does. */
export async function dropFile(target: Locator, name: string, text: string): Promise<void> {
  const data = await target.page().evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], fileName ?? ''));
      return transfer;
    },
    [name, text],
  );
  await target.dispatchEvent('drop', { dataTransfer: data });
}

/** A picture of the current 3D view. */
export async function viewerPicture(page: Page): Promise<string> {
  return (await viewer(page).locator('canvas').first().screenshot()).toString('base64');
}

export const viewer = (page: Page): Locator => page.locator('[aria-roledescription="3D structure"]').first();

/** Waits until the viewer shows another picture than the given one. */
export async function expectOtherPicture(page: Page, before: string): Promise<string> {
  let now = before;
  await expect
    .poll(async () => {
      now = await viewerPicture(page);
      return now === before;
    })
    .toBe(false);
  return now;
}

/** In the open form of a conformer search: GFN2-xTB alone, seconds where the default's density functionals take an hour. */
export async function chooseGfn2(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByLabel('Optimization', { exact: true }).selectOption('manual');
  await page.getByLabel('Optimization method', { exact: true }).selectOption('gfn2_xtb');
}

/** Opens the settings of a form, which are folded to what differs from a new one. */
export async function openSettings(page: Page): Promise<void> {
  await page.locator('details.cv-fold').evaluate((fold: HTMLDetailsElement) => {
    fold.open = true;
  });
}
