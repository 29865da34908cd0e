import { address, cut, holdItem, hostPage, sharedButane } from './support/host-page.ts';
import { call, expect, origin, otherOrigin, ownButane, strangerTest as test } from './support/shared.ts';

/** Width of the text of an A4 page in CSS pixels. */
const paper = 718;

test('a frame says its result in few words and numbers where script is blocked', async ({ browser }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const inside = page.frameLocator('iframe[name=result]');
  try {
    await page.goto(wiki.origin);
    await expect(inside.getByText('n-butane: Conformer Search, 2 conformers, GFN2-xTB')).toBeVisible();
    await expect(inside.getByRole('row', { name: /^Number of conformers 2$/ })).toBeVisible();
    await expect(inside.getByRole('table', { name: 'Conformer Search' }).getByRole('row')).toHaveCount(3);
    await expect(inside.getByRole('link', { name: 'View on Cuvette' })).toHaveAttribute('target', '_blank');
  } finally {
    await context.close();
    await wiki.close();
  }
});

test('the words of a frame without script are written for whoever may read the item, and escaped', async () => {
  const uuid = await ownButane();
  const change = (body: object) => call('POST', `/api/workflow/${uuid}`, body);
  await change({ public: true });
  const words = async (more = '', path = 'conformer_search', status = 200) => {
    const answer = await fetch(`${origin}/public/${path}/${uuid}${more}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await answer.text();
    return /<main class="without-script">(.*?)<\/main>/s.exec(page)?.[1] ?? null;
  };
  expect(await words('?embed=1')).toContain(`<a href="/public/conformer_search/${uuid}" target="_blank"`);
  expect(await words('?embed=1', 'workflow')).toContain('<th scope="row">Lowest energy</th>');
  expect(await words('?embed=1&no_link=1')).not.toContain('<a ');
  expect(await words()).toBe(null);
  expect(await words('?embed=1', 'folder')).toBe(null);
  await change({ name: '"><script>alert(1)</script> & butane' });
  expect(await words('?embed=1')).toContain(
    '<strong>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; butane</strong>',
  );
  await change({ public: false });
  expect(await words('?embed=1', 'conformer_search', 404)).toBe(null);
  const { body } = await call<{ link: string }>('POST', '/api/share_link', { workflow_uuid: uuid });
  expect(await words(`?link=${body.link}&embed=1`)).toContain(`/${uuid}?link=${body.link}" target`);
  expect(await words('?link=cuvette_link_of_somebody&embed=1', 'conformer_search', 404)).toBe(null);
});

test('a frame on paper shows all rows and no controls, one further down too', async ({ page }) => {
  const uuid = await sharedButane();
  const frame = (name: string) =>
    `<iframe name="${name}" src="${address(uuid)}" title="${name}" width="100%" height="640"></iframe>`;
  const wiki = await otherOrigin({
    '/': `<!doctype html><title>wiki</title>${frame('result')}<div style="height: 4000px"></div>${frame('second')}`,
  });
  const inside = page.frameLocator('iframe[name=result]');
  const table = inside.getByRole('table', { name: 'Conformer Search' });
  const controls = ['Play', 'Reset', 'Download CSV', 'Columns'].map((name) => inside.getByRole('button', { name }));
  try {
    await page.goto(wiki.origin);
    await expect(table.locator('tbody tr[data-row]')).toHaveCount(2);
    for (const control of controls) await expect(control).toBeVisible();
    await page.setViewportSize({ width: paper, height: 900 });
    await page.emulateMedia({ media: 'print' });
    for (const control of controls) await expect(control).toBeHidden();
    await expect(inside.getByRole('tab', { name: 'info' })).toBeHidden();
    await expect(inside.locator('canvas').first()).toBeVisible();
    for (const row of await table.locator('tbody tr[data-row]').all()) await expect(row).toBeVisible();
    await expect.poll(() => cut(page)).toEqual([]);
    // Never scrolled to, and there all the same.
    await expect(page.frameLocator('iframe[name=second]').locator('tbody tr[data-row]')).toHaveCount(2);
  } finally {
    await wiki.close();
  }
});

test('a frame whose result is still on its way is not blank on paper', async ({ page }) => {
  const uuid = await sharedButane();
  const wiki = await otherOrigin({ '/': hostPage(address(uuid)) });
  const inside = page.frameLocator('iframe[name=result]');
  const summary = inside.getByText('n-butane: Conformer Search, 2 conformers');
  const letGo = await holdItem(page, uuid);
  try {
    await page.goto(wiki.origin);
    await expect(inside.locator('cuvette-workflow')).toBeVisible();
    await expect(summary).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(summary).toBeVisible();
    await expect(inside.locator('cuvette-workflow')).toBeHidden();
    await page.emulateMedia({ media: null });
    letGo();
    await expect(inside.getByRole('table', { name: 'Conformer Search' })).toBeVisible();
    await expect(summary).toHaveCount(0);
  } finally {
    letGo();
    await wiki.close();
  }
});
