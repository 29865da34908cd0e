import { expect, origin, otherOrigin, strangerTest as test } from './support/shared.ts';
import {
  control,
  faultsOf,
  html,
  openStrict,
  refusedOn,
  script,
  sharedItem,
  strictPolicy,
} from './support/strict-page.ts';

const conformers = { name: 'Conformer Search' };

test('under a strict Content-Security-Policy every element works, and nothing is refused', async ({ page }) => {
  const [butane, macropka] = [await sharedItem('butane'), await sharedItem('macropka')];
  const wiki = await otherOrigin(
    {
      '/': html(`${control}
        <cuvette-workflow workflow="${butane}" public></cuvette-workflow>
        <cuvette-viewer workflow="${butane}" public></cuvette-viewer>
        <cuvette-table workflow="${butane}" public></cuvette-table>
        <cuvette-microstates workflow="${macropka}" public></cuvette-microstates>
        <cuvette-workflow workflow="${macropka}" public></cuvette-workflow>
        <cuvette-structure smiles="CCO" label="ethanol"></cuvette-structure>`),
    },
    strictPolicy(),
  );
  try {
    await openStrict(page, wiki.origin);
    const workflow = page.locator('cuvette-workflow').first();
    await expect(workflow.getByRole('table', conformers).locator('tbody tr[data-row]')).toHaveCount(2, {
      timeout: 30_000,
    });
    await expect(workflow.locator('canvas').first()).toBeVisible();
    await workflow.getByRole('table', conformers).locator('tbody tr[data-row]').nth(1).click();
    await expect(workflow.getByText(/Conformer 2 of 2/).first()).toBeVisible();
    await workflow.getByRole('tab', { name: 'info' }).click();
    await expect(workflow.getByText('Computing time').first()).toBeVisible();

    for (const [tag, sign] of [
      ['cuvette-viewer', 'canvas'],
      ['cuvette-table', 'tbody tr[data-row]'],
      ['cuvette-microstates', 'svg'],
      ['cuvette-structure', 'svg'],
    ] as const) {
      await page.locator(`body > ${tag}`).evaluate((element) => element.scrollIntoView());
      await expect(page.locator(`body > ${tag} ${sign}`).first(), tag).toBeVisible({ timeout: 30_000 });
    }
    const slider = page.locator('body > cuvette-microstates').getByRole('slider').first();
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(page.locator('body > cuvette-microstates').getByText('pH 0.0').first()).toBeVisible();
    // The elements have their look: style sheets that are made by script need no inline style.
    const cursor = await workflow.getByRole('tab', { name: 'info' }).evaluate((tab) => getComputedStyle(tab).cursor);
    expect(cursor).toBe('pointer');

    expect(await refusedOn(page)).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('in a sandboxed frame without origin and storage', async ({ page }) => {
  const butane = await sharedItem('butane');
  const wiki = await otherOrigin({
    '/': html(
      '<iframe name="box" title="result" sandbox="allow-scripts" src="/inner" width="1000" height="700"></iframe>',
      '',
    ),
    '/inner': html(`<cuvette-workflow workflow="${butane}" public></cuvette-workflow>`),
  });
  const faults = faultsOf(page);
  try {
    await page.goto(wiki.origin);
    const inside = page.frameLocator('iframe');
    await expect(inside.getByRole('table', conformers).locator('tbody tr[data-row]')).toHaveCount(2, {
      timeout: 30_000,
    });
    await expect(inside.locator('canvas').first()).toBeVisible();
    await inside.getByRole('tab', { name: 'info' }).click();
    await expect(inside.getByText('Computing time').first()).toBeVisible();
    expect(await page.frame('box')?.evaluate(() => window.origin)).toBe('null');
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('in a page that moves, removes and brings back nodes, also while they load', async ({ page }) => {
  const butane = await sharedItem('butane');
  const wiki = await otherOrigin({
    '/': html(`<div id="a"><cuvette-workflow workflow="${butane}" public></cuvette-workflow></div><div id="b"></div>`),
  });
  const faults = faultsOf(page);
  try {
    await page.goto(wiki.origin);
    // Again and again, from before the script has arrived until after the view stands.
    await page.evaluate(async () => {
      const element = document.querySelector('cuvette-workflow');
      for (let turn = 0; turn < 60 && element; turn += 1) {
        if (turn % 5 === 4) element.remove();
        else document.querySelector(turn % 2 ? '#a' : '#b')?.append(element);
        await new Promise((resolve) => setTimeout(resolve, turn * 3));
      }
      document.querySelector('#b')?.append(element as Element);
    });
    const rows = page.locator('#b').getByRole('table', conformers).locator('tbody tr[data-row]');
    await expect(rows).toHaveCount(2, { timeout: 30_000 });
    await page.getByRole('tab', { name: 'info' }).click();
    await page.evaluate(() =>
      document.querySelector('#a')?.append(document.querySelector('cuvette-workflow') as Element),
    );
    // Moved, not made anew: the open tab stays.
    await expect(page.locator('#a').getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
    await page.evaluate(() => document.querySelector('cuvette-workflow')?.remove());
    await page.waitForTimeout(500);
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('with the script twice, by the address that stays and by the exact version', async ({ page, request }) => {
  const butane = await sharedItem('butane');
  const exact = (await request.get(`${origin}/embed/1/embed.js`)).headers()['content-location'] ?? '';
  expect(exact).toMatch(/^\/embed\/.+\/embed\.js$/);
  const wiki = await otherOrigin({
    '/': html(
      `<cuvette-table workflow="${butane}" public></cuvette-table><cuvette-viewer workflow="${butane}" public></cuvette-viewer>`,
      `${script}<script type="module" src="${origin}${exact}"></script>`,
    ),
  });
  const faults = faultsOf(page);
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  try {
    await page.goto(wiki.origin);
    const rows = page.locator('cuvette-table tbody tr[data-row]');
    await expect(rows).toHaveCount(2, { timeout: 30_000 });
    await expect(page.locator('cuvette-viewer canvas').first()).toBeVisible();
    await rows.nth(1).click();
    await expect(page.locator('cuvette-viewer').getByText(/Conformer 2 of 2/)).toBeVisible();
    expect(asked.filter((url) => url.endsWith(`/api/shared/workflow/${butane}`))).toHaveLength(1);
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});
