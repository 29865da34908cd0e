import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { rate } from '../../../tables/ratings.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import definition from './index.ts';

const water = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
});
const inputs = { molecule: water, smiles: null };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['rdkit', 'strain', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const pose = '6649665a-0b0b-5a60-a984-df1b26ba0614';
const first = 'c3453888-d2dd-505d-b29c-6b6a7d32dae3';
const last = '126cfd8c-ebc7-581f-b131-4d076eb7e0f4';
const itemOf = (object_data: object, object_status = 2) =>
  z.parse(WorkflowItem, {
    uuid: pose,
    name: 'pose 1',
    created_at: '2026-01-01T00:00:00Z',
    parent_uuid: first,
    object_type: 'strain',
    object_status,
    object_data: { initial_molecule: water, ...object_data },
  });
const filled = itemOf({ strain: 5.678, constrained_optimization: pose, conformers: [first, null, last, 'oops'] });
const prepared = (data: WorkflowData) => definition.prepare(data, inputs);
const fieldsOf = (data: WorkflowData, asked: MethodReport | null = null) =>
  definition.problems(data, inputs, asked).map(({ field }) => field);
const manual = (level: object) => ({
  multistage_opt_settings: { mode: 'manual', optimization_settings: [level], singlepoint_settings: null },
});

describe('settings', () => {
  test('the defaults: AIMNet2 in manual mode, ETKDG in rapid mode, a spring of 5 on heavy atoms', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'auto',
      conf_gen_settings: { settings_type: 'etkdg', mode: 'rapid', max_confs: null },
      multistage_opt_settings: {
        mode: 'manual',
        optimization_settings: [{ method: 'aimnet2_wb97md3', engine: 'aimnet2', tasks: ['optimize'] }],
        singlepoint_settings: { method: 'aimnet2_wb97md3', solvent_settings: { solvent: 'water', model: 'cpcmx' } },
      },
      harmonic_constraint_spring_constant: 5,
      constrain_hydrogens: false,
    });
  });
  test('the public defaults are what a submission stores, and fit the public schema', () => {
    const { initial_molecule, messages, ...publicDefaults } = readOfType('strain', 'example-settings') as Record<
      string,
      unknown
    >;
    expect(prepared({})).toEqual(publicDefaults);
    expect(prepared(prepared({}))).toEqual(publicDefaults);
    const stored = { ...prepared({}), initial_molecule: water };
    expect(differencesFromPublic('strain', stored)).toEqual({ unexpected: [], unused: [] });
    expect(differencesFromPublic('strain', { ...stored, ...filled.object_data })).toEqual({
      unexpected: [],
      unused: [],
    });
  });
  test('a generator runs by the numbers of its mode; what belongs to another one is left out', () => {
    const generation = {
      settings_type: 'etkdg',
      mode: 'reckless',
      speed: 'normal',
      num_initial_confs: 7,
      max_confs: 12,
    };
    expect(prepared({ conf_gen_settings: generation }).conf_gen_settings).toEqual({
      settings_type: 'etkdg',
      mode: 'reckless',
      conf_opt_method: 'gfn_ff',
      screening: null,
      constraints: [],
      nci: false,
      max_confs: 12,
      num_initial_confs: 200,
      num_confs_considered: 50,
      max_mmff_iterations: 500,
      max_mmff_energy: 20,
    });
    const byHand = { ...generation, mode: 'manual' };
    expect(prepared({ conf_gen_settings: byHand }).conf_gen_settings).toMatchObject({
      mode: 'manual',
      num_initial_confs: 7,
    });
    const crest = { settings_type: 'imtd', mode: 'rapid', energy_window: 4 };
    expect(prepared({ conf_gen_settings: crest }).conf_gen_settings).toMatchObject({
      settings_type: 'imtd',
      speed: 'superquick',
      energy_window: 4,
      reopt: true,
    });
    const carlo = prepared({
      conf_gen_settings: { settings_type: 'monte_carlo_multiple_minimum' },
      ...manual({ method: 'gfn2_xtb' }),
    });
    expect(definition.methodsUsed(carlo)).toEqual(['aimnet2_wb97md3', 'gfn2_xtb']);
    for (const conf_gen_settings of [generation, crest, carlo.conf_gen_settings]) {
      const stored = { ...prepared({ conf_gen_settings }), initial_molecule: water };
      expect(differencesFromPublic('strain', stored)).toEqual({ unexpected: [], unused: [] });
    }
  });
  test('what a generator refuses', () => {
    const problems = (conf_gen_settings: object) => definition.problems({ conf_gen_settings }, inputs, null);
    expect(problems({ settings_type: 'etkdg', mode: 'careful' })).toEqual([
      { field: 'conf_gen_settings.mode', detail: 'ETKDG has no careful mode; choose one of rapid, reckless, manual.' },
    ]);
    expect(problems({ settings_type: 'etkdg', nci: true })).toEqual([
      { field: 'conf_gen_settings.nci', detail: 'ETKDG has no NCI mode; choose CREST.' },
    ]);
    const constraints = [{ constraint_type: 'bond', atoms: [1, 2] }];
    expect(problems({ settings_type: 'lyrebird', constraints })).toMatchObject([
      { field: 'conf_gen_settings.constraints' },
    ]);
    expect(problems({ settings_type: 'imtd', mode: 'manual' })).toMatchObject([{ field: 'conf_gen_settings.reopt' }]);
    expect(problems({ settings_type: 'imtd', mode: 'careful' })).toEqual([]);
  });
  test('a chain, an empty manual one, a spring constant below 0, a transition state', () => {
    const chain = { multistage_opt_settings: { mode: 'rapid', optimization_settings: [{ method: 'hf' }] } };
    expect(definition.methodsUsed(prepared(chain))).toEqual(['gfn2_xtb', 'r2scan_3c']);
    expect(definition.problems({ multistage_opt_settings: { mode: 'manual' } }, inputs, null)).toEqual([
      { field: 'multistage_opt_settings', detail: 'Manual mode needs at least one optimization or single point.' },
    ]);
    expect(fieldsOf({ harmonic_constraint_spring_constant: -1 })).toEqual(['harmonic_constraint_spring_constant']);
    const transitionState = { multistage_opt_settings: { mode: 'rapid', transition_state: true } };
    expect(fieldsOf(transitionState)).toEqual(['multistage_opt_settings.transition_state']);
  });
  test('AIMNet2 missing: each level has an offer, in the same solvent with a model that is there; accepted, it passes', () => {
    expect(fieldsOf({}, report)).toEqual(['multistage_opt_settings.optimization_settings.0.method']);
    const offers = definition.offers({}, report);
    expect(offers.map(({ action }) => action)).toEqual(['Use GFN2-xTB', 'Use GFN2-xTB with ALPB(water)']);
    const accepted = offers.reduce((data, offer) => offer.apply(data), definition.defaults());
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(prepared(accepted).multistage_opt_settings).toMatchObject({
      optimization_settings: [{ method: 'gfn2_xtb', solvent_settings: null }],
      singlepoint_settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } },
    });
    expect(definition.capabilities(prepared(accepted))).toEqual(['rdkit', 'strain', 'xtb']);
  });
  test('CREST missing: ETKDG is offered', () => {
    const data = { conf_gen_settings: { settings_type: 'imtd', mode: 'careful' }, ...manual({ method: 'gfn2_xtb' }) };
    expect(fieldsOf(data, report)).toContain('conf_gen_settings.settings_type');
    const [offer] = definition.offers(data, report);
    expect(offer?.action).toBe('Use ETKDG in rapid mode');
    expect(definition.problems(offer?.apply(data) ?? {}, inputs, report)).toEqual([]);
  });
  test('notices: Lyrebird by its exact title, a pose that is not held', () => {
    const titles = (data: WorkflowData) => definition.notices(data, inputs, null).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles({ conf_gen_settings: { settings_type: 'lyrebird' } })).toEqual([
      'Lyrebird Results May Be Low-Quality',
    ]);
    expect(titles({ harmonic_constraint_spring_constant: 0 })).toEqual(['The Pose Is Not Held']);
  });
  test('a molecule is needed, not a SMILES', () => {
    expect(definition.problems({}, { molecule: null, smiles: 'CCO' }, null)).toMatchObject([
      { field: 'initial_molecule', detail: 'A molecule with coordinates is needed.' },
    ]);
  });
  test('resubmission: an engine and a solvent model that are not there are replaced or dropped, and listed', () => {
    const level = { method: 'gfn2_xtb', engine: 'xtb', solvent_settings: { solvent: 'water', model: 'cpcmx' } };
    const { value, changes } = definition.resubmit({ ...manual(level), constrain_hydrogens: true }, report);
    expect(value).toMatchObject({ constrain_hydrogens: true, multistage_opt_settings: { mode: 'manual' } });
    expect(changes.map(({ what }) => what)).toEqual([
      'multistage_opt_settings.optimization_settings.0.engine',
      'multistage_opt_settings.optimization_settings.0.solvent_settings',
    ]);
  });
  test('citations', () => {
    const ids = citationsOf(definition, {}).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(ids).toEqual(expect.arrayContaining(['aimnet2', 'etkdg', 'mmff94', 'geometric', 'cpcmx']));
  });
});

