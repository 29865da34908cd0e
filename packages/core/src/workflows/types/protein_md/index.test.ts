import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import proteinMd from './index.ts';
import { frameInterval } from './protein-md-results.ts';

const protein = '20cb6204-7d1d-4dd2-a05c-85edaf373ccc';
const inputs = { molecule: null, smiles: null };
const capabilities = ['protein_md', 'openmm', 'ambertools'];
const here = z.parse(MethodReport, { workers: 1, capabilities, methods: {} });
const details = (data: Record<string, unknown>) =>
  proteinMd.problems({ protein, ...data }, inputs, here).map(({ field, detail }) => `${field}: ${detail}`);

/** What client 3.2.3 sends by itself. */
const sent = {
  ...{ small_molecule_ff: 'off_sage_2_3_0', protein_ff: 'ff14sb', water_ff: 'tip3p', equilibration_time_ns: 0.5 },
  ...{ simulation_time_ns: 10, temperature: 300, pressure_atm: 1, langevin_timescale_ps: 1, timestep_fs: 4 },
  ...{ hydrogen_mass: 3, constrain_hydrogens: true, nonbonded_cutoff: 8, ionic_strength_M: 0, water_buffer: 8 },
  ...{ frame_save_interval_ps: 10, analysis_interval_ps: 100, messages: [], protein, num_trajectories: 4 },
  ...{ save_solvent: false, protein_restraint_constant: 100, restraints: [], bonds: [], trajectories: [] },
};

const trajectory = (protein_rmsd: number[], more: object = {}) => ({
  uuid: '0f0e0d0c-0b0a-4908-8706-050403020100',
  protein_rmsd,
  rmsf: [0.4, 0.6],
  isotropic_radius_of_gyration: protein_rmsd.map(() => 9.5),
  sasa: protein_rmsd.map((_, index) => (index === 0 ? 812.4 : null)),
  polar_sasa: protein_rmsd.map((_, index) => (index === 0 ? 301.2 : null)),
  potential_energy: protein_rmsd.map(() => -12.3),
  cluster_indices_by_frame: protein_rmsd.map((_, index) => (index === 0 ? 1 : 0)),
  cluster_centroid_indices: [1, 0],
  median_structure_frame_index: 1,
  ...more,
});
const contact = { protein_atom_index: 3, ligand_atom_index: 9, occupancy: 0.5 };
const item = (trajectories: object[], data: object = {}) =>
  finishedItem(
    'protein_md',
    { protein, simulation_time_ns: 0.002, frame_save_interval_ps: 1, ...data, trajectories },
    {
      provenance: {
        residue_names: ['Ala1 A', 'Gly2 A'],
        residue_contacts: [[{ first: 'Ala1 A', second: 'Phe9 A', occupancy: 0.25, at_start: true }]],
        native_contacts: [[1, 0.5]],
      },
    },
  );

test('what the public client sends is taken, and what is written fits its schema', () => {
  expect(proteinMd.problems(sent, inputs, here)).toEqual([]);
  const prepared = proteinMd.prepare(sent, inputs);
  expect(prepared).toMatchObject({ simulation_time_ns: 10, num_trajectories: 4, hydrogen_mass: 3 });
  expect(proteinMd.capabilities(prepared)).toEqual(['openmm', 'protein_md']);
  const filled = { ...prepared, bonds: [[0, 1]], trajectories: [trajectory([0, 1], { contacts: [contact] })] };
  expect(differencesFromPublic('protein_md', filled, [])).toEqual({ unexpected: [], unused: [] });
});

describe('rules', () => {
  test('defaults end on a processor', () => {
    expect(proteinMd.defaults()).toMatchObject({ simulation_time_ns: 0.1, num_trajectories: 1, timestep_fs: 4 });
  });

  test.each([
    [{ timestep_fs: 8 }, /^timestep_fs: A time step of 8 fs is too long/],
    [{ save_solvent: true }, /^save_solvent: /],
    [{ restraints: [{}] }, /^restraints: /],
    [{ protein_restraint_cutoff: 7 }, /^protein_restraint_cutoff: /],
    [{ small_molecules: { LIG: 'NC=O', ATP: 'CCO' } }, /^small_molecules: At most one.* LIG, ATP/],
    [{ binder: { small_molecule_residues: ['LIG'] } }, /^binder.small_molecule_residues: Give the SMILES of LIG/],
    [{ simulation_time_ns: 0 }, /^simulation_time_ns: .*more than 0/],
  ])('%j is refused', (data, words) => {
    const found = details({ small_molecule_ff: 'gaff2_am1bcc', ...data });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(words);
  });

  test('a default force field that is not here is replaced where a small molecule needs one', () => {
    const given = { protein, small_molecules: { LIG: 'NC=O' } };
    expect(details(given).join()).toMatch(/OpenFF/);
    const { data, replacements } = substituted(proteinMd, given, here);
    expect(data).toMatchObject({ small_molecule_ff: 'gaff2_am1bcc' });
    expect(replacements.map(({ text }) => text)).toEqual([
      'OpenFF Sage 2.3.0 is not installed here; computed with GAFF2 with AM1-BCC charges',
    ]);
    expect(proteinMd.capabilities(proteinMd.prepare(data, inputs))).toEqual(['ambertools', 'openmm', 'protein_md']);
    expect(substituted(proteinMd, { protein, water_ff: 'opc' }, here).data).toMatchObject({ water_ff: 'tip3p' });
  });

  test('a long step of light hydrogens is warned of', () => {
    expect(proteinMd.notices({ protein, hydrogen_mass: 1 }, inputs, here)).toHaveLength(1);
    expect(proteinMd.notices({ protein }, inputs, here)).toEqual([]);
  });
});

