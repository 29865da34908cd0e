import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { badConformerUuids } from '../../parts/calculations/structure-references.ts';
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
  capabilities: ['conformers', 'rdkit', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const first = '6649665a-0b0b-5a60-a984-df1b26ba0614';
const second = 'c3453888-d2dd-505d-b29c-6b6a7d32dae3';
const itemOf = (object_data: object) =>
  z.parse(WorkflowItem, {
    uuid: first,
    name: 'butane',
    created_at: '2026-01-01T00:00:00Z',
    parent_uuid: second,
    object_type: 'conformers',
    object_status: 2,
    object_data,
  });
const conformers = [
  { energy: -158.2, weight: 0.7, uuid: first },
  { energy: -158.199, weight: 0.2, uuid: 'not-a-uuid' },
  { energy: -158.198, weight: 0.1, uuid: second },
];

describe('settings', () => {
  test('the defaults', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'rapid',
      settings: { final_method: 'aimnet2_wb97md3', solvent: 'water', transition_state: false, constraints: [] },
    });
    expect(definition.modes.mode).toEqual(['rapid', 'reckless', 'careful', 'meticulous']);
  });
  test.each(['reckless', 'rapid', 'careful', 'meticulous'])(
    '%s has a fixed set, which fits the public schema',
    (mode) => {
      const prepared = definition.prepare(
        { mode, settings: { num_initial_confs: 7, flags: 'x', solvent: 'acetone' } },
        inputs,
      );
      const quick = mode === 'reckless' || mode === 'rapid';
      expect(prepared.settings).toEqual({
        rmsd_cutoff: 0.1,
        transition_state: false,
        constraints: [],
        final_method: 'aimnet2_wb97md3',
        solvent: 'acetone',
        max_energy: mode === 'meticulous' ? 10 : 5,
        num_confs_taken: mode === 'meticulous' ? 150 : 50,
        num_confs_considered: quick ? 100 : mode === 'careful' ? 150 : 500,
        ...(quick ? { num_initial_confs: 300, max_mmff_energy: 15, max_mmff_iterations: 500 } : {}),
        ...(mode === 'careful' ? { gfn: 'ff', flags: '--quick --ewin 10 --noreftopo' } : {}),
        ...(mode === 'meticulous' ? { gfn: 2, flags: '--ewin 15 --noreftopo' } : {}),
      });
      const stored = { ...prepared, initial_molecule: water };
      expect(differencesFromPublic('conformers', stored)).toEqual({ unexpected: [], unused: [] });
    },
  );
  test('the public defaults are what a submission stores', () => {
    const { initial_molecule, messages, ...publicDefaults } = readOfType('conformers', 'example-settings') as Record<
      string,
      unknown
    >;
    expect(definition.prepare({}, inputs)).toEqual(publicDefaults);
  });
  test('reckless and rapid take no open shell and no constraints; careful needs CREST', () => {
    const constraints = [{ constraint_type: 'bond', atoms: [1, 2] }];
    const data = { settings: { final_method: 'gfn2_xtb', constraints } };
    const fields = (mode: string) => definition.problems({ mode, ...data }, inputs, null).map(({ field }) => field);
    expect(fields('rapid')).toEqual(['settings.constraints']);
    expect(fields('reckless')).toEqual(['settings.constraints']);
    expect(fields('meticulous')).toEqual([]);
    const cation = { molecule: { ...water, charge: 1, multiplicity: 2 }, smiles: null };
    const openShell = (mode: string) =>
      definition.problems({ mode, settings: { final_method: 'gfn2_xtb' } }, cation, null);
    expect(openShell('rapid')).toMatchObject([
      { field: 'initial_molecule', detail: expect.stringContaining('closed-shell') },
    ]);
    expect(openShell('reckless')[0]?.detail).toContain('closed-shell');
    expect(openShell('careful')).toEqual([]);
    const [crest] = definition.problems({ mode: 'careful', settings: { final_method: 'gfn2_xtb' } }, inputs, report);
    expect(crest).toEqual({
      field: 'mode',
      detail:
        'Change mode ("careful"): CREST is not available on this server: it needs the CREST program on a worker. Available: rapid, reckless.',
    });
    expect(definition.capabilities({ mode: 'careful', settings: { final_method: 'gfn2_xtb' } })).toEqual([
      'conformers',
      'crest',
      'rdkit',
      'xtb',
    ]);
  });
  test('AIMNet2 missing: the offer makes a submission that passes; a solvent that it lacks is refused', () => {
    const data = definition.defaults();
    expect(definition.problems(data, inputs, report).map(({ field }) => field)).toEqual(['settings.final_method']);
    const [offer] = definition.offers(data, report);
    expect(offer?.action).toBe('Use GFN2-xTB');
    expect(definition.problems(offer?.apply(data) ?? {}, inputs, report)).toEqual([]);
    const acid = { settings: { final_method: 'gfn2_xtb', solvent: 'aceticacid' } };
    expect(definition.problems(acid, inputs, report)).toMatchObject([
      {
        field: 'settings.solvent',
        detail: expect.stringMatching(/^Acetic acid is not offered as a solvent of GFN2-xTB; choose one of Acetone/),
      },
    ]);
    const [gas] = definition.offers({ settings: { solvent: 'aceticacid' } }, report);
    expect(gas?.action).toBe('Use GFN2-xTB in the gas phase');
    expect(definition.problems(gas?.apply({ settings: { solvent: 'aceticacid' } }) ?? {}, inputs, report)).toEqual([]);
  });
  test('a mode of CREST without CREST: the rapid mode is offered', () => {
    const data = { mode: 'careful', settings: { final_method: 'gfn2_xtb', solvent: null } };
    const [offer] = definition.offers(data, report);
    expect(offer).toMatchObject({ field: 'mode', action: 'Use ETKDG in rapid mode', missing: { what: 'CREST' } });
    expect(definition.problems(offer?.apply(data) ?? {}, inputs, report)).toEqual([]);
    const withCrest = { ...report, capabilities: [...report.capabilities, 'crest'] };
    expect(definition.offers(data, withCrest)).toEqual([]);
  });
  test('resubmission: an unknown solvent is dropped, a mode that is not offered replaced', () => {
    const { value, changes } = definition.resubmit({ mode: 'debug', settings: { solvent: 'heptane' } }, null);
    expect(value).toMatchObject({ mode: 'rapid', settings: { solvent: null } });
    expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
      ['settings.solvent', 'dropped'],
      ['mode', 'replaced'],
    ]);
  });
  test('citations follow mode and method', () => {
    const ids = (data: object) =>
      citationsOf(definition, { ...data })
        .filter(({ level }) => level === 'must')
        .map(({ id }) => id);
    expect(ids({})).toEqual(expect.arrayContaining(['etkdg', 'mmff94', 'geometric', 'alpb']));
    expect(ids({ mode: 'careful', settings: { final_method: 'gfn2_xtb' } })).toEqual(
      expect.arrayContaining(['crest', 'gfn2_xtb']),
    );
  });
});

