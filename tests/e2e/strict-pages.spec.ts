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
    await expect(workflow.getByRole('table', conformers).locator('tbody tr[data-row]')).toHaveCount(2);
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
      await expect(page.locator(`body > ${tag} ${sign}`).first(), tag).toBeVisible();
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
    await expect(inside.getByRole('table', conformers).locator('tbody tr[data-row]')).toHaveCount(2);
    await expect(inside.locator('canvas').first()).toBeVisible();
    await inside.getByRole('tab', { name: 'info' }).click();
    await expect(inside.getByText('Computing time').first()).toBeVisible();
    expect(await page.frame('box')?.evaluate(() => window.origin)).toBe('null');
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('in a page that moves, removes and brings back nodes, also while they load', { tag: '@full' }, async ({
  page,
}) => {
  const butane = await sharedItem('butane');
  const wiki = await otherOrigin({
    '/': html(`<div id="a"><cuvette-workflow workflow="${butane}" public></cuvette-workflow></div><div id="b"></div>`),
  });
  const faults = faultsOf(page);
  try {
    await page.goto(wiki.origin);
    // Again and again, from before the script has arrived until after the view is drawn.
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
    await expect(rows).toHaveCount(2);
    await page.getByRole('tab', { name: 'info' }).click();
    await page.evaluate(() =>
      document.querySelector('#a')?.append(document.querySelector('cuvette-workflow') as Element),
    );
    // Moved, not made anew: the open tab stays.
    await expect(page.locator('#a').getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
    await page.evaluate(() => document.querySelector('cuvette-workflow')?.remove());
    // What an element that is gone still had to do, it has done when the page has nothing to do any more.
    for (let turn = 0; turn < 3; turn += 1) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
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
    await expect(rows).toHaveCount(2);
    await expect(page.locator('cuvette-viewer canvas').first()).toBeVisible();
    await rows.nth(1).click();
    await expect(page.locator('cuvette-viewer').getByText(/Conformer 2 of 2/)).toBeVisible();
    expect(asked.filter((url) => url.endsWith(`/api/shared/workflow/${butane}`))).toHaveLength(1);
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('every element twice on a page, with properties that were set before the script came', { tag: '@full' }, async ({
  page,
}) => {
  const [butane, macropka] = [await sharedItem('butane'), await sharedItem('macropka')];
  const pairs = ['workflow', 'viewer', 'table', 'trajectory', 'value', 'structure', 'microstates'].map(
    (name) => `cuvette-${name}`,
  );
  const body = pairs.map((tag) => `<${tag} theme="dark"></${tag}>`.repeat(2)).join('');
  const wiki = await otherOrigin({ '/': html(body, '') });
  const faults = faultsOf(page);
  await page.setViewportSize({ width: 640, height: 700 });
  try {
    await page.goto(wiki.origin);
    await page.evaluate(
      ([workflow, acid, api]) => {
        const atoms = (symbols: number[]) =>
          symbols.map((atomic_number, at) => ({ atomic_number, position: [1.1 * at, 0, 0] }));
        const linear = { charge: 0, multiplicity: 1, atoms: atoms([1, 6, 7]) };
        const given = {
          'CUVETTE-VIEWER': [
            { molecule: linear, label: 'hydrogen cyanide' },
            { molecule: { ...linear, atoms: atoms([8, 6, 8]) }, label: 'carbon dioxide' },
          ],
          'CUVETTE-TRAJECTORY': [{ frames: [linear, linear, linear] }, { frames: [linear, linear] }],
          'CUVETTE-VALUE': [1, 2].map(() => ({ workflow, api, public: true, path: 'number_of_conformers' })),
          'CUVETTE-STRUCTURE': [{ smiles: 'CCO' }, { smiles: 'c1ccccc1' }],
          'CUVETTE-MICROSTATES': [1, 2].map(() => ({ workflow: acid, api, public: true })),
        };
        const read = { workflow, api, public: true };
        const keep: [Element, Record<string, unknown>][] = [];
        for (const element of document.body.children) {
          const own: Record<string, unknown[]> = given;
          const properties = (own[element.tagName]?.shift() ?? read) as Record<string, unknown>;
          Object.assign(element, properties);
          keep.push([element, properties]);
        }
        Object.assign(window, { keep });
        // From here on the page has the script.
        const script = document.createElement('script');
        script.type = 'module';
        script.src = `${api}/embed/1/embed.js`;
        document.head.append(script);
      },
      [butane, macropka, origin] as const,
    );
    const both = (tag: string) => [page.locator(tag).nth(0), page.locator(tag).nth(1)] as const;
    for (const [tag, sign] of [
      ['cuvette-workflow', 'tbody tr[data-row]'],
      ['cuvette-viewer', 'canvas'],
      ['cuvette-table', 'tbody tr[data-row]'],
      ['cuvette-trajectory', 'canvas'],
      ['cuvette-structure', 'svg'],
      ['cuvette-microstates', 'svg'],
    ] as const) {
      for (const element of both(tag)) {
        await element.evaluate((each) => each.scrollIntoView());
        await expect(element.locator(sign).first(), tag).toBeVisible();
      }
    }
    for (const [at, name] of ['hydrogen cyanide', 'carbon dioxide'].entries()) {
      await expect(page.locator('cuvette-viewer').nth(at).getByText(name).first()).toBeVisible();
    }
    for (const value of both('cuvette-value')) await expect(value.getByText('2', { exact: true })).toBeVisible();
    for (const [at, frames] of [3, 2].entries()) {
      const player = page.locator('cuvette-trajectory').nth(at);
      await expect(player.getByText(`Frame 1 of ${frames}`).first()).toBeVisible();
    }
    const [moved, other] = both('cuvette-microstates');
    const before = await other.getByRole('slider').first().inputValue();
    await moved.getByRole('slider').first().focus();
    await page.keyboard.press('Home');
    await expect(moved.getByText('pH 0.0').first()).toBeVisible();
    expect(Number(before), 'the other one has a pH of its own').toBeGreaterThan(0);
    expect(await other.getByRole('slider').first().inputValue()).toBe(before);
    // Every property is there still, by identity, and none is in the way of the element's own.
    const lost = await page.evaluate(() =>
      (window as unknown as { keep: [Record<string, unknown>, Record<string, unknown>][] }).keep.flatMap(
        ([element, properties]) =>
          Object.entries(properties)
            .filter(([name, value]) => Object.hasOwn(element, name) || (name in element && element[name] !== value))
            .map(([name]) => `${element.localName}.${name}`),
      ),
    );
    expect(lost).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});
