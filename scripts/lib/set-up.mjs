/** The whole set-up. Everything here is idempotent: what is up to date is left alone. */
import { checkOwnNode } from './node.mjs';
import { setUpNpm } from './npm.mjs';
import { setUpTestPrograms, setUpXtb } from './programs.mjs';
import { NoPython, setUpAmberTools, setUpPython, setUpPythonClient } from './python.mjs';
import { say } from './say.mjs';

/**
 * @param {{test?: boolean, extras?: string[]}} [options] test: also what `npm test` needs; extras: names after `--with`
 * @returns {Promise<string[]>} what is missing for testing, one sentence each
 */
export async function setUp({ test = false, extras = [] } = {}) {
  checkOwnNode();
  // Three package managers that do not need each other: one downloads while another unpacks.
  const [missing] = await Promise.all([programs(test), python(test, extras), setUpNpm()]);
  return missing;
}

/**
 * What `npm start` needs. Without a Python the portal still shows what is stored; nothing is computed then.
 * @returns {Promise<boolean>} whether this machine can compute
 */
export async function setUpToStart() {
  checkOwnNode();
  const computing = async () => {
    try {
      await Promise.all([programs(false), python(false, [])]);
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

async function programs(test) {
  await setUpXtb({ again: test });
  return test ? setUpTestPrograms() : [];
}

async function python(test, extras) {
  await setUpPython({ test });
  await setUpAmberTools({ again: test || extras.includes('ambertools') });
  if (test) await setUpPythonClient();
}
