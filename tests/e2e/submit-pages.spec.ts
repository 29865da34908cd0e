import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './support/product.ts';
import { expect, test } from './support/shared.ts';

interface Entry {
  type: string;
  path: string;
  title: string;
}
type Credit = (type: string, works: readonly string[]) => string | null;
interface Definition {
  defaults: () => object;
  works: (data: object) => readonly string[];
}

const core = (file: string) => import(pathToFileURL(join(root, 'packages/core/src/workflows', file)).href);

test('the submit page of every type opens at its path: its form, or why this server cannot run it, and whom its description credits', {
  tag: '@full',
}, async ({ page }) => {
  const { entries } = (await core('types/all.ts')) as { entries: Entry[] };
  const { loadWorkflow } = (await core('index.ts')) as { loadWorkflow: (type: string) => Promise<Definition> };
  const { descriptionCredit } = (await core('citations/citations.ts')) as { descriptionCredit: Credit };
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  let credited = 0;
  for (const { type, path, title } of entries) {
    await page.goto(`/new${path}`);
    await expect(page.getByRole('heading', { level: 1, name: `New ${title}`, exact: true }), type).toBeVisible();
    const form = page.getByRole('button', { name: 'Submit', exact: true });
    const notice = page.locator('.notice[role=note]');
    await expect(form.or(notice).first(), type).toBeVisible();
    const definition = await loadWorkflow(type);
    const credit = descriptionCredit(type, definition.works(definition.defaults()));
    if (credit === null || !(await form.isVisible())) continue;
    credited += 1;
    await expect(page.getByText(credit), type).toBeVisible();
  }
  expect(credited).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
