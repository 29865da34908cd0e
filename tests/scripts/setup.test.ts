import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extraNames } from '../../scripts/lib/extras.mjs';

const root = join(import.meta.dirname, '../..');
const setup = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/setup.mjs'), ...args], { cwd: root, encoding: 'utf8' });

test.each(['--help', '-h'])('%s prints the options and sets nothing up', (option) => {
  const { status, stdout } = setup(option);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: npm run setup/);
  for (const name of extraNames) expect(stdout).toContain(name);
  expect(stdout).not.toContain('Cuvette is set up');
});

test('a misspelt option is refused before anything is installed', () => {
  const { status, stdout, stderr } = setup('--tset');
  expect(status).toBe(1);
  expect(stderr).toContain('there is no option "--tset"');
  expect(stdout).toBe('');
});
