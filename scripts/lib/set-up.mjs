/** The whole set-up, in order. Everything here is idempotent: what is up to date is left alone. */
import { checkOwnNode } from './node.mjs';
import { setUpNpm } from './npm.mjs';
import { setUpTestPrograms, setUpXtb } from './programs.mjs';
import { setUpPython, setUpPythonClient } from './python.mjs';

/**
 * @param {{test?: boolean}} [options] test: also what `npm test` needs
 * @returns {Promise<string[]>} what is missing for testing, one sentence each
 */
export async function setUp({ test = false } = {}) {
  checkOwnNode();
  await setUpNpm();
  await setUpPython({ test });
  if (test) await setUpPythonClient();
  await setUpXtb({ again: test });
  return test ? await setUpTestPrograms() : [];
}
