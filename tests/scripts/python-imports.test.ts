import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { venvPython } from '../../scripts/lib/python.mjs';
import { pythonImportProblems } from '../../scripts/lib/python-imports.mjs';

const sources = 'packages/compute/src/cuvette_compute';
/** A small package that keeps the rule; each test plants one breach in it. */
const clean: Record<string, string> = {
  '__init__.py': 'VERSION = 1\n',
  'errors.py': 'class InputError(Exception):\n    """from .recipes import pka is no import here."""\n',
  'runtime/__init__.py': '',
  'runtime/job.py': 'import json\nfrom .. import VERSION\nfrom ..errors import InputError\n',
  'runtime/walls.py': '',
  'recipes/__init__.py': 'from ..runtime.job import Job\n',
  'recipes/pka.py': 'from . import Job\nfrom ..runtime import job, walls\n',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-python-imports-'));
  for (const [path, text] of Object.entries(clean)) write(path, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string) {
  const file = join(folder, sources, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The breaches after planting a file. */
function planted(path: string, text: string) {
  write(path, text);
  return pythonImportProblems(folder, existsSync(venvPython) ? venvPython : 'python3').problems;
}

test('a package that keeps the rule passes', () => {
  expect(planted('runtime/walls.py', 'from . import job\nfrom .job import VERSION\n')).toEqual([]);
});

test.each([
  ['at the top', 'from ..recipes.pka import run\n', 1],
  ['of a module by its folder', '\nfrom ..recipes import pka\n', 2],
  ['inside a function', 'def load():\n    from ..recipes.pka import run\n', 2],
  ['for types alone', 'if TYPE_CHECKING:\n    from ..recipes import pka\n', 2],
  ['by its whole name', 'import cuvette_compute.recipes.pka\n', 1],
])('sees an import that points up: %s', (_name, text, line) => {
  expect(planted('runtime/warm.py', text)).toEqual([
    `${sources}/runtime/warm.py:${line} imports cuvette_compute.recipes.pka: recipes stands above runtime in compute`,
  ]);
});

test('sees a circle of three modules on one floor, one of them imported in a function', () => {
  write('runtime/a.py', 'from .b import x\n');
  write('runtime/b.py', 'def late():\n    from . import c\n');
  const [problem, ...others] = planted('runtime/c.py', 'from .a import y\n');
  expect(others).toEqual([]);
  expect(problem).toBe(`circle: ${['a', 'b', 'c', 'a'].map((name) => `${sources}/runtime/${name}.py`).join(' -> ')}`);
});

test('asks for the floor of a new folder, and names a file that is not Python', () => {
  expect(planted('attic/old.py', 'x = 1\n').join()).toContain('lies in attic, which has no floor');
  rmSync(join(folder, sources, 'attic'), { recursive: true });
  expect(planted('runtime/walls.py', 'from import\n').join()).toContain('walls.py cannot be read: line 1');
});
