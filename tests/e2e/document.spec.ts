/** A copy for a document, opened in LibreOffice Writer. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, expect, origin, ownButane, test } from './support/shared.ts';

const writer = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path)) ?? '';

test('LibreOffice Writer keeps picture, tables and link of a copy for a document', { tag: '@full' }, async ({
  page,
  context,
}) => {
  test.skip(writer === '', 'LibreOffice Writer is not installed (Debian: libreoffice-writer-nogui).');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const uuid = await ownButane();
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  await page.goto(`/conformer_search/${uuid}`);
  await expect(page.locator('cuvette-workflow canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Embed/ });
  await dialog.getByLabel('Into', { exact: true }).selectOption({ label: 'Word, LibreOffice, e-mail' });
  await dialog.getByLabel('Picture').selectOption({ label: 'Structure from this server: always the current state' });
  await dialog.getByRole('button', { name: 'Copy for a document' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text() ?? '';
  });
  const folder = mkdtempSync(join(tmpdir(), 'cuvette-document-'));
  try {
    // The clipboard gives programs the text in this coding.
    writeFileSync(join(folder, 'copy.html'), `<meta charset="utf-8">${html}`);
    const settings = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--infilter=HTML (StarWriter)'];
    execFileSync(writer, [...settings, '--convert-to', 'fodt', '--outdir', folder, join(folder, 'copy.html')], {
      timeout: 120_000,
    });
    const document = readFileSync(join(folder, 'copy.fodt'), 'utf8');
    expect(document).toContain('<office:binary-data>');
    expect(document).toContain(`xlink:href="${origin}/public/conformer_search/${uuid}"`);
    expect(document).toContain('GFN2-xTB');
    expect(document.match(/<table:table /g)?.length).toBeGreaterThanOrEqual(2);
    expect(document).toMatch(/<table:table-cell[^>]*>\s*<text:p[^>]*>57\.9</);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
