import type { Molecule } from '@cuvette/core/entities';
import { gfn2Energy } from './support/product.ts';
import {
  butane,
  call,
  chooseGfn2,
  completed,
  expect,
  expectOtherPicture,
  test,
  viewerPicture,
} from './support/shared.ts';

// Half a minute of computing: `first-start` and `first-molecule` submit and watch shorter jobs, the elements' own tests look through rows.
test('ibuprofen: pasted, submitted, watched without a reload, and looked through row by row', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'New workflow' }).first().click();
  await page.getByRole('link', { name: /^Conformer Search/ }).click();
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CC(C)Cc1ccc(cc1)C(C)C(=O)O');
  await expect(page.locator('[data-fact=formula]')).toHaveText('C13H18O2');
  await expect(page.getByText('One stereocentre is not defined. Choose the isomer that should run:')).toBeVisible();
  // The default runs density functionals, which takes an hour here.
  await chooseGfn2(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await page.waitForURL(/\/conformer_search\/[0-9a-f-]{36}$/);
  const uuid = page.url().split('/').at(-1) ?? '';
  // A free worker takes it within milliseconds, so the first state that is seen may be the second one.
  await expect(page.getByText(/Queued|Waiting to run|Running/).first()).toBeVisible();
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  // The page looks every 10 s, so a search that takes longer than that is seen on its way.
  await expect(page.getByText(/\d+ %/).first()).toBeVisible();
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 480_000 });
  expect(await page.evaluate(() => (window as unknown as { sameDocument?: boolean }).sameDocument)).toBe(true);

  // The numbers are GFN2-xTB energies of the very structures that are shown.
  const item = await completed(uuid);
  const { energies, conformer_uuids: conformers } = item.object_data;
  expect(energies.length).toBeGreaterThanOrEqual(2);
  expect(energies.length).toBeLessThanOrEqual(50);
  const last = conformers[0]?.at(-1);
  const { body: molecules } = await call<Molecule[]>('GET', `/api/calculation/${last}/molecules`);
  const [lowest = Number.NaN] = energies;
  const shown = molecules.at(-1);
  expect(shown && Math.abs(gfn2Energy(shown) - lowest)).toBeLessThan(1e-6);

  const table = page.getByRole('table', { name: 'Conformer Search' });
  await expect(table.getByRole('columnheader', { name: /Relative energy\s*kcal\/mol/ })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: /Weight\s*%/ })).toBeVisible();
  const rows = table.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(energies.length);
  const cells = await rows.evaluateAll((lines) =>
    lines.map((line) => [...line.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
  );
  expect(cells.reduce((sum, line) => sum + (line[2] ?? 0), 0)).toBeCloseTo(100, 0);
  for (const [index, energy] of energies.entries()) {
    expect(cells[index]?.[1]).toBeCloseTo((energy - lowest) * 627.509474, 2);
  }

  await expect(page.getByText(/at 298\.15 K/).first()).toBeVisible();

  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  const first = await viewerPicture(page);
  await rows.nth(1).click();
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  const second = await expectOtherPicture(page, first);
  await rows.nth(1).press('ArrowUp');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await expectOtherPicture(page, second);

  await page.getByRole('tab', { name: 'info' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText(/GFN2-xTB/).first()).toBeVisible();
  await expect(panel.getByText(/tblite/).first()).toBeVisible();
  // The isomer that ran is printed, with its stereo written out.
  await expect(panel.getByText(/\[C@@?H\]\(C\)C\(=O\)O/).first()).toBeVisible();
});

test('n-butane: two conformers, gauche twice degenerate and 0.55 to 0.65 kcal/mol above anti, 40 to 44 % of it', async ({
  page,
}) => {
  const item = await butane();
  const { energies } = item.object_data;
  expect(energies).toHaveLength(2);
  const [anti = Number.NaN, gaucheEnergy = Number.NaN] = energies;
  const gap = (gaucheEnergy - anti) * 627.509474;
  expect(gap).toBeGreaterThan(0.55);
  expect(gap).toBeLessThan(0.65);
  const ensemble = item.provenance?.ensemble;
  expect(ensemble?.temperature).toBe(298.15);
  expect(ensemble?.conformers.map(({ degeneracy }) => degeneracy)).toEqual([1, 2]);
  // Recomputed here from the energies and the degeneracies alone.
  const gauche = 2 * Math.exp(-gap / (0.0019872042586 * 298.15));
  const share = gauche / (1 + gauche);
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.44);
  expect(ensemble?.conformers[1]?.weight).toBeCloseTo(share, 4);

  await page.goto(`/conformer_search/${item.uuid}`);
  const row = page.getByRole('table', { name: 'Conformer Search' }).locator('tbody tr[data-row="1"]');
  await expect(row).toContainText(gap.toFixed(2));
  await expect(row).toContainText((share * 100).toFixed(1));
});
