/** What people do with the elements, on pages whose Content-Security-Policy allows nothing but the script (see strict-pages.spec.ts). */
import type { Locator } from '@playwright/test';
import { expect, otherOrigin, strangerTest as test } from './support/shared.ts';
import {
  beside,
  bundleText,
  chooseInMenu,
  control,
  downloadedGif,
  faultsOf,
  html,
  openStrict,
  orbitalCube,
  refusedOn,
  sharedItem,
  sharedOf,
  strictPolicy,
  trajectoryBundle,
} from './support/strict-page.ts';

/** The one thing that is refused: such a page may have no worker, which nothing but trying tells. The work is done by the page then. */
const refusedWorker = ['worker-src blob'];
const rows = (element: Locator) => element.locator('tbody tr[data-row]');
const picture = (element: Locator) => element.locator('canvas').first().screenshot();

/** Waits until the picture of an element is another one than before. */
async function changed(element: Locator, before: Buffer) {
  await expect.poll(async () => (await picture(element)).equals(before)).toBe(false);
}

test('a trajectory is streamed, played and made a GIF of; the refused worker is asked for once', {
  tag: '@full',
}, async ({ page }) => {
  const uuid = await sharedOf(trajectoryBundle(60));
  const wiki = await otherOrigin(
    { '/': html(`${control}<cuvette-trajectory workflow="${uuid}" public></cuvette-trajectory>`) },
    strictPolicy(),
  );
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 640, height: 700 });
  try {
    await openStrict(page, wiki.origin);
    const player = page.locator('cuvette-trajectory');
    const load = player.getByRole('button', { name: 'Load', exact: true });
    await load.click();
    await expect(player.getByText('Loaded 60 frames.')).toBeVisible();
    expect(await player.getAttribute('data-decoder')).toBe('main');
    const before = await picture(player);
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(player.getByText('Frame 60 of 60').first()).toBeVisible();
    await changed(player, before);

    const gif = await downloadedGif(page, () => chooseInMenu(player, 'Download GIF'));
    expect(gif).toMatchObject({ frames: 30, milliseconds: 7500, size: '360 × 360' });
    await load.click();
    await expect(player.getByText('Loaded 60 frames.')).toBeVisible();
    expect(await refusedOn(page)).toEqual(refusedWorker);
    expect(beside(faults)).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('the View menu of a viewer: GIF, bonds, labels, turning', { tag: '@full' }, async ({ page }) => {
  const butane = await sharedItem('butane');
  const wiki = await otherOrigin(
    { '/': html(`${control}<cuvette-viewer workflow="${butane}" public height="400"></cuvette-viewer>`) },
    strictPolicy(),
  );
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 640, height: 700 });
  try {
    await openStrict(page, wiki.origin);
    const viewer = page.locator('cuvette-viewer');
    await expect(viewer.locator('canvas').first()).toBeVisible();
    await expect(viewer.getByText(/Conformer 1 of 2/).first()).toBeVisible();
    const gif = await downloadedGif(page, () => chooseInMenu(viewer, 'Download GIF'));
    expect(gif).toMatchObject({ frames: 2, milliseconds: 500, size: '360 × 360' });

    let before = await picture(viewer);
    await chooseInMenu(viewer, 'Hide C-H bonds');
    await changed(viewer, before);
    before = await picture(viewer);
    await chooseInMenu(viewer, 'Labels and colours');
    await viewer.getByLabel('Label atoms with').selectOption({ label: 'Element and number' });
    await changed(viewer, before);
    before = await picture(viewer);
    await chooseInMenu(viewer, 'Rotate structure');
    await changed(viewer, before);
    await chooseInMenu(viewer, 'Rotate structure');
    expect(await refusedOn(page)).toEqual([]);
    expect(beside(faults)).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('the isosurface of a file, at two isovalues', { tag: '@full' }, async ({ page }) => {
  const wiki = await otherOrigin(
    {
      '/': html(`${control}<cuvette-viewer file="/orbital.cube" height="400"></cuvette-viewer>`),
      '/orbital.cube': orbitalCube(),
    },
    strictPolicy("'self'"),
  );
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 640, height: 700 });
  try {
    await openStrict(page, wiki.origin);
    const viewer = page.locator('cuvette-viewer');
    await expect(viewer.locator('canvas').first()).toBeVisible();
    let before = await picture(viewer);
    await chooseInMenu(viewer, 'Isosurfaces');
    await viewer.getByRole('combobox', { name: /^Surface/ }).selectOption({ index: 1 });
    await expect(viewer.getByText('Blue is positive, orange is negative.')).toBeVisible();
    await changed(viewer, before);
    before = await picture(viewer);
    await viewer.getByRole('slider', { name: /^Isovalue/ }).fill('90');
    await changed(viewer, before);
    expect(await refusedOn(page)).toEqual(refusedWorker);
    expect(beside(faults)).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('a number in a sentence with its tooltip, the sorting and filters of a table, and heights', async ({ page }) => {
  const search = await sharedItem('conformer-search');
  const wiki = await otherOrigin(
    {
      '/': html(`${control}
        <p>Of <cuvette-value workflow="${search}" path="number_of_conformers" public></cuvette-value> conformers the first holds
          <cuvette-value workflow="${search}" path="largest_weight" public></cuvette-value>.</p>
        <cuvette-table workflow="${search}" public></cuvette-table>
        <cuvette-viewer workflow="${search}" public height="333"></cuvette-viewer>
        <cuvette-workflow workflow="${search}" public height="70vh"></cuvette-workflow>`),
    },
    strictPolicy(),
  );
  const faults = faultsOf(page);
  try {
    await openStrict(page, wiki.origin);
    const [count, weight] = [page.locator('cuvette-value').first(), page.locator('cuvette-value').last()];
    await expect(count.getByText('9', { exact: true })).toBeVisible();
    await expect(weight.getByText(/^\d\d\.\d\s%$/)).toBeVisible();
    await weight.getByText('%').hover();
    const tooltip = weight.getByRole('tooltip');
    await expect(tooltip).toBeVisible();
    await expect(tooltip).toContainText('GFN2-xTB');
    // At its number, and in its own look: neither is an inline style of the markup.
    const [box, at] = [await tooltip.boundingBox(), await weight.boundingBox()];
    expect(Math.abs((box?.y ?? 0) - ((at?.y ?? 0) + (at?.height ?? 0)))).toBeLessThan(20);
    expect(await tooltip.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    await page.mouse.move(0, 0);
    await expect(tooltip).toBeHidden();
    await count.getByRole('group').focus();
    await expect(count.getByRole('tooltip')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(count.getByRole('tooltip')).toBeHidden();

    const table = page.locator('cuvette-table');
    await expect(rows(table)).toHaveCount(9);
    const energies = async () =>
      (await rows(table).locator('td').nth(1).count()) > 0
        ? (await rows(table).allTextContents()).map((text) => text.trim())
        : [];
    const unsorted = await energies();
    const heading = table.getByRole('columnheader', { name: /Relative energy/ });
    await heading.getByRole('button').click();
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    expect(await energies()).toEqual(unsorted.toReversed());
    await table.getByLabel('Filter by …').selectOption({ label: 'Relative energy (kcal/mol)' });
    await table.getByLabel('Largest Relative energy (kcal/mol)').fill('0.5');
    await expect.poll(() => rows(table).count()).toBeLessThan(9);
    expect(await rows(table).count()).toBeGreaterThan(0);

    for (const [tag, height] of [
      ['cuvette-viewer', 333],
      ['cuvette-workflow', 0.7 * 900],
    ] as const) {
      const element = page.locator(tag);
      await element.scrollIntoViewIfNeeded();
      await expect(element.locator('canvas').first()).toBeVisible();
      expect((await element.boundingBox())?.height, tag).toBeCloseTo(height, 0);
    }
    expect(await refusedOn(page)).toEqual([]);
    expect(beside(faults)).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('without a server: a static file, a trajectory in one, a bundle in the page itself', async ({ page }) => {
  const inline = bundleText('macropka').replaceAll('<', '\\u003c');
  const wiki = await otherOrigin(
    {
      '/': html(`${control}
        <cuvette-workflow src="/butane.cuvette.json"></cuvette-workflow>
        <cuvette-trajectory src="/motion.cuvette.json"></cuvette-trajectory>
        <p><cuvette-value src="/butane.cuvette.json" path="number_of_conformers"></cuvette-value> conformers</p>
        <cuvette-microstates><script type="application/json">${inline}</script></cuvette-microstates>`),
      '/butane.cuvette.json': bundleText('butane'),
      '/motion.cuvette.json': JSON.stringify(trajectoryBundle(40)),
    },
    // The server of the script is asked for nothing else.
    strictPolicy("'self'"),
  );
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 640, height: 700 });
  try {
    await openStrict(page, wiki.origin);
    const workflow = page.locator('cuvette-workflow');
    await expect(rows(workflow)).toHaveCount(2);
    await expect(workflow.locator('canvas').first()).toBeVisible();
    await rows(workflow).nth(1).click();
    await expect(workflow.getByText(/Conformer 2 of 2/).first()).toBeVisible();
    await page.locator('body > p', { hasText: 'conformers' }).scrollIntoViewIfNeeded();
    await expect(page.locator('cuvette-value').getByText('2', { exact: true })).toBeVisible();

    const player = page.locator('cuvette-trajectory');
    await player.scrollIntoViewIfNeeded();
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(player.getByText('Frame 40 of 40').first()).toBeVisible();

    const microstates = page.locator('cuvette-microstates');
    await microstates.scrollIntoViewIfNeeded();
    await expect(microstates.getByRole('slider').first()).toBeVisible();
    await microstates.getByRole('slider').first().focus();
    await page.keyboard.press('Home');
    await expect(microstates.getByText('pH 0.0').first()).toBeVisible();
    expect(await refusedOn(page)).toEqual([]);
    expect(beside(faults)).toEqual([]);
  } finally {
    await wiki.close();
  }
});
