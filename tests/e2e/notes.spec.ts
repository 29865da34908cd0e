import { call, expect, expectAccessibleInBothThemes, ownButane, test } from './support/shared.ts';

const hostile = [
  '# A **bold** heading',
  '',
  '| solvent | E |',
  '|---|---|',
  '| water | 1.2 |',
  '',
  '<script>window.pwned = 1</script>',
  '<img src="x" onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"></svg><iframe src="javascript:parent.pwned = 4"></iframe>',
  '<form action="https://example.org"><input name="a"></form><style>body { display: none }</style>',
  '',
  '[press](javascript:window.pwned=5) [data](data:text/html,x) [paper](https://example.org/paper)',
  '',
  '<a href="//example.org" onclick="window.pwned = 6" style="position:fixed">over</a>',
].join('\n');

test('notes: Markdown is drawn and nothing in it runs; two tabs that write at once lose neither text', async ({
  page,
  context,
}) => {
  const uuid = await ownButane('butane with notes');
  const address = `/conformer_search/${uuid}`;
  const open = async (tab: typeof page, label: string) => {
    await tab.goto(address);
    await tab.getByRole('button', { name: 'More', exact: true }).click();
    await tab.getByRole('menuitem', { name: label, exact: true }).click();
  };
  const stored = async () => (await call<{ notes: string }>('GET', `/api/workflow/${uuid}`)).body.notes;
  await open(page, 'Add notes');
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('textbox', { name: 'Notes' }).fill(hostile);
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  const drawn = dialog.locator('.notes-view');
  await expect(drawn.getByRole('heading', { name: 'A bold heading' })).toBeVisible();
  await expect(drawn.getByRole('cell', { name: 'water' })).toBeVisible();
  await expect(drawn.locator('script, img, svg, iframe, form, input, style, [style], [onclick]')).toHaveCount(0);
  const links = await drawn.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links.filter((href) => href !== null)).toEqual(['https://example.org/paper']);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  await expectAccessibleInBothThemes(page);

  // What is written is not lost by a key.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Do you want to exit this view?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await dialog.getByRole('tab', { name: 'Write' }).click();
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('base');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toBe('base');

  const other = await context.newPage();
  await open(page, 'Notes');
  await open(other, 'Notes');
  const theirs = other.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('base, and mine');
  await theirs.getByRole('textbox', { name: 'Notes' }).fill('base, and theirs');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody else changed these notes while you were writing.');
  await expect(dialog.getByRole('region', { name: 'Current notes' })).toContainText('base, and theirs');
  expect(await stored()).toBe('base, and theirs');
  await dialog.getByRole('button', { name: 'Add it below mine' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toBe('base, and mine\n\nbase, and theirs');
});
