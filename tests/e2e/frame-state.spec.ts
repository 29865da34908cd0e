import type { Page } from '@playwright/test';
import { heard, hostPage, type State } from './support/host-page.ts';
import { calculation, water } from './support/product.ts';
import { call, completed, expect, origin, otherOrigin, submit, strangerTest as test } from './support/shared.ts';

/** A shared, optimized water molecule with its vibrations, by its identifier. */
async function sharedWater(): Promise<{ uuid: string; frames: number }> {
  const { uuid } = await submit(calculation(water, ['optimize', 'frequencies']));
  const { object_data: data } = await completed(uuid);
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  const { body } = await call<unknown[]>('GET', `/api/calculation/${data.calculation_uuid}/molecules`);
  return { uuid, frames: body.length };
}

/** What was answered: the state, or the words of a refusal. */
const answerTo = (page: Page, ask: string, given: unknown) =>
  page.evaluate(
    ([what, value]) =>
      (window.frame[what as 'set'](value as object) as Promise<State>).catch((error: Error) => error.message),
    [ask, given] as const,
  );

test('a frame says what it shows, and refuses in words what is not there or not understood', async ({ page }) => {
  const { uuid, frames } = await sharedWater();
  expect(frames).toBeGreaterThan(1);
  const wiki = await otherOrigin({ '/': hostPage(`${origin}/public/calculation/${uuid}?embed=1`) });
  const inside = page.frameLocator('iframe[name=result]');
  const tab = inside.getByRole('tab', { selected: true });
  try {
    await page.goto(wiki.origin);
    await page.waitForFunction(() => window.frame !== undefined);
    // Nobody chose a tab or a frame yet, and yet one of each is seen.
    const before = await page.evaluate(() => window.frame.get());
    expect(before).toMatchObject({ tab: 'optimize', frame: frames - 1, atoms: [] });
    await expect(tab).toHaveText('Optimize');
    await expect(inside.getByText(`Frame ${frames} of ${frames}`)).toBeVisible();

    const counted = (count: number) => `They are counted from 0 to ${count - 1}.`;
    for (const [ask, given, words] of [
      ['set', { tab: 'zzz' }, 'There is no tab “zzz” here. These are: optimize, '],
      ['set', { frame: 999 }, `The structure has no frame 999. ${counted(frames)}`],
      ['set', { atoms: [0, 99] }, `The structure has no atom 99. ${counted(3)}`],
      ['set', { mode: 3, tab: 'info' }, `The structure has no vibrational mode 3. ${counted(3)}`],
      ['set', { foo: 1 }, 'There is no “foo” to set. These can be set: structure, atoms, tab, '],
      ['set', { structure: 5 }, '“structure” must be the identifier of a structure, as text.'],
      ['set', { atoms: [-1, 1.5] }, '“atoms” must be a list of atoms, each a whole number counted from 0.'],
      ['theme', 'pink', 'The theme is “light”, “dark” or “auto”.'],
    ] as const) {
      expect(await answerTo(page, ask, given), JSON.stringify(given)).toContain(words);
    }
    expect(await page.evaluate(() => window.frame.get())).toEqual(before);
    expect((await heard(page, 'select')).flatMap(({ atoms }) => atoms)).toEqual([]);
    await expect(tab).toHaveText('Optimize');

    // And what is there is shown.
    const change = { tab: 'info', frame: 0, atoms: [2] };
    expect(await answerTo(page, 'set', change)).toMatchObject(change);
    await expect(tab).toHaveText('Info');
    await expect(inside.getByText(`Frame 1 of ${frames}`)).toBeVisible();
    expect(await answerTo(page, 'set', { mode: 2 })).toMatchObject({ mode: 2 });
    await inside.getByRole('tab', { name: 'Overview' }).click();
    await expect.poll(() => page.evaluate(() => window.frame.get())).toMatchObject({ tab: 'overview' });
  } finally {
    await wiki.close();
  }
});
