/**
 * `npm run docs`: writes the documentation of the workflow types as static pages to dist/docs: a page for each type with its stored example as a live
 * widget. Any place that serves files can show it. Links are checked.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './lib/build.mjs';
import { brokenLinks, site } from './lib/docs/site.mjs';
import { fileOf } from './lib/examples/stored-examples.mjs';
import { giveUp } from './lib/say.mjs';
import { root } from './lib/stamps.mjs';

const folder = join(root, 'dist/docs');
try {
  await build();
  const { pages, results } = await site();
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of pages) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  cpSync(join(root, 'packages/widgets/dist/embed'), join(folder, 'embed'), { recursive: true });
  for (const key of results) cpSync(fileOf(key), join(folder, 'results', `${key}.cuvette.json`));
  const broken = brokenLinks(pages, (path) => existsSync(join(folder, path)));
  for (const line of broken) console.error(line);
  console.log(
    `${pages.size - 1} pages are in dist/docs. Serve it with any web server, for example: python3 -m http.server --directory dist/docs`,
  );
  process.exitCode = broken.length > 0 ? 1 : 0;
} catch (error) {
  giveUp(error);
}
