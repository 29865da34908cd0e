/**
 * `npm run bench:accuracy`: makes `docs/accuracy.md` with its plots, and core's table of the errors that the product prints
 * (`packages/core/src/methods/accuracy.ts`), from the check sets. With `--run` it has the recipes compute first what is not there yet
 * (`packages/compute/bench`: hours); without, what they computed before is used.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accuracyFiles } from './accuracy/files.ts';

const root = join(import.meta.dirname, '../..');
if (process.argv.includes('--run')) {
  const cwd = join(root, 'packages/compute');
  const env = { ...process.env, PYTHONPATH: 'src:tests' };
  for (const script of ['nmr.py', 'bond_energies.py', 'check_sets.py']) {
    execFileSync(join(cwd, '.venv/bin/python'), [`bench/${script}`], { cwd, env, stdio: 'inherit' });
  }
}
const files = accuracyFiles();
mkdirSync(join(root, 'docs/accuracy'), { recursive: true });
for (const [path, text] of files) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
execFileSync('npm', ['run', '--silent', 'schemas'], { cwd: root, stdio: 'inherit' });
