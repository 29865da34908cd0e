import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfType, withExample } from '../../scripts/lib/new-type.mjs';

const root = join(import.meta.dirname, '../..');
const files: Map<string, string> = filesOfType('dipole_moment', 300);

test('each import of a new type is there, in TypeScript and in Python', () => {
  for (const [path, text] of files) {
    const modules = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, module = '']) => join(dirname(path), module));
    for (const module of modules) expect(files.has(module) || existsSync(join(root, module)), module).toBe(true);
    const names = [...text.matchAll(/^from \.\.([\w.]+) import (.+)$/gm)];
    for (const [, module = '', imported = ''] of names) {
      const place = join(root, 'packages/compute/src/cuvette_compute', module.replaceAll('.', '/'));
      const source = readFileSync(existsSync(`${place}.py`) ? `${place}.py` : join(place, '__init__.py'), 'utf8');
      for (const name of imported.split(', ')) expect(source).toMatch(new RegExp(`^(?:def|class) ${name}\\b`, 'm'));
    }
  }
  expect([...files.keys()].filter((path) => path.includes('/types/dipole_moment/'))).toHaveLength(4);
});

test('its example is the last of the jobs, and a name that is none is refused', () => {
  const jobs = readFileSync(join(root, 'examples/jobs.mjs'), 'utf8');
  expect(withExample(jobs, 'dipole_moment')).toMatch(/type: 'dipole_moment',[^}]+\},\n\];\n$/);
  expect(() => filesOfType('Dipole-Moment', 300)).toThrow('words in lower case');
});
