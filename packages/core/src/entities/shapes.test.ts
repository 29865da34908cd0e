import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { moleculeProblems } from '../chemistry/molecule-check.ts';
import {
  ConformerClusteringSettings,
  ConformerGenerationSettings,
  ConformerProperties,
  EtkdgSettings,
  ImtdSettings,
  LyrebirdSettings,
  MonteCarloSettings,
} from '../workflows/parts/conformers/conformer-generation.ts';
import { schemaProblems } from '../workflows/parts/forms/schema-problems.ts';
import {
  BasisSet,
  BasisSetOverride,
  ComputeSettings,
  DnaSequence,
  isCyclic,
  Molecule,
  PairwiseHarmonicConstraint,
  PeriodicCell,
  Pocket,
  ProjectUsersBody,
  ProteinSequence,
  SelfConsistentFieldSettings,
  Settings,
  SphericalHarmonicConstraint,
  sequenceText,
  ThermochemistrySettings,
  writeProteinSequences,
} from './index.ts';

test('what a shared shape refuses has a plain reason', () => {
  const problems = (schema: z.ZodMiniType, value: unknown) => {
    const { error } = z.safeParse(schema, value);
    return error ? schemaProblems(error, value).map(({ detail }) => detail) : [];
  };
  expect(problems(SphericalHarmonicConstraint, { confining_radius: 0 })).toEqual([
    'confining_radius: must be more than 0 (found 0).',
  ]);
  expect(problems(BasisSetOverride, { name: 'x' })).toEqual([
    'An override of the basis set is for elements (atomic_numbers) or for atoms; give one of the two.',
  ]);
  expect(problems(ProjectUsersBody, { user_uuids: [] })).toEqual([
    'user_uuids: must have at least 1 entry (found []).',
  ]);
  expect(problems(ProjectUsersBody, {})).toEqual([
    'user_uuids: name the people: user_uuids, or users with e-mail addresses or usernames (found nothing).',
  ]);
  expect(problems(ProjectUsersBody, 'a'.repeat(100))).toEqual([
    `What was sent must be an object (found "${'a'.repeat(59)}…").`,
  ]);
  expect(problems(ProjectUsersBody, { user_uuids: 'abc'.repeat(30) })[0]).toMatch(/^user_uuids: must be a list/);
  expect(problems(ProjectUsersBody, { user_uuids: Array(1000).fill('x') })).toContain(
    'user_uuids: must have at most 100 entries (found a list of 1000 entries).',
  );
});

const reads = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('settings', () => {
  test('the second-order solver of older data is true or false', () => {
    const soscf = (value: unknown) => z.parse(SelfConsistentFieldSettings, { soscf: value }).soscf;
    expect([true, false, 'Upon-Failure', undefined].map(soscf)).toEqual([
      'always',
      'never',
      'upon_failure',
      'upon_failure',
    ]);
    expect(reads(SelfConsistentFieldSettings, { soscf: 'sometimes' })).toBe(false);
  });
  test('defaults of thermochemistry and compute', () => {
    expect(z.parse(ThermochemistrySettings, {})).toEqual({
      cutoff_frequency: 100,
      temperature: 298,
      scaling_factor: 1,
      concentration: 0.0408740470708,
    });
    expect(reads(ThermochemistrySettings, { temperature: -1 })).toBe(false);
    expect(z.parse(ComputeSettings, { compute_type_used: 'GPU' })).toEqual({
      requested_compute_type: 'cpu',
      compute_type_used: 'gpu',
    });
    expect(z.parse(Settings, {}).scf_settings).toEqual({ max_iters: 250, soscf: 'upon_failure' });
  });
  test('a basis set by its name alone, or with overrides for elements or for atoms, never both', () => {
    expect(z.parse(BasisSet, 'def2-SVP')).toEqual({ name: 'def2-SVP', overrides: [] });
    expect([z.parse(BasisSet, ''), z.parse(BasisSet, null)]).toEqual([null, null]);
    const overridden = (override: object) =>
      reads(BasisSet, { name: 'STO-3G', overrides: [{ name: 'x', ...override }] });
    expect(overridden({ atomic_numbers: [26] })).toBe(true);
    expect(overridden({ atoms: [1, 2] })).toBe(true);
    expect(overridden({})).toBe(false);
    expect(overridden({ atoms: [1], atomic_numbers: [1] })).toBe(false);
    expect(overridden({ atoms: [0] })).toBe(false);
  });
});

describe('constraints of molecular dynamics', () => {
  test('a spring between two 1-based atoms', () => {
    const spring = { atoms: [1, 2], force_constant: 5, equilibrium: 1.4 };
    expect(reads(PairwiseHarmonicConstraint, spring)).toBe(true);
    for (const wrong of [{ atoms: [0, 1] }, { atoms: [1] }, { force_constant: 0 }, { equilibrium: -1 }]) {
      expect(reads(PairwiseHarmonicConstraint, { ...spring, ...wrong })).toBe(false);
    }
  });
  test('a sphere, by default of 10 kcal/mol/Å²', () => {
    expect(z.parse(SphericalHarmonicConstraint, { confining_radius: 8 })).toEqual({
      confining_radius: 8,
      force_constant: 10,
    });
    expect(reads(SphericalHarmonicConstraint, { confining_radius: 0 })).toBe(false);
  });
});

