/** The whole set-up. Everything here is idempotent: what is up to date is left alone. */
import { setUpExtras } from './extras.mjs';
import { checkOwnNode } from './node.mjs';
import { setUpNpm } from './npm.mjs';
import { setUpBubblewrap, setUpFullPrograms, setUpTestPrograms, setUpXtb } from './programs.mjs';
import {
  NoPython,
  setUpAmberTools,
  setUpNewerClient,
  setUpPilots,
  setUpPyPermm,
  setUpPython,
  setUpPythonClient,
} from './python.mjs';
import { say } from './say.mjs';

/**
 * Everything, at its end.
 * @param {{test?: boolean, full?: boolean, extras?: string[]}} [options] as `beginSetUp` takes them
 * @returns {Promise<string[]>} what is missing for testing, one sentence each
 */
export async function setUp(options = {}) {
  const parts = beginSetUp(options);
  const [missing] = await Promise.all([parts.programs, ...Object.values(parts)]);
  return missing;
}

/**
 * Begins everything at once: package managers that do not need each other, of which one downloads while another unpacks. Steps of `npm test` start as soon
 * as the parts that they need are there.
 * @param {{test?: boolean, full?: boolean, extras?: string[]}} [options]
 *   test: also what `npm test` needs; full: and `npm run test:full`; extras: names after `--with`
 * @returns {{npm: Promise<void>, python: Promise<void>, client: Promise<void>, programs: Promise<string[]>}} client: the Python packages that the tests
 *   of the server call; programs: gives what is missing for testing, one sentence each
 */
export function beginSetUp({ test = false, full = false, extras = [] } = {}) {
  checkOwnNode();
  return {
    npm: setUpNpm(),
    python: python(test, full, extras),
    client: test ? pythonClients(full) : Promise.resolve(),
    programs: programs(test, full),
  };
}

/**
 * Installs what `npm start` needs. Without a Python the portal still shows what is stored; nothing is computed then.
 * @returns {Promise<boolean>} whether this machine can compute
 */
export async function setUpToStart() {
  checkOwnNode();
  const computing = async () => {
    try {
      await Promise.all([programs(false), python(false, false, [])]);
      return true;
    } catch (error) {
      if (!(error instanceof NoPython)) throw error;
      say(`  Nothing can be computed on this machine: ${error.message}`);
      say(`  ${error.todo}`);
      say('  Cuvette starts without a worker: the examples and stored results are shown, and what is submitted waits.');
      return false;
    }
  };
  const [computes] = await Promise.all([computing(), setUpNpm()]);
  return computes;
}

/** The Python environments that the tests of the server need: the clients, and what starts pilots; the newest client where there is a Python that it takes. */
async function pythonClients(full) {
  await setUpPythonClient({ full });
  await setUpPilots();
  if ((await setUpNewerClient()) === null) say('  Client 3.x is not tested: it takes Python 3.12 or newer.');
}

async function programs(test, full = false) {
  await Promise.all([setUpXtb({ again: test }), setUpBubblewrap({ again: test })]);
  if (test && full) await setUpFullPrograms();
  return test ? setUpTestPrograms() : [];
}

async function python(test, full, extras) {
  await setUpPython({ test, dask: extras.includes('dask') });
  await setUpAmberTools({ again: test || extras.includes('ambertools') });
  if (!test) await setUpPyPermm();
  // The adapter of ORCA is tested with its own interface, which needs an environment.
  if (test && full) await setUpExtras(['orca']);
}
