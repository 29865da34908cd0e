import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defaultPlatformSettings, MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import { featureProblems } from '../../features.ts';
import definition from './index.ts';

const item = z.parse(WorkflowItem, readOfType('nmr', 'example-result'));
const ethanol = z.parse(Molecule, item.object_data?.initial_molecule);
const inputs = { molecule: ethanol, smiles: null };
const reportOf = (...capabilities: string[]) =>
  z.parse(MethodReport, {
    workers: 1,
    capabilities: ['nmr', 'rdkit', 'xtb', ...capabilities],
    methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
  });
const prepared = (data: WorkflowData) => definition.prepare(data, inputs);
const tables = definition.tables(item, new Map());
const table = (id: string) => tables.find((each) => each.id === id);
const cells = (id: string, column: string) => [
  ...(table(id)?.columns.find((each) => each.id === column)?.values ?? []),
];

describe('settings', () => {
  test('the defaults', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'auto',
      nmr_method: 'magnet-zero',
      solvent: 'chloroform',
      conf_gen_settings: { settings_type: 'imtd', mode: 'careful' },
      multistage_opt_settings: {
        mode: 'manual',
        optimization_settings: [{ method: 'aimnet2_wb97md3', engine: 'aimnet2', tasks: ['optimize'] }],
        singlepoint_settings: null,
      },
    });
  });
  test('the public defaults are what a submission stores, and fit the public schema', () => {
    const { initial_molecule, messages, ...publicDefaults } = readOfType('nmr', 'example-settings') as Record<
      string,
      unknown
    >;
    expect(prepared({})).toEqual(publicDefaults);
    const stored = { ...prepared({ nmr_method: 'MagNet_Zero' }), initial_molecule: ethanol };
    expect(differencesFromPublic('nmr', stored)).toEqual({ unexpected: [], unused: [] });
  });
  test('null, or the empty choice of the form, means no conformers and no optimization', () => {
    const none = { conf_gen_settings: null, multistage_opt_settings: null };
    const empty = { conf_gen_settings: { settings_type: '' }, multistage_opt_settings: { mode: '' } };
    expect(prepared(none)).toMatchObject(none);
    expect(prepared(empty)).toEqual(prepared(none));
    expect(definition.problems(none, inputs, reportOf('magnet'))).toEqual([]);
    expect(definition.capabilities(prepared(none))).toEqual(['magnet', 'nmr']);
    expect(definition.resubmit(none, reportOf())).toMatchObject({ value: none, changes: [] });
    expect(differencesFromPublic('nmr', { ...prepared(none), initial_molecule: ethanol }).unexpected).toEqual([]);
  });
  test('the eleven solvents; another is refused, and replaced on resubmission with a word', () => {
    const field = definition.fields.find(({ path }) => path === 'solvent');
    const options = field?.kind === 'select' ? field.options({}, null).map(({ value }) => value) : [];
    expect(options).toHaveLength(11);
    expect(options[0]).toBe('chloroform');
    const [problem] = definition.problems({ solvent: 'hexane' }, inputs, null);
    expect(problem).toMatchObject({
      field: 'solvent',
      detail: expect.stringMatching(/^Hexane is not offered as a solvent of NMR; choose one of Chloroform, /),
    });
    expect(definition.resubmit({ solvent: 'hexane' }, null)).toMatchObject({
      value: { solvent: 'chloroform' },
      changes: [{ what: 'solvent', kind: 'replaced', from: 'hexane', to: 'chloroform' }],
    });
    expect(definition.problems({ nmr_method: 'giao' }, inputs, null).map((each) => each.field)).toEqual(['nmr_method']);
  });
  test('MagNet is greyed and refused where no worker has it; everything else can be offered', () => {
    const problems = definition.problems({}, inputs, reportOf());
    expect(problems.map(({ detail }) => detail)).toContain(
      'Change nmr_method: MagNet-Zero is not available on this server: it needs trained model weights (MagNet).',
    );
    const [field] = definition.fields;
    expect(field?.kind === 'select' ? field.options({}, reportOf()) : []).toMatchObject([
      { value: 'magnet-zero', unavailable: 'Not available on this server: needs trained model weights (MagNet).' },
      { value: 'giao_b3lyp_631gd', unavailable: 'Not available on this server: no worker has this method.' },
    ]);
    const offers = definition.offers({}, reportOf('magnet'));
    expect(offers.map(({ action }) => action)).toEqual(['Use ETKDG in rapid mode', 'Use GFN2-xTB']);
    const accepted = offers.reduce((data, offer) => offer.apply(data), definition.defaults());
    expect(definition.problems(accepted, inputs, reportOf('magnet'))).toEqual([]);
    expect(prepared(accepted).conf_gen_settings).toMatchObject({
      settings_type: 'etkdg',
      mode: 'rapid',
      max_confs: 50,
    });
    expect(definition.capabilities(prepared(accepted))).toEqual(['magnet', 'nmr', 'rdkit', 'xtb']);
  });
  test('our own method is offered where a worker has density functionals, says its error, and runs without the model', () => {
    const report = reportOf();
    report.methods = {
      ...report.methods,
      b3lyp: { ...report.methods.gfn2_xtb, available: true, engine: 'pyscf' },
    } as never;
    const offers = definition.offers({}, report);
    expect(offers.map(({ action }) => action)).toContain('Use GIAO B3LYP/6-31G(d), calibrated');
    const accepted = offers.reduce((data, offer) => offer.apply(data), definition.defaults());
    expect(accepted.nmr_method).toBe('giao_b3lyp_631gd');
    expect(definition.capabilities(prepared(accepted))).toEqual(['dft', 'nmr', 'rdkit', 'xtb']);
    const [notice] = definition.notices(accepted, inputs, report);
    expect(notice?.body).toMatch(/¹³C ± [\d.]+ \(leave-one-out RMSE, n = \d+\) ppm.*Couplings are not computed\.$/);
    const inWater = { ...accepted, solvent: 'water' };
    const ofSolvent = definition.notices(inWater, inputs, report).filter(({ body }) => body.includes('solvent water'));
    expect(ofSolvent.map(({ kind, title }) => [kind, title])).toEqual([['warning', 'Outside Calibration']]);
    const method = { nmr_method: 'giao_b3lyp_631gd' };
    expect(citationsOf(definition, { ...accepted, ...method }).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['giao', 'delta50', 'b3lyp', 'cpcm']),
    );
  });
  test('shieldings are those of as many conformers as end within ten minutes, which a form says and a result makes good', () => {
    const timed = (seconds_per_gradient: number) => {
      const method = { available: true, seconds_per_gradient, atoms: 9, exponent: 2 };
      return z.parse(MethodReport, {
        ...reportOf(),
        methods: {
          gfn0_xtb: { ...method, engine: 'xtb', seconds_per_gradient: 0.001 },
          gfn2_xtb: { ...method, engine: 'tblite', seconds_per_gradient: 0.001 },
          b3lyp: { ...method, engine: 'pyscf' },
        },
      });
    };
    const data = {
      nmr_method: 'giao_b3lyp_631gd',
      conf_gen_settings: { settings_type: 'etkdg', mode: 'rapid' },
      multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize'] }] },
    };
    // Four bonds that turn: sixteen conformers are expected, twelve of them get shieldings at most.
    const flexible = { molecule: null, smiles: 'CCCCCCO', inspection: { rotatable_bonds: 4, molecule: null } } as never;
    const chosen = (seconds: number) => definition.prepare(data, flexible, timed(seconds)).shielded_conformers;
    expect([chosen(1), chosen(20), chosen(100)]).toEqual(['most', 'three', 'one']);
    const [choice] = definition.choices(data, flexible, timed(100));
    expect(choice?.others.map(({ value }) => value)).toEqual(['most', 'three']);
    expect(choice?.reason).toContain('shieldings of all conformers in the spectrum would take about');
    const seconds = (value: string) =>
      definition.resources({ ...data, shielded_conformers: value }, flexible, timed(100)).seconds ?? 0;
    expect((seconds('most') - seconds('three')) / (seconds('three') - seconds('one'))).toBeCloseTo(4.5, 1);
    // A choice of a person stays, whatever it takes; without a timing nothing is left out; another method has no such choice.
    const asked = { ...data, shielded_conformers: 'most' };
    expect(definition.prepare(asked, flexible, timed(100)).shielded_conformers).toBe('most');
    expect(definition.prepare(data, flexible, null).shielded_conformers).toBe('most');
    expect(definition.prepare({}, flexible, timed(100)).shielded_conformers).toBeUndefined();
    const done = (value: string) => ({
      ...item,
      object_data: { ...item.object_data, ...data, shielded_conformers: value },
    });
    expect(definition.better(done('one'), null)).toMatchObject({ data: { shielded_conformers: 'most' } });
    expect(definition.better(done('most'), null)).toBeNull();
    const field = definition.fields.find(({ path }) => path === 'shielded_conformers');
    expect([field?.shown?.(data), field?.shown?.({ nmr_method: 'magnet-zero' })]).toEqual([true, false]);
  });
  test('peaks of our own method have the error of their kind of nucleus; hydrogen on oxygen has none', () => {
    const classes = ['C', 'C', null, ...Array<string>(5).fill('H on C'), 'H on O'];
    const ours = z.parse(WorkflowItem, {
      ...item,
      object_data: { ...item.object_data, nmr_method: 'giao_b3lyp_631gd' },
      provenance: { nmr: { classes } },
    });
    const errors = (id: string) =>
      definition
        .tables(ours, new Map())
        .find((each) => each.id === id)
        ?.columns.find((each) => each.id === 'error')?.values;
    expect(errors('proton_nmr')?.[1]).toBe('outside calibration');
    expect(errors('proton_nmr')?.[0]).toMatch(/^± 0\.1/);
    expect(errors('carbon_nmr')?.[0]).toMatch(/^± [23]\./);
    expect(table('proton_nmr')?.columns.map(({ id }) => id)).not.toContain('error');
  });
  test('closed shells only, no metal; several molecules need CREST with NCI', () => {
    const radical = { ...ethanol, charge: 1, multiplicity: 2 };
    expect(definition.problems({}, { molecule: radical, smiles: null }, null)[0]?.detail).toContain('closed-shell');
    const metal = {
      ...ethanol,
      atoms: ethanol.atoms.map((atom, index) => (index ? atom : { ...atom, atomic_number: 78 })),
    };
    const refused = definition.problems({ nmr_method: 'giao_b3lyp_631gd' }, { molecule: metal, smiles: null }, null);
    expect(refused).toContainEqual({
      field: 'nmr_method',
      detail: 'The basis set 6-31G(d) has no functions for Pt. It belongs to the method, which has no other.',
    });
    expect(definition.limits({}).severalStructures).toBe(false);
    expect(definition.limits({ conf_gen_settings: { settings_type: 'imtd', nci: true } })).toMatchObject({
      severalStructures: true,
      openShell: false,
    });
  });
  test('on by itself; refused where the administrator has switched it off', () => {
    expect(featureProblems(definition, {}, defaultPlatformSettings)).toEqual([]);
    const features = { ...defaultPlatformSettings.features, nmr: false };
    expect(featureProblems(definition, {}, { ...defaultPlatformSettings, features })).toEqual([
      {
        field: 'workflow_type',
        detail: 'NMR is switched off on this server: its administrator can switch it on (CUVETTE_FEATURES=nmr).',
      },
    ]);
  });
  test('citations', () => {
    const ids = (data: WorkflowData) =>
      citationsOf(definition, data).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(ids({})).toEqual(expect.arrayContaining(['magnet_zero', 'crest', 'aimnet2', 'geometric']));
    expect(ids({ conf_gen_settings: null, multistage_opt_settings: null })).toEqual(['magnet_zero']);
  });
});

