/** What goes into the offline archive, and its list of checksums. `deploy/offline/install.sh` installs it. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders and files of the checkout that Cuvette runs from. Nothing else is taken: a checkout may hold data directories. */
const ours = [
  'packages',
  'examples',
  'docs',
  'deploy',
  'integrations',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'LICENSE',
];

/** Folders that are never part of it: environments and installed packages come by name, the rest is made anew where it is needed. */
const left = new Set(['node_modules', '.venv', '.cache', '__pycache__', 'dist', 'test-results', 'tests']);

/** Every file and link below a folder, as paths relative to `root`. `skip` says of a name whether it is left out. */
function below(root, folder, skip = () => false) {
  const found = [];
  const look = (place) => {
    const info = lstatSync(place);
    if (!info.isDirectory()) {
      if (info.isFile() || info.isSymbolicLink()) found.push(relative(root, place));
      return;
    }
    for (const name of readdirSync(place)) if (!skip(name)) look(join(place, name));
  };
  look(join(root, folder));
  return found;
}

/**
 * Folders of the npm packages that are needed at run time, relative to the checkout: those of the lock file that are installed and serve more than development. Packages of
 * the workspace are links.
 */
export function runtimePackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.entries(packages).filter(([folder, { dev }]) => folder.includes('node_modules/') && !dev);
  return needed.map(([folder]) => folder).filter((folder) => existsSync(join(root, folder)));
}

/**
 * The files of an archive, relative to the checkout: sources, what the build made, the npm packages that are needed at run time, and the Python packages.
 * @param {string} root the checkout, set up and built
 * @param {string[]} packages folders of npm packages, relative to the checkout
 */
export function filesOfArchive(root, packages) {
  const isLeft = (name) => left.has(name) || name.startsWith('.');
  const python = 'packages/compute/.venv';
  // The interpreter and the scripts that activate it are made on the machine that installs.
  const own = /^(?:python[\d.]*|pip[\d.]*|[Aa]ctivate.*)$/;
  const environment = readdirSync(join(root, python, 'lib')).filter((name) => name.startsWith('python3.'));
  return [
    ...ours.flatMap((name) => below(root, name, isLeft)),
    ...['packages/portal/dist', 'packages/widgets/dist/embed'].flatMap((name) => below(root, name)),
    ...packages.flatMap((name) => below(root, name, (part) => part === 'node_modules')),
    'node_modules/.bin/node',
    ...environment.flatMap((name) => below(root, `${python}/lib/${name}/site-packages`)),
    ...below(root, `${python}/bin`).filter((name) => !own.test(name.slice(`${python}/bin/`.length))),
    ...readdirSync(join(root, python))
      .filter((name) => !['bin', 'lib', 'lib64', 'pyvenv.cfg'].includes(name) && !name.startsWith('.'))
      .flatMap((name) => below(root, `${python}/${name}`)),
  ].sort();
}

/** Line breaks and tabs would end an entry of the lists before its end. */
const hasBreak = /[\n\r\t\\]/;

/**
 * Writes the lists by which `install.sh` checks an archive: `SHA256SUMS` of all files, as sha256sum reads it, and `LINKS` with a tab before where each points.
 * @param {string} root what the files are relative to
 * @param {string[]} files files and links
 * @param {string} place folder that the lists are written to
 */
export function writeLists(root, files, place) {
  const [sums, links] = [[], []];
  for (const file of files) {
    if (hasBreak.test(file))
      throw new Error(
        `A file with a line break, a tab or a backslash in its name cannot be packed: ${JSON.stringify(file)}`,
      );
    const whole = join(root, file);
    if (lstatSync(whole).isSymbolicLink()) links.push(`${file}\t${readlinkSync(whole)}\n`);
    else sums.push(`${createHash('sha256').update(readFileSync(whole)).digest('hex')}  ${file}\n`);
  }
  writeFileSync(join(place, 'SHA256SUMS'), sums.join(''));
  writeFileSync(join(place, 'LINKS'), links.join(''));
}
