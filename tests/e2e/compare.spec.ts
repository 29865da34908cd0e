import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/product.ts';
import { call, expect, expectAccessibleInBothThemes, origin, ownButane, strangerTest, test } from './support/shared.ts';

/** A stored result of its own for a test; returns its identifier. */
async function imported(name: string): Promise<string> {
  const file = join(root, `packages/widgets/src/results/fixtures/${name}.cuvette.json`);
  const bundle: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  return body.items[0]?.uuid ?? '';
}

test('items of one type are side by side; one is added, one taken away, one made the reference, and a deleted one says so', async ({
  page,
}) => {
  const [butane, other, water] = [
    await ownButane('butane one'),
    await imported('conformer-search'),
    await imported('water'),
  ];
  const gone = await ownButane('butane that goes');
  await call('DELETE', `/api/workflow/${gone}`);
  await page.goto(`/compare/conformer_search?uuid=${butane}&uuid=${gone}&uuid=${water}`);
  const rows = page.locator('cuvette-compare thead th');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('butane one');
  await expect(rows.nth(1)).toContainText('Not found: it was deleted, or you have no access to it.');
  await expect(rows.nth(2)).toContainText('Left out here: it is a Basic Calculation.');

  await page.getByRole('combobox', { name: 'Add an item' }).fill(`${origin}/conformer_search/${other}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(new RegExp(`uuid=${butane}&uuid=${gone}&uuid=${water}&uuid=${other}`));
  await expect(
    page.locator(`cuvette-compare td[data-uuid="${other}"]`, { hasText: 'The formula differs' }),
  ).toBeVisible();
  await expect(page.locator('cuvette-compare canvas').first()).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Structures in the picture' }).or(page.locator('.cv-overlay-legend ul')),
  ).toContainText('conformer_search');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(5);
  expect(csv).toContain('butane one');

  await page.getByRole('button', { name: /^Make conformer_search the reference$/ }).click();
  await expect(rows.nth(0)).toContainText('conformer_search');
  await page.getByRole('button', { name: `Remove ${gone}` }).click();
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await expect(rows).toHaveCount(4);
  await expectAccessibleInBothThemes(page);

  // One more by its name, by keyboard alone: of the items of this type that are not here yet.
  await ownButane('butane by its name');
  const field = page.getByRole('combobox', { name: 'Add an item' });
  await field.fill('by its nam');
  await field.press('Enter');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(4)).toContainText('butane by its name');
  await field.fill('no item is called so');
  await field.press('Enter');
  await expect(page.getByText('None of your items has “no item is called so” in its name')).toBeVisible();

  // The one of another type is beside them where any type may.
  await page.getByRole('link', { name: 'Compare items of all types here' }).click();
  await expect(page).toHaveURL(/\/compare\/generic\?type_uuid=/);
  await expect(
    page.locator(`cuvette-compare td[data-uuid="${water}"]`, { hasText: 'Basic Calculation' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'butane one' }).click();
  await expect(page).toHaveURL(new RegExp(`/conformer_search/${butane}`));
});

strangerTest(
  'a shared comparison is read without signing in; what is not shared says so in its row',
  async ({ page }) => {
    const [open, closed] = [await ownButane('shared butane'), await ownButane('secret butane')];
    await call('POST', `/api/workflow/${open}`, { public: true });
    await page.goto(`/public/compare/conformer_search?uuid=${open}&uuid=${closed}`);
    const rows = page.locator('cuvette-compare thead th');
    await expect(rows.nth(0)).toContainText('shared butane');
    await expect(rows.nth(1)).toContainText('Not found: it is not shared, or it was deleted.');
    await expect(page.getByText('secret butane')).toHaveCount(0);
    // A type as the API spells it leads to its pages, with what the address names.
    await page.goto(`/public/compare/spin_states?uuid=${open}`);
    await expect(page).toHaveURL(new RegExp(`/public/compare/spin-states\\?uuid=${open}`));
    await expect(rows.nth(0)).toContainText('Left out here: it is a Conformer Search.');
    await page.goto('/public/compare/no_such_type?uuid=x');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  },
);

test('scans have curves and their difference', async ({ page }) => {
  // The stored scan, and the same as if another method had computed it.
  const stored = readFileSync(join(root, 'examples/results/scan.cuvette.json'), 'utf8');
  const { name } = (JSON.parse(stored) as { items: { name: string }[] }).items[0] ?? { name: '' };
  const made: string[] = [];
  for (const method of ['gfn2_xtb', 'gfn1_xtb']) {
    const text = stored.replaceAll('gfn2_xtb', method).replaceAll(JSON.stringify(name), `"scan by ${method}"`);
    const { body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', JSON.parse(text));
    made.push(body.items[0]?.uuid ?? '');
  }
  await page.goto(`/compare/scan?uuid=${made.join('&uuid=')}`);
  await expect(page.getByRole('img', { name: /^Relative energy \(kcal\/mol\) against .*, 2 curves$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Difference to scan by gfn2_xtb: / })).toBeVisible();
  await expect(
    page.locator(`cuvette-compare td[data-uuid="${made[1]}"]`, { hasText: 'The method differs' }),
  ).toBeVisible();
});
