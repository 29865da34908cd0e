import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeLists } from '../../scripts/lib/offline-pack.mjs';
import { root } from '../../scripts/lib/stamps.mjs';

const run = promisify(execFile);

/** What a command ended with: its status, and what it printed. */
async function ended(program: string, args: string[], env: Record<string, string> = {}) {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 2 ** 20 };
  return run(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

describe('the installer of an offline archive', () => {
  let place = '';
  let version = '';
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'cuvette-offline-'));
    version = (await run('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])).stdout.trim();
    const source = join(place, 'source');
    const bin = join(source, 'packages/compute/.venv/bin');
    mkdirSync(bin, { recursive: true });
    mkdirSync(join(source, 'node_modules/.bin'), { recursive: true });
    // In the place of Node: it prints what it is called with.
    writeFileSync(join(source, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    symlinkSync('../../node', join(source, 'node_modules/.bin/node'));
    writeFileSync(join(bin, 'tool'), '#!/another/machine/packages/compute/.venv/bin/python\nprint("works")\n');
    chmodSync(join(bin, 'tool'), 0o755);
    const files = ['node', 'node_modules/.bin/node', 'packages/compute/.venv/bin/tool'];
    writeLists(source, files, source);
    for (const name of ['install.sh', 'cuvette']) cpSync(join(root, 'deploy/offline', name), join(source, name));
    chmodSync(join(source, 'cuvette'), 0o755);
    writeFileSync(join(source, 'PYTHON'), `${version}\n`);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** A copy of the unpacked archive, spoiled, and what installing it ends with. */
  async function installed(
    spoil: (archive: string) => void,
    env: Record<string, string> = { CUVETTE_SETUP_PYTHON: 'python3' },
  ) {
    const archive = mkdtempSync(join(place, 'archive-'));
    cpSync(join(place, 'source'), archive, { recursive: true, verbatimSymlinks: true });
    spoil(archive);
    const target = join(archive, '..', 'installed');
    const answer = await ended('sh', [join(archive, 'install.sh'), target], env);
    const found = existsSync(target) ? readdirSync(target) : [];
    return { ...answer, target, found };
  }

  test.each([
    ['a file', (at: string) => unlinkSync(join(at, 'node')), 'node is missing.'],
    ['a changed file', (at: string) => writeFileSync(join(at, 'node'), '#!/bin/sh\n'), 'node is not as it was packed.'],
    [
      'a link',
      (at: string) => unlinkSync(join(at, 'node_modules/.bin/node')),
      'the link node_modules/.bin/node is missing',
    ],
    ['the list', (at: string) => unlinkSync(join(at, 'SHA256SUMS')), 'SHA256SUMS is missing.'],
    ['another Python', (at: string) => writeFileSync(join(at, 'PYTHON'), '3.2\n'), 'are for Python 3.2'],
  ])('names %s that does not fit, and installs nothing', async (_what, spoil, words) => {
    const { code, text, found } = await installed(spoil);
    expect([code, found]).toEqual([1, []]);
    expect(text).toContain(words);
  });

  test('makes the environment of Python anew around the packages, once', async () => {
    const { code, text, target } = await installed(() => {});
    expect([code, text]).toEqual([0, expect.stringContaining('Installed into')]);
    expect((await run(join(target, 'packages/compute/.venv/bin/tool'))).stdout).toBe('works\n');
    expect((await run(join(target, 'cuvette'), ['serve'])).stdout).toBe(
      `${target}/packages/server/bin/cuvette.js serve\n`,
    );
    const again = await installed(() => {});
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});

/** Starts the installed server in a network of its own, has it compute descriptors of ethanol, and prints the item's state and whether anything else can be reached. */
const drive = `
const { spawn } = require('node:child_process');
const [cuvette, data, key] = process.argv.slice(1);
const server = spawn(cuvette, ['serve', '--port', '4599', '--data', data], { env: { ...process.env, CUVETTE_OWNER_API_KEY: key, CUVETTE_LOOKUPS: 'off', CUVETTE_EXAMPLES: 'off' }, stdio: ['ignore', 'inherit', 'inherit'] });
const ask = async (method, path, body) => (await fetch('http://127.0.0.1:4599' + path, { method, headers: { 'x-api-key': key, 'content-type': 'application/json' }, body })).json();
const until = async (look) => { for (let round = 0; round < 1200; round += 1) { const found = await look().catch(() => null); if (found) return found; await new Promise((go) => setTimeout(go, 250)); } throw new Error('waited in vain'); };
(async () => {
  const outside = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(2000) }).then(() => 'reached', (error) => error.cause?.code ?? error.name);
  await until(async () => (await ask('GET', '/api/methods')).workers > 0);
  const made = await ask('POST', '/api/workflow', JSON.stringify({ name: 'offline', workflow_type: 'descriptors', initial_smiles: 'CCO', workflow_data: {} }));
  const item = await until(async () => { const found = await ask('GET', '/api/workflow/' + made.uuid); return found.object_status >= 2 && found; });
  console.log('RESULT ' + JSON.stringify({ outside, status: item.object_status, error: item.error }));
})().catch((error) => console.log('RESULT ' + JSON.stringify({ failed: String(error) }))).finally(() => { server.once('exit', () => process.exit()); server.kill('SIGTERM'); });
`;

const archives = join(root, '.cache/offline');

describe.runIf(process.env.CUVETTE_FULL === '1' && process.platform === 'linux')(
  'the offline archive of this checkout',
  () => {
    test('installs and computes on a machine whose network reaches nothing', { timeout: 1_800_000 }, async () => {
      const place = mkdtempSync(join(tmpdir(), 'cuvette-offline-'));
      try {
        const packed = await ended(process.execPath, [join(root, 'scripts/pack-offline.mjs'), '--plain']);
        expect(packed, packed.text).toMatchObject({ code: 0 });
        const [archive = ''] = readdirSync(archives).filter((name) => name.endsWith('.tar'));
        await run('tar', ['-xf', join(archives, archive), '-C', place]);
        const unpacked = join(place, archive.slice(0, -'.tar'.length));
        const target = join(place, 'cuvette');
        // A network with a loopback alone; as an ordinary user also a namespace in which that may be made.
        const alone = (script: string, args: string[]) =>
          ended('unshare', [
            ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
            '--net',
            'sh',
            '-c',
            `ip link set lo up && ${script}`,
            'sh',
            ...args,
          ]);
        const python = join(root, 'packages/compute/.venv/bin/python');
        const base = (await run(python, ['-c', 'import sys; print(sys._base_executable)'])).stdout.trim();
        const done = await alone(`CUVETTE_SETUP_PYTHON='${base}' sh "$1/install.sh" "$2"`, [unpacked, target]);
        expect(done, done.text).toMatchObject({ code: 0 });
        rmSync(unpacked, { recursive: true });
        const key = 'cuvette_key_of_the_offline_test';
        const computed = await alone('exec "$1/node_modules/.bin/node" -e "$2" "$1/cuvette" "$3" "$4"', [
          target,
          drive,
          join(place, 'data'),
          key,
        ]);
        expect(computed.text).toContain('RESULT {"outside":"ENETUNREACH","status":2,"error":null}');
        // A file of the archive that is lost is named.
        const lost = 'packages/server/bin/cuvette.js';
        await run('tar', ['--delete', '-f', join(archives, archive), `${archive.slice(0, -'.tar'.length)}/${lost}`]);
        await run('tar', ['-xf', join(archives, archive), '-C', place]);
        const refused = await ended('sh', [join(unpacked, 'install.sh'), join(place, 'second')], {
          CUVETTE_SETUP_PYTHON: base,
        });
        expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(`${lost} is missing.`) });
        expect(existsSync(join(place, 'second'))).toBe(false);
        expect(readFileSync(join(target, '.packed-SHA256SUMS'), 'utf8')).toContain(`  ${lost}\n`);
      } finally {
        rmSync(place, { recursive: true, force: true, maxRetries: 3 });
        rmSync(archives, { recursive: true, force: true });
      }
    });
  },
);