describe('cells, pockets and sequences', () => {
  test('the volume of a cell is computed, whatever was stored', () => {
    const lattice_vectors = [
      [2, 0, 0],
      [1, 3, 0],
      [0, 0, -4],
    ];
    expect(z.parse(PeriodicCell, { lattice_vectors, volume: 1 })).toEqual({
      lattice_vectors,
      is_periodic: [true, true, true],
      volume: 24,
    });
    expect(reads(PeriodicCell, { lattice_vectors, is_periodic: [false, false, false] })).toBe(false);
  });
  test('a multiplicity that is not above 0 reads, and is reported as impossible', () => {
    const atoms = [{ atomic_number: 2, position: [0, 0, 0] }];
    const fields = [0, -1].map((multiplicity) =>
      moleculeProblems(z.parse(Molecule, { charge: 0, multiplicity, atoms })).map(({ field }) => field),
    );
    for (const found of fields) expect(found).toContain('initial_molecule.multiplicity');
    expect(moleculeProblems(z.parse(Molecule, { charge: 0, multiplicity: 1, atoms }))).toEqual([]);
  });
  test('every edge of a pocket is longer than zero', () => {
    const centre = [0, -1, 2];
    expect(reads(Pocket, [centre, [20, 20, 20]])).toBe(true);
    expect(reads(Pocket, [centre, [20, 0, 20]])).toBe(false);
    expect(reads(Pocket, [centre])).toBe(false);
  });
  test('a protein sequence is its letters, alone or in an object', () => {
    const [plain, object] = z.parse(z.array(ProteinSequence), ['MSK', { sequence: 'GEE' }]);
    expect([plain, object]).toEqual(['MSK', { sequence: 'GEE', cyclic: false }]);
    const ring = z.parse(ProteinSequence, { sequence: 'CYC', cyclic: true });
    expect([plain, ring].map((one) => [sequenceText(one ?? ''), isCyclic(one ?? '')])).toEqual([
      ['MSK', false],
      ['CYC', true],
    ]);
    expect(writeProteinSequences(['A', 'C'])).toEqual(['A', 'C']);
    expect(writeProteinSequences(['A', ring])).toEqual([{ sequence: 'A', cyclic: false }, ring]);
    expect(reads(DnaSequence, 'ATCG')).toBe(false);
    expect(sequenceText(z.parse(DnaSequence, { sequence: 'ATCG' }))).toBe('ATCG');
  });
});

describe('generation of conformers', () => {
  const shared = {
    mode: 'rapid',
    conf_opt_method: 'gfn_ff',
    screening: null,
    constraints: [],
    nci: false,
    max_confs: null,
  };
  test('defaults of the four generators', () => {
    expect(z.parse(EtkdgSettings, { settings_type: 'etkdg' })).toEqual({
      settings_type: 'etkdg',
      ...shared,
      num_initial_confs: 300,
      num_confs_considered: 100,
      max_mmff_iterations: 500,
      max_mmff_energy: 30,
    });
    expect(z.parse(ImtdSettings, { settings_type: 'imtd' })).toEqual({
      settings_type: 'imtd',
      ...shared,
      mtd_method: 'gfn_ff',
      mtd_runtype: 'imtd-gc',
      speed: 'quick',
      reopt: null,
      free_energy_weights: false,
      energy_window: null,
      solvent_settings: null,
    });
    expect(z.parse(LyrebirdSettings, { settings_type: 'lyrebird' })).toEqual({
      settings_type: 'lyrebird',
      ...shared,
      num_initial_confs: 300,
    });
    expect(z.parse(MonteCarloSettings, { settings_type: 'monte_carlo_multiple_minimum' })).toMatchObject({
      ...shared,
      energy_settings: { method: 'aimnet2_wb97md3', engine: 'aimnet2' },
      num_monte_carlo_iterations: 250,
      rmsd_threshold: 0.5,
      energy_window: 20,
    });
  });
  test('CREST takes ALPB and GBSA only, and its two kinds of run', () => {
    const solvent = (model: string) =>
      reads(ConformerGenerationSettings, { settings_type: 'imtd', solvent_settings: { solvent: 'water', model } });
    expect(['alpb', 'GBSA', 'cpcm', 'smd'].map(solvent)).toEqual([true, true, false, false]);
    const run = (mtd_runtype: string) => reads(ImtdSettings, { settings_type: 'imtd', mtd_runtype });
    expect(['imtd-gc', 'iMTD-sMTD', 'nci'].map(run)).toEqual([true, true, false]);
  });
  test('grouping of conformers and their properties', () => {
    expect(z.parse(ConformerClusteringSettings, {})).toEqual({
      descriptors: [
        'solvent_accessible_surface_area',
        'polar_solvent_accessible_surface_area',
        'radius_of_gyration',
        'plane_of_best_fit',
        'normalized_principal_moment_ratio_1',
        'normalized_principal_moment_ratio_2',
      ],
      num_clusters: 5,
      conformers_per_cluster: 3,
    });
    const properties = {
      solvent_accessible_surface_area: 300,
      polar_solvent_accessible_surface_area: 0,
      radius_of_gyration: 3,
    };
    expect(reads(ConformerProperties, properties)).toBe(true);
    expect(reads(ConformerProperties, { ...properties, radius_of_gyration: 0 })).toBe(false);
  });
});
