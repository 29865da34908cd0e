import { call, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

test('a search: from any page by /, filters as chips and in the address, saved, shared in a project, and as an API query', async ({
  page,
}) => {
  const { body: project } = await call<{ uuid: string; root_folder_uuid: string }>('POST', '/api/project', {
    name: 'Needles',
  });
  const draft = (name: string, workflow_type: string, folder_uuid: string | null) =>
    call('POST', '/api/workflow', { name, workflow_type, folder_uuid, initial_smiles: 'CCO', is_draft: true });
  await draft('needle 1', 'descriptors', project.root_folder_uuid);
  await draft('needle 2', 'irc', project.root_folder_uuid);
  const { body: third } = await draft('needle 3', 'descriptors', null);
  await call('POST', `/api/workflow/${third.uuid}`, { starred: true });

  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search all items').filter({ visible: true })).toBeFocused();
  await page.keyboard.type('NEEDLE');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=NEEDLE$/);
  const rows = page.locator('tr[data-entry]');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('3 items', { exact: true })).toBeVisible();

  // Filters come in by the panel and go by their chips.
  await page.locator('summary').filter({ hasText: 'Add a filter' }).click();
  await page.getByLabel('Type', { exact: true }).fill('Descr');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=descriptors/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Starred' }).selectOption('no');
  await expect(page).toHaveURL(/starred=false/);
  await expect(rows).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Remove the filter Starred: no' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).not.toHaveURL(/starred/);

  // Saved under a name, for a project, and used again after a reload.
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Needles of today');
  await dialog.getByLabel('Share in a project').selectOption('Needles');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Needles of today” is saved.')).toBeVisible();
  const { body: saved } = await call<{ name: string; project_uuid: string; query: object }[]>(
    'GET',
    `/api/saved_search?project_uuid=${project.uuid}`,
  );
  expect(saved).toMatchObject([
    { name: 'Needles of today', project_uuid: project.uuid, query: { query: 'NEEDLE', type: ['descriptors'] } },
  ]);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/search$/);
  await page.reload();
  await page
    .getByRole('navigation', { name: 'Saved searches' })
    .getByRole('link', { name: 'Needles of today' })
    .click();
  await expect(page).toHaveURL(/query=NEEDLE&type=descriptors/);
  await expect(page.getByRole('heading', { level: 1, name: 'Needles of today' })).toBeVisible();
  await expect(rows).toHaveCount(2);

  // The address of the API finds the same.
  await page.getByRole('button', { name: 'As an API query' }).click();
  const address = new URL(await page.getByRole('dialog').getByLabel('Address').inputValue());
  const { body: found } = await call<{ items: { data: { name: string } }[] }>('GET', address.pathname + address.search);
  expect(found.items.map(({ data }) => data.name).sort()).toEqual(['needle 1', 'needle 3']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // Every filter at once, and a project by its name.
  await page.goto(
    '/search?query=needle&public=false&starred=false&projectName=needles&type=irc&type=descriptors&status=6&status=2' +
      '&createdAfter=2020-01-01&createdBefore=2999-01-01&updatedAfter=2020-01-01&updatedBefore=2999-01-01&sort=name&asc=true',
  );
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('needle 1');
  await expect(page.getByRole('link', { name: /^Remove the filter / })).toHaveCount(12);

  // Nonsense filters nothing and breaks nothing.
  await page.goto(
    '/search?query=needle&status=x&status=99&type=nothing&sort=password&asc=up&createdAfter=soon&page=-3&%zz',
  );
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Remove the filter / })).toHaveCount(1);
  await expect(page.getByRole('note')).toHaveText(
    /: type=nothing, status=x, status=99, createdAfter=soon, sort=password$/,
  );
});

test('a structure: typed in the dialog, found in items with what matched in the accent colour, and by similarity', async ({
  page,
}) => {
  const draft = (name: string, initial_smiles: string) =>
    call('POST', '/api/workflow', { name, workflow_type: 'descriptors', initial_smiles, is_draft: true });
  await draft('thieno aspirin', 'CC(=O)Oc1ccsc1C(=O)O');
  await draft('thieno salicylate', 'OC(=O)c1sccc1O');
  await page.goto('/search?query=thieno');
  const rows = page.locator('tr[data-entry]');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Structure', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Search by structure' });
  await dialog.getByLabel('SMILES or SMARTS').fill('CC(=O)OC1=CSC=C1');
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/query=thieno.*substructure=/);
  await expect(page.getByRole('link', { name: /^Remove the filter Contains/ })).toBeVisible();
  // New items are indexed within seconds; the list asks again by itself.
  await expect(rows).toHaveCount(1, { timeout: 30_000 });
  await expect(rows).toContainText('thieno aspirin');
  await expect(rows.locator('.thumbnail path[stroke="var(--cv-accent)"]').first()).toBeAttached();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Structure', exact: true }).click();
  await dialog.getByLabel('is similar to this molecule').check();
  await dialog.getByLabel('SMILES or SMARTS').fill('CC(=O)Oc1ccsc1C(=O)O');
  await dialog.getByLabel('Lowest similarity').fill('0.3');
  await expect(dialog.getByText('contains this structure')).toBeVisible();
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Similarity 1.00');
});