describe('results', () => {
  test('tabs and structures', () => {
    expect(definition.tabs(filled, new Map()).map(({ title }) => title)).toEqual(['strain', 'info']);
    expect(definition.structures(filled).map(({ id, name }) => [id, name])).toEqual([
      [pose, 'Constrained Optimization'],
      [first, 'Conformer 1'],
      [last, 'Conformer 3'],
    ]);
  });
  test('the strain with its rating: good under 4, okay from 4 to 8, bad above', () => {
    const column = definition.tables(filled, new Map())[0]?.columns[0];
    expect(column).toMatchObject({ id: 'strain', unit: 'kcal/mol', precision: 2 });
    expect([...(column?.values ?? [])]).toEqual([5.678]);
    const rating = column?.kind === 'number' ? column.rating : null;
    expect([3.99, 4, 8, 8.01].map((value) => rate(rating, value)?.word)).toEqual(['good', 'okay', 'okay', 'bad']);
  });
  test('a strain that was not computed is unknown, not small', () => {
    const [table] = definition.tables(itemOf({}, 3), new Map());
    expect(table?.columns.find(({ id }) => id === 'note')?.values[0]).toMatch(/unknown/);
    expect([...(table?.columns[0]?.values ?? [])]).toEqual([Number.NaN]);
    expect(definition.tables(itemOf({}, 1), new Map())[0]).toMatchObject({ length: 0, empty: 'No strain yet.' });
  });
  test('conformers by the energies of their calculations; one that failed says so', () => {
    const at = (energy: number) => [
      { ...water, energy: -1 },
      { ...water, energy },
    ];
    const [, table] = definition.tables(
      filled,
      new Map([
        [first, at(-76.401)],
        [last, at(-76.4)],
      ]),
    );
    const values = (id: string) => [...(table?.columns.find((column) => column.id === id)?.values ?? [])];
    expect(values('energy')).toEqual([-76.401, Number.NaN, -76.4, Number.NaN]);
    expect(Number(values('relative_energy')[2])).toBeCloseTo(0.6275, 4);
    expect(values('note')).toEqual([null, 'Failed', null, 'Not shown: "oops" is not a UUID.']);
    expect(values('weight')).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
});
