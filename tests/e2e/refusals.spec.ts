import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { calculation, conformerSearch, root, water, waterXyz } from './support/product.ts';
import { call, dropFile, expect, openSettings, origin, submit, test } from './support/shared.ts';

const impossible =
  "This combination of electrons, charge, and multiplicity is impossible. Double check the charge and multiplicity values given and verify that it's correct.";

test.describe('the form', () => {
  test('refuses files, electrons and multiplicities that cannot be, each in its words; warns where a job takes long', async ({
    page,
  }) => {
    await page.goto('/new/calculation');
    const target = page.locator('.cv-molecule-input');
    const button = page.getByRole('button', { name: 'Submit', exact: true });
    await test.step('at which line a file breaks, and which kinds are taken', async () => {
      await dropFile(target, 'broken.xyz', '3\nwater\nO 0 0 0.119\nH 0 NaN -0.477\nH 0 -0.763 -0.477\n');
      await expect(page.getByRole('alert').filter({ hasText: "'NaN' on line 4 is not a number" })).toContainText(
        'H 0 NaN -0.477',
      );
      await dropFile(target, 'unknown.xyz', '1\n\nQq 0 0 0\n');
      await expect(page.getByRole('alert').filter({ hasText: "'Qq' on line 3 is not an element" })).toBeVisible();
      await dropFile(target, 'photo.png', '\u0089PNG');
      await expect(page.getByRole('alert').filter({ hasText: 'photo.png' })).toContainText(
        'xyz, sdf, mol, cdxml, cdx, rxn, pdb, cif, POSCAR or smi',
      );
      await expect(button).toBeDisabled();
    });
    await test.step('an impossible charge and multiplicity, with the exact text, and a possible one', async () => {
      await dropFile(target, 'water.xyz', waterXyz);
      await openSettings(page);
      await page.getByLabel('Method', { exact: true }).selectOption('gfn2_xtb');
      await expect(button).toBeEnabled();
      for (const [charge, multiplicity] of [
        ['0', '2'],
        ['50', '1'],
        ['1', '1'],
        ['0', '0'],
      ]) {
        await page.getByLabel('Charge', { exact: true }).fill(charge ?? '');
        await page.getByLabel('Multiplicity', { exact: true }).fill(multiplicity ?? '');
        await expect(page.getByRole('alert').filter({ hasText: impossible }).first()).toBeVisible();
        await expect(button).toBeDisabled();
      }
      await page.getByLabel('Charge', { exact: true }).fill('1');
      await page.getByLabel('Multiplicity', { exact: true }).fill('2');
      await expect(page.getByRole('alert').filter({ hasText: impossible })).toHaveCount(0);
      await expect(button).toBeEnabled();
    });
    await test.step('1 000 atoms take long: an estimate, and no refusal', async () => {
      const atoms = Array.from(
        { length: 1000 },
        (_, i) => `C ${(i % 10) * 1.6} ${(Math.floor(i / 10) % 10) * 1.6} ${Math.floor(i / 100) * 1.6}`,
      );
      await page.goto('/new/calculation');
      await dropFile(target, 'block.xyz', `1000\n\n${atoms.join('\n')}\n`);
      await expect(page.locator('[data-fact=atoms]')).toHaveText('1000');
      await openSettings(page);
      await page.getByLabel('Method', { exact: true }).selectOption('gfn2_xtb');
      await page.getByRole('checkbox', { name: 'Frequencies' }).check();
      await expect(page.getByText('This may take long')).toBeVisible();
      await expect(page.getByText(/1000 atoms with GFN2-xTB: .*scaled from a timing of its worker/)).toBeVisible();
      await expect(button).toBeEnabled();
    });
  });

  test('says at which character a SMILES breaks', async ({ page }) => {
    await page.goto('/new/conformer_search');
    await page.getByRole('textbox', { name: 'SMILES', exact: true }).fill('C1CC');
    await expect(
      page.getByRole('alert').filter({ hasText: 'ring 1 opened at character 2 is never closed' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  });
});

test.describe('the API', () => {
  const refused: [string, object | string, RegExp, number[]][] = [
    [
      'an impossible multiplicity',
      calculation({ ...water, multiplicity: 2 }, ['energy']),
      new RegExp(impossible.slice(0, 60)),
      [400, 422],
    ],
    ['charge 50', calculation({ ...water, charge: 50 }, ['energy']), new RegExp(impossible.slice(0, 60)), [400, 422]],
    ['multiplicity 0', calculation({ ...water, multiplicity: 0 }, ['energy']), /multiplicity/i, [400, 422]],
    ['an empty SMILES', conformerSearch(''), /SMILES/, [400, 422]],
    ['a ring that is never closed', conformerSearch('C1CC'), /character 2/, [400, 422]],
    ['a SMILES of 10 MB', conformerSearch('C'.repeat(10_000_000)), /./, [400, 413, 422]],
    ['no molecule', { ...calculation(water, ['energy']), initial_molecule: undefined }, /molecule/i, [400, 422]],
    ['no atoms', calculation({ ...water, atoms: [] }, ['energy']), /atom/i, [400, 422]],
    [
      'two atoms on one point',
      calculation(
        { ...water, atoms: [...water.atoms.slice(0, 2), { atomic_number: 1, position: [0, 0.763, -0.477] }] },
        ['energy'],
      ),
      /H2.*H3|H3.*H2/,
      [400, 422],
    ],
    [
      'an unknown element',
      calculation({ ...water, atoms: [{ atomic_number: 200, position: [0, 0, 0] }] }, ['energy']),
      /element|atomic number/i,
      [400, 422],
    ],
    [
      'a coordinate that is no number',
      JSON.stringify(calculation(water, ['energy'])).replace('0.119', '"NaN"'),
      /number|position/i,
      [400, 422],
    ],
    ['broken JSON', '{"name": ', /JSON/i, [400, 422]],
    [
      'an unknown workflow type',
      { ...calculation(water, ['energy']), workflow_type: '../../etc/passwd' },
      /workflow/i,
      [400, 404, 422],
    ],
    [
      'an unknown method',
      { ...calculation(water, ['energy']), workflow_data: { settings: { method: '$(touch x)', tasks: ['energy'] } } },
      /not a known method/,
      [400, 422],
    ],
    [
      'a method that no worker has, with those that are',
      {
        ...calculation(water, ['energy']),
        // Chosen: no public client sends it by itself.
        workflow_data: { settings: { method: 'mace_mp_0b2_l', tasks: ['energy'] } },
      },
      /GFN2-xTB|gfn2_xtb/,
      [400, 409, 422],
    ],
    [
      'a folder that is not there',
      { ...calculation(water, ['energy']), folder_uuid: '../..' },
      /folder/i,
      [400, 404, 422],
    ],
  ];
  test('refuses what cannot be computed in words, and keeps serving', async () => {
    for (const [what, body, text, statuses] of refused) {
      const answer = await call('POST', '/api/workflow', body);
      expect.soft(statuses, `${what}: ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status);
      expect.soft(answer.body.detail, what).toMatch(text);
      expect.soft(answer.body.detail, what).not.toMatch(/zod|undefined|\bat \/|node:|Error:/);
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  test('gives the exact text for charge and multiplicity', async () => {
    const { body } = await call('POST', '/api/workflow', calculation({ ...water, multiplicity: 2 }, ['energy']));
    expect(body.detail).toBe(impossible);
    expect(body.field).toMatch(/^initial_molecule/);
  });

  test('says where a SMILES or a file breaks', async () => {
    const smiles = await call<{ results: { error: { position: number } | null }[] }>(
      'POST',
      '/api/convert/inspect_smiles',
      { smiles: ['CC(C)C', 'C1CC'] },
    );
    expect(smiles.status).toBe(200);
    expect(smiles.body.results[0]?.error ?? null).toBeNull();
    expect(smiles.body.results[1]?.error?.position).toBe(2);
    const file = await call('POST', '/api/convert/files_to_mols', {
      filename: 'broken.xyz',
      text: '3\nwater\nO 0 0 0\nH 0 NaN 0\nH 0 1 0\n',
    });
    expect([400, 422]).toContain(file.status);
    expect(file.body.detail).toMatch(/4/);
    const kind = await call('POST', '/api/convert/files_to_mols', { filename: 'movie.mp4', text: 'x' });
    expect([400, 422]).toContain(kind.status);
    expect(kind.body.detail).toMatch(/sdf/);
  });

  test('keeps shell words and paths in text fields as plain text', async () => {
    const words =
      '$(touch cuvette-was-here) `touch cuvette-was-here` ; ../../../etc/passwd <img src=x onerror=alert(1)>';
    const item = await submit({ ...calculation(water, ['energy']), name: words });
    const changed = await call('POST', `/api/workflow/${item.uuid}`, { notes: words });
    expect(changed.status).toBe(200);
    const read = (await call('GET', `/api/workflow/${item.uuid}`)).body;
    expect([read.name, read.notes]).toEqual([words, words]);
    const folder = await call('POST', '/api/folder', { name: '../$(touch cuvette-was-here)' });
    expect([200, 201]).toContain(folder.status);
    expect(folder.body.name).toBe('../$(touch cuvette-was-here)');
    for (const place of [root, join(root, 'packages/server'), join(root, 'packages/compute'), process.cwd()]) {
      expect(existsSync(join(place, 'cuvette-was-here'))).toBe(false);
    }
    for (const path of [
      '/api/workflow/..%2f..%2fetc%2fpasswd',
      '/embed/1/..%2f..%2f..%2fpackage.json',
      '/..%2f..%2fpackage.json',
    ]) {
      const answer = await fetch(`${origin}${path}`, { headers: { 'x-api-key': 'none' } });
      expect(await answer.text()).not.toContain('"workspaces"');
    }
  });
});
