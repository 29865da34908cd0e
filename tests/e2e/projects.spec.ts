import { Person } from './support/person.ts';
import { call, expect, expectAccessible, expectAccessibleInBothThemes, origin, test } from './support/shared.ts';

test('a project is made, renamed, switched to, and deleted, which is shown in a message that goes by itself', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Solvents');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Solvents', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Green solvents');
  await page.keyboard.press('Enter');
  // The page shows the new name before the dialog, whose own button is called the same, has closed.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Green solvents' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused();
  await expectAccessibleInBothThemes(page);

  // The side bar leads into the project's own folder, which is called after it.
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Green solvents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Green solvents' })).toBeVisible();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('alcohols');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'alcohols' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Path of this folder' }).getByRole('link', { name: 'Green solvents' }),
  ).toBeVisible();
  await sidebar.getByRole('link', { name: 'My items' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My items' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'alcohols' })).toHaveCount(0);

  await page.goto('/projects');
  await expect(page.getByRole('cell', { name: /Default/ })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Manage “Green solvents”' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Everything in the project is deleted');
  await expectAccessible(page);
  // The message goes after some seconds, which the test does not wait for.
  await page.clock.install();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const message = page.getByText('Project deleted');
  await expect(message).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Green solvents' })).toHaveCount(0);
  await page.clock.fastForward('01:00');
  await expect(message).toHaveCount(0);
});

test('people are added by address in a role, change it, leave, and get the project', async ({ page, browser }) => {
  const name = 'Shared bench';
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', { name });
  const ann = await Person.invite(page, browser, 'ann@example.org');
  await page.goto(`/project/${project.uuid}`);
  const add = async (address: string, role: string) => {
    await page.getByLabel('Email address').fill(address);
    await page.getByLabel('Role', { exact: true }).selectOption(role);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add('nobody@example.org', 'Viewer');
  await expect(page.getByRole('alert')).toContainText('no account with the address');
  await add('ann@example.org', 'Viewer');
  await expect(page.getByText('ann@example.org is in the project.')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();

  await ann.page.goto(`${origin}/projects`);
  await ann.page.getByRole('link', { name: `Manage “${name}”` }).click();
  await expect(ann.page.getByRole('button', { name: 'Leave' })).toBeVisible();
  for (const button of ['Rename', 'Delete', 'Add', 'Make ann the owner']) {
    await expect(ann.page.getByRole('button', { name: button, exact: true })).toHaveCount(0);
  }
  const write = { name: 'n', parent_uuid: project.root_folder_uuid };
  expect((await ann.post('/api/folder', write)).status()).toBe(403);

  await page.getByLabel('Role of ann').selectOption('Editor');
  await expect.poll(async () => (await ann.post('/api/folder', write)).status()).toBe(201);
  await page.getByRole('button', { name: 'Make ann the owner' }).click();
  await expect(page.getByRole('dialog')).toContainText('You cannot undo this');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  await ann.page.reload();
  await expect(ann.page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Manage “${name}”` })).toHaveCount(0);
  await page.goto(`/project/${project.uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  await ann.close();
});

test('with many projects one is found by typing, also beyond those that a list holds, and the list says when there is none', {
  tag: '@full',
}, async ({ page }) => {
  const made: string[] = [];
  try {
    for (let index = 1; index <= 101; index++) {
      const name = index === 101 ? 'Zeolites' : `Bench ${String(index).padStart(3, '0')}`;
      const { status, body } = await call<{ uuid: string }>('POST', '/api/project', { name });
      expect(status).toBe(201);
      made.push(body.uuid);
    }
    await page.goto('/projects');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByRole('list', { name: 'Projects' }).getByRole('link')).toHaveCount(8);
    const find = sidebar.getByRole('combobox', { name: 'Find a project' });
    await find.click();
    const list = page.locator('.cv-combobox-popup');
    await expect(list).toBeVisible();
    const box = await list.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(450.5);
    expect(box?.height).toBeGreaterThan(300);
    await expectAccessibleInBothThemes(page);

    await find.fill('no such project');
    await expect(list).toHaveText('No matches');
    await find.fill('zeo');
    await expect(page.getByRole('option', { name: 'Zeolites' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Zeolites' })).toBeVisible();
    await expect(list).toHaveCount(0);

    await find.fill('bench 042');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(find).toHaveValue('');
    await expect(find).toBeFocused();
  } finally {
    for (const uuid of made) await call('DELETE', `/api/project/${uuid}`);
  }
});