describe('results, by the public example of ethanol', () => {
  test('tabs in order, structures', () => {
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual([
      '1H NMR',
      '13C NMR',
      'conformers',
      'chemical_shifts',
      'symmetry-equivalent nuclei',
      'info',
    ]);
    expect(definition.structures(item).map(({ name }) => name)).toEqual(['Conformer 1', 'Conformer 2']);
    expect(definition.misfits(item.object_data)).toEqual([]);
    const tabs = definition.tabs(item, new Map()).map(({ id }) => id);
    expect(tabs.slice(0, -1)).toEqual(tables.map(({ id }) => id));
  });
  test('peaks from low field to high field, atoms by their names, decimals of each nucleus', () => {
    expect(cells('proton_nmr', 'shift')).toEqual([3.69, 2.61, 1.18]);
    expect(cells('proton_nmr', 'atoms')).toEqual(['H7, H8', 'H9', 'H4, H5, H6']);
    expect(cells('proton_nmr', 'count')).toEqual([2, 1, 3]);
    expect(cells('carbon_nmr', 'shift')).toEqual([58.1, 18.3]);
    expect(cells('carbon_nmr', 'atoms')).toEqual(['C2', 'C1']);
    const shiftOf = (id: string) => table(id)?.columns.find((each) => each.id === 'shift');
    expect(shiftOf('proton_nmr')).toMatchObject({ unit: 'ppm', precision: 2 });
    expect(shiftOf('carbon_nmr')).toMatchObject({ unit: 'ppm', precision: 1 });
  });
  test('shifts of the nuclei that are predicted, averaged and of each conformer', () => {
    expect(cells('chemical_shifts', 'atom')).toEqual(['C1', 'C2', 'H4', 'H5', 'H6', 'H7', 'H8', 'H9']);
    expect(cells('chemical_shifts', 'shift').slice(0, 2)).toEqual([18.3, 58.1]);
    expect(cells('chemical_shifts', 'conformer_1').slice(0, 2)).toEqual([18.35, 58.15]);
    expect(cells('chemical_shifts', 'conformer_2').slice(0, 2)).toEqual([18.22, 58.02]);
  });
  test('groups of equivalent nuclei, conformers with their weights', () => {
    expect(cells('symmetry_equivalent_nuclei', 'atoms')).toEqual(['H4, H5, H6', 'H7, H8']);
    expect(cells('symmetry_equivalent_nuclei', 'count')).toEqual([3, 2]);
    expect(cells('conformers', 'weight')).toEqual([62, 38]);
    expect(table('conformers')?.structures).toEqual(item.object_data?.conformers);
  });
  test('without a molecule atoms keep their numbers; nothing yet says so', () => {
    const bare = { ...item, object_data: { ...item.object_data, initial_molecule: null } };
    const [proton] = definition.tables(bare, new Map());
    expect(proton?.columns[2]?.values[1]).toBe('atom 9');
    const empty = definition.tables({ ...item, object_data: {} }, new Map());
    expect(empty.map((each) => [each.length, each.empty])).toEqual([
      [0, 'No peaks yet.'],
      [0, 'No peaks yet.'],
      [0, 'No conformers were found.'],
      [0, 'No chemical shifts yet.'],
      [0, 'No symmetry-equivalent nuclei.'],
    ]);
  });
});
