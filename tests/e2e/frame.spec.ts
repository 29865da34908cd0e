import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { address, heard, height, holdItem, hostPage, type State, sharedButane } from './support/host-page.ts';
import { root } from './support/product.ts';
import { expect, origin, otherOrigin, strangerTest as test } from './support/shared.ts';

/** Reads and sets the state of the frame from the page around it, and hears what happens in it. */
async function expectConversation(page: Page, uuid: string) {
  await page.waitForFunction(() => window.frame !== undefined);
  const before = await page.evaluate(() => window.frame.get());
  expect(before.structures).toHaveLength(2);
  expect(before.structure).toBe(before.structures[0]);
  expect((await heard(page, 'load'))[0]).toEqual({ name: 'n-butane', workflow: uuid, status: 2 });

  const after = await page.evaluate(
    (structure) => window.frame.set({ structure, tab: 'info', atoms: [0, 3] }),
    before.structures[1],
  );
  expect(after).toMatchObject({ structure: before.structures[1], tab: 'info', atoms: [0, 3] });
  const inside = page.frameLocator('iframe[name=result]');
  await expect(inside.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
  // Two selected atoms: their distance is in the caption.
  await expect(inside.getByText(/Distance C1\D+C4: \d\.\d+ Å/).first()).toBeVisible();

  // What a reader does inside is heard outside.
  await inside.getByRole('tab', { name: 'Conformer Search' }).click();
  await expect.poll(() => heard(page, 'tab')).toContainEqual({ tab: 'conformers' });
  await inside.getByRole('table', { name: 'Conformer Search' }).locator('tbody tr[data-row]').first().click();
  await expect
    .poll(() => heard(page, 'select'))
    .toContainEqual(expect.objectContaining({ structure: before.structures[0] }));

  // All of it as one text: kept, and set again.
  expect(await page.evaluate((saved) => window.frame.set({ saved }), after.saved)).toMatchObject({
    structure: before.structures[1],
    tab: 'info',
    atoms: [0, 3],
  });
  await expect(inside.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');

  const refused = await page.evaluate(() => window.frame.set({ structure: 'nothing' }).catch((error) => error.message));
  expect(refused).toContain('There is no structure “nothing” here.');

  await expect.poll(async () => Number.parseInt(await height(page), 10)).toBeGreaterThan(400);
  await page.evaluate(() => window.frame.theme('dark'));
  const ground = inside.locator('body');
  await expect
    .poll(() => ground.evaluate((body) => getComputedStyle(body).backgroundColor))
    .not.toBe('rgb(255, 255, 255)');
}

test('a page of another origin reads and sets what a frame shows, gives it its height and theme, and hears selections', async ({
  page,
}) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  try {
    await page.goto(wiki.origin);
    await expectConversation(page, uuid);
  } finally {
    await wiki.close();
  }
});

test('the same in a sandboxed frame, which has no origin and no storage', async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid), 'sandbox="allow-scripts"') });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    await page.goto(wiki.origin);
    await expectConversation(page, uuid);
    const storage = await page.frame('result')?.evaluate(() => {
      try {
        return String(localStorage.length);
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(storage).toBe('SecurityError');
    expect(faults).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('the same on a page that is sandboxed itself, as an exported notebook is', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedButane();
  const outer = hostPage(address(uuid)).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>outer</title><iframe name="notebook" sandbox="allow-scripts" width="1000" height="800" srcdoc="${outer}"></iframe>`,
  });
  try {
    await page.goto(wiki.origin);
    await expect.poll(() => page.frame('notebook')?.evaluate(() => window.frame !== undefined)).toBe(true);
    const notebook = page.frame('notebook');
    expect(await notebook?.evaluate(() => window.origin)).toBe('null');
    const state = await notebook?.evaluate(() => window.frame.get());
    expect(state?.structures).toHaveLength(2);
    const set = await notebook?.evaluate(async () => {
      const { structures } = await window.frame.get();
      return window.frame.set({ structure: structures[1] });
    });
    expect(set?.structure).toBe(state?.structures[1]);
  } finally {
    await wiki.close();
  }
});

test('a hostile frame beside it can neither read nor set anything, and nonsense is passed over', async ({ page }) => {
  const uuid = await sharedButane();
  const said = (body: string) => `{ namespace: 'cuvette', version: 1, ${body} }`;
  const evil = await otherOrigin({
    '/': `<!doctype html><title>evil</title><script>
      window.caught = [];
      addEventListener('message', ({ data }) => window.caught.push(data));
      const attack = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => window.caught.push(data);
        const victim = parent.frames.result;
        victim.postMessage(${said("type: 'hello'")}, '*');
        victim.postMessage(${said("type: 'get', id: 'x'")}, '*');
        victim.postMessage(${said("type: 'set', id: 'y', state: { tab: 'info' }")}, '*');
        victim.postMessage(${said("type: 'connect', autoHeight: true")}, '*', [port2]);
      };
      window.attacks = 0;
      setInterval(() => { attack(); window.attacks += 1; }, 50);
    </script>`,
  });
  const wiki = await otherOrigin({
    '/': hostPage(address(uuid), '', `<iframe name="evil" title="other" src="${evil.origin}"></iframe>`),
  });
  try {
    await page.goto(wiki.origin);
    await page.waitForFunction(() => window.frame !== undefined);
    const before = await page.evaluate(() => window.frame.get());
    // From the page itself, but no message of ours.
    await page.evaluate((target) => {
      for (const nonsense of [
        '{',
        null,
        7,
        {},
        { namespace: 'cuvette' },
        { namespace: 'cuvette', version: 1, type: 'set' },
      ])
        document.querySelector('iframe')?.contentWindow?.postMessage(nonsense, target);
    }, origin);
    const attacks = () => page.frame('evil')?.evaluate(() => (window as unknown as { attacks: number }).attacks);
    const soFar = (await attacks()) ?? 0;
    await expect.poll(attacks).toBeGreaterThan(soFar + 5);
    const after = await page.evaluate(async () => {
      const { structures } = await window.frame.get();
      return window.frame.set({ structure: structures[1] });
    });
    expect(after).toMatchObject({ tab: before.tab, structure: before.structures[1] });
    expect(await heard(page, 'error')).toEqual([]);
    const evilFrame = page.frame('evil');
    expect(await evilFrame?.evaluate(() => (window as unknown as { caught: unknown[] }).caught)).toEqual([]);
  } finally {
    await wiki.close();
    await evil.close();
  }
});

test('without the helper: plain messages, answered to the origin that asks', async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title><iframe title="butane" src="${address(uuid)}" width="900" height="500"></iframe>`,
  });
  try {
    await page.goto(wiki.origin);
    const answer = await page.evaluate(
      (target) =>
        new Promise<{ origin: string; data: { id: string; type: string; state: State } }>((resolve) => {
          const frame = document.querySelector('iframe');
          addEventListener('message', ({ data, origin: from }) => {
            if (data.type === 'hello')
              frame?.contentWindow?.postMessage({ namespace: 'cuvette', version: 1, type: 'get', id: 'mine' }, target);
            if (data.type === 'answer') resolve({ origin: from, data });
          });
          frame?.contentWindow?.postMessage({ namespace: 'cuvette', version: 1, type: 'hello' }, '*');
        }),
      origin,
    );
    expect(answer.origin).toBe(origin);
    expect(answer.data).toMatchObject({ id: 'mine', state: { structures: { length: 2 } } });
  } finally {
    await wiki.close();
  }
});

