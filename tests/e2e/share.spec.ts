import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/product.ts';
import {
  butane,
  call,
  expect,
  expectAccessibleInBothThemes,
  origin,
  otherOrigin,
  ownButane,
  strangerTest,
  test,
} from './support/shared.ts';
import { faultsOf } from './support/strict-page.ts';

const table = { name: 'Conformer Search' };

/** The same item, readable by everybody. */
async function sharedButane() {
  const { uuid } = await butane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  return { uuid };
}

test('the share switch gives a link that works without signing in, read only, and takes it back', async ({
  page,
  browser,
}) => {
  const uuid = await ownButane();
  await page.goto(`/conformer_search/${uuid}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shareSwitch = page.getByRole('switch', { name: 'Anyone with the link can see this item' });
  await shareSwitch.check();
  const link = await page.getByLabel('Public link').inputValue();
  expect(link).toBe(`${origin}/public/conformer_search/${uuid}`);

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(other.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  for (const name of ['Rename', 'Delete', 'Stop', 'Share', 'Shared', 'Use result']) {
    await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  const write = await stranger.request.post(`${origin}/api/workflow/${uuid}`, { data: { name: 'mine now' } });
  expect(write.status()).toBe(401);
  expect((await stranger.request.get(`${origin}/api/workflow/${uuid}`)).status()).toBe(401);

  await shareSwitch.uncheck();
  await expect(page.getByLabel('Public link')).toHaveCount(0);
  await other.goto(link);
  await expect(other.getByText('Not found').first()).toBeVisible();
  expect((await stranger.request.get(`${origin}/api/shared/workflow/${uuid}`)).status()).toBe(404);
  await shareSwitch.check();
  await expect(page.getByLabel('Public link')).toBeVisible();
  await stranger.close();
});

strangerTest(
  'a wiki page of another origin shows the shared result with one script tag and one element',
  async ({ page }) => {
    const { uuid } = await sharedButane();
    const wiki = await otherOrigin({ '/wiki.html': readFileSync(join(root, 'examples/wiki.html'), 'utf8') });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const faults = faultsOf(page);
    page.on('requestfailed', (request) => faults.push(`${request.failure()?.errorText} ${request.url()}`));
    try {
      await page.goto(`${wiki.origin}/wiki.html?server=${origin}&workflow=${uuid}`);
      const rows = page.getByRole('table', table).locator('tbody tr[data-row]');
      await expect(rows).toHaveCount(2);
      await rows.nth(1).click();
      await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(page.locator('cuvette-workflow canvas').first()).toBeVisible();
      await expect(page.locator('cuvette-value').getByText('2', { exact: true })).toBeVisible();
      await expect(page.locator('cuvette-value').getByText(/^\d\d\.\d\s%$/)).toBeVisible();
      await expectAccessibleInBothThemes(page);
      // Nothing comes from anywhere but the wiki and Cuvette, and Cuvette's own cookies play no part.
      expect(
        requested.filter(
          (url) => !url.startsWith(origin) && !url.startsWith(wiki.origin) && !/^(data|blob):/.test(url),
        ),
      ).toEqual([]);
      expect(
        requested
          .filter((url) => url.startsWith(`${origin}/api/`))
          .every((url) => url.startsWith(`${origin}/api/shared/`)),
      ).toBe(true);
      expect(faults).toEqual([]);
    } finally {
      await wiki.close();
    }
  },
);

strangerTest('a lab notebook page frames the shared result and hears what is chosen in it', async ({ page }) => {
  const { uuid } = await sharedButane();
  const notebook = await otherOrigin({ '/iframe.html': readFileSync(join(root, 'examples/iframe.html'), 'utf8') });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const faults = faultsOf(page);
  page.on('requestfailed', (request) => faults.push(`${request.failure()?.errorText} ${request.url()}`));
  try {
    await page.goto(`${notebook.origin}/iframe.html?server=${origin}&workflow=${uuid}`);
    const rows = page.frameLocator('iframe').getByRole('table', table).locator('tbody tr[data-row]');
    await expect(rows).toHaveCount(2);
    await rows.nth(1).click();
    await expect(page.getByRole('status')).toContainText('Chosen in the frame: ');
    expect(requested.filter((url) => ![origin, notebook.origin].includes(new URL(url).origin))).toEqual([]);
    expect(faults).toEqual([]);
    // Last: it knocks at frames of other origins, of which the browser complains.
    await expectAccessibleInBothThemes(page);
  } finally {
    await notebook.close();
  }
});

strangerTest('a frame shows a public page with embed=1, and no other page', async ({ page, request }) => {
  const { uuid } = await sharedButane();
  const address = `${origin}/public/conformer_search/${uuid}`;
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title><iframe name="good" src="${address}?embed=1" width="900" height="600"></iframe>
      <iframe name="bad" src="${address}" width="900" height="300"></iframe><iframe name="owner" src="${origin}/?embed=1"></iframe><iframe name="none" src="${origin}/public/zzz?embed=1"></iframe>`,
  });
  try {
    await page.goto(wiki.origin);
    const good = page.frameLocator('iframe[name=good]');
    await expect(good.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
    for (const name of ['bad', 'owner', 'none']) {
      await expect(page.frameLocator(`iframe[name=${name}]`).getByRole('table', table)).toHaveCount(0);
      expect(page.frame(name)?.url()).not.toContain(origin);
    }
    // Inside the frame the app has no way to a signed-in page: not even its own router knows one.
    const frame = page.frame('good');
    await frame?.evaluate(() => {
      history.pushState({}, '', '/new');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(good.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await expect(good.getByRole('link')).toHaveCount(0);
  } finally {
    await wiki.close();
  }
  const policy = async (path: string) =>
    (await request.get(`${origin}${path}`)).headers()['content-security-policy'] ?? '';
  expect(await policy(`/public/conformer_search/${uuid}?embed=1`)).not.toContain("frame-ancestors 'none'");
  for (const path of [
    `/public/conformer_search/${uuid}`,
    '/',
    '/?embed=1',
    '/public/zzz?embed=1',
    '/sign-in',
    `/conformer_search/${uuid}?embed=1`,
  ]) {
    expect(await policy(path), path).toContain("frame-ancestors 'none'");
  }
});

strangerTest('a page with the embed in it, out of view, loads no 3Dmol and no OpenChemLib', async ({ page }) => {
  const { uuid } = await sharedButane();
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title><script type="module" src="${origin}/embed/1/embed.js"></script>
      <div style="height: 6000px"></div><cuvette-workflow workflow="${uuid}" public></cuvette-workflow>`,
  });
  const bodies: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().includes('/embed/1/')) bodies.push(request.sizes().then((sizes) => sizes.responseBodySize));
  });
  try {
    await page.goto(wiki.origin, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0);
    expect(bytes).toBeGreaterThan(0);
    // As they come over the wire: the limit of embed.js in packages/widgets/sizes.json.
    expect(bytes).toBeLessThan(15_000);
  } finally {
    await wiki.close();
  }
});
