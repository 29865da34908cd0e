import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import definition from './index.ts';

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
const here = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['rdkit', 'solvent_dependent_conformers', 'xtb', 'dft'],
  methods: {
    gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb', 'gbsa'] },
    r2scan_3c: { available: true, engine: 'pyscf', solvent_models: ['cpcm', 'SMD'] },
  },
});
const levels = {
  optimization_settings: [
    { method: 'gfn2_xtb', tasks: ['optimize'], solvent_settings: { solvent: 'water', model: 'alpb' } },
  ],
};
const sound: WorkflowData = {
  conf_gen_settings: { settings_type: 'etkdg', mode: 'rapid' },
  multistage_opt_settings: { ...levels, singlepoint_settings: { method: 'gfn2_xtb' } },
  final_correction: 'gfn2_alpb_solvation',
};
const details = (data: WorkflowData) =>
  definition.problems({ ...sound, ...data }, inputs, here).map(({ field, detail }) => `${field}: ${detail}`);

describe('settings', () => {
  test('what the public client sends by itself is replaced by what is here, each told, and runs', () => {
    const sent = { multistage_opt_settings: { ...levels, singlepoint_settings: { method: 'g_xtb' } } };
    const { data, replacements } = substituted(definition, sent, here);
    expect(replacements.map(({ text }) => text)).toEqual([
      'openconf is not installed here; computed with ETKDG in rapid mode',
      'GFN2-xTB with CPCM-X is not installed here; computed with GFN2-xTB with ALPB',
      'g-xTB is not installed here; computed with GFN2-xTB',
    ]);
    expect(definition.problems(data, inputs, here)).toEqual([]);
    const prepared = definition.prepare(data, inputs, here);
    expect(prepared.multistage_opt_settings).toMatchObject({
      mode: 'manual',
      optimization_settings: [{ method: 'gfn2_xtb' }],
    });
    expect(definition.capabilities(prepared)).toEqual(['rdkit', 'solvent_dependent_conformers', 'xtb']);
  });
  test('the defaults are those of the public client, and fit its schema', () => {
    const stored = { ...definition.prepare({}, inputs), initial_molecule: molecule };
    expect(stored).toMatchObject({
      solvents: ['hexane', 'octanol', 'chloroform', 'dimethylsulfoxide', 'water'],
      final_correction: 'CPCMX',
    });
    expect(differencesFromPublic('solvent_dependent_conformers', stored)).toEqual({ unexpected: [], unused: [] });
  });
  test('what cannot run is refused with its field', () => {
    expect(details({})).toEqual([]);
    expect(details({ solvents: [] })).toEqual(['solvents: Choose at least one solvent.']);
    expect(details({ solvents: ['water', 'octane', 'water'] })).toEqual([
      'solvents.1: GFN2-xTB with ALPB has no parameters for Octane.',
      'solvents.2: Water is listed twice.',
    ]);
    expect(details({ enumerate_tautomers: true })).toEqual([]);
    const inWater = { method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } };
    expect(details({ multistage_opt_settings: { ...levels, singlepoint_settings: inWater } }).join()).toMatch(
      /^multistage_opt_settings.singlepoint_settings.solvent_settings: .*gas phase/,
    );
    expect(details({ final_correction: 'dft_smd_solvation' }).join()).toMatch(
      /^final_correction: Change final_correction \("dft_smd_solvation"\): SMD is not available with GFN2-xTB/,
    );
  });
  test('CPCM and SMD are those of the method of the energy', () => {
    const withDft = { ...levels, singlepoint_settings: { method: 'r2scan_3c' } };
    const data = {
      ...sound,
      multistage_opt_settings: withDft,
      final_correction: 'dft_smd_solvation',
      solvents: ['octane'],
    };
    expect(definition.problems(data, inputs, here)).toEqual([]);
    expect(definition.capabilities(definition.prepare(data, inputs, here))).toContain('dft');
    expect(citationsOf(definition, data).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['smd', 'r2scan_3c', 'etkdg']),
    );
  });
});

