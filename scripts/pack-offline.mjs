/**
 * `npm run pack:offline`: one archive of this checkout, set up and built, that installs and starts on a machine without network. `docs/offline.md` describes it.
 * `--plain` leaves it uncompressed, which is faster.
 */
import { chmodSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { filesOfArchive, runtimePackages, writeLists } from './lib/offline-pack.mjs';
import { venvPython } from './lib/python.mjs';
import { run } from './lib/run.mjs';
import { giveUp, piece, say, Trouble } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { root } from './lib/stamps.mjs';

const target = join(root, '.cache/offline');

async function checked(program, args, limitSeconds = 1800) {
  const { status, output } = await run(program, args, { cwd: root, limitSeconds });
  if (status !== 0) throw new Trouble(`${program} failed.`, 'Read the message above.', output);
  return output;
}

async function pack(plain) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Trouble(
      'an offline archive is made on Linux on x86-64.',
      'Make it on such a machine, as the one that installs it.',
    );
  }
  await setUp();
  await build();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const python = (await checked(venvPython, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])).trim();
  const name = `cuvette-${version}-linux-x64-python${python}`;
  rmSync(target, { recursive: true, force: true });
  const lists = join(target, 'lists');
  mkdirSync(lists, { recursive: true });
  const files = filesOfArchive(root, runtimePackages(root));
  await piece(`Reading ${files.length} files`, async () => writeLists(root, files, lists));
  for (const file of ['install.sh', 'cuvette']) {
    cpSync(join(root, 'deploy/offline', file), join(lists, file));
    chmodSync(join(lists, file), 0o755);
  }
  writeFileSync(join(lists, 'PYTHON'), `${python}\n`);
  writeFileSync(join(target, 'files'), files.map((file) => `${file}\0`).join(''));
  const archive = join(target, `${name}.tar${plain ? '' : '.gz'}`);
  const how = [
    '--create',
    '--file',
    archive,
    ...(plain ? [] : ['--gzip']),
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ];
  const own = ['install.sh', 'cuvette', 'PYTHON', 'LINKS', 'SHA256SUMS'];
  await piece('Packing', () =>
    checked('tar', [
      ...how,
      // Targets of links stay as they are.
      `--transform=flags=r;s,^,${name}/,`,
      '-C',
      lists,
      ...own,
      '-C',
      root,
      '--null',
      '--no-recursion',
      `--files-from=${join(target, 'files')}`,
    ]),
  );
  rmSync(lists, { recursive: true });
  rmSync(join(target, 'files'));
  say(`${archive.slice(root.length + 1)}, ${Math.round(statSync(archive).size / 1e6)} MB`);
  say(`On the other machine: tar -xf ${name}.tar${plain ? '' : '.gz'} && sh ${name}/install.sh /opt/cuvette`);
}

try {
  await pack(process.argv.includes('--plain'));
} catch (error) {
  giveUp(error);
}
