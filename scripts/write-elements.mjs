/**
 * `npm run elements`: writes what is known of the custom elements from their sources: packages/widgets/custom-elements.json and the
 * reference pages under examples/gallery. With `--check` nothing is written; it fails when a committed file is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementManifest } from './lib/element-manifest.mjs';
import { galleryPages } from './lib/gallery.mjs';
import { root } from './lib/stamps.mjs';

const widgets = join(root, 'packages/widgets');
const gallery = join(root, 'examples/gallery');
const results = join(root, 'examples/results');

const manifest = elementManifest(widgets);
// Items that are compared come from one file: two examples in one bundle.
const together = ['conformer_search', 'conformers'].map((type) =>
  JSON.parse(readFileSync(join(results, `${type}.cuvette.json`), 'utf8')),
);
const compared = together.flatMap(({ items }) => items);
const live = (tag) =>
  readFileSync(join(gallery, 'live', `${tag}.html`), 'utf8').replace(
    '{{items}}',
    compared.map(({ uuid }) => uuid).join(' '),
  );
const files = new Map([
  [join(widgets, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`],
  ...[...galleryPages(manifest, live)].map(([name, text]) => [join(gallery, name), text]),
  [
    join(gallery, 'results', 'comparison.cuvette.json'),
    `${JSON.stringify({
      ...together[0],
      items: compared,
      calculations: Object.assign({}, ...together.map(({ calculations }) => calculations)),
    })}\n`,
  ],
]);
const written = new Set(files.keys());
const left = ['.', 'results']
  .map((folder) => join(gallery, folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => /\.(html|json)$/.test(file) && !written.has(file));

if (process.argv.includes('--check')) {
  const stale = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  for (const file of [...stale.map(([name]) => name), ...left])
    console.error(`${file} is out of date: run "npm run elements".`);
  process.exitCode = stale.length + left.length > 0 ? 1 : 0;
} else {
  mkdirSync(join(gallery, 'results'), { recursive: true });
  for (const [file, text] of files) writeFileSync(file, text);
  for (const file of left) rmSync(file);
}
