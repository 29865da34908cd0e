import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Product, root } from './support/product.ts';
import { expect, expectAccessibleInBothThemes, ownButane, strangerTest, test } from './support/shared.ts';

/** The stand-in of the server's tests, which belongs to another project of the type check. */
interface StandIn {
  startElabftw: (key: string) => Promise<{
    address: string;
    experiments: unknown[];
    faults: string[];
    stop: () => Promise<unknown>;
  }>;
}

test('an eLabFTW inside of the network is refused in words, and the .eln archive is in the menu', async ({ page }) => {
  const uuid = await ownButane();
  await page.goto(`/conformer_search/${uuid}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Connect your eLabFTW' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect eLabFTW' });
  await dialog.getByLabel('Address of your eLabFTW').fill('https://127.0.0.1:1/');
  await dialog.getByLabel('API key').fill('3-secret');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('CUVETTE_ELABFTW_HOSTS')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download .eln for a notebook' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.eln$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

strangerTest('a result is sent, and sent again, from the Share dialog', { tag: '@full' }, async ({ page }) => {
  strangerTest.setTimeout(600_000);
  const standIn = join(root, 'packages/server/src/testing/elabftw-server.ts');
  const elabftw = await ((await import(standIn)) as StandIn).startElabftw('3-secret');
  const product = await Product.start({ CUVETTE_ELABFTW_HOSTS: new URL(elabftw.address).host });
  try {
    const bundle = readFileSync(join(root, 'examples/results/pka.cuvette.json'), 'utf8');
    const { body } = await product.call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
    await page.goto(product.link);
    await page.goto(`${product.origin}/pka/${body.items[0]?.uuid}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Connect your eLabFTW' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect eLabFTW' });
    await dialog.getByLabel('Address of your eLabFTW').fill(elabftw.address);
    await dialog.getByLabel('API key').fill('wrong');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('does not accept the key')).toBeVisible();
    await dialog.getByLabel('API key').fill('3-secret');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('link', { name: /^Experiment \d+$/ })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('switch', { name: 'Send again when a new run of this item ends' }).check();
    await page.getByRole('button', { name: 'Update the experiment' }).click();
    await expect(page.getByRole('button', { name: 'Update the experiment' })).toBeEnabled({ timeout: 60_000 });
    expect(elabftw.experiments).toHaveLength(1);
    expect(elabftw.faults).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!process.env.CUVETTE_PICTURES) break;
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(root, `dist/elabftw-${colorScheme}.png`) });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.screenshot({ path: join(root, `dist/elabftw-${colorScheme}-390.png`) });
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  } finally {
    await product.stop();
    await elabftw.stop();
  }
});
