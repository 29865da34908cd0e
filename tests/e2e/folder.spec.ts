import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from './support/product.ts';
import { call, expect, expectAccessibleInBothThemes, ownButane, test } from './support/shared.ts';

interface Named {
  uuid: string;
}

const folderIn = async (parent: string | null, name: string) =>
  (await call<Named>('POST', '/api/folder', { name, parent_uuid: parent })).body.uuid;
const draftIn = async (folder: string, name: string, workflow_type: string) =>
  (
    await call<Named>('POST', '/api/workflow', {
      name,
      workflow_type,
      folder_uuid: folder,
      initial_smiles: 'CCO',
      is_draft: true,
    })
  ).body.uuid;
const row = (page: Page, name: string) =>
  page.locator('tr[data-entry]').filter({ has: page.getByRole('link', { name, exact: true }) });
const count = (page: Page) => page.getByRole('toolbar', { name: 'Selection' }).getByRole('status');
const bar = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true });

test('a folder: selecting by mouse and keyboard, opening and comparing, sorting, moving, dragging, deleting with undo, files', async ({
  page,
}) => {
  await page.goto('/folder/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();

  const top = await folderIn(null, 'Bench of the journey');
  const [first, second] = [await folderIn(top, 'alpha'), await folderIn(top, 'beta')];
  await folderIn(first, 'inner');
  const names = Array.from({ length: 20 }, (_, index) => `draft ${String(index + 1).padStart(2, '0')}`);
  for (const [index, name] of names.entries()) await draftIn(top, name, index % 2 === 0 ? 'descriptors' : 'irc');
  const computed = [await ownButane('butane one'), await ownButane('butane two')];
  await call('POST', '/api/workflow/move_workflows', { uuids: computed, parent_uuid: top });

  // Pages of 20, folders first; a row is at most 36 px high.
  await page.goto(`/folder/${top}`);
  const rows = page.locator('tr[data-entry]');
  await expect(rows).toHaveCount(20);
  const heights = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(36);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name&asc=true/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.nth(2)).toContainText('butane one');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows).toHaveCount(20);

  // A click, Shift, Ctrl, all, none; then the same by keyboard.
  await row(page, 'draft 02').locator('.type').click();
  await expect(count(page)).toHaveText('1 selected');
  await row(page, 'draft 05')
    .locator('.type')
    .click({ modifiers: ['Shift'] });
  await expect(count(page)).toHaveText('4 selected');
  await row(page, 'draft 03')
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(count(page)).toHaveText('3 selected');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(count(page)).toHaveText('20 selected');
  await page.keyboard.press('Escape');
  await expect(count(page)).toHaveText('');
  await row(page, 'draft 07').getByRole('link').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(count(page)).toHaveText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(count(page)).toHaveText('2 selected');
  await page.keyboard.press('Space');
  await expect(count(page)).toHaveText('1 selected');
  await expectAccessibleInBothThemes(page);

  // One opens its page, two of one type their comparison, two types the generic one.
  const uuidOf = (name: string) => row(page, name).getAttribute('data-entry');
  await row(page, 'draft 01').locator('.type').click();
  const [one, three, two] = [await uuidOf('draft 01'), await uuidOf('draft 03'), await uuidOf('draft 02')];
  await row(page, 'draft 03')
    .locator('.type')
    .click({ modifiers: ['ControlOrMeta'] });
  await bar(page, 'Compare').click();
  await expect(page).toHaveURL(new RegExp(`/compare/descriptors\\?uuid=${one}&uuid=${three}$`));
  await page.goBack();
  await row(page, 'draft 01').locator('.type').click();
  await row(page, 'draft 02')
    .locator('.type')
    .click({ modifiers: ['ControlOrMeta'] });
  await bar(page, 'Compare').click();
  await expect(page).toHaveURL(new RegExp(`/compare/generic\\?type_uuid=descriptors_${one}&type_uuid=irc_${two}$`));
  await page.goBack();
  await row(page, 'draft 01').locator('.type').click();
  await bar(page, 'Open').click();
  await expect(page).toHaveURL(new RegExp(`/descriptors/${one}$`));
  await page.goBack();

  // A selection is not lost without a question.
  await row(page, 'draft 01').locator('.type').click();
  await row(page, 'draft 02')
    .locator('.type')
    .click({ modifiers: ['ControlOrMeta'] });
  const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recently deleted' });
  await away.click();
  const question = page.getByRole('dialog', { name: 'Do you want to exit this view?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(count(page)).toHaveText('2 selected');
  await away.click();
  await question.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible();

  // A folder goes neither into itself nor below itself; elsewhere it goes, and comes back by undo.
  await page.goto(`/folder/${top}?sort=name&asc=true`);
  await row(page, 'alpha').locator('.type').click();
  await bar(page, 'Move').click();
  const dialog = page.getByRole('dialog', { name: 'Move one entry' });
  const go = dialog.getByRole('button', { name: 'Move here' });
  await expect(go).toBeDisabled();
  await dialog.getByRole('button', { name: 'alpha', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('“alpha” cannot be moved into itself.');
  await dialog.getByRole('button', { name: 'Folders in alpha' }).click();
  await dialog.getByRole('button', { name: 'inner', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('“alpha” cannot be moved into a folder inside it.');
  await expect(go).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'beta', exact: true }).click();
  await go.click();
  // Under the hand the message stays.
  const moved = page.getByText('One entry moved to “beta”.');
  await moved.hover();
  await expect(row(page, 'alpha')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'alpha')).toHaveCount(1);

  // What is dragged onto a folder lies in it.
  await row(page, 'draft 04').locator('.type').dragTo(row(page, 'beta'));
  await expect(row(page, 'draft 04')).toHaveCount(0);
  const inside = await call<{ items: { data: { name: string } }[] }>('GET', `/api/folder/${second}/contents`);
  expect(inside.body.items.map(({ data }) => data.name)).toEqual(['draft 04']);

  // Deleted with undo.
  await row(page, 'draft 05').locator('.type').click();
  await row(page, 'draft 06')
    .locator('.type')
    .click({ modifiers: ['Shift'] });
  await bar(page, 'Delete').click();
  const deleted = page.getByText('2 entries deleted.');
  await deleted.hover();
  await expect(row(page, 'draft 05')).toHaveCount(0);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'draft 05')).toHaveCount(1);
  await expect(row(page, 'draft 06')).toHaveCount(1);

  // Stars, and the files of a selection.
  await row(page, 'butane one').locator('.type').click();
  await row(page, 'butane two')
    .locator('.type')
    .click({ modifiers: ['ControlOrMeta'] });
  await bar(page, 'Star').click();
  await expect(bar(page, 'Remove star')).toBeVisible();
  await expect(row(page, 'butane one')).toContainText('Starred');
  const csvDownload = page.waitForEvent('download');
  await bar(page, 'Table as CSV').click();
  const csv = readFileSync(await (await csvDownload).path(), 'utf8');
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('Name,Type,Status,SMILES'),
    expect.stringContaining('butane one,Conformer Search,Completed'),
  ]);
  const zipDownload = page.waitForEvent('download');
  await bar(page, 'Download zip').click();
  const zip = await zipDownload;
  expect(zip.suggestedFilename()).toBe('cuvette-items.zip');
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('what somebody else deletes leaves a selection when the list is read again', { tag: '@full' }, async ({
  page,
}) => {
  const top = await folderIn(null, 'Shared bench');
  for (const name of ['draft 08', 'draft 09']) await draftIn(top, name, 'descriptors');
  await page.goto(`/folder/${top}`);
  const uuid = await row(page, 'draft 08').getAttribute('data-entry');
  await row(page, 'draft 08').locator('.type').click();
  await row(page, 'draft 09')
    .locator('.type')
    .click({ modifiers: ['Shift'] });
  await expect(count(page)).toHaveText('2 selected');
  await call('DELETE', `/api/workflow/${uuid}`);
  await expect(row(page, 'draft 08')).toHaveCount(0);
  await expect(count(page)).toHaveText('1 selected');
  await expect(row(page, 'draft 09')).toHaveAttribute('aria-selected', 'true');
});