test("the frame's address says tab, theme, and whether it links back; one part can stand alone", async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({
    '/': hostPage(address(uuid, '&amp;tab=info&amp;theme=dark&amp;no_link=1')),
    '/linked': hostPage(address(uuid)),
    '/table': hostPage(address(uuid, '&amp;show=table')),
  });
  const inside = page.frameLocator('iframe[name=result]');
  try {
    await page.goto(wiki.origin);
    await expect(inside.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
    await expect(inside.getByRole('link', { name: 'View on Cuvette' })).toHaveCount(0);
    expect(await inside.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.goto(`${wiki.origin}/linked`);
    await expect(inside.getByRole('link', { name: 'View on Cuvette' })).toBeVisible();
    await page.goto(`${wiki.origin}/table`);
    await expect(inside.locator('cuvette-table').getByRole('table')).toBeVisible();
    await expect(inside.locator('cuvette-workflow')).toHaveCount(0);
  } finally {
    await wiki.close();
  }
});

test('colours are taken before the result is there, and also where it cannot be read', { tag: '@full' }, async ({
  page,
}) => {
  const uuid = await sharedButane();
  const nothing = '00000000-0000-4000-8000-000000000000';
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)), '/nothing': hostPage(address(nothing)) });
  const inside = page.frameLocator('iframe[name=result]');
  const letGo = await holdItem(page, uuid);
  try {
    await page.goto(wiki.origin);
    await page.waitForFunction(() => window.frame !== undefined);
    const dark = page.evaluate(() => window.frame.theme('dark'));
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(inside.getByRole('table')).toHaveCount(0);
    expect(await heard(page, 'load')).toEqual([]);
    letGo();
    expect((await dark).structures).toHaveLength(2);
    await expect(inside.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.goto(`${wiki.origin}/nothing`);
    await page.waitForFunction(() => window.frame !== undefined);
    const refused = page.evaluate(() => window.frame.theme('dark').catch((error: Error) => error.message));
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await refused).not.toBe('');
    await expect.poll(() => heard(page, 'error')).toContainEqual({ message: await refused });
  } finally {
    letGo();
    await wiki.close();
  }
});

