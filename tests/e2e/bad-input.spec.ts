import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { call, expect, ownButane, test } from './support/shared.ts';

const names = {
  long: 'x'.repeat(200),
  arabic: 'حمض الأسيتيل ساليسيليك: توافقات',
  markup: '<img src=x onerror="window.broken = 1"><b>bold</b>',
};

/** Imports the example of a calculation with a hundred waters in place of its molecule. @returns the item's identifier */
async function threeHundredAtoms(): Promise<string> {
  const file = join(root, 'packages/widgets/src/results/fixtures/basic-calculation.cuvette.json');
  const bundle = JSON.parse(readFileSync(file, 'utf8')) as {
    items: { name: string; object_data: Record<string, unknown> }[];
    calculations: Record<string, { molecules: object[] }>;
  };
  const atoms = Array.from({ length: 100 }, (_, water) => {
    const at = [water % 5, Math.floor(water / 5) % 5, Math.floor(water / 25)].map((place) => place * 3.1);
    const moved = ([x, y, z]: number[]) => [x, y, z].map((each, axis) => (each ?? 0) + (at[axis] ?? 0));
    return [
      { atomic_number: 8, position: moved([0, 0, 0.12]) },
      { atomic_number: 1, position: moved([0, 0.76, -0.47]) },
      { atomic_number: 1, position: moved([0, -0.76, -0.47]) },
    ];
  }).flat();
  const molecule = { charge: 0, multiplicity: 1, energy: -507.05, atoms };
  for (const item of bundle.items) {
    item.name = 'a hundred waters';
    item.object_data.initial_molecule = molecule;
  }
  for (const calculation of Object.values(bundle.calculations)) calculation.molecules = [molecule];
  const { status, body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.items[0]?.uuid ?? '';
}

/** Nothing of the page lies beside the window, and no name was taken for a part of the page. */
async function expectInOrder(page: Page): Promise<void> {
  const { beside, broken } = await page.evaluate(() => ({
    beside: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    broken: 'broken' in window,
  }));
  expect({ beside, broken }).toEqual({ beside: 0, broken: false });
}

test('names of 200 letters, from right to left and with markup are texts in every list, and push nothing out of the window', async ({
  page,
}) => {
  const { body: folder } = await call<{ uuid: string }>('POST', '/api/folder', { name: names.long, parent_uuid: null });
  const uuids: string[] = [];
  for (const name of Object.values(names)) uuids.push(await ownButane(name));
  for (const uuid of uuids) await call('POST', `/api/workflow/${uuid}`, { parent_uuid: folder.uuid });
  // What fits into a phone fits into a wide window.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`/folder/${folder.uuid}`, `/compare/conformer_search?uuid=${uuids.join('&uuid=')}`]) {
    await page.goto(path);
    for (const name of Object.values(names))
      await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await expectInOrder(page);
  }
  await page.goto(`/conformer_search/${uuids[0]}`);
  await expect(page.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
  await expectInOrder(page);
});

test('a molecule of 300 atoms has its answer first and its picture beside it; a list has its row without a drawing', async ({
  page,
}) => {
  const uuid = await threeHundredAtoms();
  await page.goto(`/calculation/${uuid}`);
  await expect(page.locator('[data-headline] .cv-headline-number').first()).toHaveText('−507.050000');
  await expect(page.getByRole('application', { name: /300 atoms/ })).toBeVisible();
  await expect(page.locator('cuvette-workflow canvas').first()).toBeVisible();
  await expectInOrder(page);
  await page.goto('/search?query=a%20hundred%20waters');
  await expect(page.locator('tr[data-entry]', { hasText: 'Energy −507.050000 Hartree' }).first()).toBeVisible();
});
