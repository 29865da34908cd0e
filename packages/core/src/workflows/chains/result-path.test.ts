import { expect, test } from 'vitest';
import { definitionOf, finishedItem } from '../../testing/workflow-items.ts';
import { loadResults } from '../catalogue.ts';
import { pathOfStructure, pathProblem, pathSteps, resultAt } from './result-path.ts';

const uuids = [1, 2, 3].map((number) => `0b0d4f1e-0000-4000-8000-00000000000${number}`);
const search = finishedItem('conformer_search', {
  initial_smiles: 'CCO',
  conformer_uuids: uuids.map((uuid) => [uuid]),
  energies: [-1.2, -1.1, -1.0],
});
const none = new Map();

test('paths are read as steps, and what is no path is refused', () => {
  expect(pathSteps('conformers[0]')).toEqual(['conformers', 0]);
  expect(pathSteps('a.b[2][3].c')).toEqual(['a', 'b', 2, 3, 'c']);
  expect(pathSteps('values.pka.1-2')).toEqual(['values', 'pka.1-2']);
  for (const wrong of ['', '.', 'a.', '[0]', 'a[', 'a[-1]', 'a..b', 'a b', 'a[0]b', 'values.'])
    expect(pathSteps(wrong), wrong).toBeNull();
});

test('a path is checked against the type of its item before there is a result', async () => {
  const conformers = await definitionOf('conformer_search');
  for (const right of ['conformers[0]', 'structure', 'structures[7]']) {
    expect(pathProblem(conformers, right, 'structure'), right).toBeNull();
  }
  for (const right of ['conformers', 'energies[0]', 'values.anything', 'conformer_properties[0].rg', 'conf_gen_mode']) {
    expect(pathProblem(conformers, right, 'value'), right).toBeNull();
  }
  expect(pathProblem(conformers, 'conformers', 'structure')).toContain('Choose one of it: "conformers[0]"');
  expect(pathProblem(conformers, 'values.gap', 'structure')).toContain('is a number');
  expect(pathProblem(conformers, 'conformers[0].energy', 'structure')).toContain('nothing to take');
  expect(pathProblem(conformers, 'poses[0]', 'structure')).toContain(
    'A path begins with conformers, structure, values.NAME',
  );
  expect(pathProblem(conformers, 'energies.first', 'value')).toContain('does not exist');
  expect(pathProblem(conformers, 'constructor', 'value')).toContain('does not exist');
  expect(pathProblem(await definitionOf('solubility'), 'structure', 'structure')).toBeNull();
  expect(pathProblem(await definitionOf('msa'), 'structures[0]', 'structure')).toContain('has no structures');
});

test('a path leads to structures by their names, to values and to data of a result', async () => {
  const conformers = await definitionOf('conformer_search');
  expect(resultAt(conformers, search, none, 'conformers[1]')).toMatchObject({
    kind: 'structure',
    reference: { id: uuids[1], source: { kind: 'calculation', uuid: uuids[1], frame: 'last' } },
  });
  expect(resultAt(conformers, search, none, 'structure')).toMatchObject({ reference: { id: uuids[0] } });
  expect(resultAt(conformers, search, none, 'conformers')).toMatchObject({ kind: 'structures' });
  expect(resultAt(conformers, search, none, 'energies[2]')).toEqual({ kind: 'value', value: -1.0, title: null });
  expect(resultAt(conformers, search, none, 'conformers[3]')).toEqual({
    kind: 'missing',
    detail: 'The result has 3 conformers, the last one conformers[2].',
  });
  expect(resultAt(conformers, search, none, 'energies[9]')).toMatchObject({ kind: 'missing' });
  expect(resultAt(conformers, search, none, 'toString')).toMatchObject({ kind: 'missing' });
  expect(resultAt(conformers, search, none, 'values.nothing')).toMatchObject({ kind: 'missing' });
  const solubility = await definitionOf('solubility');
  const [name = ''] = solubility.values(search, none).map(({ path }) => path);
  expect(resultAt(solubility, finishedItem('solubility', {}), none, `values.${name}`)).toMatchObject({
    kind: 'missing',
  });
});

test('a structure of a result has a path that leads back to it', async () => {
  const conformers = await definitionOf('conformer_search');
  expect(pathOfStructure(conformers, search, uuids[2] ?? '')).toBe('conformers[2]');
  expect(pathOfStructure(conformers, search, 'another')).toBeNull();
});

test('each type that numbers its structures names them by the word that they have', async () => {
  const words = await Promise.all(
    [
      'conformer_search',
      'conformers',
      'nmr',
      'ion_mobility',
      'strain',
      'scan',
      'molecular_dynamics',
      'docking',
      'tautomers',
    ].map(async (type) => [type, (await loadResults(type))?.structureWord] as const),
  );
  expect(Object.fromEntries(words)).toEqual({
    conformer_search: 'conformer',
    conformers: 'conformer',
    nmr: 'conformer',
    ion_mobility: 'conformer',
    strain: 'conformer',
    scan: 'step',
    molecular_dynamics: 'step',
    docking: 'pose',
    tautomers: 'tautomer',
  });
});
