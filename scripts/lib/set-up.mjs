/** The whole set-up. Everything here is idempotent: what is up to date is left alone. */
import { checkOwnNode } from './node.mjs';
import { setUpNpm } from './npm.mjs';
import { setUpTestPrograms, setUpXtb } from './programs.mjs';
import { setUpAmberTools, setUpPython, setUpPythonClient } from './python.mjs';

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

async function programs(test) {
  await setUpXtb({ again: test });
  return test ? setUpTestPrograms() : [];
}

async function python(test, extras) {
  await setUpPython({ test });
  await setUpAmberTools({ again: test || extras.includes('ambertools') });
  if (test) await setUpPythonClient();
}
