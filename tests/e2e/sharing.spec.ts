import {
  call,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  origin,
  otherOrigin,
  ownButane,
  test,
} from './support/shared.ts';

const table = { name: 'Conformer Search' };

test('a link opens an item without signing in and in a page of another origin, until it is revoked', async ({
  page,
  browser,
}) => {
  const uuid = await ownButane();
  await page.goto(`/conformer_search/${uuid}`);
  const open = page.getByRole('button', { name: 'Share', exact: true });
  await open.click();
  await page.getByRole('button', { name: 'New link' }).click();
  const question = page.getByRole('dialog', { name: 'New link' });
  await question.getByLabel('Who it is for').fill('Referee 2');
  await expect(question.getByLabel('Days until it expires')).toHaveValue('30');
  await question.getByLabel('Days until it expires').fill('7');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New link' })).toBeFocused();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(new RegExp(`^${origin}/public/conformer_search/${uuid}\\?link=cuvette_link_`));
  const days = (Date.parse((await linksOf(uuid))[0]?.expires_at ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Embed in another page' }).click();
  const embed = page.getByRole('dialog', { name: /^Embed/ });
  const snippet = embed.getByLabel('To paste into the page');
  const element = await snippet.inputValue();
  await embed.getByRole('radio', { name: 'Frame' }).check();
  await expect(snippet).toHaveValue(/^<iframe/);
  const frame = await snippet.inputValue();
  await embed.getByRole('button', { name: 'Close' }).click();

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(other.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  for (const name of ['Rename', 'Delete', 'Share', 'Use result']) {
    await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await other.goto(link.replace(/link=.*/, 'link=cuvette_link_wrong'));
  await expect(other.getByText('Not found').first()).toBeVisible();
  const wiki = await otherOrigin({
    '/frame': `<!doctype html><title>wiki</title>${frame}`,
    '/element': `<!doctype html><title>wiki</title>${element}`,
  });
  await other.goto(`${wiki.origin}/frame`);
  await expect(other.frameLocator('iframe').getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  await other.goto(`${wiki.origin}/element`);
  await expect(other.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  await wiki.close();

  await page.getByRole('button', { name: 'Revoke “Referee 2”' }).click();
  const sure = page.getByRole('dialog', { name: 'Revoke “Referee 2”?' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sure).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Share “n-butane”' })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke “Referee 2”' }).click();
  await sure.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No active links.')).toBeVisible();
  // The button is gone with its link: the keyboard goes on at the dialog's heading.
  await expect(page.getByRole('heading', { name: 'Share “n-butane”' })).toBeFocused();
  await expect(page.getByLabel('Link', { exact: true })).toHaveCount(0);
  await page.getByText('One inactive link').click();
  await expect(page.getByText(/revoked/)).toBeVisible();
  await other.goto(link);
  await expect(other.getByText('Not found').first()).toBeVisible();
  await stranger.close();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('a link to a folder goes on from page to page, and opens nothing beside the folder', async ({ page, browser }) => {
  const { body: folder } = await call<{ uuid: string }>('POST', '/api/folder', { name: 'for the referee' });
  const { body: inner } = await call<{ uuid: string }>('POST', '/api/folder', {
    name: 'inner',
    parent_uuid: folder.uuid,
  });
  const uuid = await ownButane();
  const { parent_uuid: home } = (await call('GET', `/api/workflow/${uuid}`)).body;
  await call('POST', `/api/workflow/${uuid}`, { parent_uuid: inner.uuid });
  await page.goto(`/folder/${home}`);
  const menu = page.getByLabel('Actions for for the referee');
  await menu.press('Enter');
  await page.getByRole('table').getByRole('button', { name: 'Share', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Share “for the referee”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.goto(`/folder/${folder.uuid}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('dialog', { name: 'New link' }).getByRole('button', { name: 'Create' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  await other.goto(link);
  await other.getByRole('link', { name: 'inner' }).click();
  await other.getByRole('link', { name: 'n-butane' }).click();
  await expect(other.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  expect(other.url()).toContain('link=cuvette_link_');
  await other.reload();
  await expect(other.getByRole('table', table).locator('tbody tr[data-row]')).toHaveCount(2);
  await other.goBack();
  await other.getByRole('navigation', { name: 'Path of this folder' }).getByRole('link').first().click();
  await expect(other.getByRole('heading', { level: 1, name: 'for the referee' })).toBeVisible();
  const key = new URL(link).searchParams.get('link');
  expect((await stranger.request.get(`${origin}/api/shared/folder/${home}?link=${key}`)).status()).toBe(404);
  await stranger.close();
});

async function linksOf(uuid: string): Promise<{ expires_at: string | null }[]> {
  const { body } = await call<{ links: { expires_at: string | null }[] }>(
    'GET',
    `/api/share_link?workflow_uuid=${uuid}`,
  );
  return body.links;
}
