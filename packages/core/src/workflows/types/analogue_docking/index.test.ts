import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import definition from './index.ts';

const protein = '20cb6204-7d1d-4dd2-a05c-85edaf373ccc';
const molecule = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
});
const inputs = { molecule, smiles: null };
const here = z.parse(MethodReport, { workers: 1, capabilities: ['analogue_docking', 'rdkit', 'vina'], methods: {} });

describe('settings', () => {
  // What client 3.2.3 sends with its least arguments.
  const sent = {
    protein,
    mode: 'auto',
    analogues: ['CCO', 'CCN'],
    analogue_names: [],
    num_conformers_per_analogue: 20,
    require_posebusters: false,
    run_local_optimization: false,
    docking_settings: {
      max_poses: 4,
      settings_type: 'vina',
      executable: 'vina',
      scoring_function: 'vinardo',
      exhaustiveness: 8,
    },
    analogue_scores: {},
  };
  test('what the public client sends runs as it is, and is stored as its schema has it', () => {
    expect(definition.problems(sent, inputs, here)).toEqual([]);
    const prepared = definition.prepare(sent, inputs, here);
    expect(definition.capabilities(prepared)).toEqual(['analogue_docking', 'rdkit', 'vina']);
    expect(differencesFromPublic('analogue_docking', { ...prepared, initial_molecule: molecule })).toEqual({
      unexpected: [],
      unused: [],
    });
  });
  const details = (data: WorkflowData) =>
    definition.problems({ ...sent, ...data }, inputs, here).map(({ field, detail }) => `${field}: ${detail}`);
  test('lists that do not fit are refused with the entry', () => {
    expect(details({ analogues: ['CCO', 'CCO'] })).toEqual([
      'analogues.1: Analogue 2 is the same SMILES as analogue 1.',
    ]);
    expect(details({ analogues: ['CCO', ' '] })).toEqual(['analogues.1: Analogue 2: the SMILES is empty.']);
    expect(details({ analogue_names: ['one'] })[0]).toMatch(/^analogue_names: .* 1 names for 2 analogues\.$/);
    expect(details({ num_conformers_per_analogue: 0 })[0]).toMatch(/^num_conformers_per_analogue: .* not 0\.$/);
    expect(details({ docking_settings: { executable: 'qvina2', scoring_function: 'vina' } })[0]).toMatch(
      /^docking_settings.executable: .* choose vina\.$/,
    );
    expect(definition.problems({}, { molecule: null, smiles: null }, null).map(({ field }) => field)).toEqual(
      expect.arrayContaining(['initial_molecule', 'analogues', 'protein']),
    );
  });
});

describe('results', () => {
  const [first, second] = ['c3453888-d2dd-505d-b29c-6b6a7d32dae3', '126cfd8c-ebc7-581f-b131-4d076eb7e0f4'];
  const pose = (uuid: string, score: number, failed: string[]) => ({
    pose: uuid,
    complex_pdb: null,
    score,
    posebusters_valid: failed.length === 0,
    posebusters_failed: failed,
    rmsd: 0.12,
  });
  const data = {
    protein,
    initial_molecule: molecule,
    analogues: ['CCO', 'CCN', 'C'],
    analogue_names: ['alcohol', 'amine', 'methane'],
    analogue_scores: { CCO: [pose(first, -4.1, [])], CCN: [pose(second, -5.2, ['internal energy'])], C: [] },
    core_atoms: { CCO: 4, CCN: 5, C: 0 },
    failures: { C: 'it shares 1 heavy atoms with the reference, and a core needs 4 or more.' },
  };
  const item = finishedItem('analogue_docking', data);
  test('analogues from the best score on, then those without a pose with the reason', () => {
    const [analogues, poses] = definition.tables(item, new Map());
    const row = (index: number) => analogues?.columns.map(({ values }) => values[index]);
    expect(row(0)).toEqual(['amine', 'CCN', -5.2, 0.12, 5, 'fails: internal energy', 'docked', null]);
    expect(row(1)?.slice(0, 3)).toEqual(['alcohol', 'CCO', -4.1]);
    expect(row(2)?.slice(-2)).toEqual(['failed', data.failures.C]);
    expect(poses?.columns.map(({ values }) => values[1])).toEqual([
      'alcohol',
      'Pose 1',
      -4.1,
      0.12,
      'passes all checks',
    ]);
  });
  test('each pose lies in the protein, and the best ones are laid over the reference', () => {
    expect(definition.structures(item).map(({ id, name, within }) => [id, name, within])).toEqual([
      [second, 'amine, pose 1', { uuid: protein }],
      [first, 'alcohol, pose 1', { uuid: protein }],
      ['reference', 'Reference', { uuid: protein }],
    ]);
    const parts = definition.parts(item, new Map()).analogue_docking;
    expect(parts?.find(({ kind }) => kind === 'overlay')).toMatchObject({
      shown: 'reference',
      beside: [second, first],
    });
  });
  test('the headline has the best score and says where it fails', () => {
    expect(definition.headline(item, new Map(), () => null)).toMatchObject({
      values: [{ of: 'best_docking_score', site: 'amine' }],
      sentence: '2 of 3 analogues have a pose on the reference. The best one fails a PoseBusters check.',
    });
    expect(definition.values(item, new Map()).map(({ value }) => value)).toEqual([-5.2, 0.12]);
    expect(differencesFromPublic('analogue_docking', { ...definition.prepare(data, inputs), ...data })).toEqual({
      unexpected: [],
      unused: [],
    });
    expect(citationsOf(definition, data).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['vina', 'vinardo', 'posebusters', 'etkdg']),
    );
  });
});
