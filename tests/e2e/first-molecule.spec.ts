import type { Page } from '@playwright/test';
import { call, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

const paracetamol = 'CC(=O)Nc1ccc(O)cc1';
const field = (page: Page) => page.getByRole('textbox', { name: 'Molecule', exact: true });
const card = (page: Page, type: string) => page.locator(`.type-card[data-type=${type}]`);

/** Counts what a person does on the page, and how far its content moves by itself. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { moved: 0 };
    Object.assign(window, { seen });
    const done = Number(sessionStorage.getItem('done') ?? 0);
    sessionStorage.setItem('done', String(done));
    for (const kind of ['pointerdown', 'keydown']) {
      document.addEventListener(
        kind,
        () => sessionStorage.setItem('done', String(Number(sessionStorage.getItem('done')) + 1)),
        true,
      );
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.moved += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const moved = (page: Page) => page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved);

test('conformers, pKa and ADMET are submitted with two actions after the molecule was pasted', async ({ page }) => {
  await watch(page);
  for (const [type, path] of [
    ['conformer_search', 'conformer_search'],
    ['pka', 'pka'],
    ['admet', 'admet'],
  ] as const) {
    await page.goto('/new');
    await field(page).focus();
    await page.evaluate(() => sessionStorage.setItem('done', '0'));
    const pasted = Date.now();
    // Without keys, as a paste comes.
    await page.keyboard.insertText(paracetamol);
    await expect(card(page, type).locator('.type-cost')).toHaveText(/^(≈ \d+ (s|min|h)|< 1 s)$/);
    expect(await moved(page)).toBeLessThanOrEqual(0.02);
    await card(page, type).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.waitForURL(new RegExp(`/${path}/[0-9a-f-]{36}$`));
    console.log(`${type}: ${((Date.now() - pasted) / 1000).toFixed(1)} s from the paste to the submitted job`);
    expect(Number(await page.evaluate(() => sessionStorage.getItem('done')))).toBe(2);
    const uuid = page.url().split('/').at(-1) ?? '';
    const { body } = await call<{ smiles: string; name: string }>('GET', `/api/workflow/${uuid}`);
    expect(body.name).toMatch(/^C8H9NO2 · (conformers|pKa|ADMET)$/);
    await call('POST', `/api/workflow/${uuid}/stop`);
  }
  // What was used last comes first, and its field is empty again.
  await page.goto('/new');
  const last = page.getByRole('region', { name: 'Last used' });
  await expect(last.getByRole('link').first()).toContainText('ADME-Tox Prediction');
  await expect(field(page)).toHaveValue('');
});

test('the field says at once what was given, what is open in it, and what each type needs besides; the type is found by its letters', async ({
  page,
}) => {
  await page.goto('/new');
  await field(page).fill('CC(C)Cc1ccc(cc1)C(C)C(=O)O ibuprofen');
  const facts = page.locator('.cv-first-facts');
  await expect(facts).toContainText('ibuprofen');
  await expect(page.locator('[data-fact=formula]')).toHaveText('C13H18O2');
  await expect(facts).toContainText('33 atoms');
  await expect(facts).toContainText('charge 0, singlet');
  await page.getByLabel('Stereoisomer').selectOption('S');
  await expect(card(page, 'docking')).toContainText('needs a protein');
  await expect(card(page, 'double_ended_ts_search')).toContainText('needs two structures');
  await expectAccessibleInBothThemes(page);
  await field(page).fill('C1CC');
  await expect(page.getByRole('alert').filter({ hasText: 'never closed' })).toBeVisible();
  await field(page).fill('1CBS');
  await expect(page.getByRole('button', { name: 'Add protein 1CBS' })).toBeVisible();

  await field(page).fill('[Na+].CC(=O)[O-]');
  await page.getByLabel('Part that runs').selectOption('CC(=O)[O-]');
  await expect(facts).toContainText('charge −1');
  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('each site pka');
  await expect(page.locator('.type-card')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New Microscopic pKa' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'SMILES', exact: true })).toHaveValue('CC(=O)[O-]');
  // The way back leads to what was given.
  await page.goBack();
  await expect(field(page)).toHaveValue('[Na+].CC(=O)[O-]');
});

test('several lines open the form of a batch with them; Submit stays in view on a phone, and a fault opens the settings', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/new');
  await field(page).fill('CCO ethanol\nCO methanol\nCCC propane');
  await expect(page.getByText('3 lines, one molecule in each.')).toBeVisible();
  await expect(card(page, 'bde')).toContainText('takes one molecule at a time');
  await card(page, 'solubility').click();
  await expect(page.locator('[data-batch-count]')).toContainText('3 structures will run');
  await expect(page.getByRole('button', { name: 'Submit 3 structures' })).toBeInViewport();

  await page.goto(`/new/conformer_search?smiles=CCCO&called=propanol`);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeEnabled();
  await expect(submit).toBeInViewport();
  await expect(page.getByText(/^about \d+ \w+ on this server/)).toBeInViewport();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('propanol · conformers');
  const fold = page.locator('details.cv-fold');
  await expect(fold).not.toHaveAttribute('open');
  await fold.locator('> summary').press('Enter');
  await page.getByLabel('Optimization', { exact: true }).selectOption('manual');
  await fold.locator('> summary').press('Enter');
  await expect(fold.locator('> summary')).toContainText('Optimization: ');
  await expectAccessibleInBothThemes(page);

  // A scan needs its coordinate: the settings are open.
  await page.goto('/new/scan?smiles=CCCC');
  await expect(page.locator('details.cv-fold')).toHaveAttribute('open');
});
