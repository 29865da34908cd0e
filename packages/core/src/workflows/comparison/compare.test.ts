import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CalculationSummary, Molecule } from '../../entities/index.ts';
import type { TableData } from '../../tables/index.ts';
import { definitionOf, finishedItem } from '../../testing/workflow-items.ts';
import { compareItems } from './compare-items.ts';
import { comparedPlots } from './compared-plots.ts';
import { comparedSpectra } from './compared-spectra.ts';
import type { ComparedItem } from './energy-differences.ts';
import { plotIn } from './in-energy-unit.ts';

const mixedComparison = (items: readonly ComparedItem[]) =>
  compareItems(items.map((read) => ({ uuid: read.item.uuid, read, problem: null }))).table;
const uuid = (last: number) => `9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5b0${last}`;
const column = (table: TableData | undefined, id: string) => [
  ...((table?.columns.find((each) => each.id === id)?.values ?? []) as Iterable<unknown>),
];
const water = (energy: number) =>
  z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    energy,
    atoms: [
      { atomic_number: 8, position: [0, 0, 0.1173] },
      { atomic_number: 1, position: [0, 0.7572, -0.4692] },
      { atomic_number: 1, position: [0, -0.7572, -0.4692] },
    ],
  });
const calculation = (number: number, method: string) =>
  z.parse(CalculationSummary, {
    uuid: uuid(number),
    workflow_uuid: uuid(9),
    settings: { method, engine: 'tblite', tasks: ['energy'] },
    provenance: { requested: { method }, ran: { method, engine: 'tblite', engine_version: '0.8.0' } },
  });

test('tables of several items of one type are merged: no row and no column is lost, each row says whose it is', async () => {
  const definition = await definitionOf('conformer_search');
  const conformers = (name: string, energies: number[], excluded: string | null) =>
    finishedItem(
      'conformer_search',
      { energies, conformer_uuids: energies.map((_, index) => [uuid(index)]) },
      {
        name,
        provenance: {
          ensemble: {
            quantity: 'E',
            unit: 'Hartree',
            temperature: 298.15,
            conformers: energies.map(() => ({ degeneracy: 1, weight: 0.5, relative_energy_kcal: 0, excluded })),
          },
        },
      },
    );
  const first = conformers('first', [-1, -0.9], null);
  const second = conformers('second', [-2], 'connectivity changed');
  const [table] = definition.compare([first, second].map((item) => ({ item, molecules: new Map() })));
  expect(column(table, 'item')).toEqual(['first', 'first', 'second']);
  expect(column(table, 'energy')).toEqual([-1, -0.9, -2]);
  expect(column(table, 'note')).toEqual([null, null, 'Left out: connectivity changed']);
  expect(table?.structures).toEqual([uuid(0), uuid(1), uuid(0)]);
});

test('items of mixed types are side by side; an energy difference is shown only where it means something', async () => {
  const basic = await definitionOf('basic_calculation');
  const redox = await definitionOf('redox_potential');
  const single = (number: number) =>
    finishedItem(
      'basic_calculation',
      { settings: { method: 'gfn2_xtb' }, calculation_uuid: uuid(number) },
      { name: `w${number}` },
    );
  const molecules = new Map([-5.07, -5.06, -4.1].map((energy, index) => [uuid(index), [water(energy)]]));
  const methods = ['gfn2_xtb', 'gfn2_xtb', 'gfn1_xtb'];
  const calculations = new Map(methods.map((method, index) => [uuid(index), calculation(index, method)]));
  const potential = finishedItem(
    'redox_potential',
    { oxidation_potential: 1.234, reduction_potential: null },
    { name: 'r' },
  );
  const unknown = finishedItem('crystal_gazing', { a: 1 }, { name: 'u', object_status: 3 });
  const table = mixedComparison([
    ...[0, 1, 2].map((number) => ({ item: single(number), molecules, calculations, definition: basic })),
    { item: potential, molecules: new Map(), definition: redox },
    { item: unknown, molecules: new Map(), definition: null },
  ]);
  expect(column(table, 'type')).toEqual([...Array(3).fill('Basic Calculation'), 'Redox Potential', 'crystal_gazing']);
  expect(column(table, 'status').at(-1)).toBe('Failed');
  expect(column(table, 'level').slice(0, 3)).toEqual(['gfn2_xtb', 'gfn2_xtb', 'gfn1_xtb']);
  const [reference, difference, other] = column(table, 'relative_energy') as number[];
  expect([reference, other]).toEqual([0, Number.NaN]);
  expect(difference).toBeCloseTo(6.275, 3);
  expect(column(table, 'not_comparable')[2]).toContain('The method differs');
  expect(column(table, 'oxidation_potential')).toEqual([NaN, NaN, NaN, 1.234, NaN]);
  // Nobody has a reduction potential: no empty column.
  expect(table.columns.some(({ id }) => id === 'reduction_potential')).toBe(false);
});