test('what a frame did not answer before it loaded anew is asked again', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  const inside = page.frameLocator('iframe[name=result]');
  const letGo = await holdItem(page, uuid);
  try {
    await page.goto(wiki.origin);
    await page.waitForFunction(() => window.frame !== undefined);
    const asked = page.evaluate(() => Promise.all([window.frame.theme('dark'), window.frame.set({ tab: 'info' })]));
    await expect(inside.locator('html')).toHaveAttribute('data-theme', 'dark');
    // The first document has heard both, and goes.
    const loaded = page.waitForEvent('framenavigated');
    await page.frame('result')?.evaluate(() => {
      document.documentElement.dataset.first = '';
      setTimeout(() => location.reload());
    });
    await loaded;
    await expect(inside.locator('html:not([data-first])')).toHaveAttribute('data-theme', 'dark');
    letGo();
    expect((await asked)[1]).toMatchObject({ tab: 'info', structures: { length: 2 } });
    await expect(inside.getByRole('tab', { name: 'info' })).toHaveAttribute('aria-selected', 'true');
    // And the conversation goes on with the second one.
    await inside.getByRole('tab', { name: 'Conformer Search' }).click();
    await expect.poll(() => heard(page, 'tab')).toContainEqual({ tab: 'conformers' });
  } finally {
    letGo();
    await wiki.close();
  }
});

test('a listener hears until it is stopped, and stops alone', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  try {
    await page.goto(wiki.origin);
    await page.waitForFunction(() => window.frame !== undefined);
    const [before, after] = await page.evaluate(async () => {
      const { frame } = window;
      const who = new Set<string>();
      const stop = frame.on('state', () => who.add('first'));
      frame.on('state', () => who.add('second'));
      const { structures } = await frame.get();
      // Events go the way of answers: what comes before the answer was heard before it.
      await frame.set({ structure: structures[1] });
      const both = [...who];
      who.clear();
      stop();
      await frame.set({ structure: structures[0] });
      return [both, [...who]];
    });
    expect(before).toEqual(['first', 'second']);
    expect(after).toEqual(['second']);
  } finally {
    await wiki.close();
  }
});

test('another page that the frame was led to is not talked with, also where it hides its origin', async ({ page }) => {
  const uuid = await sharedButane();
  const forged = `{ type: 'event', event: 'select', detail: { structure: 'forged', atoms: [] } }`;
  const pages = {
    '/': `<!doctype html><title>evil</title><script>
      window.caught = [];
      addEventListener('message', ({ data, ports }) => {
        window.caught.push(data);
        for (const port of ports) {
          port.onmessage = ({ data }) => window.caught.push(data);
          port.postMessage(${forged});
        }
      });
      const knock = () => {
        parent.postMessage({ namespace: 'cuvette', version: 1, type: 'hello' }, '*');
        parent.postMessage({ namespace: 'cuvette', version: 1, ...${forged} }, '*');
      };
      window.knocks = 0;
      setInterval(() => { knock(); window.knocks += 1; }, 50);
    </script>`,
  };
  const evil = await otherOrigin(pages);
  const hidden = await otherOrigin(pages, { 'content-security-policy': 'sandbox allow-scripts' });
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  try {
    for (const [other, from] of [
      [evil, evil.origin],
      [hidden, 'null'],
    ] as const) {
      await page.goto(wiki.origin);
      await page.waitForFunction(() => window.frame !== undefined);
      expect((await page.evaluate(() => window.frame.get())).structures).toHaveLength(2);
      const before = (await heard(page, 'select')).length;
      await page.frame('result')?.goto(other.origin);
      const frame = page.frame('result');
      expect(await frame?.evaluate(() => window.origin)).toBe(from);
      // Asked now, it waits for the result to be there again: nobody else gets it.
      await page.evaluate(() => void window.frame.set({ structure: 'secret' }).catch(() => undefined));
      const knocks = () => frame?.evaluate(() => (window as unknown as { knocks: number }).knocks);
      const soFar = (await knocks()) ?? 0;
      await expect.poll(knocks).toBeGreaterThan(soFar + 5);
      expect(await frame?.evaluate(() => (window as unknown as { caught: unknown[] }).caught), from).toEqual([]);
      expect(await heard(page, 'select')).toHaveLength(before);
    }
  } finally {
    await Promise.all([wiki, evil, hidden].map((one) => one.close()));
  }
});

test('a frame is as high as its content at every width, or as the host says', { tag: '@full' }, async ({ page }) => {
  const uuid = await sharedButane();
  const own = hostPage(address(uuid)).replace(
    "querySelector('iframe'))",
    "querySelector('iframe'), { autoHeight: false })",
  );
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)), '/own': own });
  const fits = () =>
    page.frame('result')?.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
      return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
    });
  const inside = page.frameLocator('iframe[name=result]');
  try {
    await page.goto(wiki.origin);
    await expect(inside.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
    const heights: string[] = [];
    for (const width of ['900', '380']) {
      await page.locator('iframe').evaluate((frame, given) => frame.setAttribute('width', given), width);
      await expect.poll(async () => heights.includes(await height(page))).toBe(false);
      await expect.poll(fits, `${width} px`).toBe(true);
      heights.push(await height(page));
    }
    expect(heights[0]).toMatch(/^\d+px$/);
    await page.goto(`${wiki.origin}/own`);
    await expect(inside.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
    await page.evaluate(() => window.frame.get());
    expect(await height(page)).toBe('');
    expect(await heard(page, 'height')).toEqual([]);
  } finally {
    await wiki.close();
  }
});

test('the helper script has at most 30 lines', () => {
  const lines = readFileSync(join(root, 'packages/widgets/public/frame.js'), 'utf8').trim().split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
});
