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
  const folder = `packages/core/src/workflows/types/${type}`;
  return new Map([
    [
      `${folder}/entry.ts`,
      `import type { TypeAccuracy, TypeEntry, TypeQuestion } from '../../type-entry.ts';

export const entry: TypeEntry = {
  order: ${order},
  type: '${type}',
  path: '/${type.replaceAll('_', '-')}',
  aliases: [],
  title: '${title}',
};

export const summary = 'Molar mass of a molecule.';

export const question: TypeQuestion = { group: 'shape', asks: 'What a mole of it weighs' };

export const accuracy: TypeAccuracy = {
  restsOn: 'The molar mass of ethanol is that of its atoms (test).',
  fails: 'Nothing is known to fail.',
};
`,
    ],
    [
      `${folder}/results.ts`,
      `import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { smilesInput } from '../../parts/inputs/input-shapes.ts';
import { entry } from './entry.ts';

export default defineResults({
  entry,
  settings: z.looseObject({ ...smilesInput }),
  results: z.looseObject({
    /** g/mol */
    molar_mass: optionalNull(z.number()),
  }),
  structures: () => [],
  tables: ({ molar_mass }) => [
    tableOf({
      id: '${type}',
      title: '${title}',
      rows: molar_mass === null ? [] : [molar_mass],
      columns: [{ id: 'molar_mass', title: 'Molar mass', unit: 'g/mol', precision: 2, value: (mass) => mass }],
      empty: 'No molar mass yet.',
    }),
  ],
  values: ({ molar_mass }) => [
    { path: 'molar_mass', title: 'Molar mass', unit: 'g/mol', precision: 2, value: molar_mass },
  ],
  headline: () => ({ values: [{ of: 'molar_mass', label: null }], sentence: null }),
  tabs: () => [{ id: '${type}', title: '${title}' }, infoTab],
  cite: () => ['rdkit'],
});
`,
    ],
    [
      `${folder}/index.ts`,
      `import { defineWorkflow } from '../../define.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';

/** Molar mass of a molecule. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  needs: () => ['rdkit'],
  seconds: (_data, _inputs, report) => scaledSeconds(0.1, report),
  fields: [],
});
`,
    ],
    [
      `${folder}/index.test.ts`,
      `import { expect, test } from 'vitest';
import { finishedItem } from '../../../testing/workflow-items.ts';
import definition from './index.ts';

test('it takes a SMILES, and has no settings', () => {
  const given = { molecule: null, smiles: 'CCO' };
  expect(definition.problems({}, given, null)).toEqual([]);
  expect(definition.capabilities(definition.prepare({}, given))).toEqual(['${type}', 'rdkit'].sort());
});

test('a result has its molar mass in a table and by its name', () => {
  const item = finishedItem('${type}', { molar_mass: 46.07 });
  const [table] = definition.tables(item, new Map());
  expect(table?.columns.map(({ title, unit }) => [title, unit])).toEqual([['Molar mass', 'g/mol']]);
  expect(definition.values(item, new Map())).toMatchObject([{ path: 'molar_mass', value: 46.07 }]);
});
`,
    ],
    [
      `packages/compute/src/cuvette_compute/recipes/${type}.py`,
      `"""Molar mass of a molecule in g/mol, from its SMILES by RDKit."""

from __future__ import annotations

import rdkit

${pythonImports(['Job', 'average_mass', 'provenance', 'read_smiles', 'structure_record'])}from . import Result


def run(job: Job) -> Result:
    """Compute the molar mass (g/mol); raises InputError for a SMILES that cannot be read."""
    mol = read_smiles(job)
    stage = {"name": "molar mass", "engine": "rdkit", "engine_version": rdkit.__version__, "count_in": 1, "count_out": 1}
    record = provenance(job, [stage], [], structure=structure_record(job, mol))
    return Result({"molar_mass": round(average_mass(mol), 3)}, record)
`,
    ],
    [
      `packages/compute/tests/test_${type}.py`,
      `"""${title}."""

from __future__ import annotations

import pytest


def test_ethanol_has_the_molar_mass_of_its_atoms(here):
    """C2H6O with the standard atomic masses of IUPAC: 2 x 12.011 + 6 x 1.008 + 15.999."""
    data = here("${type}", {"initial_smiles": "CCO"}).result["data"]
    assert data["molar_mass"] == pytest.approx(46.069, abs=0.001)
`,
    ],
  ]);
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

/** What is left to do, as it is printed. */
export function leftToDo(type) {
  return `Written: the folder packages/core/src/workflows/types/${type} with its test, the recipe with its test, and an example job.
It computes a molar mass. Now:
 1. Say in entry.ts what the type is, and write its settings, results, rules and form (CONTRIBUTING.md, "How to add a workflow type").
 2. Write recipes/${type}.py and its test, with a number that is known from elsewhere, and the example in examples/jobs.mjs.
 3. npm run catalogue, npm run schemas, npm run openapi, npm run elements
 4. npm run examples -- ${type}
 5. npm run bench:accuracy
 6. npm test -- core compute scripts
German titles have their place in german.ts of the folder; a missing one is shown in English.`;
}
