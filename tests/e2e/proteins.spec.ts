import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './support/product.ts';
import {
  call,
  dropFile,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  origin,
  strangerTest,
  test,
} from './support/shared.ts';

const crambin = gunzipSync(readFileSync(join(root, 'packages/core/src/chemistry/fixtures/1crn.pdb.gz'))).toString();

/** Stored dynamics of a complex, whose minimized structure a job made; in a folder, or at the top. */
async function complexOfJob(name: string, folder?: string): Promise<void> {
  const bundle = readFileSync(join(root, 'examples/results/pose_analysis_md.cuvette.json'), 'utf8');
  const { status } = await call(
    'POST',
    `/api/workflow/import${folder ? `?folder_uuid=${folder}` : ''}`,
    bundle.replaceAll('"Complex with LIG, minimized"', JSON.stringify(name)),
  );
  expect(status).toBe(201);
}

/** A protein for one test, by the API. */
async function protein(name: string): Promise<string> {
  const { body: protein_data } = await call('POST', '/api/convert/pdb_file_to_protein', { name, text: crambin });
  const { body } = await call('POST', '/api/protein', { name, protein_data });
  return body.uuid;
}

test('a protein is dropped, looked at, prepared, downloaded, shared, docked into, deleted and restored', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Proteins' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proteins' })).toBeVisible();
  await dropFile(page.locator('.drop-place'), 'notes.pdb', 'This is no protein.');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('no ATOM or HETATM');
  await dialog.getByLabel('PDB ID', { exact: true }).fill('crambin');
  await dialog.getByRole('button', { name: 'Fetch and add' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A PDB ID is a digit and three letters or digits');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dropFile(page.locator('.drop-place'), 'crambin.pdb', crambin);
  await expect(page.getByRole('heading', { level: 1, name: 'crambin' })).toBeVisible();
  const address = page.url();
  await expect(page.locator('cuvette-viewer canvas').first()).toBeVisible();

  // The sequence by keyboard: the residue's atoms are selected in the viewer.
  const sequence = page.getByRole('listbox', { name: 'Sequence of chain A' });
  await expect(sequence.getByRole('option')).toHaveCount(46);
  await sequence.getByRole('option').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(sequence.getByRole('option', { name: 'Thr2 A' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('7 atoms selected')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Prepare' }).click();
  await dialog.getByLabel('pH for the hydrogens').fill('15');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByLabel('pH for the hydrogens').fill('7.4');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'What preparation changed' })).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText('Added hydrogens: 315')).toBeVisible();
  await expect(page.getByText('642, 315 of them hydrogens')).toBeVisible();
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.indexOf('Sequence')).toBeGreaterThan(headings.indexOf('What preparation changed'));

  // Again, with the state of one side chain chosen by hand, by keyboard. Which are listed follows the pH; what was chosen stays.
  await page.getByRole('button', { name: 'Prepare again' }).click();
  const states = dialog.getByRole('group', { name: 'Protonation states' });
  await expect(states).toHaveCount(0);
  await dialog.getByLabel('pH for the hydrogens').fill('4');
  const glutamate = states.getByRole('combobox', { name: /^GLU A\.23, pKa \d\.\d/ });
  await expect(glutamate.locator('option:checked')).toHaveText('By pKa (last time: deprotonated (−1))');
  await glutamate.focus();
  await page.keyboard.press('End');
  await expect(glutamate).toHaveValue('GLH');
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('pH for the hydrogens').fill('7.4');
  await expect(states.getByRole('combobox')).toHaveCount(1);
  await dialog.getByLabel('Relax the hydrogens').uncheck();
  await dialog.getByLabel('Choose protonation states by pKa').uncheck();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Added hydrogens: 316')).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText(/^GLU A\.23: pKa \d\.\d, protonated \(neutral\), chosen by hand$/)).toBeVisible();
  await page.getByRole('button', { name: 'Prepare again' }).click();
  await expect(glutamate).toHaveValue('GLH');
  await page.keyboard.press('Escape');
  await expectAccessibleInBothThemes(page);

  for (const [label, ending, start] of [
    ['Download as PDB', 'pdb', /^HEADER/],
    ['Download as mmCIF', 'cif', /^data_1CRN/],
    ['Download the uploaded structure (PDB)', 'pdb', /^HEADER/],
  ] as const) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: label }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe(`crambin.${ending}`);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(start);
  }

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('switch', { name: 'Anyone with the link can see this protein' }).check();
  const link = await page.getByLabel('Public link').inputValue();
  expect(link).toBe(address.replace(origin, `${origin}/public`));
  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  await other.goto(link);
  await expect(other.getByRole('listbox', { name: 'Sequence of chain A' })).toBeVisible();
  await expect(other.locator('cuvette-viewer canvas').first()).toBeVisible();
  await expect(other.getByText('Added hydrogens: 316')).toBeVisible();
  for (const name of ['Prepare', 'Prepare again', 'Share', 'Shared']) {
    await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await other.getByRole('button', { name: 'More' }).click();
  await expect(other.getByRole('menuitem')).toHaveText(['Download as PDB', 'Download as mmCIF']);
  await stranger.close();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Dock into this' }).click();
  await expect(page).toHaveURL(/\/new\/docking\?protein=/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ocking');
  await page.goBack();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proteins' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'crambin', exact: true })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('The protein "crambin" is in the trash.')).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: 'Restore “crambin”' }).first().click();
  await expect(page.getByText('“crambin” was restored.')).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'crambin' })).toBeVisible();
});

