/**
 * The import rule of compute: a folder of `cuvette_compute` imports from its own floor and from lower ones only, and no modules import each other in a circle.
 * Imports inside functions and imports for types alone count as well.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { circlesIn } from './imports.mjs';

const sources = 'packages/compute/src';
const packageName = 'cuvette_compute';

/** Folders and files of the package, lowest first. A file is named without its ending. */
const floors = [
  ['geometry'],
  ['__init__', 'errors', 'units'],
  ['schemas'],
  ['runtime'],
  ['structures'],
  ['methods'],
  ['chemistry'],
  ['structure_search'],
  ['proteins'],
  ['models', 'sequences'],
  ['engines'],
  ['vibrations'],
  ['optimization'],
  ['calculations'],
  ['properties', 'dynamics', 'ion_mobility', 'binding_dynamics', 'convert', 'outputs'],
  ['docking'],
  ['recipes'],
  ['catalogue', 'probe', '__main__'],
];

/** The folder or file of the package that a module is in. */
const partOf = (module) => module.split('.')[1] ?? '__init__';
const floorOf = (module) => floors.findIndex((floor) => floor.includes(partOf(module)));

/**
 * All breaches of the rule below `root`.
 * @param {string} root a checkout
 * @param {string} python an interpreter, to parse the files with
 * @returns {{problems: string[], files: number}} "file:line says what is wrong"
 */
export function pythonImportProblems(root, python) {
  if (!existsSync(join(root, sources, packageName))) return { problems: [], files: 0 };
  const script = join(import.meta.dirname, 'python-imports.py');
  const listed = execFileSync(python, [script, join(root, sources), packageName], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const modules = JSON.parse(listed);
  const problems = [];
  const fileOf = new Map(modules.map(({ module, file }) => [module, `${sources}/${file}`]));
  const graph = new Map();
  for (const { module, imports, error } of modules) {
    const file = fileOf.get(module);
    if (error) problems.push(`${file} cannot be read: ${error}`);
    const own = floorOf(module);
    if (own === -1) {
      problems.push(
        `${file} lies in ${partOf(module)}, which has no floor: give it one in scripts/lib/python-imports.mjs`,
      );
    }
    for (const { module: target, line } of imports) {
      if (own !== -1 && floorOf(target) > own) {
        problems.push(`${file}:${line} imports ${target}: ${partOf(target)} stands above ${partOf(module)} in compute`);
      }
    }
    graph.set(
      module,
      imports.map(({ module: to, line }) => ({ to, line })),
    );
  }
  for (const circle of circlesIn(graph)) {
    problems.push(`circle: ${circle.map((module) => fileOf.get(module)).join(' -> ')}`);
  }
  return { problems: problems.sort(), files: modules.length };
}