test('the side bar folds away and comes back, also after a reload', async ({ page }) => {
  await page.goto('/');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Hide the side bar' }).click();
  await expect(sidebar).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await expect(sidebar).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(sidebar).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide the side bar' })).toBeFocused();
});

test('a column of a property sorts the whole folder; what has no value is last, and what changes a number is beside it and in the CSV', async ({
  page,
}) => {
  const folder = await folderIn(null, 'Energies');
  await draftIn(folder, 'not computed', 'irc');
  const fixture = (name: string) =>
    readFileSync(join(root, `packages/widgets/src/results/fixtures/${name}.cuvette.json`), 'utf8');
  const caveat = 'The geometry is not converged.';
  for (const name of ['basic-calculation', 'water']) {
    const bundle = JSON.parse(fixture(name));
    const [item] = bundle.items;
    if (name === 'water')
      item.provenance = { ...item.provenance, caveats: [{ severity: 'changes_number', text: caveat }] };
    const { body } = await call<{ items: Named[] }>('POST', '/api/workflow/import', bundle);
    const uuids = body.items.map(({ uuid }) => uuid);
    await call('POST', `/api/workflow/${uuids[0]}`, { name });
    await call('POST', '/api/workflow/move_workflows', { uuids, parent_uuid: folder });
  }
  // An address beyond the last page leads to that one.
  await page.goto(`/folder/${folder}?page=9`);
  await expect(page).toHaveURL(new RegExp(`/folder/${folder}$`));
  await expect(page.locator('tr[data-entry]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns of this list' });
  await dialog.getByRole('checkbox', { name: 'Energy (Hartree)', exact: true }).check();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toHaveCount(0);

  const names = page.locator('tr[data-entry] a.entry');
  const heading = page.getByRole('columnheader', { name: 'Energy (Hartree)' });
  await heading.getByRole('button').click();
  await expect(page).toHaveURL(/sort=energy&asc=true/);
  await expect(names).toHaveText(['basic-calculation', 'water', 'not computed']);
  await expect(row(page, 'water')).toContainText('−5.070544');
  await heading.getByRole('button').click();
  await expect(page).toHaveURL(/sort=energy&asc=false/);
  await expect(names).toHaveText(['water', 'basic-calculation', 'not computed']);

  const mark = page.getByRole('button', { name: 'Note on Energy' });
  await expect(mark).toHaveCount(1);
  await expect(mark).toHaveAccessibleDescription(caveat);
  await row(page, 'water').getByRole('button', { name: 'Note on Energy' }).press('Enter');
  await expect(page.getByRole('note')).toHaveText(caveat);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('note')).toHaveCount(0);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Table as CSV' }).click();
  const lines = readFileSync(await (await waiting).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/,note$/);
  expect(lines.filter((line) => line.endsWith(`,${caveat}`)).map((line) => line.split(',')[0])).toEqual(['water']);
});
