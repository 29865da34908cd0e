/**
 * Installs Python packages with uv, which downloads and unpacks many at once: a third of pip's time. Where uv cannot be had or fails, pip does the same and
 * its message is the one that counts. Both live in the environment of packages/compute and fill the other environments from there.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.mjs';
import { root } from './stamps.mjs';

/** The pinned uv. */
export const uvRequirements = 'packages/compute/requirements-uv.txt';

/** Published as source alone, and pure Python: everything else comes as a wheel, so that nothing compiles. */
const sourceOnly = ['geometric', 'pdbfixer', 'pyscf-properties'];

/**
 * What uv is called with where pip is configured: uv does not read pip's settings.
 * @param {string} settings what `pip config list` prints
 * @returns {Record<string, string>}
 */
export function uvEnvironment(settings) {
  const pairs = settings
    .split('\n')
    .map((line) => /^(?:global|install|:env:)\.([a-z-]+)='(.*)'$/.exec(line.trim()))
    .filter((match) => match !== null);
  const of = Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
  const named = {
    UV_DEFAULT_INDEX: of['index-url'],
    UV_INDEX: of['extra-index-url'],
    UV_FIND_LINKS: of['find-links'],
    SSL_CERT_FILE: process.env.SSL_CERT_FILE ?? of.cert,
    ALL_PROXY: process.env.ALL_PROXY ?? of.proxy,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/**
 * Installs what a requirements file pins by hash, or packages by name.
 * @param {string} base the interpreter of the environment that holds pip and uv
 * @param {string} interpreter of the environment that is filled
 * @param {{file?: string, packages?: string[], dependencies?: boolean, compile?: boolean, limitSeconds?: number}} what
 *   dependencies: with what the packages need; compile: all modules now, and not each at its first import
 * @returns {Promise<{status: number, output: string}>} the status and the output of the program that ran last
 */
export async function installPackages(base, interpreter, what) {
  const { file, packages = [], dependencies = true, compile = false, limitSeconds = 900 } = what;
  const wanted = file ? ['--require-hashes', '-r', join(root, file)] : packages;
  const needs = dependencies ? [] : ['--no-deps'];
  const uv = join(dirname(base), 'uv');
  if (existsSync(uv)) {
    const settings = await run(base, ['-m', 'pip', 'config', 'list'], { limitSeconds: 30 });
    const wheels = file ? ['--only-binary', ':all:', ...sourceOnly.flatMap((name) => ['--no-binary', name])] : [];
    const args = ['pip', 'install', '--quiet', '--python', interpreter, ...(compile ? ['--compile-bytecode'] : [])];
    const done = await run(uv, [...args, ...wheels, ...needs, ...wanted], {
      cwd: root,
      env: uvEnvironment(settings.output),
      limitSeconds,
    });
    if (done.status === 0) return done;
  }
  const wheels = file ? ['--only-binary', ':all:', '--no-binary', sourceOnly.join(',')] : [];
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', ...(compile ? [] : ['--no-compile'])];
  return run(base, ['-m', 'pip', '--python', interpreter, 'install', ...quiet, ...wheels, ...needs, ...wanted], {
    cwd: root,
    limitSeconds,
  });
}
