import { Person } from './support/person.ts';
import { conformerSearch } from './support/product.ts';
import { call, expect, expectAccessibleInBothThemes, origin, test } from './support/shared.ts';

const why = 'You are a viewer of this project: you can read everything in it, but not change it.';
/** What a viewer is refused by the server. */
const changes = ['Rename', 'Share', 'Delete', 'Submit', 'Edit', 'Add notes', 'New folder', 'Upload', 'Stop'];

test('a viewer of a project is offered nothing that the server refuses, and shown why', async ({ page, browser }) => {
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', {
    name: 'Read only',
  });
  const folder = project.root_folder_uuid;
  const draft = { ...conformerSearch('CCO'), name: 'not for all', folder_uuid: folder, is_draft: true };
  const { body: item } = await call('POST', '/api/workflow', draft);
  await call('POST', '/api/folder', { name: 'inner', parent_uuid: folder });
  const bob = await Person.invite(page, browser, 'bob@example.org');
  await call('POST', `/api/project/${project.uuid}/add_users`, { users: ['bob@example.org'], role: 'viewer' });
  let asked = 0;
  bob.page.on('request', (request) => {
    // Bob's own first page, still loading, asks about his own project.
    if (request.url().endsWith(`/project/${project.uuid}/has_edit_access`)) asked += 1;
  });

  const offered = async (count: number) => {
    const found = bob.page.locator('main, body').first();
    for (const name of changes) {
      await expect(found.getByRole('button', { name, exact: true }), name).toHaveCount(count);
      await expect(found.getByRole('link', { name, exact: true }), name).toHaveCount(count);
    }
  };
  await bob.page.goto(`${origin}/folder/${folder}`);
  await expect(bob.page.getByRole('note').filter({ hasText: why })).toBeVisible();
  await expect(bob.page.getByRole('link', { name: 'not for all' })).toBeVisible();
  await offered(0);
  await expect(bob.page.getByLabel(/^(Actions for|Star) /)).toHaveCount(0);
  await expectAccessibleInBothThemes(bob.page);
  await bob.page.getByRole('link', { name: 'not for all' }).click();
  await expect(bob.page.getByRole('note').filter({ hasText: why })).toBeVisible();
  await offered(0);
  await expect(bob.page.getByRole('switch')).toHaveCount(0);
  await expect(bob.page.getByRole('button', { name: 'Star not for all' })).toHaveCount(0);
  await expectAccessibleInBothThemes(bob.page);
  expect(asked).toBe(1);
  expect((await bob.post(`/api/workflow/${item.uuid}/submit_draft`, {})).status()).toBe(403);
  // What a viewer makes out of it goes to a place of their own.
  await bob.page.getByRole('button', { name: 'Use result', exact: true }).click();
  await bob.page.getByRole('menuitem', { name: 'Resubmit', exact: true }).click();
  await expect(bob.page.getByRole('textbox', { name: 'SMILES', exact: true })).toHaveValue('CCO');
  await bob.page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(bob.page.getByText('This has not been submitted yet.')).toBeVisible();
  await expect(bob.page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  await expect(bob.page.getByRole('note').filter({ hasText: why })).toHaveCount(0);

  await call('POST', `/api/project/${project.uuid}/add_users`, { users: ['bob@example.org'], role: 'member' });
  await bob.page.goto(`${origin}/conformer_search/${item.uuid}`);
  await bob.page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(bob.page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeVisible();
  await expect(bob.page.getByRole('note').filter({ hasText: why })).toHaveCount(0);
  await bob.close();
  await call('DELETE', `/api/project/${project.uuid}`);
});

test('a name is judged while it is typed, in the words of the rule', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My items', exact: true }).click();
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await dialog.getByLabel('Name').fill('\u200b');
  await expect(dialog.getByRole('alert')).toHaveText('A name must have a letter, a digit or a sign.');
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('A name must have a letter, a digit or a sign.');
  await dialog.getByLabel('Name').fill('a'.repeat(501));
  await expect(dialog.getByRole('alert')).toHaveText('A name has at most 500 characters; this one has 501.');
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('Name').fill('');
  await expect(dialog.getByRole('alert')).toHaveText('Give it a name.');
  await dialog.getByLabel('Name').fill('solvents');
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled();
});
