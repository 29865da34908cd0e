/** The files of a new workflow type: a small one that takes a SMILES and computes its molar mass, to be changed into what it shall be. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './stamps.mjs';

const compute = join(root, 'packages/compute/src/cuvette_compute');

/** The module that defines a function or a class, as a recipe imports it ("..job"). Throws where there is none. */
function pythonModule(name) {
  const defines = new RegExp(`^(?:def|class) ${name}\\b`, 'm');
  const file = readdirSync(compute, { recursive: true, encoding: 'utf8' }).find(
    (each) => each.endsWith('.py') && defines.test(readFileSync(join(compute, each), 'utf8')),
  );
  if (!file) throw new Error(`compute defines no ${name} any more: see scripts/lib/new-type.mjs.`);
  return `..${relative('.', file)
    .slice(0, -'.py'.length)
    .split(sep)
    .filter((part) => part !== '__init__')
    .join('.')}`;
}

/** Python's import lines of some names, those of one module together, in the order of ruff. */
function pythonImports(names) {
  const modules = new Map();
  for (const name of names) modules.set(pythonModule(name), [...(modules.get(pythonModule(name)) ?? []), name]);
  return [...modules]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, own]) => `from ${module} import ${own.sort().join(', ')}\n`)
    .join('');
}

/** A template of `scripts/new-type` with its words filled in. */
function filled(name, words) {
  const text = readFileSync(join(root, 'scripts/new-type', `${name}.template`), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, word) => words[word]);
}

/**
 * @param {string} type as the API spells it: words in lower case with underscores
 * @param {number} order its place in menus
 * @returns {Map<string, string>} texts by path
 */
export function filesOfType(type, order) {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(type)) {
    throw new Error(`"${type}" is no name of a type: write words in lower case with underscores.`);
  }
  const title = type
    .split('_')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');
  const words = {
    type,
    title,
    order: String(order),
    path: type.replaceAll('_', '-'),
    imports: pythonImports(['Job', 'average_mass', 'provenance', 'read_smiles', 'structure_record']),
  };
  const folder = `packages/core/src/workflows/types/${type}`;
  const paths = {
    'entry.ts': `${folder}/entry.ts`,
    'results.ts': `${folder}/results.ts`,
    'index.ts': `${folder}/index.ts`,
    'index.test.ts': `${folder}/index.test.ts`,
    'recipe.py': `packages/compute/src/cuvette_compute/recipes/${type}.py`,
    'recipe-test.py': `packages/compute/tests/test_${type}.py`,
  };
  return new Map(Object.entries(paths).map(([name, path]) => [path, filled(name, words)]));
}

/** The list of example jobs with one for the type. */
export function withExample(jobs, type) {
  const job = `  {
    type: '${type}',
    name: 'Ethanol: molar mass',
    about: 'What a mole of ethanol weighs.',
    smiles: 'CCO',
  },
];
`;
  if (!jobs.endsWith('];\n')) throw new Error('examples/jobs.mjs does not end with its list.');
  return jobs.slice(0, -'];\n'.length) + job;
}

/** Returns what is left to do, as it is printed. */
export function leftToDo(type) {
  return `Written: the folder packages/core/src/workflows/types/${type} with its test, the recipe with its test, and an example job.
It computes a molar mass. Now:
 1. Say in entry.ts what the type is, and write its settings, results, rules and form (CONTRIBUTING.md, "How to add a workflow type").
 2. Write recipes/${type}.py and its test, with a number that is known from elsewhere, and the example in examples/jobs.mjs.
 3. npm run catalogue, npm run schemas
 4. npm run examples -- ${type}
 5. npm run bench:accuracy
 6. npm test -- core compute scripts
German titles have their place in german.ts of the folder; a missing one is shown in English.`;
}