test('scans share a plot and have their difference; maps are side by side', async () => {
  const scan = await definitionOf('scan');
  const dihedral = { type: 'dihedral', atoms: [3, 1, 2, 4], start: 0, stop: 180, num: 3 };
  const bond = { type: 'bond', atoms: [1, 2], start: 1.3, stop: 1.5, num: 2 };
  const energies = [-5, -5.001, -5.002, -5.0005, -5.0015, -5.0025];
  const read = (name: string, scale: number, data: object, points: number): ComparedItem => ({
    item: finishedItem(
      'scan',
      { ...data, scan_points: energies.slice(0, points).map((_, index) => uuid(index)) },
      { name, uuid: name },
    ),
    definition: scan,
    molecules: new Map(energies.map((energy, index) => [uuid(index), [water(energy * scale)]])),
  });
  const [curves] = comparedPlots([
    read('a', 1, { scan_settings: [dihedral] }, 3),
    read('b', 2, { scan_settings: [dihedral] }, 3),
    read('bond', 1, { scan_settings: [bond] }, 2),
  ]);
  if (curves?.kind !== 'curves') throw new Error('no curves');
  expect(curves.curves.map((curve) => [curve.uuid, curve.points.map(({ x }) => x)])).toEqual([
    ['a', [0, 90, 180]],
    ['b', [0, 90, 180]],
  ]);
  // Each from its own minimum: 1 mHartree is 0.6275 kcal/mol, and the second scan climbs twice as far.
  expect(curves.differences.map(({ points }) => points.map(({ y }) => Number(y.toFixed(3))))).toEqual([
    [1.255, 0.628, 0],
  ]);

  const both = { scan_settings: [dihedral], scan_settings_2d: [bond] };
  const [maps] = comparedPlots([read('a', 1, both, 6), read('b', 2, both, 6)]);
  if (maps?.kind !== 'maps') throw new Error('no maps');
  expect(maps.maps.map((map) => [map.uuid, map.table.length])).toEqual([
    ['a', 6],
    ['b', 6],
  ]);
  expect(maps.differences).toHaveLength(1);
  expect(Math.max(...(column(maps.differences[0]?.table, 'value') as number[]))).toBeCloseTo(0.0025 * 627.509, 3);
  // In Hartree the numbers are those of the energies themselves, in maps and in curves.
  const inHartree = plotIn(maps, 'Hartree');
  if (inHartree.kind !== 'maps') throw new Error('no maps');
  expect(inHartree.value).toMatchObject({ unit: 'Hartree', precision: maps.value.precision + 4 });
  expect(Math.max(...(column(inHartree.differences[0]?.table, 'value') as number[]))).toBeCloseTo(0.0025, 6);
  const inJoule = plotIn(curves, 'kJ/mol');
  if (inJoule.kind !== 'curves') throw new Error('no curves');
  const height = (plot: typeof curves) => Math.max(...plot.curves.flatMap(({ points }) => points.map(({ y }) => y)));
  expect([inJoule.y.unit, height(inJoule) / height(curves)]).toEqual(['kJ/mol', expect.closeTo(4.184, 6)]);
});

test('spectra of one kind of several items are laid over each other: lines of modes, of excited states and of shifts', async () => {
  const basic = await definitionOf('basic_calculation');
  const mode = (frequency: number, ir_intensity: number | null) => ({
    frequency,
    ir_intensity,
    reduced_mass: 1,
    force_constant: 1,
    displacements: [],
  });
  const read = (name: string, molecule: object): ComparedItem => ({
    item: finishedItem('basic_calculation', { calculation_uuid: uuid(1) }, { uuid: name }),
    definition: basic,
    molecules: new Map([[uuid(1), [z.parse(Molecule, { ...water(-76), ...molecule })]]]),
  });
  const excited = {
    excited_state_energies: [-76, -75.7],
    oscillator_strengths: [0, 0.1],
    rotatory_strengths: [0, 0.001],
  };
  const shifts = (name: string, shift: number): Promise<ComparedItem> =>
    definitionOf('nmr').then((definition) => ({
      item: finishedItem(
        'nmr',
        { predicted_peaks: { 1: [{ nucleus: 1, shift, atom_indices: [3, 4, 5] }] } },
        { uuid: name },
      ),
      definition,
      molecules: new Map(),
    }));
  const found = comparedSpectra([
    // An imaginary mode, and one without an intensity, make no line; a molecule that is not chiral has no dichroism.
    read('a', { vibrational_modes: [mode(-200, 9), mode(1600, 70), mode(3700, null)], ...excited }),
    read('b', { vibrational_modes: [mode(1650, 60)], ...excited, rotatory_strengths: [0, 8] }),
    await shifts('c', 1.2),
    await shifts('d', 1.3),
    read('e', {}),
  ]);
  expect(found.map(({ kind, spectra }) => [kind, spectra.map((one) => one.uuid)])).toEqual([
    ['infrared', ['a', 'b']],
    ['absorption', ['a', 'b']],
    ['proton_nmr', ['c', 'd']],
  ]);
  const [infrared, absorption, proton] = found.map(({ spectra: [first] }) => first?.lines);
  expect(infrared).toEqual([{ place: 1600, height: 70 }]);
  // 0.3 Hartree are 8.163 eV.
  expect(absorption).toEqual([{ place: expect.closeTo(8.1634, 3), height: 0.1 }]);
  expect(proton).toEqual([{ place: 1.2, height: 3 }]);
});

test('settings that differ are columns and marked against the first item; those that all share are reported once', async () => {
  const definition = await definitionOf('conformer_search');
  const entry = (name: string, data: object) => ({
    uuid: name,
    read: { item: finishedItem('conformer_search', data, { name }), definition, molecules: new Map() },
    problem: null,
  });
  const { table, differs, same } = compareItems([
    entry('a', { conf_gen_mode: 'rapid', mso_mode: 'reckless', energies: [-1], conformer_uuids: [[uuid(1)]] }),
    entry('b', { conf_gen_mode: 'careful', mso_mode: 'reckless' }),
    { uuid: 'c', read: null, problem: 'Not found.' },
  ]);
  expect(column(table, 'status')).toEqual(['Completed', 'Completed', 'Not found.']);
  expect(column(table, 'setting:conf_gen_mode')[2]).toBe(null);
  expect([...differs]).toContainEqual(['setting:conf_gen_mode', [false, true, false]]);
  expect(same.length).toBeGreaterThan(0);
  expect(table.structures).toEqual(['a', 'b', 'c']);
});