describe('results', () => {
  test('tables of trajectories, frames, residues, contacts and clusters', () => {
    const tables = proteinMd.tables(item([trajectory([0, 1])]), new Map());
    const columns = (id: string) =>
      tables.find((table) => table.id === id)?.columns.map(({ title, unit, values }) => [title, unit, ...values]);
    expect(columns('protein_frames')).toEqual([
      ['Trajectory', undefined, 'Trajectory 1', 'Trajectory 1'],
      ['Frame', undefined, 1, 2],
      ['Time', 'ps', 1, 2],
      ['RMSD', 'Å', 0, 1],
      ['Radius of gyration', 'Å', 9.5, 9.5],
      ['Contacts kept', undefined, 1, 0.5],
      ['Accessible surface', 'Å²', 812.4, Number.NaN],
      ['Polar surface', 'Å²', 301.2, Number.NaN],
    ]);
    expect(columns('fluctuations')?.slice(2)).toEqual([
      ['Residue', undefined, 'Ala1 A', 'Gly2 A'],
      ['RMSF', 'Å', 0.4, 0.6],
    ]);
    expect(columns('contacts')?.slice(1)).toEqual([
      ['First residue', undefined, 'Ala1 A'],
      ['Second residue', undefined, 'Phe9 A'],
      ['In the start', undefined, 'yes'],
      ['Occupancy', undefined, 0.25],
    ]);
    expect(columns('clusters')?.slice(1)).toEqual([
      ['Cluster', undefined, 1, 2],
      ['Share of the frames', undefined, 0.5, 0.5],
      ['Central frame', undefined, 2, 1],
    ]);
    expect(columns('protein_rmsd')?.at(-1)).toEqual(['Central frame', undefined, 2]);
    const bound = proteinMd.tables(item([trajectory([0, 1], { contacts: [contact] })]), new Map());
    expect(bound.map(({ title }) => title)).toContain('Contacts of the binder');
  });

  test('frames are as far apart as was asked for, unless more were asked for than are kept', () => {
    expect(frameInterval({ simulation_time_ns: 0.1, frame_save_interval_ps: 1 }, 100)).toBe(1);
    expect(frameInterval({ simulation_time_ns: 10, frame_save_interval_ps: 1 }, 1000)).toBe(10);
    expect(frameInterval({ simulation_time_ns: 10, frame_save_interval_ps: 10 }, null)).toBe(10);
    expect(frameInterval({ simulation_time_ns: 10, frame_save_interval_ps: 10 }, 500)).toBe(20);
    expect(frameInterval({ simulation_time_ns: 0.001, frame_save_interval_ps: 10 }, 1)).toBe(1);
  });

  test('values, and that a protein which still moves away has not come to rest', () => {
    expect(proteinMd.values(item([trajectory([0, 1])]), new Map()).map(({ value }) => value)).toEqual([0.5, 9.5, 0.5]);
    const texts = (rmsd: number[], data: object) =>
      proteinMd.caveats(item([trajectory(rmsd)], data), new Map()).map(({ severity }) => severity);
    expect(texts([0, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8], { simulation_time_ns: 2 })).toEqual(['changes_number']);
    expect(texts([0, 0.9, 1, 1.1, 1, 1, 1.1, 1, 1], { simulation_time_ns: 2 })).toEqual([]);
    expect(texts([0, 1], {})).toEqual(['limits_use']);
  });

  test('structures and works to cite', () => {
    expect(proteinMd.structures(item([])).map(({ name }) => name)).toEqual(['Initial Structure']);
    expect(citationsOf(proteinMd, {}).map(({ id }) => id)).toEqual(['openmm']);
  });
});
