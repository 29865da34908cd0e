/** The build: the embed (packages/widgets) and the portal, each when its sources changed, with the packed forms that the server sends. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cuvetteEnvironment, cuvetteNode } from './node.mjs';
import { writePackedForms } from './packed-forms.mjs';
import { run, tail } from './run.mjs';
import { piece, Trouble } from './say.mjs';
import { hashOf, isStamped, root, stamp } from './stamps.mjs';

const shared = [
  'tsconfig.base.json',
  'package-lock.json',
  'packages/core/src',
  'packages/core/package.json',
  'scripts/lib/packed-forms.mjs',
];
const widgets = ['src', 'public', 'package.json', 'vite.config.ts', 'chunks.ts'].map(
  (name) => `packages/widgets/${name}`,
);
const portal = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts'].map(
  (name) => `packages/portal/${name}`,
);

const parts = [
  {
    name: 'widgets',
    title: 'Building the widgets',
    sources: [...shared, ...widgets],
    folder: 'packages/widgets/dist/embed',
    result: 'embed.js',
    brotli: 11,
  },
  {
    name: 'portal',
    title: 'Building the portal',
    sources: [...shared, ...widgets, ...portal],
    folder: 'packages/portal/dist',
    result: 'index.html',
  },
];

/**
 * Builds what is out of date.
 * @param {{force?: boolean, show?: boolean}} [options]
 */
export async function build({ force = false, show = false } = {}) {
  const { program, flags } = cuvetteNode();
  for (const { name, title, sources, folder, result, brotli } of parts) {
    const built = join(root, folder, result);
    const stampFile = join(root, `.cache/build-${name}`);
    const value = hashOf(sources);
    if (!force && isStamped(stampFile, value) && existsSync(built)) continue;
    await piece(title, async () => {
      const vite = join(root, 'node_modules/vite/bin/vite.js');
      const cwd = join(root, 'packages', name);
      const environment = { ...cuvetteEnvironment(), NODE_ENV: 'production' };
      const { status, output } = await run(program, [...flags, vite, 'build'], {
        cwd,
        env: environment,
        show,
        limitSeconds: 600,
      });
      if (status !== 0 || !existsSync(built)) {
        throw new Trouble(
          `${title.toLowerCase()} failed.`,
          'Read the message above; if it names a missing package, remove node_modules and start again.',
          show ? '' : tail(output, 60),
        );
      }
      await writePackedForms(join(root, folder), brotli);
    });
    stamp(stampFile, value);
  }
}