test('a file with two models, alternate places, insertion codes and negative numbers is described so', async ({
  page,
}) => {
  const line = (serial: number, name: string, residue: string, x: number, occupancy = '1.00') =>
    `ATOM  ${String(serial).padStart(5)}  ${name}${residue}   ${x.toFixed(3).padStart(8)}   2.000   3.000  ${occupancy} 10.00           ${name[0]}`;
  const model = [
    line(1, 'N  ', ' MET A  -3 ', 1),
    line(2, 'CA ', 'AMET A  -3 ', 2.4, '0.60'),
    line(3, 'CA ', 'BMET A  -3 ', 2.6, '0.40'),
    line(4, 'N  ', ' GLY A  -3A', 4),
    line(5, 'CA ', ' GLY A  -3A', 5.4),
  ];
  const text = ['MODEL        1', ...model, 'ENDMDL', 'MODEL        2', ...model, 'ENDMDL', 'END'].join('\n');
  await page.goto('/proteins');
  await dropFile(page.locator('.drop-place'), 'awkward.pdb', text);
  await expect(page.getByText('The file holds 2 models. The first one is shown')).toBeVisible();
  await expect(page.getByText('One residue has alternate positions.')).toBeVisible();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['M', 'G']);
  await expect(page.getByRole('option', { name: 'Gly-3A A' })).toBeVisible();
});

test('the list finds proteins by name, renames them by keyboard, and fits a narrow window', { tag: '@full' }, async ({
  page,
}) => {
  await protein('kinase one');
  await protein('phosphatase');
  await complexOfJob('complex of a job, with more name than a row of a narrow window has room for beside its signs');
  await page.goto('/proteins');
  await expect(page.getByRole('link', { name: 'phosphatase' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'complex of a job' })).toHaveCount(0);
  // While no answer comes, the page says so, asks again by itself, and then shows what was asked for.
  await page.route('**/api/protein?**', (route) => route.abort());
  await page.getByRole('switch', { name: 'Show structures made by jobs' }).check();
  const away = page.getByText('The server does not answer. Trying again …');
  await expect(away).toBeVisible();
  await page.unroute('**/api/protein?**');
  await expect(page.getByRole('row', { name: /complex of a job.*Made by a job/ })).toBeVisible();
  // A row keeps one line, whatever is shown of its protein.
  await page.setViewportSize({ width: 1024, height: 800 });
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(36.5);
  await expect(away).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show structures made by jobs' }).uncheck();
  await expect(page.getByRole('link', { name: 'complex of a job' })).toHaveCount(0);
  await page.getByLabel('Name contains').fill('KINASE');
  await expect(page.getByRole('link', { name: 'phosphatase' })).toHaveCount(0);
  await expect(page).toHaveURL(/query=KINASE/);
  await page.getByRole('button', { name: 'Actions for kinase one' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('kinase two');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'kinase two' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'kinase two' }).click();
  await expect(page.getByRole('listbox', { name: 'Sequence of chain A' })).toBeVisible();
  expect(await overflow()).toBe(0);
  await page.goto('/proteins?query=nothing+is+called+so');
  await expect(page.getByText('No protein has “nothing is called so” in its name.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all proteins' }).click();
  await expect(page.getByRole('link', { name: 'phosphatase' })).toBeVisible();
});

strangerTest('a stranger finds the proteins of a shared folder', async ({ page }) => {
  const { body: folder } = await call('POST', '/api/folder', { name: 'dynamics for all' });
  await complexOfJob('complex for all', folder.uuid);
  await call('POST', `/api/folder/${folder.uuid}`, { public: true });
  await page.goto(`/public/folder/${folder.uuid}`);
  await page.getByRole('link', { name: 'Proteins', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proteins' })).toBeVisible();
  await page.getByLabel('Name contains').fill('no such name');
  await expect(page.getByText('No protein has “no such name” in its name.')).toBeVisible();
  await page.getByLabel('Name contains').fill('for all');
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'complex for all' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'complex for all' })).toBeVisible();
  await expect(page).toHaveURL(/\/public\/protein\//);
});

strangerTest('a protein that is not shared is not found by a stranger', async ({ page }) => {
  const uuid = await protein('secret');
  await page.goto(`/public/protein/${uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
});
