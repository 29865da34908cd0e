import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './support/product.ts';
import { call, completed, expect, expectAccessible, openSettings, test } from './support/shared.ts';

test('a scan of butane: the dihedral is picked in the form, submitted, and seen as a curve', async ({ page }) => {
  await page.goto('/new/scan');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CCCC');
  const coordinate = page.getByRole('group', { name: 'Coordinate', exact: true });
  await expect(coordinate.locator('canvas')).toBeVisible();
  for (const atom of ['C1', 'C2', 'C3', 'C4']) {
    await coordinate.getByLabel('Add an atom of the list').selectOption(atom);
  }
  await expect(coordinate.getByText(/Dihedral C1–C2–C3–C4: -?\d+\.\d° now/)).toBeVisible();
  await coordinate.getByRole('button', { name: 'Scan this dihedral' }).click();
  await coordinate.getByLabel('Start (°)').fill('180');
  await coordinate.getByLabel('Stop (°)').fill('60');
  await coordinate.getByLabel('Points').fill('3');
  await expect(coordinate.getByText('3 points.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Wavefront propagation').uncheck();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await page.waitForURL(/\/scan\/[0-9a-f-]{36}$/);
  const uuid = page.url().split('/').at(-1) ?? '';
  const item = await completed(uuid);
  expect(item.object_data).toMatchObject({
    scan_settings: [{ type: 'dihedral', atoms: [1, 2, 3, 4], start: 180, stop: 60, num: 3 }],
  });
  await expect(page.locator('.cuvette-plot').first()).toBeVisible();
  const table = page.getByRole('table').first();
  await expect(table.locator('tbody tr[data-row]')).toHaveCount(3);
});

test('a scan in two dimensions: two bonds move together against an angle, submitted, and seen as a map @full', async ({
  page,
}) => {
  await page.goto('/new/scan');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('O');
  const scanned = async (
    name: string,
    atoms: readonly string[],
    kind: string,
    index: number,
    ends: [string, string],
  ) => {
    const group = page.getByRole('group', { name, exact: true });
    const open = group.getByRole('button', { name: 'Pick atoms' });
    if (await open.isVisible()) await open.click();
    await expect(group.locator('canvas')).toBeVisible();
    for (const atom of atoms) await group.getByLabel('Add an atom of the list').selectOption(atom);
    await group.getByRole('button', { name: `Scan this ${kind}` }).click();
    await group
      .getByLabel(/^Start/)
      .nth(index)
      .fill(ends[0]);
    await group.getByLabel(/^Stop/).nth(index).fill(ends[1]);
    await group.getByLabel('Points').nth(index).fill('3');
    return group;
  };
  await expect(page.getByRole('group', { name: 'Coordinate', exact: true }).locator('canvas')).toBeVisible();
  await scanned('Coordinate', ['O1', 'H2'], 'distance', 0, ['0.92', '1.00']);
  const first = await scanned('Coordinate', ['O1', 'H3'], 'distance', 1, ['0.92', '1.00']);
  await scanned('Second coordinate', ['H2', 'O1', 'H3'], 'angle', 0, ['95', '115']);
  await expect(first.getByText('3 × 3 = 9 points. The coordinates of this list change together.')).toBeVisible();
  await page.getByLabel('Wavefront propagation').uncheck();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();

  await page.waitForURL(/\/scan\/[0-9a-f-]{36}$/);
  const item = await completed(page.url().split('/').at(-1) ?? '');
  expect(item.object_data).toMatchObject({
    scan_settings: [
      { type: 'bond', atoms: [1, 2], num: 3 },
      { type: 'bond', atoms: [1, 3], num: 3 },
    ],
    scan_settings_2d: [{ type: 'angle', atoms: [2, 1, 3], num: 3 }],
  });
  await expect(page.locator('.cv-colour-scale')).toContainText('Relative energy (kcal/mol)');
  await expect(page.locator('.cuvette-plot [aria-label=contour] path').first()).toBeAttached();
  const cells = page.locator('.cuvette-plot [aria-label=rect]').first().locator('rect');
  await expect(cells).toHaveCount(9);
  await cells.nth(5).click();
  await expect(page.getByText(/^Step 6 of 9/)).toBeVisible();
  await expectAccessible(page);
});

test('a cell: CIF, POSCAR and extended XYZ are read and drawn in the form, and a short dynamics of one has frames in its cell @full', async ({
  page,
}) => {
  const salt = `data_NaCl
_cell_length_a 5.6402
_cell_length_b 5.6402
_cell_length_c 5.6402
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'F m -3 m'
loop_
_atom_site_label
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
Na 0 0 0
Cl 0.5 0.5 0.5
`;
  const hydrogen = '2\nLattice="6 0 0 0 6 0 0 0 8" pbc="T T F"\nH 3 3 3.63\nH 3 3 4.37\n';
  const silicon = `Si
5.43
0 0.5 0.5
0.5 0 0.5
0.5 0.5 0
Si
2
Direct
0 0 0
0.25 0.25 0.25
`;
  const files: [string, string, string, string][] = [
    ['NaCl.cif', salt, 'Cl4Na4', '5.640 × 5.640 × 5.640 Å, 90.0°, 90.0°, 90.0°, 179.4 Å³'],
    ['h2.extxyz', hydrogen, 'H2', '6.000 × 6.000 × 8.000 Å, 90.0°, 90.0°, 90.0°, 288.0 Å³, repeats along a, b'],
    ['POSCAR', silicon, 'Si2', '3.840 × 3.840 × 3.840 Å, 60.0°, 60.0°, 60.0°, 40.0 Å³'],
  ];
  for (const type of ['scan', 'molecular-dynamics']) {
    await page.goto(`/new/${type}`);
    await page
      .getByRole('group', { name: 'How to give the molecule' })
      .locator('label', { hasText: /^File$/ })
      .click();
    for (const [name, text, formula, cell] of files) {
      const buffer = Buffer.from(text);
      await page.getByLabel('Structure file').setInputFiles({ name, mimeType: 'text/plain', buffer });
      await expect(page.locator('[data-fact=formula]')).toHaveText(formula);
      await expect(page.locator('[data-fact=cell]')).toHaveText(cell);
      await expect(page.locator('.cv-previews canvas')).toBeVisible();
    }
  }
  await openSettings(page);
  await page.getByLabel('Steps', { exact: true }).fill('3');
  await page.getByLabel('Steps between saved frames').fill('1');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/\/molecular-dynamics\/[0-9a-f-]{36}$/);
  const item = await completed(page.url().split('/').at(-1) ?? '');
  const { frames } = item.object_data as unknown as { frames: { volume: number }[] };
  expect(frames.map(({ volume }) => volume.toFixed(1))).toEqual(['40.0', '40.0', '40.0']);
  await expect(page.getByRole('table').first().locator('tbody tr[data-row]')).toHaveCount(3);
});

