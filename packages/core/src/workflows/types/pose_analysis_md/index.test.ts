import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyPdb } from '../../../chemistry/pdb/empty-pdb.ts';
import { SmilesInspection } from '../../../entities/conversion.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic, validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import poseAnalysis from './index.ts';

const protein_uuid = '67698003-fdeb-5e09-bef5-5dab9cc06e03';
const minimized_protein_uuid = '0f0e0d0c-0b0a-4908-8706-050403020100';
const inputs = { molecule: null, smiles: 'CCO' };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['pose_analysis_md', 'openmm', 'ambertools'],
  methods: {},
});
const problems = (data: object, given: object = inputs) =>
  poseAnalysis
    .problems({ protein_uuid, ...data }, given as typeof inputs, report)
    .map(({ field, detail }) => [field, detail]);

const trajectories = [
  {
    uuid: 'a',
    ligand_rmsd: [0.5, 1, 1.5, 1],
    contacts: [
      { protein_atom_index: 11, ligand_atom_index: 0, occupancy: 0.5 },
      { protein_atom_index: 40, ligand_atom_index: 2, occupancy: 0.9 },
    ],
  },
  {
    uuid: 'b',
    ligand_rmsd: [0.25, 0.75],
    contacts: [{ protein_atom_index: 11, ligand_atom_index: 0, occupancy: 0.7 }],
  },
];
const item = (more: object = {}, status = 2) =>
  finishedItem(
    'pose_analysis_md',
    { initial_smiles: 'CCO', protein_uuid, minimized_protein_uuid, trajectories, ...more },
    { object_status: status },
  );

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(poseAnalysis.defaults()).toEqual({
      protein: null,
      protein_uuid: null,
      ligand_residue_name: 'LIG',
      num_trajectories: 4,
      equilibration_time_ns: 1,
      simulation_time_ns: 10,
      temperature: 300,
      pressure_atm: 1,
      langevin_timescale_ps: 1,
      timestep_fs: 2,
      constrain_hydrogens: true,
      nonbonded_cutoff: 8,
      protein_prune_cutoff: null,
      protein_restraint_cutoff: 7,
      protein_restraint_constant: 100,
      ionic_strength_M: 0.1,
      water_buffer: 6,
    });
    expect(problems({})).toEqual([]);
    expect(poseAnalysis.capabilities(poseAnalysis.prepare({ protein_uuid }, inputs))).toEqual([
      'ambertools',
      'openmm',
      'pose_analysis_md',
    ]);
  });

  test('a SMILES is required, and a protein, by identifier or inline', () => {
    expect(problems({}, { molecule: null, smiles: null })[0]?.[0]).toBe('initial_smiles');
    const molecule = { charge: 0, multiplicity: 1, atoms: [] };
    expect(problems({}, { molecule, smiles: null })[0]).toEqual(['initial_smiles', 'A SMILES is needed.']);
    expect(problems({ protein_uuid: null })).toEqual([
      ['protein_uuid', 'Protein: nothing is given, and it is needed.'],
    ]);
    expect(problems({ protein_uuid: null, protein: emptyPdb() })).toEqual([]);
    expect(problems({ protein: emptyPdb() }).map(([field]) => field)).toEqual(['protein']);
    expect(problems({ ligand_residue_name: ' ' }).map(([field]) => field)).toEqual(['ligand_residue_name']);
  });

  test('batch molecules and open shell are disabled', () => {
    expect(poseAnalysis.limits({})).toMatchObject({ batch: false, openShell: false, charged: true, periodic: false });
    const inspection = z.parse(SmilesInspection, { smiles: '[CH3]', multiplicity: 2, elements: [1, 6] });
    expect(problems({}, { ...inputs, smiles: '[CH3]', inspection })[0]?.[1]).toContain(
      'closed-shell structures only; this one has multiplicity 2',
    );
  });

  test('the protein is not cut off nearer than the restraints begin', () => {
    expect(problems({ protein_prune_cutoff: 6 })).toEqual([
      [
        'protein_prune_cutoff',
        'The protein is cut off at 6 Å, nearer to the ligand than the restraints begin (7 Å). Choose at least 7 Å.',
      ],
    ]);
    expect(problems({ protein_prune_cutoff: 7 })).toEqual([]);
    expect(problems({ protein_prune_cutoff: 1, protein_restraint_cutoff: null })).toEqual([]);
  });

  test.each([
    'num_trajectories',
    'equilibration_time_ns',
    'simulation_time_ns',
    'temperature',
    'pressure_atm',
    'langevin_timescale_ps',
    'timestep_fs',
    'nonbonded_cutoff',
    'protein_prune_cutoff',
    'protein_restraint_cutoff',
    'protein_restraint_constant',
    'water_buffer',
  ])('%s is more than zero', (field) => {
    expect(problems({ [field]: 0 })).toEqual([[field, `${field}: must be more than 0 (found 0).`]]);
    expect(poseAnalysis.fields.some(({ path }) => path === field)).toBe(true);
  });

  test('water without salt is taken, as client 3.x asks for it by itself', () => {
    expect(problems({ ionic_strength_M: 0 })).toEqual([]);
    expect(problems({ ionic_strength_M: -0.1 })).toHaveLength(1);
  });

  test('the warning comes before each submission', () => {
    const [notice, ...others] = poseAnalysis.notices({ protein_uuid }, inputs, report);
    expect(notice).toMatchObject({ kind: 'warning', title: 'Pose-Analysis MD Has Variable Effectiveness' });
    expect(notice?.body).toContain('not a replacement for free-energy perturbation');
    expect(others).toEqual([]);
    const free = poseAnalysis.notices({ constrain_hydrogens: false }, inputs, report);
    expect(free.map(({ title }) => title)).toContain('The time step is long for free hydrogens');
    expect(poseAnalysis.notices({ constrain_hydrogens: false, timestep_fs: 1 }, inputs, report)).toHaveLength(1);
  });

  test('prepared data fit the public schema; a resubmission keeps the settings and drops the results', () => {
    const prepared = poseAnalysis.prepare({ protein_uuid }, inputs);
    expect(validatePublic('pose_analysis_md', { ...prepared, initial_smiles: 'CCO' })).toEqual([]);
    expect(poseAnalysis.prepare(prepared, inputs)).toEqual(prepared);
    const { value, changes } = poseAnalysis.resubmit({ ...item().object_data, temperature: 310 }, report);
    expect(changes).toEqual([]);
    expect(value).toMatchObject({ protein_uuid, temperature: 310, num_trajectories: 4 });
    expect(Object.keys(value)).not.toContain('trajectories');
  });
});

