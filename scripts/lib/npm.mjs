/** The npm packages, installed from the lock file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { looksLikeNoNetwork, run, tail } from './run.mjs';
import { piece, Trouble } from './say.mjs';
import { hashOf, isStamped, root, stamp } from './stamps.mjs';

const manifests = [
  'package.json',
  'package-lock.json',
  'packages/core/package.json',
  'packages/widgets/package.json',
  'packages/portal/package.json',
  'packages/server/package.json',
];

/** Installs the npm packages when the lock file says something else than what is there. */
export async function setUpNpm() {
  const stampFile = join(root, 'node_modules/.cuvette-packages');
  const value = hashOf(manifests, [process.platform, process.arch]);
  if (isStamped(stampFile, value)) return;
  // A folder that somebody else filled is brought up to date; an empty one gets exactly the lock file.
  const fresh = !existsSync(join(root, 'node_modules'));
  await piece('Installing the npm packages', async () => {
    const common = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    const args = fresh ? ['ci', ...common] : ['install', '--no-save', ...common];
    const npm = process.env.npm_execpath;
    const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    const { status, output } = await run(program, [...first, ...args], { cwd: root, limitSeconds: 900 });
    if (status === 127 && !output) {
      throw new Trouble('npm was not found.', 'Install npm (it comes with Node) and start again.');
    }
    if (status !== 0) {
      throw new Trouble(
        'the npm packages could not be installed.',
        looksLikeNoNetwork(output)
          ? 'The package registry could not be reached: connect this machine to the network (or set npm\'s "registry" or "proxy") and start again.'
          : /ENOSPC/.test(output)
            ? 'The disk is full: make room (about 700 MB) and start again.'
            : /EACCES|EPERM/.test(output)
              ? 'This user may not write here: start as the owner of the folder.'
              : 'Read the message above; "rm -rf node_modules" and a new start mend a broken folder.',
        tail(output),
      );
    }
  });
  stamp(stampFile, value);
}
