/** Programs outside npm and pip: xtb and bubblewrap for running, Chromium and PostgreSQL for testing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, couldInstall, isInstalled, which } from './apt.mjs';
import { piece, say } from './say.mjs';
import { isStamped, root, stamp } from './stamps.mjs';

/**
 * Installs an optional Debian package where its program is missing and this user may install packages. A warning names what could not be installed, with
 * what Cuvette does without it. A failed attempt is not repeated at each start, only with `again` or when the folder of stamps is removed.
 * @param {{program: string, name: string, title: string, without: string[]}} what the program on PATH, its Debian package, what the set-up says
 * @param {{again?: boolean, stamps?: string}} [options]
 */
async function setUpOptional({ program, name, title, without }, { again = false, stamps = join(root, '.cache') } = {}) {
  if (which(program)) return;
  const tried = join(stamps, `${name}-tried`);
  if (!again && isStamped(tried, 'yes')) return;
  await piece(title, async () => {
    const { ok, reason } = await aptInstall([name]);
    if (ok) return;
    say(`  not installed (${reason}).`);
    for (const line of without) say(`  ${line}`);
  });
  stamp(tried, 'yes');
}

/** Debian's xtb program (GFN-FF, GFN0-xTB). Optional: Cuvette runs without it, those two methods do not. */
export function setUpXtb(options) {
  const xtb = {
    program: 'xtb',
    name: 'xtb',
    title: 'Installing the xtb program (optional: GFN-FF and GFN0-xTB)',
    without: ['Cuvette runs without it; for these two methods: "apt-get install xtb", then start again.'],
  };
  return setUpOptional(xtb, options);
}

/** Programs that only `npm run test:full` needs: a batch system and a proxy for pilots, nginx for a path of another host, Ruby for Open OnDemand. Without them their tests are left out, and the summary counts them as such. */
export async function setUpFullPrograms() {
  for (const [program, name] of [
    ['slurmctld', 'slurm-wlm'],
    ['tinyproxy', 'tinyproxy'],
    ['nginx', 'nginx'],
    ['ruby', 'ruby'],
    ['psi4', 'psi4'],
    ['mopac', 'mopac'],
  ]) {
    if (which(program) || existsSync(`/usr/sbin/${program}`)) continue;
    await piece(`Installing ${name} for testing`, async () => {
      const { ok, reason } = await aptInstall([name]);
      if (!ok) say(`  not installed (${reason}): tests that need it are left out.`);
    });
  }
}

/**
 * Debian's bubblewrap, which shuts each job in. Without it the rules of the kernel do, and where it has none a job can read what the server's user can read.
 * Not asked for where the system is no Linux, or the operator has switched the sandbox off.
 */
export async function setUpBubblewrap(options) {
  if (process.platform !== 'linux' || process.env.CUVETTE_SANDBOX === 'off') return;
  const bubblewrap = {
    program: 'bwrap',
    name: 'bubblewrap',
    title: 'Installing bubblewrap (shuts jobs in: no network, only their own directory)',
    without: [
      "Jobs are then shut in by rules of the kernel (Landlock). Where it has none, they can read what this user can read, the server's data among it.",
      'To shut them in by bubblewrap: "apt-get install bubblewrap", then start again.',
    ],
  };
  await setUpOptional(bubblewrap, options);
}

/**
 * Debian's Chromium without windows. A whole Chromium has an address bar, and pages of its own behind it, for each page that a test opens,
 * also when nobody sees them: a new page costs it five times as much.
 */
const headlessShell = 'chromium-headless-shell';

/** The Chromium that tests run in: CUVETTE_CHROMIUM, else the system's, the one without windows first; null when there is none. */
export function findChromium() {
  const own = process.env.CUVETTE_CHROMIUM;
  if (own) return existsSync(own) ? own : null;
  const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return names.map(which).find((found) => found !== null) ?? null;
}

/** The newest PostgreSQL (15 or newer) whose server programs are here: the folder with initdb and postgres, or null. */
export function findPostgres() {
  const folders = [];
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian)
      .map(Number)
      .filter((version) => version >= 15);
    folders.push(...versions.sort((a, b) => b - a).map((version) => join(debian, String(version), 'bin')));
  }
  const onPath = which('initdb');
  if (onPath) folders.push(join(onPath, '..'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

const graphics = ['libegl1', 'libgl1-mesa-dri', 'libegl-mesa0', 'fonts-dejavu-core'];

/**
 * Installs what testing needs beyond npm and pip. What cannot be installed is named; the tests that need it fail by name.
 * @returns {Promise<string[]>} one sentence for each thing that is missing
 */
export async function setUpTestPrograms() {
  const missing = [];
  const get = async (title, names, found, sentence) => {
    const { ok, reason } = await piece(title, () => aptInstall(names));
    if (!ok || !found()) missing.push(`${sentence} "apt-get install ${names.join(' ')}"${ok ? '' : ` (${reason})`}.`);
  };
  const none = !findChromium();
  if (!process.env.CUVETTE_CHROMIUM && !which(headlessShell) && (none || (await couldInstall(headlessShell)))) {
    await piece('Installing Chromium without windows', () => aptInstall([headlessShell, ...graphics]));
  }
  if (!findChromium()) {
    await get(
      'Installing Chromium',
      ['chromium', ...graphics],
      () => findChromium() !== null,
      'Chromium is missing (browser tests need it; CUVETTE_CHROMIUM names one):',
    );
  } else if (which('apt-get')) {
    const absent = [];
    for (const name of graphics) if (!(await isInstalled(name))) absent.push(name);
    if (absent.length > 0) {
      // Tests pass without them, only slower (software rendering of another kind).
      await piece(`Installing ${absent.join(', ')}`, () => aptInstall(absent));
    }
  }
  if (!findPostgres()) {
    const sentence = 'PostgreSQL 15 or newer is missing (the server tests start their own):';
    await get(
      'Installing PostgreSQL (its programs; tests start their own server)',
      ['postgresql'],
      () => findPostgres() !== null,
      sentence,
    );
  }
  return missing;
}