describe('results', () => {
  test('large tabs in their order', () => {
    expect(poseAnalysis.tabs(item(), new Map())).toEqual([
      { id: 'ligand_rmsd', title: 'Ligand RMSD', large: true },
      { id: 'conserved_contacts', title: 'Conserved Contacts', large: true },
      { id: 'atom_distances', title: 'Atom Distances', large: true },
      { id: 'info', title: 'info', large: true },
    ]);
  });

  test('the structure that the trajectories start from is first; before, the protein, else the ligand', () => {
    expect(poseAnalysis.structures(item()).map(({ id, name }) => [id, name])).toEqual([
      [minimized_protein_uuid, 'Optimized Structure'],
      [protein_uuid, 'Initial Structure'],
    ]);
    expect(poseAnalysis.active(item())).toBe(minimized_protein_uuid);
    expect(poseAnalysis.structures(item({ minimized_protein_uuid: null })).map(({ name }) => name)).toEqual([
      'Initial Structure',
    ]);
    const inline = item({ minimized_protein_uuid: null, protein_uuid: null, protein: emptyPdb() });
    expect(poseAnalysis.structures(inline)[0]?.source).toEqual({ kind: 'smiles', smiles: 'CCO' });
  });

  test('RMSD by frame and by trajectory in Å', () => {
    const [series, summary] = poseAnalysis.tables(item(), new Map());
    expect(series?.columns.map(({ title, unit, values }) => [title, unit, ...values])).toEqual([
      ['Frame', undefined, 1, 2, 3, 4],
      ['Time', 'ns', 2.5, 5, 7.5, 10],
      ['Trajectory 1', 'Å', 0.5, 1, 1.5, 1],
      ['Trajectory 2', 'Å', 0.25, 0.75, Number.NaN, Number.NaN],
    ]);
    const [short] = poseAnalysis.tables(item({ simulation_time_ns: 0.002 }), new Map());
    const time = short?.columns.find(({ title }) => title === 'Time');
    expect([time?.unit, ...(time?.values ?? [])]).toEqual(['ps', 0.5, 1, 1.5, 2]);
    expect(summary?.columns.map(({ values }) => [...values])).toEqual([
      ['Trajectory 1', 'Trajectory 2'],
      [4, 2],
      [1, 0.5],
      [1.5, 0.75],
      [1, 0.75],
    ]);
    const [running] = poseAnalysis.tables(item({}, 1), new Map());
    expect([...(running?.columns[1]?.values ?? [])]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  test('where the data say nothing of frames, at most 10 000 are assumed', () => {
    const [, summary] = poseAnalysis.tables(item({ trajectories: [{ uuid: 'a' }] }), new Map());
    expect(summary?.columns.map(({ values }) => values[0])).toEqual([
      'Trajectory 1',
      10_000,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test('contacts found in most trajectories first, atoms counted from 1', () => {
    const contacts = poseAnalysis.tables(item(), new Map())[2];
    expect(contacts?.columns.map(({ values }) => [...values])).toEqual([
      ['atom 12', 'atom 41'],
      ['atom 1', 'atom 3'],
      [2, 1],
      [expect.closeTo(0.6), 0.9],
      [0.5, 0.9],
      [0.7, Number.NaN],
    ]);
    expect(poseAnalysis.tables(item({ trajectories: [] }), new Map()).map(({ empty }) => empty)).toEqual([
      'No frames yet.',
      'No trajectories yet.',
      'No contacts yet.',
    ]);
  });

  test('a filled item fits the public schema; OpenMM is cited', () => {
    const filled = { ...poseAnalysis.prepare({ protein_uuid }, inputs), ...item().object_data, bonds: [[0, 1]] };
    expect(differencesFromPublic('pose_analysis_md', filled)).toEqual({ unexpected: [], unused: [] });
    expect(poseAnalysis.misfits(filled)).toEqual([]);
    expect(citationsOf(poseAnalysis, {})).toContainEqual(expect.objectContaining({ id: 'openmm', level: 'must' }));
  });
});
