import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { ItemProvenance } from '../../../entities/provenance.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import definition from './index.ts';

const atoms = (...elements: number[]) =>
  elements.map((atomic_number, index) => ({ atomic_number, position: [index * 1.2, 0, 0] }));
const hydrogenCyanide = z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: atoms(1, 6, 7) });
const inputs = { molecule: hydrogenCyanide, smiles: null };
const reportOf = (solvent_models: string[]) =>
  z.parse(MethodReport, {
    workers: 1,
    capabilities: ['rdkit', 'tautomers', 'xtb'],
    methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models } },
  });
const report = reportOf(['alpb']);
const first = '6649665a-0b0b-5a60-a984-df1b26ba0614';
const second = 'c3453888-d2dd-505d-b29c-6b6a7d32dae3';
const item = z.parse(WorkflowItem, {
  uuid: first,
  name: '2-pyridone',
  created_at: '2026-01-01T00:00:00Z',
  parent_uuid: second,
  object_type: 'tautomers',
  object_status: 2,
  object_data: {
    initial_molecule: hydrogenCyanide,
    mode: 'careful',
    tautomers: [
      { energy: -323.5, weight: 0.96, predicted_relative_energy: 0, structures: [{ uuid: first }, { uuid: second }] },
      { energy: -323.497, weight: 0.04, predicted_relative_energy: 1.9, structures: [{ uuid: second }] },
      { energy: -323.4, weight: 0, predicted_relative_energy: null, structures: [] },
    ],
  },
});

describe('settings', () => {
  test('the defaults: careful among reckless, rapid and careful', () => {
    expect(definition.defaults()).toEqual({ mode: 'careful', tautomer_method: null });
    expect([...(definition.modes.mode ?? [])].sort()).toEqual(['careful', 'rapid', 'reckless']);
    expect(definition.problems({ mode: 'meticulous' }, inputs, null)).toMatchObject([
      {
        field: 'mode',
        detail: 'Change mode ("meticulous"): this mode is not offered. Available: careful, reckless, rapid.',
      },
    ]);
    expect(definition.prepare({ mode: 'auto' }, inputs)).toMatchObject({ mode: 'careful' });
  });
  test('what is stored fits the public schema; the public defaults are those stored, with our method beside them', () => {
    const prepared = definition.prepare({}, inputs);
    const { initial_molecule, messages, ...publicDefaults } = readOfType('tautomers', 'example-settings') as Record<
      string,
      unknown
    >;
    expect(prepared).toEqual({ ...publicDefaults, tautomer_method: null });
    const known = differencesFromPublic('tautomers', { ...prepared, initial_molecule: hydrogenCyanide });
    expect(known).toEqual({ unexpected: [], unused: [] });
    expect(differencesFromPublic('tautomers', item.object_data)).toEqual({ unexpected: [], unused: [] });
  });
  test('closed shell, one molecule, and the elements that it takes', () => {
    expect(definition.limits({})).toMatchObject({
      openShell: false,
      elements: { allowed: [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53] },
    });
    const radical = z.parse(Molecule, { charge: 1, multiplicity: 2, atoms: atoms(1, 6, 7) });
    const sodium = z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: atoms(11, 6, 7) });
    const data = { tautomer_method: 'gfn2_alpb' };
    expect(definition.problems(data, { molecule: radical, smiles: null }, null)[0]?.detail).toContain('closed-shell');
    expect(definition.problems(data, { molecule: sodium, smiles: null }, null)).toEqual([
      { field: 'initial_molecule', detail: 'The tautomer search does not support Na.' },
    ]);
  });
  test('the platform method is refused where it is missing; ours is offered, and is never taken by itself', () => {
    expect(definition.problems({}, inputs, report).map(({ field }) => field)).toEqual(['tautomer_method']);
    const [offer] = definition.offers({}, report);
    expect(offer).toMatchObject({
      field: 'tautomer_method',
      action: 'Use GFN2-xTB/ALPB(water), hydroxyl groups corrected',
    });
    const accepted = offer?.apply({}) ?? {};
    expect(accepted).toEqual({ tautomer_method: 'gfn2_alpb_hydroxyl' });
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(definition.capabilities(definition.prepare(accepted, inputs))).toEqual(['rdkit', 'tautomers', 'xtb']);
    const [, field] = definition.fields;
    const options = field?.kind === 'select' ? field.options({}, report) : [];
    expect(options.map(({ value, unavailable }) => [value, unavailable === undefined])).toEqual([
      ['', false],
      ['gfn2_alpb_hydroxyl', true],
      ['gfn2_alpb', true],
    ]);
  });
  test('without ALPB on the worker ours is refused too, and nothing is offered', () => {
    const gasOnly = reportOf([]);
    expect(definition.problems({ tautomer_method: 'gfn2_alpb' }, inputs, gasOnly)).toEqual([
      {
        field: 'tautomer_method',
        detail: 'Change tautomer_method ("gfn2_alpb"): ALPB is not available with GFN2-xTB on this server.',
      },
    ]);
    expect(definition.offers({}, gasOnly)).toEqual([]);
    expect(definition.problems({ tautomer_method: 'magic' }, inputs, null)[0]?.detail).toContain(
      '("magic"): it is not a known method',
    );
  });
  test('our method warns before submit, and says beside the energies how large their error is', () => {
    expect(definition.notices({}, inputs, null)).toEqual([]);
    expect(definition.notices({ tautomer_method: 'gfn2_alpb' }, inputs, null).map(({ title }) => title)).toEqual([
      'Semiempirical Tautomer Energies Are Approximate',
    ]);
    const [table] = definition.tables(
      { ...item, object_data: { ...item.object_data, tautomer_method: 'gfn2_alpb' } },
      new Map(),
    );
    const { rmse, size } = accuracy['tautomers/gfn2_alpb'];
    expect(written(table?.columns.find(({ id }) => id === 'relative_energy')?.help)).toBe(
      `GFN2-xTB/ALPB(water), water; ± ${rmse} (RMSE, n = ${size}) kcal/mol`,
    );
  });
  test('the uncorrected method says beside its energies what it does to hydroxyl groups', () => {
    const noted = (tautomer_method: string) => {
      const [table] = definition.tables({ ...item, object_data: { ...item.object_data, tautomer_method } }, new Map());
      return table?.notes;
    };
    const { intercept } = accuracy['tautomers/gfn2_alpb_hydroxyl'].classes['hydroxyl group'];
    expect(written(noted('gfn2_alpb'))).toEqual([expect.stringContaining(`${intercept} kcal/mol too low`)]);
    expect(noted('gfn2_alpb_hydroxyl')).toBeUndefined();
  });
  test('citations of both methods', () => {
    const ids = (data: object) =>
      citationsOf(definition, { ...data }).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(ids({ tautomer_method: 'gfn2_alpb' })).toEqual(
      expect.arrayContaining(['gfn2_xtb', 'alpb', 'rdkit', 'geometric']),
    );
    expect(ids({})).toEqual(expect.arrayContaining(['aimnet2', 'cpcmx', 'rdkit']));
    expect(ids({})).not.toContain('gfn2_xtb');
  });
  test('resubmission keeps what is allowed and replaces another mode', () => {
    expect(definition.resubmit(item.object_data ?? {}, null)).toEqual({
      value: { mode: 'careful', tautomer_method: null },
      changes: [],
    });
    expect(definition.resubmit({ mode: 'manual' }, null)).toMatchObject({
      value: { mode: 'careful' },
      changes: [{ what: 'mode', kind: 'replaced' }],
    });
  });
});

