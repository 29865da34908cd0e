import type { Page } from '@playwright/test';
import { address, cut, heard, height, hostPage, sharedButane } from './support/host-page.ts';
import { expect, otherOrigin, strangerTest as test } from './support/shared.ts';

const heights = async (page: Page) => (await heard(page, 'height')).map(({ height: told }) => told);

/** Makes the frame so wide, and gives the heights that were told from then until it fits again. */
async function widened(page: Page, width: number): Promise<unknown[]> {
  const before = (await heights(page)).length;
  await page.locator('iframe').evaluate((frame, given) => frame.setAttribute('width', String(given)), width);
  await expect.poll(async () => (await heights(page)).length).toBeGreaterThan(before);
  await expect.poll(() => cut(page), `${width} px`).toEqual([]);
  return (await heights(page)).slice(before);
}

for (const [tab, what] of [
  ['conformers', 'a table and a chart'],
  ['info', 'a long page'],
]) {
  test(`a frame with ${what} is as high as its content in one step: nothing is cut, nothing scrolls inside`, async ({
    page,
  }) => {
    const uuid = await sharedButane();
    const snippet = hostPage(address(uuid, `&amp;tab=${tab}`)).replace(
      'height="300"',
      'height="640" style="border: 3px solid; box-sizing: border-box"',
    );
    const wiki = await otherOrigin({ '/': snippet });
    try {
      await page.goto(wiki.origin);
      await expect.poll(() => heights(page)).toHaveLength(1);
      await expect.poll(() => cut(page)).toEqual([]);
      const [wide] = await heights(page);
      // The border that the page gives the frame is on top of it.
      expect(await height(page)).toBe(`${Number(wide) + 6}px`);
      const narrow = await widened(page, 380);
      expect(narrow).toHaveLength(1);
      expect(narrow[0]).toBeGreaterThan(Number(wide));
      expect(await widened(page, 900)).toEqual([wide]);
      expect(await heights(page)).toEqual([wide, ...narrow, wide]);
    } finally {
      await wiki.close();
    }
  });
}
