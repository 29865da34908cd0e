import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpBubblewrap } from '../../scripts/lib/programs.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-programs-'));
  // Nothing of this machine is on the path: no bwrap, and no apt-get but the one below.
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CUVETTE_NO_APT', '');
  vi.stubEnv('CUVETTE_SANDBOX', '');
  program('sudo', '[ "$2" = true ] && exit 0; shift 3; exec "$@"');
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** What apt-get was asked for so far, one line each. */
const asked = () => {
  const file = join(folder, 'asked');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
const apt = (rest: string) => program('apt-get', `echo "$@" >> '${folder}/asked'\n${rest}`);

test('bubblewrap is installed where it is missing, and left alone where it is there', async () => {
  apt(`printf '#!/bin/sh\\n' > '${folder}/bwrap'; /bin/chmod 755 '${folder}/bwrap'`);
  await setUpBubblewrap({ stamps: folder });
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).toMatch(/install .*bubblewrap$/);
  await setUpBubblewrap({ stamps: folder, again: true });
  expect(asked()).toHaveLength(1);
});

test('what cannot be installed is reported with its consequence, and is not tried at each start', async () => {
  apt('exit 100');
  await setUpBubblewrap({ stamps: folder });
  const tries = asked().length;
  expect(tries).toBeGreaterThan(0);
  const said = vi.mocked(process.stdout.write).mock.calls.flat().join('');
  expect(said).toContain('can read what this user can read');
  expect(said).toContain('apt-get install bubblewrap');
  await setUpBubblewrap({ stamps: folder });
  expect(asked()).toHaveLength(tries);
  await setUpBubblewrap({ stamps: folder, again: true });
  expect(asked().length).toBeGreaterThan(tries);
});

test('nothing is installed where the operator has switched the sandbox off', async () => {
  apt('exit 0');
  vi.stubEnv('CUVETTE_SANDBOX', 'off');
  await setUpBubblewrap({ stamps: folder });
  expect(asked()).toEqual([]);
});
