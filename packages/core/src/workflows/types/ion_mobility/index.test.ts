import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import definition from './index.ts';

const moleculeOf = (charge: number, ...elements: number[]) =>
  z.parse(Molecule, {
    charge,
    multiplicity: 1,
    atoms: elements.map((atomic_number, index) => ({ atomic_number, position: [index * 1.2, 0, 0] })),
  });
const ammonium = moleculeOf(1, 7, 1, 1, 1, 1);
const inputs = { molecule: ammonium, smiles: null };
const reportOf = (...capabilities: string[]) =>
  z.parse(MethodReport, {
    workers: 1,
    capabilities: ['ion_mobility', 'rdkit', 'xtb', ...capabilities],
    methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
  });
const soft = { ccs_method: 'trajectory_n2_inelastic' };
const own = { ccs_method: 'trajectory_n2_ieritano' };
const first = '6649665a-0b0b-5a60-a984-df1b26ba0614';
const second = 'c3453888-d2dd-505d-b29c-6b6a7d32dae3';
const filled = {
  initial_molecule: ammonium,
  temperature: 301,
  conformers: [first, 'oops', second],
  conformer_ccs: [115.92, 118.1, 121.3],
  conformer_ccs_stdev: [0.4, 0.5, 0.6],
  boltzmann_weights: [0.7, 0.2, 0.1],
  average_ccs: 116.894,
  average_ccs_stdev: 0.32,
};
const itemOf = (object_data: object) =>
  z.parse(WorkflowItem, {
    uuid: first,
    name: 'choline',
    created_at: '2026-01-01T00:00:00Z',
    parent_uuid: second,
    object_type: 'ion_mobility',
    object_status: 2,
    object_data,
  });
const problemsOf = (data: WorkflowData, molecule = ammonium, report: MethodReport | null = null) =>
  definition.problems(data, { molecule, smiles: null }, report);

describe('settings', () => {
  test('the defaults', () => {
    expect(definition.defaults()).toEqual({
      mode: 'auto',
      protonate: false,
      temperature: 300,
      do_csearch: true,
      do_optimization: true,
      forcefield: null,
      ccs_method: null,
    });
  });
  test('the public defaults are those stored, with our method beside them; all fits the public schema', () => {
    const { initial_molecule, messages, ...publicDefaults } = readOfType('ion_mobility', 'example-settings') as Record<
      string,
      unknown
    >;
    expect(definition.prepare({}, inputs)).toEqual({ ...publicDefaults, ccs_method: null });
    const carbon = { name: 'C', atomic_number: 6, mass: 12, sigma: 3.043, epsilon: 0.0309 };
    const prepared = definition.prepare({ forcefield: [carbon] }, inputs);
    expect(prepared.forcefield).toEqual([{ ...carbon, symbol: 'C' }]);
    const none = { unexpected: [], unused: [] };
    expect(differencesFromPublic('ion_mobility', { ...prepared, initial_molecule: ammonium })).toEqual(none);
    expect(differencesFromPublic('ion_mobility', { ...prepared, ...filled })).toEqual(none);
  });
  test('the elements that it takes', () => {
    expect(definition.limits({}).elements?.allowed).toEqual([1, 6, 7, 8, 9, 15, 16, 17, 35]);
    expect(problemsOf({}, moleculeOf(0, 14, 1, 1, 1, 1))).toEqual([
      { field: 'initial_molecule', detail: 'Ion mobility does not support Si.' },
    ]);
  });
  test('a proton needs N, O or S; a force field needs every element; a temperature above 0', () => {
    const methane = moleculeOf(0, 6, 1, 1, 1, 1);
    expect(problemsOf({ protonate: true }, methane)).toEqual([
      { field: 'protonate', detail: 'A proton is added to nitrogen, oxygen or sulfur, and this molecule has none.' },
    ]);
    const hydrogen = { name: 'H', atomic_number: 1, mass: 1.008, sigma: 2.38, epsilon: 0.01499 };
    expect(problemsOf({ forcefield: [hydrogen] })).toEqual([
      { field: 'forcefield', detail: 'The force field has no parameters for N.' },
    ]);
    const forcefield = [hydrogen, { name: 'N', atomic_number: 7, mass: 14.003, sigma: 3.04, epsilon: 0.0309 }];
    expect(problemsOf({ ...soft, forcefield })).toEqual([
      {
        field: 'forcefield',
        detail: 'Custom parameters apply to rigid ions only. Choose another cross-section method.',
      },
    ]);
    expect(problemsOf({ ...own, forcefield })).toEqual([]);
    expect(problemsOf({ temperature: 0 }).map(({ field }) => field)).toEqual(['temperature']);
    expect(problemsOf({ protonate: true })).toEqual([]);
  });
  test('a conformer search forces the optimization, and a resubmission says so', () => {
    const asked = { do_csearch: true, do_optimization: false };
    expect(definition.resubmit(asked, null)).toMatchObject({
      value: { do_csearch: true, do_optimization: true },
      changes: [{ what: 'do_optimization', kind: 'forced', from: false, to: true }],
    });
    expect(definition.resubmit({ do_csearch: false, do_optimization: false }, null)).toMatchObject({
      value: { do_csearch: false, do_optimization: false },
      changes: [],
    });
    expect(definition.prepare(asked, inputs).do_optimization).toBe(true);
    const field = definition.fields.find(({ path }) => path === 'do_optimization');
    expect(field?.locked?.({ do_csearch: true })).toBe('A conformer search needs optimized structures.');
    expect(field?.locked?.({ do_csearch: false })).toBeNull();
  });
  test('the platform method where no worker has it: ours is offered where it runs, never taken by itself', () => {
    const report = reportOf('ion_mobility');
    expect(problemsOf({}, ammonium, report)).toContainEqual({
      field: 'ccs_method',
      detail:
        'Change ccs_method: CoSIMS is not installed on this server. Available: trajectory_n2_inelastic, trajectory_n2_ieritano, trajectory_n2_campuzano, trajectory_he_siu.',
    });
    const [offer] = definition.offers({}, report);
    expect(offer?.text).toBe('CoSIMS is not installed on this server.');
    expect(offer?.action).toBe('Use Trajectory method, N₂, inelastic collisions');
    expect(offer?.apply({})).toEqual(soft);
    expect(problemsOf(own, ammonium, report)).toEqual([]);
    const without = { ...report, capabilities: [] };
    expect(definition.offers({}, without)).toEqual([]);
    expect(problemsOf(own, ammonium, without).map(({ detail }) => detail)).toContain(
      'Change ccs_method ("trajectory_n2_ieritano"): Trajectory method, N₂, MMFF94 parameters is not available on this server: it needs a worker that runs the trajectory method.',
    );
    expect(problemsOf({}, ammonium, reportOf('trajectory_method'))).toEqual([]);
  });
  test('capabilities follow method and search', () => {
    const capabilities = (data: WorkflowData) => definition.capabilities(definition.prepare(data, inputs));
    expect(capabilities({})).toEqual(['ion_mobility', 'rdkit', 'trajectory_method']);
    expect(capabilities({ ...own, do_csearch: false })).toEqual(['ion_mobility', 'xtb']);
  });
  test('a neutral molecule gets a warning, an ion or a protonation none', () => {
    const titles = (data: WorkflowData, charge: number) =>
      definition
        .notices(data, { molecule: moleculeOf(charge, 7, 1, 1, 1), smiles: null }, null)
        .map(({ title }) => title);
    expect(titles({}, 0)).toEqual(['The Molecule Is Neutral']);
    expect(titles({ protonate: true }, 0)).toEqual([]);
    expect(titles({}, 1)).toEqual([]);
  });
  test('citations', () => {
    const ids = (data: WorkflowData) =>
      citationsOf(definition, data).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(ids({})).toEqual(expect.arrayContaining(['cosims', 'etkdg']));
    expect(ids(own)).toEqual(
      expect.arrayContaining(['ieritano2019', 'haack2023', 'singh1984', 'mmff94', 'gfn2_xtb', 'geometric']),
    );
    expect(ids(soft)).toEqual(expect.arrayContaining(['ieritano2019', 'mmff94']));
    expect(ids({ ccs_method: 'trajectory_n2_campuzano' })).toEqual(
      expect.arrayContaining(['campuzano2012', 'singh1984']),
    );
    expect(ids(own)).not.toContain('cosims');
  });
});

