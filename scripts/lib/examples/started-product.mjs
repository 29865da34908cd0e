/** Cuvette as a person starts it, in a data directory of its own, for scripts that use it and stop it again. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cuvetteEnvironment, cuvetteNode } from '../node.mjs';
import { root } from '../stamps.mjs';

/** Seconds that a first start may take. */
const startSeconds = 300;

/**
 * Starts the server with one worker on a free port of the loopback.
 * @param {Record<string, string>} env settings besides
 * @returns {Promise<{address: string, key: string, signInLink: () => string, ask: (method: string, path: string, body?: unknown) => Promise<any>, stop: () => Promise<void>}>}
 *   signInLink: makes a one-time link of the owner; ask: calls the API as the owner; throws with the server's own words where it refuses
 */
export async function startProduct(env = {}) {
  const data = mkdtempSync(join(tmpdir(), 'cuvette-examples-'));
  const key = `cuvette_${randomBytes(24).toString('base64url')}`;
  const { program, flags } = cuvetteNode();
  const cuvette = [...flags, join(root, 'packages/server/bin/cuvette.js')];
  const args = [...cuvette, 'serve', '--port', '0', '--data', data];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...cuvetteEnvironment(),
      CUVETTE_OWNER_API_KEY: key,
      CUVETTE_LOOKUPS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  };
  let output = '';
  const entrance = await new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`Not ready after ${startSeconds} s:\n${output}`)),
      startSeconds * 1000,
    );
    const take = (chunk) => {
      output += chunk;
      const found = /Cuvette is ready: (\S+)/.exec(output);
      if (found) {
        clearTimeout(limit);
        resolve(found[1]);
      }
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The server ended with ${code}:\n${output}`));
    });
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  const address = new URL(entrance).origin;
  const ask = async (method, path, body) => {
    const answer = await fetch(new URL(path, address), {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 2000)}`);
    return JSON.parse(text);
  };
  const signInLink = () => {
    const said = execFileSync(program, [...cuvette, 'user', 'link', '--data', data], { encoding: 'utf8' });
    return /https?:\/\/\S+token=\S+/.exec(said)?.[0] ?? '';
  };
  return { address, key, signInLink, ask, stop };
}
