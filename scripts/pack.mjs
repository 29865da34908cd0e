/**
 * `npm run pack`: makes the packages that others install, core and widgets, @cuvette/markdown and cuvette-embed, and lays them into `.cache/packages`.
 * `--no-build` takes the build that is there, and makes core and widgets alone.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { cuvetteEnvironment, cuvetteNode } from './lib/node.mjs';
import { writeNotebookScript } from './lib/notebook-script.mjs';
import { packed, preparePackage } from './lib/packages.mjs';
import { venvPython } from './lib/python.mjs';
import { run } from './lib/run.mjs';
import { filesOf, root } from './lib/stamps.mjs';

const target = join(root, '.cache/packages');

async function checked(program, args, cwd = root) {
  const { status, output } = await run(program, args, { cwd, env: cuvetteEnvironment(), limitSeconds: 300 });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
  return output;
}

const { program, flags } = cuvetteNode();
if (!process.argv.includes('--no-build')) await build();
await checked(program, [
  ...flags,
  join(root, 'node_modules/typescript/bin/tsc'),
  '-b',
  'packages/core',
  'packages/widgets',
]);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of packed) {
  const folder = await preparePackage(name, filesOf);
  await checked('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target], folder);
}
if (!process.argv.includes('--no-build')) {
  const own = join(root, 'integrations');
  await checked('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target], join(own, 'markdown'));
  await writeNotebookScript();
  await checked(venvPython, ['-m', 'pip', 'wheel', '-q', '--no-deps', '-w', target, join(own, 'python')]);
}
for (const file of filesOf(target)) console.log(file.slice(root.length + 1));
