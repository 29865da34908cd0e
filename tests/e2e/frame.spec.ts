import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { butane, call, expect, origin, otherOrigin, strangerTest as test } from './support/shared.ts';

/** What a page has that shows a frame with the helper script. */
interface Host {
  frame: {
    get: () => Promise<State>;
    set: (state: object) => Promise<State>;
    theme: (theme: string) => Promise<State>;
  };
  heard: [string, Record<string, unknown>][];
}
interface State {
  structure: string;
  structures: string[];
  tab: string | null;
  atoms: number[];
  saved: string;
}
declare global {
  interface Window extends Host {}
}

const events = ['load', 'state', 'select', 'tab', 'height', 'error'];

async function sharedButane(): Promise<string> {
  const { uuid } = await butane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  return uuid;
}

const address = (uuid: string, more = '') => `${origin}/public/conformer_search/${uuid}?embed=1${more}`;

/** A page as a wiki would write it: a frame and the helper's script. */
const hostPage = (src: string, attributes = '', more = '') => `<!doctype html><title>wiki</title>
  <iframe name="result" title="butane" src="${src}" width="900" height="300" ${attributes}></iframe>${more}
  <script type="module">
    import { cuvetteFrame } from '${origin}/embed/1/frame.js';
    window.heard = [];
    window.frame = cuvetteFrame(document.querySelector('iframe'));
    for (const name of ${JSON.stringify(events)}) window.frame.on(name, (detail) => window.heard.push([name, detail]));
  </script>`;

const height = (page: Page) =>
  page
    .locator('iframe')
    .first()
    .evaluate((frame) => frame.style.height);
const heard = (page: Page, name: string) =>
  page.evaluate((wanted) => window.heard.filter(([event]) => event === wanted).map(([, detail]) => detail), name);

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
  // Two selected atoms: their distance stands in the caption.
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

test('the same on a page that is sandboxed itself, as an exported notebook is', async ({ page }) => {
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
      setInterval(attack, 50);
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
    await page.waitForTimeout(600);
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

test('the helper script has at most 30 lines', () => {
  const lines = readFileSync(join(root, 'packages/widgets/public/frame.js'), 'utf8').trim().split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
});
