import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Where each plug-in says its version; DokuWiki's have a date in its place. */
const versions: Readonly<Record<string, readonly RegExp[]>> = {
  'markdown/package.json': [/"version": "(.+?)"/],
  'mediawiki/Cuvette/extension.json': [/"version": "(.+?)"/],
  'python/pyproject.toml': [/^version = "(.+?)"/m],
  'python/src/cuvette_embed/__init__.py': [/^__version__ = "(.+?)"/m],
  'wordpress/cuvette/cuvette.php': [/^ \* Version: (.+)$/m, /'(\d[\d.]+)', true \);/],
};

test('plug-ins have the version of the product', () => {
  for (const [file, patterns] of Object.entries(versions))
    for (const pattern of patterns) expect(pattern.exec(read(`integrations/${file}`))?.[1], file).toBe(version);
});

test('each plug-in has a licence and a README with the line that authors write', () => {
  const folders = ['markdown', 'python', 'mediawiki/Cuvette', 'dokuwiki/cuvette', 'wordpress/cuvette'];
  expect(
    readdirSync(path.join(root, 'integrations'))
      .filter((name) => !name.endsWith('.md'))
      .sort(),
  ).toEqual(folders.map((folder) => folder.split('/')[0]).sort());
  for (const folder of folders) {
    expect(read(`integrations/${folder}/LICENSE`), folder).toContain('MIT License');
    expect(read(`integrations/${folder}/README.md`), folder).toContain('1b4e28ba-2fa1-41d2-883f-0016d3cca427');
  }
});
