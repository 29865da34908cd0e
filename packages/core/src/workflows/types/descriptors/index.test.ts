import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { descriptors as descriptorCatalogue } from '../../../descriptors/catalogue.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import descriptors from './index.ts';

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
const uuid = '00000000-0000-4000-8000-000000000001';
const none = new Map();
const stored = {
  MW: 18.0106,
  nAtom: 3,
  PPSA1: null,
  own_value: 2.5,
  charges: [-0.6, 0.3, 0.3],
  fukui_positive: [0.2, 0.4, 0.4],
  fukui_neutral: [0.5, 0.25, 0.25],
  'Fukui minus': [0.8, 0.1, 0.1],
  coordination: [2, 1, null],
  xtb: { global_electrophilicity_index: 0.31, dipole: 1.9 },
};
const item = (values: object | null, more: object = {}) =>
  finishedItem('descriptors', { initial_molecule: water, descriptors: values, ...more });
const tables = (values: object | null, more: object = {}, molecules = none) =>
  new Map(descriptors.tables(item(values, more), molecules).map((table) => [table.id, table]));

test('defaults, and what is written fits the public schema', () => {
  expect(descriptors.defaults()).toEqual({ mode: 'auto' });
  const { PPSA1, ...numbers } = stored;
  const written = {
    initial_molecule: water,
    ...descriptors.prepare({}, inputs),
    optimization: uuid,
    descriptors: numbers,
  };
  expect(validatePublic('descriptors', written)).toEqual([]);
});

test('tabs and structures', () => {
  expect(descriptors.tabs(item(null), none).map(({ title }) => title)).toEqual([
    'descriptors',
    'charge',
    'Fukui Positive',
    'Fukui Zero',
    'Fukui Negative',
    'info',
  ]);
  const optimized = item(stored, { optimization: uuid });
  expect(descriptors.structures(optimized).map(({ id, name }) => [id, name])).toEqual([[uuid, 'Optimized Structure']]);
  expect(descriptors.calculations(optimized)).toEqual([uuid]);
  expect(descriptors.structures(item(stored)).map(({ name }) => name)).toEqual(['Initial Structure']);
});

describe('tables', () => {
  test('numbers with name, dimension, module and description; unknown names are alone, maps are flattened', () => {
    const table = tables(stored).get('descriptors');
    const rows = (id: string) => [...(table?.columns.find((column) => column.id === id)?.values ?? [])];
    expect(rows('name')).toEqual(['MW', 'nAtom', 'PPSA1', 'own_value', 'global_electrophilicity_index', 'xtb.dipole']);
    expect(rows('value')).toEqual([18.0106, 3, Number.NaN, 2.5, 0.31, 1.9]);
    expect(rows('dim')).toEqual(['2D', '2D', '3D', null, '3D', null]);
    expect(rows('module')).toEqual(['Weight', 'AtomCount', 'CPSA', null, 'xTB', null]);
    expect(rows('description')[0]).toBe(descriptorCatalogue().get('MW')?.description);
    expect(rows('description')[3]).toBeNull();
  });
  test('lists of the atoms go to their tabs, atoms named', () => {
    const found = tables(stored);
    const values = (id: string, column: string) => found.get(id)?.columns.find((each) => each.id === column)?.values;
    for (const id of ['charge', 'fukui_positive', 'fukui_zero', 'fukui_negative', 'atom_values']) {
      expect(values(id, 'atom')).toEqual(['O1', 'H2', 'H3']);
      expect(found.get(id)?.structures).toEqual(['initial', 'initial', 'initial']);
    }
    expect(found.get('charge')?.columns[1]).toMatchObject({ title: 'Charge', unit: 'e', precision: 3 });
    expect(values('charge', 'charges')).toEqual(Float64Array.of(-0.6, 0.3, 0.3));
    expect(values('fukui_positive', 'value')).toEqual(Float64Array.of(0.2, 0.4, 0.4));
    expect(values('fukui_zero', 'value')).toEqual(Float64Array.of(0.5, 0.25, 0.25));
    expect(values('fukui_negative', 'value')).toEqual(Float64Array.of(0.8, 0.1, 0.1));
    expect(values('atom_values', 'coordination')).toEqual(Float64Array.of(2, 1, Number.NaN));
  });
  test('every list of the catalogue’s xTB group has its tab', () => {
    const lists = [...descriptorCatalogue().values()]
      .filter(({ module, name }) => module === 'xTB' && name !== 'global_electrophilicity_index')
      .map(({ name }) => name);
    const found = tables(Object.fromEntries(lists.map((name) => [name, [1, 2, 3]])));
    expect(found.get('atom_values')?.length).toBe(0);
    expect(found.get('descriptors')?.length).toBe(0);
    expect(lists).toHaveLength(4);
  });
  test('charges of the optimized structure where the descriptors have none', () => {
    const molecules = new Map([[uuid, [{ ...water, mulliken_charges: [-0.5, 0.25, 0.25] }]]]);
    const found = tables({ MW: 18 }, { optimization: uuid }, molecules);
    expect(found.get('charge')?.columns[1]).toMatchObject({ title: 'Mulliken charge', unit: 'e' });
    expect(tables(null).get('charge')?.length).toBe(0);
    expect(tables(null).get('descriptors')?.empty).toBe('No descriptors yet.');
  });
});

test('what a server needs, and what it refuses', () => {
  const here = z.parse(MethodReport, {
    workers: 1,
    capabilities: ['descriptors', 'xtb'],
    methods: { gfn2_xtb: { available: true } },
  });
  expect(descriptors.capabilities({})).toEqual(['descriptors', 'mordred', 'xtb']);
  expect(descriptors.problems({}, inputs, null)).toEqual([]);
  expect(descriptors.problems({}, inputs, here).map(({ detail }) => detail)).toEqual([
    'Descriptors is not available on this server: it needs the descriptor program on a worker.',
  ]);
  expect(descriptors.problems({}, { molecule: null, smiles: 'O' }, null)).toEqual([
    { field: 'initial_molecule', detail: 'A molecule with coordinates is needed.' },
  ]);
  const fermium = z.parse(Molecule, {
    ...water,
    multiplicity: 1,
    atoms: [{ atomic_number: 100, position: [0, 0, 0] }],
  });
  expect(descriptors.problems({}, { molecule: fermium, smiles: null }, null)[0]?.detail).toMatch(/does not support Fm/);
});

test('citations', () => {
  const must = citationsOf(descriptors, {}).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
  expect(must).toEqual(expect.arrayContaining(['mordred', 'gfn2_xtb']));
});