test('the form lists the solvents that the model has, and those that are chosen', () => {
  const field = definition.fields.find(({ path }) => path === 'solvents');
  const offered = (data: WorkflowData) =>
    field?.kind === 'multiselect' ? field.options({ ...sound, ...data }, here).map(({ value }) => value) : [];
  expect(offered({ solvents: ['water'] })).toHaveLength(17);
  expect(offered({ solvents: ['water'] })).not.toContain('octane');
  expect(offered({ solvents: ['octane'] })).toContain('octane');
  expect(offered({ solvents: ['water'], final_correction: 'dft_smd_solvation' })).toContain('octane');
});

describe('results', () => {
  const [first, second] = ['c3453888-d2dd-505d-b29c-6b6a7d32dae3', '126cfd8c-ebc7-581f-b131-4d076eb7e0f4'];
  const conformer = (calculation: string, hexane: number, water: number) => ({
    calculation,
    smiles: 'ClCCCl',
    free_energy_by_solvent: { hexane: -1, water: -1.1 },
    relative_free_energy_by_solvent: { hexane: 0.5, water: 0 },
    population_by_solvent: { hexane, water },
  });
  const area = {
    solvent_accessible_surface_area: 210.5,
    polar_solvent_accessible_surface_area: 0,
    radius_of_gyration: 1.7,
  };
  const data = {
    ...sound,
    solvents: ['hexane', 'water'],
    conformers: [conformer(first, 0.8, 0.4), conformer(second, 0.2, 0.6)],
    per_solvent_properties: { hexane: area, water: area },
    relative_free_energy_by_solvent: { hexane: 3.21, water: 0 },
  };
  const item = finishedItem('solvent_dependent_conformers', data);
  test('tables: the solvents, and conformer by solvent the weights and the relative free energies', () => {
    const tables = definition.tables(item, new Map());
    expect(
      tables.map(({ id, columns }) => [id, ...columns.map(({ title, unit }) => (unit ? `${title} (${unit})` : title))]),
    ).toEqual([
      [
        'solvents',
        'Solvent',
        'Relative free energy (kcal/mol)',
        'Most populated',
        'Surface area (Å²)',
        'Polar surface area (Å²)',
        'Radius of gyration (Å)',
      ],
      ['weights', 'Conformer', 'Hexane (%)', 'Water (%)'],
      ['relative_energies', 'Conformer', 'Hexane (kcal/mol)', 'Water (kcal/mol)'],
    ]);
    expect(tables[0]?.columns[2]?.values).toEqual(['Conformer 1', 'Conformer 2']);
    expect([...(tables[1]?.columns[2]?.values ?? [])]).toEqual([40, 60]);
    expect(written(tables[1]?.columns[1]?.help)).toBe('Boltzmann weight at 298.15 K from E + ΔGsolv, with degeneracy');
  });
  test('the headline names the conformer that depends most on the solvent', () => {
    const headline = definition.headline(item, new Map(), () => null);
    expect(written(headline.sentence)).toBe('Conformer 1 has 40 % of the weight in Water and 80 % in Hexane.');
    const values = definition.values(item, new Map()).map(({ path, value }) => [path, value]);
    expect(values).toEqual([
      ['number_of_conformers', 2],
      ['largest_shift', 40],
      ['relative_free_energy_by_solvent.hexane', 3.21],
      ['relative_free_energy_by_solvent.water', 0],
    ]);
    expect(definition.caveats(item, new Map())).toMatchObject([{ severity: 'limits_use' }]);
    expect(definition.structures(item).map(({ id }) => id)).toEqual([first, second]);
  });
  test('a result fits the public schema, but for the name of the correction', () => {
    const stored = {
      ...definition.prepare({ ...data, final_correction: 'CPCMX' }, inputs),
      ...data,
      initial_molecule: molecule,
    };
    expect(
      differencesFromPublic('solvent_dependent_conformers', stored, [
        { place: 'final_correction', reason: 'Under /api/v3 the public default stands there, with a message.' },
      ]),
    ).toEqual({ unexpected: [], unused: [] });
  });
});
