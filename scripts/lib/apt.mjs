/** Debian packages: installed where this user may, named where not. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, tail } from './run.mjs';

/** The full path of a program, or null. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (!folder) continue;
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** How apt-get can be run here without asking anybody: the words before it, or null. */
async function aptPrefix() {
  if (process.env.CUVETTE_NO_APT || !which('apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  if (which('sudo') && (await run('sudo', ['-n', 'true'], { limitSeconds: 5 })).status === 0) {
    return ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'];
  }
  return null;
}

/** True when Debian's package database lists the package as installed. */
export async function isInstalled(name) {
  if (!existsSync('/var/lib/dpkg/status')) return false;
  const { status, output } = await run('dpkg-query', ['-W', '-f', '${Status}', name], { limitSeconds: 20 });
  return status === 0 && output.includes('install ok installed');
}

/** True when this user may install Debian packages and the package lists, as they are here, have this one. */
export async function couldInstall(name) {
  if (!(await aptPrefix()) || !which('apt-cache')) return false;
  const { status, output } = await run('apt-cache', ['show', '--no-all-versions', name], { limitSeconds: 20 });
  return status === 0 && output.includes(`Package: ${name}`);
}

/** The installation that runs: Debian's tools do one at a time. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Installs Debian packages, after what is being installed already.
 * @param {string[]} names
 * @returns {Promise<{ok: boolean, reason: string}>} reason: why not, as text
 */
export function aptInstall(names) {
  const installed = last.then(() => install(names));
  last = installed.catch(() => {});
  return installed;
}

async function install(names) {
  const prefix = await aptPrefix();
  if (!prefix) return { ok: false, reason: 'this user may not install Debian packages' };
  const options = [
    '-q',
    '-y',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'DPkg::Lock::Timeout=120',
  ];
  const apt = (args) => {
    const [program, ...rest] = [...prefix, 'apt-get', ...options, ...args];
    return run(program, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitSeconds: 600 });
  };
  const command = ['install', '--no-install-recommends', ...names];
  let result = await apt(command);
  if (result.status !== 0) {
    // Old or missing package lists are the usual cause.
    await apt(['update']);
    result = await apt(command);
  }
  return result.status === 0 ? { ok: true, reason: '' } : { ok: false, reason: tail(result.output, 5) };
}
