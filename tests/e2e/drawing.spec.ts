import { expect, test } from './support/shared.ts';

test('a molecule is drawn, mended as text, and runs as it is there; Escape keeps what was drawn', async ({ page }) => {
  await page.goto('/new/conformer_search');
  const field = page.getByRole('textbox', { name: 'SMILES', exact: true });
  const drawnText = page.getByRole('textbox', { name: 'SMILES of the drawing' });
  const open = () => page.getByRole('button', { name: 'Draw', exact: true }).click();
  await open();
  const said = page.locator('dialog p[data-drawn]');
  await expect(said).toHaveText('Nothing is drawn yet.');

  // A bond by one click, then its first atom made oxygen: by a letter above it. A letter is for the atom below the pointer once that has moved, which a browser
  // may also report by itself when the page changes below it: the pointer is moved here, so that it is always so.
  const area = page.locator('[data-drawing] canvas').last();
  await area.click();
  await expect(drawnText).toHaveValue('CC');
  await area.hover({ position: { x: 4, y: 4 } });
  await area.hover();
  await page.keyboard.press('o');
  await page.keyboard.press('Enter');
  await expect(drawnText).toHaveValue(/^(CO|OC)$/);
  await expect(said).toContainText('CH4O');
  // The text leads as well, and the next stroke goes on from it.
  await drawnText.fill('c1ccccc1');
  await expect(said).toContainText('C6H6');

  // Leaving asks; nothing is lost by going on.
  await page.keyboard.press('Escape');
  await expect(page.getByText('The drawing has unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue drawing' }).click();
  await expect(drawnText).toHaveValue('c1ccccc1');
  await drawnText.fill('CCO');
  await expect(said).toContainText('C2H6O');
  await page.getByRole('button', { name: 'Use this structure' }).click();
  await expect(field).toHaveValue('CCO');
  await expect(page.locator('[data-fact=formula]')).toHaveText('C2H6O');
  // What will run is there in 3D, one press away.
  await page.getByText('3D', { exact: true }).click();
  await expect(page.locator('.cv-preview-3d canvas').first()).toBeVisible();
  await open();
  await expect(said).toContainText('C2H6O');
  await page.keyboard.press('Escape');
  await expect(drawnText).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Draw', exact: true })).toBeFocused();
});