describe('results', () => {
  const item = itemOf(filled);
  const tables = definition.tables(item, new Map([[first, [{ ...ammonium, energy: -5.1 }]]]));
  const cells = (table: number, id: string) => [
    ...(tables[table]?.columns.find((column) => column.id === id)?.values ?? []),
  ];
  test('tabs and structures', () => {
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual(['ion_mobility', 'info']);
    expect(definition.structures(item).map(({ name }) => name)).toEqual(['Conformer 1', 'Conformer 3']);
  });
  test('the average prints gas, model and temperature', () => {
    expect(tables[0]?.columns.map(({ title, unit }) => [title, unit])).toEqual([
      ['Collision cross section', 'Å²'],
      ['Standard deviation', 'Å²'],
      ['Gas', undefined],
      ['Model', undefined],
      ['Temperature', 'K'],
    ]);
    expect(tables[0]?.columns.map(({ values }) => values[0])).toEqual([
      116.894,
      0.32,
      'Not recorded',
      'Trajectory method (CoSIMS)',
      301,
    ]);
    const [ours] = definition.tables(itemOf({ ...filled, ...own }), new Map());
    expect(ours?.columns.slice(2, 4).map(({ values }) => values[0])).toEqual([
      'N₂',
      'Trajectory method (parameters of Ieritano et al. 2019)',
    ]);
  });
  test('conformers with cross sections, deviations and weights', () => {
    expect(cells(1, 'ccs')).toEqual([115.92, 118.1, 121.3]);
    expect(cells(1, 'ccs_stdev')).toEqual([0.4, 0.5, 0.6]);
    expect(cells(1, 'weight')).toEqual([70, 20, 10]);
    expect(cells(1, 'energy')).toEqual([-5.1, Number.NaN, Number.NaN]);
    expect(cells(1, 'note')).toEqual([null, 'Not shown: "oops" is not a UUID.', null]);
    expect(tables[1]?.structures).toEqual([first, null, second]);
  });
  test('lists of different lengths leave blanks; nothing yet says so', () => {
    const short = definition.tables(itemOf({ ...filled, conformer_ccs: [1], boltzmann_weights: [] }), new Map());
    expect([...(short[1]?.columns.find(({ id }) => id === 'ccs')?.values ?? [])]).toEqual([1, Number.NaN, Number.NaN]);
    const empty = definition.tables(itemOf({ initial_molecule: ammonium }), new Map());
    expect(empty.map((table) => [table.length, table.empty])).toEqual([
      [0, 'No collision cross section yet.'],
      [0, 'No conformers were found.'],
    ]);
  });
});
