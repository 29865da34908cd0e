import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { call, expect, expectAccessible, origin, strangerTest as test } from './support/shared.ts';

const field = 'Find a call';

test('the page of the API is found by keyboard: a call, its example, and nothing for what is not there', async ({
  page,
}) => {
  await page.goto('/api/docs');
  const calls = page.locator('details.call');
  const all = await calls.count();
  expect(all).toBeGreaterThan(100);
  await page.keyboard.press('/');
  await expect(page.getByLabel(field)).toBeFocused();
  await page.keyboard.type('trajectory stream');
  await expect(page.getByRole('status')).toHaveText(`2 of ${all} calls`);
  await expect(calls.filter({ visible: true })).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const own = page.locator('#get_trajectory_uuid_compressed_stream');
  await expect(own.getByText('Frames of the whole trajectory.')).toBeVisible();
  await expect(own.getByText(/start_frame=0&num_frames=100/)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type(' zzz');
  await expect(page.getByRole('status')).toHaveText('No call has this.');
  await page.keyboard.press('Escape');
  await expect(calls.filter({ visible: true })).toHaveCount(all);
  await page.goto('/api/docs#schema-Molecule');
  await expect(page.locator('#schema-Molecule pre')).toBeVisible();
});

test('the examples work unchanged: a submission, a page of items, SMILES to structures', async ({ page }) => {
  await page.goto('/api/docs');
  const run = async (id: string) => {
    const line = (await page.locator(`#${id} pre`).first().textContent()) ?? '';
    const env = { ...process.env, CUVETTE: origin, CUVETTE_KEY: process.env.CUVETTE_E2E_KEY ?? '' };
    const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('curl', 'curl -sS --fail-with-body')], {
      env,
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const item = await run('post_workflow');
  expect(item).toMatchObject({ name: 'Ibuprofen conformers', object_type: 'conformer_search' });
  await call('POST', `/api/workflow/${item.uuid}/stop`);
  expect(JSON.stringify(await run('get_workflow'))).toContain('"num_pages":');
  const { results } = await run('post_convert_smiles_to_mols');
  expect((results as { formula: string }[]).map(({ formula }) => formula)).toEqual(['C13H18O2', 'C8H10N4O2']);
});

test('the page of the API, light and dark, narrow and wide: axe finds nothing, and nothing scrolls sideways', {
  tag: '@full',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/api/docs');
  for (const id of ['post_workflow', 'get_shared_folder_uuid_contents', 'get_trajectory_uuid_compressed_stream']) {
    await page.locator(`#${id} > summary`).click();
  }
  for (const [colorScheme, width] of [
    ['light', 380],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const [red = 0] = await page.evaluate(() =>
      (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(red > 128).toBe(colorScheme === 'light');
  }
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  for (const width of [380, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => !one.parentElement?.closest('pre') && one.getBoundingClientRect().right > innerWidth + 0.5)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
    expect(wide, `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});
