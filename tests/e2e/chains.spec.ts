import type { RecipeStarted, WorkflowItem } from '@cuvette/core/entities';
import { call, completed, expect, expectAccessibleInBothThemes, test } from './support/shared.ts';

const search = {
  workflow_type: 'conformer_search',
  workflow_data: {
    conf_gen_mode: 'rapid',
    mso_mode: 'manual',
    multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
  },
};
const energy = {
  workflow_type: 'basic_calculation',
  workflow_data: { settings: { method: 'gfn2_xtb', tasks: ['energy'] } },
};

test('a chain that is submitted at once runs to its end, and its page draws it', async ({ page }) => {
  const { body: first } = await call<WorkflowItem>('POST', '/api/workflow', {
    ...search,
    name: 'ethane, conformers',
    initial_smiles: 'CC',
  });
  const { body: last } = await call<WorkflowItem>('POST', '/api/workflow', {
    ...energy,
    name: 'ethane, energy',
    initial_molecule: { $from: first.uuid, path: 'conformers[0]' },
  });
  expect(last.object_status).toBe(5);
  await page.goto(`/basic_calculation/${last.uuid}`);
  // It is open where the item still waits.
  await page.locator('.item-chain').evaluate((box: HTMLDetailsElement) => {
    box.open = true;
  });
  const chain = page.getByRole('region', { name: 'Chain' });
  await expect(chain.getByRole('link')).toHaveCount(2);
  await expect(chain.getByRole('link', { name: 'ethane, energy' })).toHaveAttribute('aria-current', 'page');
  const item = await completed(last.uuid);
  expect(item.provenance?.inputs_from).toMatchObject([{ workflow_uuid: first.uuid, path: 'conformers[0]' }]);
  // Arrow keys walk along the lines.
  await chain.getByRole('link', { name: 'ethane, energy' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chain.getByRole('link', { name: 'ethane, conformers' })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Save as recipe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New recipe');
  await page.getByLabel('Name', { exact: true }).fill('Energy of the best conformer');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save recipe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Energy of the best conformer');
  await expect(page.getByText('Begins with conformers[0] of Conformer Search')).toBeVisible();
});

test('a recipe is found on the page of new workflows, and a run of it ends in one table', { tag: '@full' }, async ({
  page,
}) => {
  const { body: recipe } = await call<{ uuid: string }>('POST', '/api/recipe', {
    name: 'Conformers, then the energy',
    steps: [
      { id: 'conformers', ...search },
      { id: 'energy', title: 'Energy', ...energy, initial_molecule: { $from: 'conformers', path: 'conformers[0]' } },
    ],
  });
  await page.goto('/new?smiles=CCO');
  await page.getByRole('link', { name: /Conformers, then the energy/ }).click();
  await expect(page).toHaveURL(new RegExp(`/recipe/${recipe.uuid}`));
  const molecules = page.getByLabel('Molecules');
  await expect(molecules).toHaveValue('CCO');
  await molecules.fill('CCO ethanol\nCO methanol');
  await expectAccessibleInBothThemes(page);
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/run'));
  await page.getByRole('button', { name: 'Run on 2 molecules' }).click();
  const { rows } = (await (await sent).json()) as RecipeStarted;
  await page.waitForURL(/\/batch\/[0-9a-f-]{36}$/);
  const table = page.getByRole('grid', { name: 'Results of the batch' });
  await expect(table.locator('tbody tr[data-row]')).toHaveCount(2);
  for (const { items } of rows) await completed(items.energy ?? '');
  await expect(table.locator('tbody tr[data-row]').first()).toContainText('Energy: Completed');
  await expect(table.locator('tbody tr[data-row]').first()).toContainText('ethanol');
});