test('a docking: a protein is given as a file, a box is put about its ligand and made larger by a key, saved and submitted', async ({
  page,
}) => {
  const pdb = gunzipSync(readFileSync(join(root, 'packages/widgets/src/viewer/fixtures/tyk2-complex.pdb.gz')));
  await page.goto('/new/docking');
  await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('CCO');
  await page
    .getByRole('group', { name: 'How to give the protein' })
    .locator('label', { hasText: /^File$/ })
    .click();
  await page
    .getByLabel('Structure file of a protein')
    .setInputFiles({ name: 'tyk2.pdb', mimeType: 'chemical/x-pdb', buffer: pdb });
  await expect(page.getByText('Protein: tyk2')).toBeVisible();
  await page.getByLabel('Around a bound ligand').selectOption({ index: 1 });
  await expect(page.locator('[data-fact=volume]')).toContainText('Å³');
  // The picture is drawn when it comes near.
  await page.locator('.cv-pocket-picture').scrollIntoViewIfNeeded();
  const edge = page.getByLabel('Edge z (Å)');
  const before = Number(await edge.inputValue());
  expect(before).toBeGreaterThan(10);
  await page.getByRole('slider', { name: 'Face of the box at the upper end of z' }).press('ArrowUp');
  await expect(edge).toHaveValue(String(before + 0.5));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();

  await page.waitForURL(/\/docking\/[0-9a-f-]{36}$/);
  const { body } = await call('GET', `/api/workflow/${page.url().split('/').at(-1)}`);
  const { pocket, target_uuid } = body.object_data as unknown as { pocket: number[][]; target_uuid: string };
  expect(pocket[1]?.[2]).toBe(before + 0.5);
  expect(target_uuid).toMatch(/^[0-9a-f-]{36}$/);

  // The complex joins the queue unchanged; it need not be computed here.
  const address = `/api/workflow/${page.url().split('/').at(-1)}`;
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.poll(async () => (await call('GET', address)).body.object_status, { timeout: 60_000 }).not.toBe(6);
  await call('POST', `${address}/stop`);
});
