/** Which parts of an item the Embed dialog offers, and that each works in its preview. */
import { settledPreview } from './support/embed-preview.ts';
import { expect, test } from './support/shared.ts';
import { sharedItem, sharedOf, trajectoryBundle } from './support/strict-page.ts';

test('the instruments that an item has: microstates of a macroscopic pKa, the player of a trajectory; element, frame, file, German', {
  tag: '@full',
}, async ({ page }) => {
  const [pka, motion] = [await sharedItem('macropka'), await sharedOf(trajectoryBundle(60))];
  const open = async (type: string, uuid: string) => {
    await page.goto(`/${type}/${uuid}`);
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Embed/ });
    return {
      dialog,
      shows: dialog.getByLabel('Shows'),
      snippet: dialog.getByLabel('To paste into the page'),
    };
  };
  const first = await open('macropka', pka);
  await first.shows.selectOption({ label: 'Microstates over pH' });
  await expect(first.snippet).toHaveValue(new RegExp(`<cuvette-microstates workflow="${pka}" public>\n<img `));
  const preview = await settledPreview(first.dialog, /<cuvette-microstates/);
  const slider = preview.locator('cuvette-microstates').getByRole('slider', { name: 'pH' });
  await expect(slider).toBeVisible();
  await expect(first.shows.getByRole('option', { name: 'Trajectory player' })).toHaveCount(0);
  await first.dialog.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(first.snippet).toHaveValue(/Isoelektrischer Punkt: \d,\d\d/);
  await settledPreview(first.dialog, / lang="de"/);
  await expect(preview.getByText('In Cuvette ansehen').last()).toBeVisible();
  await first.dialog.getByRole('radio', { name: 'Static file' }).check();
  await expect(first.snippet).toHaveValue(/<cuvette-microstates src="[^"]*\.cuvette\.json" lang="de">/);
  await settledPreview(first.dialog, /application\/json/);
  await expect(slider).toBeVisible();

  const second = await open('pose-analysis-md', motion);
  await expect(second.shows.getByRole('option', { name: 'Microstates over pH' })).toHaveCount(0);
  await second.shows.selectOption({ label: 'Trajectory player' });
  await expect(second.snippet).toHaveValue(new RegExp(`<cuvette-trajectory workflow="${motion}" public>`));
  const inside = await settledPreview(second.dialog, /<cuvette-trajectory/);
  const load = inside.locator('cuvette-trajectory').getByRole('button', { name: 'Load', exact: true });
  await expect(load).toBeVisible();
  await second.dialog.getByRole('radio', { name: 'Frame' }).check();
  await expect(second.snippet).toHaveValue(/&amp;show=trajectory"/);
  await settledPreview(second.dialog, /show=trajectory/);
  const framed = inside.frameLocator('iframe').locator('cuvette-trajectory');
  await framed.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(framed.getByText('Loaded 60 frames.')).toBeVisible();
});
