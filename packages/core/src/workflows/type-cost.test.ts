import { expect, test } from 'vitest';
import type { MethodReport } from '../entities/method-report.ts';
import { durationInShort } from '../methods/estimate.ts';
import { catalogue, loadWorkflow, questionOfType } from './catalogue.ts';
import { substituted } from './parts/levels/substitution.ts';
import { costOf, type Given } from './type-cost.ts';
import { questionGroups } from './type-entry.ts';

const methane = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 6, position: [0, 0, 0] as [number, number, number] },
    ...[
      [0.63, 0.63, 0.63],
      [-0.63, -0.63, 0.63],
      [-0.63, 0.63, -0.63],
      [0.63, -0.63, -0.63],
    ].map((position) => ({ atomic_number: 1, position: position as [number, number, number] })),
  ],
};
const speed = {
  available: true,
  engine: 'tblite',
  seconds_per_gradient: 0.01,
  atoms: 24,
  exponent: 2,
  solvent_models: ['alpb'],
};
const report = {
  workers: 1,
  cores: 2,
  capabilities: ['xtb', 'rdkit', ...catalogue.map(({ type }) => type)],
  methods: { gfn2_xtb: speed, mmff94: { ...speed, engine: 'rdkit' }, gfn_ff: speed },
} as unknown as MethodReport;
const pasted: Given = {
  inputs: { molecule: methane, smiles: 'C' } as Given['inputs'],
  coordinates: false,
  protein: false,
  molecules: 1,
};

const of = async (type: string, given: Given) => {
  const definition = await loadWorkflow(type);
  if (!definition) throw new Error(type);
  return costOf(definition, questionOfType(type), given, report);
};

test('every type has a question of a group that there is', () => {
  const groups = questionGroups.map(({ id }) => id);
  for (const { type } of catalogue) {
    const question = questionOfType(type);
    expect(groups, type).toContain(question?.group);
    expect(question?.asks.length, type).toBeLessThanOrEqual(52);
  }
});

test.each([
  ['docking', 'a protein'],
  ['pose_analysis_md', 'a protein'],
  ['batch_docking', 'compounds and a protein'],
  ['double_ended_ts_search', 'two structures'],
  ['protein_cofolding', 'a sequence'],
  ['msa', 'a sequence'],
  ['protein_binder_design', 'a target'],
  ['strain', 'a pose'],
  ['irc', 'a transition state'],
  ['conformer_search', null],
])('%s of a SMILES needs %s', async (type, needs) => {
  expect((await of(type, pasted)).needs).toBe(needs);
});

test('what was missing is needed no more: a protein, coordinates, a list', async () => {
  expect((await of('docking', { ...pasted, protein: true })).needs).toBeNull();
  expect((await of('strain', { ...pasted, coordinates: true })).needs).toBeNull();
  expect((await of('batch_docking', { ...pasted, protein: true, molecules: 3 })).needs).toBeNull();
  expect((await of('bde', { ...pasted, molecules: 3 })).refusal).toBe('takes one molecule at a time');
  expect(await of('pka', { ...pasted, molecules: 0 })).toEqual({ seconds: null, needs: 'a molecule', refusal: null });
});

test('seconds are those that the form shows; a scan without a coordinate has none', async () => {
  const definition = await loadWorkflow('conformer_search');
  const cost = await of('conformer_search', pasted);
  if (!definition) throw new Error('no definition');
  const { data } = substituted(definition, definition.defaults(), report);
  expect(cost.seconds).toBeGreaterThan(0);
  expect(cost.seconds).toBe(definition.resources(data, { molecule: null, smiles: 'C' }, report).seconds);
  expect((await of('scan', pasted)).seconds).toBeNull();
});

test.each([
  [0.2, '< 1 s'],
  [8.4, '≈ 8 s'],
  [31, '≈ 30 s'],
  [58, '≈ 1 min'],
  [290, '≈ 5 min'],
  [3600, '≈ 1 h'],
  [86_400 * 2, '≈ 2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationInShort(seconds)).toBe(text);
});