describe('results', () => {
  test('tabs and structures: the first structure of each tautomer', () => {
    expect(definition.tabs(item, new Map())).toEqual([
      { id: 'tautomers', title: 'Tautomer Search' },
      { id: 'info', title: 'info' },
    ]);
    expect(definition.structures(item).map(({ id, name }) => [id, name])).toEqual([
      [first, 'Tautomer 1'],
      [second, 'Tautomer 2'],
    ]);
  });
  test('the table: predicted relative energies as they are stored, never mixed with those of the energies', () => {
    const [table] = definition.tables(item, new Map());
    const values = (id: string) => [...(table?.columns.find((column) => column.id === id)?.values ?? [])].map(Number);
    expect(table?.structures).toEqual([first, second, null]);
    expect(values('tautomer')).toEqual([1, 2, 3]);
    expect(values('relative_energy')).toEqual([0, 1.9, Number.NaN]);
    expect(values('weight')).toEqual([96, 4, 0]);
    expect(table?.columns.map(({ unit }) => unit)).toEqual([undefined, 'kcal/mol', '%', 'Hartree']);
  });
  test('each tautomer is drawn where its SMILES is known, and the error is reported before the table', () => {
    const tautomers = ['O=c1cccc[nH]1', 'Oc1ccccn1', 'O=C1CC=CC=N1'];
    const drawn = { ...item, provenance: z.parse(ItemProvenance, { tautomers }) };
    const [table] = definition.tables(drawn, new Map());
    expect(table?.columns[1]).toMatchObject({ id: 'drawing', notation: 'smiles', values: tautomers });
    const [facts] = definition.parts(drawn, new Map()).tautomers ?? [];
    expect(written(facts)).toMatchObject({
      facts: expect.arrayContaining([
        { title: 'Error of a relative energy', text: expect.stringContaining('not calibrated') },
      ]),
    });
  });
  test('nothing yet', () => {
    const [table] = definition.tables({ ...item, object_data: {} }, new Map());
    expect(table).toMatchObject({ id: 'tautomers', length: 0, empty: 'No tautomers were found.' });
  });
});