describe('results', () => {
  const item = itemOf({ initial_molecule: water, conformers });
  test('a conformer whose identifier is no UUID is left out, named, and its row kept', () => {
    expect(definition.structures(item).map(({ id, name }) => [id, name])).toEqual([
      [first, 'Conformer 1'],
      [second, 'Conformer 3'],
    ]);
    expect(badConformerUuids(item.object_data ?? {})).toEqual(['not-a-uuid']);
    const [table] = definition.tables(item, new Map());
    expect(table?.structures).toEqual([first, null, second]);
    expect(table?.columns.find(({ id }) => id === 'note')?.values).toEqual([
      null,
      'Not shown: "not-a-uuid" is not a UUID.',
      null,
    ]);
  });
  test('relative energies in kcal/mol, stored weights, and what they come from', () => {
    const [table] = definition.tables(item, new Map());
    const column = (id: string) => table?.columns.find((each) => each.id === id);
    expect(table?.title).toBe('Conformers');
    expect(column('relative_energy')).toMatchObject({ unit: 'kcal/mol', precision: 2 });
    expect([...(column('relative_energy')?.values ?? [])].map((value) => Number(value).toFixed(4))).toEqual([
      '0.0000',
      '0.6275',
      '1.2550',
    ]);
    expect([...(column('weight')?.values ?? [])]).toEqual([70, 20, 10]);
    expect(column('weight')?.help).toContain('does not say at which temperature');
    expect(column('degeneracy')).toBeUndefined();
  });
  test('a switch lays the conformers over the lowest one', () => {
    const parts = definition.parts(item, new Map()).conformers ?? [];
    const ids = definition.structures(item).map(({ id }) => id);
    expect(parts.find(({ kind }) => kind === 'overlay')).toMatchObject({ shown: ids[0], beside: ids.slice(1) });
  });
  test('without stored weights they come from the energies at 298.15 K', () => {
    const bare = itemOf({ conformers: conformers.map(({ energy, uuid }) => ({ energy, uuid })) });
    const weight = definition.tables(bare, new Map())[0]?.columns.find(({ id }) => id === 'weight');
    expect(written(weight?.help)).toBe('Boltzmann weight at 298.15 K from E');
    const values = [...(weight?.values ?? [])].map(Number);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(100, 9);
    expect((values[0] ?? 0) / (values[1] ?? 1)).toBeCloseTo(Math.exp(0.001 / (3.166811563e-6 * 298.15)), 4);
  });
  test('tabs, the initial structure while nothing has run, the empty table', () => {
    const empty = itemOf({ initial_molecule: water });
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual(['Conformers', 'info']);
    expect(definition.structures(empty).map(({ name }) => name)).toEqual(['Initial Structure']);
    expect(definition.tables(empty, new Map())[0]).toMatchObject({ length: 0, empty: 'No conformers were found.' });
  });
});
