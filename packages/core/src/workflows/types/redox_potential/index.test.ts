import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { againstElectrode, referenceElectrodes } from '../../../chemistry/reference-electrodes.ts';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { redoxSettings } from '../../../methods/index.ts';
import { againstElectrodeInTable } from '../../../tables/electrode-columns.ts';
import type { TableData } from '../../../tables/table.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import { entryOfType } from '../../index.ts';
import definition from './index.ts';

const publicDefaults = readOfType('redox_potential', 'example-settings') as Record<string, unknown>;
const water = z.parse(Molecule, publicDefaults.initial_molecule);
const inputs = { molecule: water, smiles: null };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['redox_potential', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const own = { redox_method: 'gfn2_alpb_absolute' };
const byHand = (...optimization_settings: object[]) => ({
  mode: 'manual',
  multistage_opt_settings: { optimization_settings },
});
const details = (data: object) =>
  definition.problems({ ...data }, inputs, null).map(({ field, detail }) => [field, detail]);
const [neutral, anion, cation] = [
  '126cfd8c-ebc7-581f-b131-4d076eb7e0f4',
  '20157413-59aa-535d-8eeb-76b7ccc46398',
  '411ce851-81de-5df7-87ab-ee3639f095ad',
] as const;
const done = {
  ...publicDefaults,
  neutral_molecule: neutral,
  anion_molecule: anion,
  cation_molecule: cation,
  oxidation_potential: 1.234,
  reduction_potential: -0.7,
};
const item = (object_data: object, object_status = 2, provenance: object | null = null) =>
  z.parse(WorkflowItem, {
    provenance,
    uuid: neutral,
    name: 'couple',
    created_at: '',
    object_status,
    object_type: 'redox_potential',
    parent_uuid: '',
    object_data,
  });
const table = (data: object, status = 2) => definition.tables(item(data, status), new Map())[0];
const column = (data: object, id: string, status = 2) => [
  ...(table(data, status)?.columns.find((each) => each.id === id)?.values ?? []),
];

test('head as in the catalogue', () => {
  const { type, path, aliases, title } = definition;
  expect(entryOfType('redox_potential')).toMatchObject({ type, path, aliases, title });
});

test('has its fields', () => {
  expect(Object.keys({ ...definition.settings.shape, ...definition.results.shape })).toEqual(
    expect.arrayContaining([
      'mode',
      'oxidation',
      'reduction',
      'neutral_molecule',
      'anion_molecule',
      'cation_molecule',
      'oxidation_potential',
      'reduction_potential',
    ]),
  );
});

describe('submission', () => {
  test('defaults: oxidation without reduction, mode rapid, acetonitrile', () => {
    expect(definition.defaults()).toMatchObject({
      oxidation: true,
      reduction: false,
      mode: 'rapid',
      solvent: 'acetonitrile',
      redox_method: null,
    });
    expect(details({})).toEqual([]);
  });

  test('each mode runs its chain, the single point in acetonitrile', () => {
    for (const mode of ['reckless', 'rapid', 'careful', 'meticulous'] as const) {
      const { multistage_opt_settings: chain, ...prepared } = definition.prepare({ mode }, inputs);
      expect(prepared).toMatchObject({ mode, mso_mode: mode });
      const methods = redoxSettings(mode);
      expect(chain, mode).toMatchObject({
        solvent: 'acetonitrile',
        optimization_settings: methods.optimization_settings.map(({ method }) => ({ method })),
        singlepoint_settings: {
          method: methods.singlepoint_settings.method,
          solvent_settings: methods.singlepoint_settings.solvent_settings,
        },
      });
    }
  });

  test('prepared data fit the public schema, in a mode and with our own method', () => {
    for (const data of [{}, own]) {
      const prepared = { ...definition.prepare(data, inputs), initial_molecule: publicDefaults.initial_molecule };
      expect(differencesFromPublic('redox_potential', prepared)).toEqual({ unexpected: [], unused: [] });
      expect(definition.prepare(prepared, inputs)).toMatchObject(definition.prepare(data, inputs));
    }
  });

  test('acetonitrile only; constraints, transition states and nothing to do are refused', () => {
    expect(details({ solvent: 'water' })).toEqual([['solvent', 'Redox potentials are computed in acetonitrile only.']]);
    // No solvent is acetonitrile.
    expect(details({ solvent: null })).toEqual([]);
    expect(definition.prepare({ solvent: null }, inputs)).toMatchObject({ solvent: 'acetonitrile' });
    const { value, changes } = definition.resubmit({ ...definition.defaults(), solvent: null }, null);
    expect([value.solvent, changes]).toEqual(['acetonitrile', []]);
    expect(details({ constraints: [{ constraint_type: 'bond', atoms: [1, 2] }], transition_state: true })).toEqual([
      ['constraints', 'Redox Potential does not take constraints.'],
      ['transition_state', 'Redox Potential does not take transition states.'],
    ]);
    expect(details({ oxidation: false })).toEqual([['oxidation', 'Choose oxidation, reduction or both.']]);
    expect(details({ redox_method: 'guess' })[0]?.[0]).toBe('redox_method');
  });

  test('our own method is a choice of its own, with its level, its solvent and what is known of its error', () => {
    const prepared = definition.prepare({ ...own, xtb_preopt: true }, inputs);
    expect(prepared).toMatchObject({
      redox_method: 'gfn2_alpb_absolute',
      mode: 'manual',
      xtb_preopt: false,
      multistage_opt_settings: {
        optimization_settings: [
          { method: 'gfn2_xtb', solvent_settings: { solvent: 'acetonitrile', model: 'alpb' }, tasks: ['optimize'] },
        ],
        singlepoint_settings: null,
      },
    });
    expect(definition.capabilities(prepared)).toEqual(['redox_potential', 'xtb']);
    const [notice] = definition.notices(own, inputs, report);
    expect(notice).toMatchObject({ kind: 'info', title: 'GFN2-xTB/ALPB, by class of couple' });
    expect(notice?.body).toContain('Proton-coupled couples are refused');
    expect(notice?.body).toContain('Error in V: quinone ± 0.05 (leave-one-out RMSE, n = 24), aromatic ketone ± 0.07');
    expect(definition.notices({}, inputs, report)).toEqual([]);
  });

  test('a server without a density functional offers it by name', () => {
    const data = definition.defaults();
    expect(definition.problems(data, inputs, report)[0]?.field).toBe('mode');
    const found = definition.offers(data, report);
    expect(found.map(({ action }) => action)).toEqual(['Use GFN2-xTB/ALPB, by class of couple']);
    const accepted = found[0]?.apply(data) ?? {};
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(definition.offers(accepted, report)).toEqual([]);
    const field = definition.fields.find(({ path }) => path === 'redox_method');
    const greyed = field?.kind === 'select' ? field.options({}, { ...report, methods: {} }) : [];
    expect(greyed.map(({ unavailable }) => unavailable === undefined)).toEqual([true, false]);
  });

  test('a mode whose solvent model is not here is replaced by it, as nobody chose the solvent model', () => {
    const data = { ...definition.defaults(), mode: 'reckless' };
    const { gfn2_xtb } = report.methods;
    const server = { ...report, methods: { ...report.methods, gfn_ff: { ...gfn2_xtb, solvent_models: [] } } } as never;
    const [offer] = definition.offers(data, server);
    expect(offer).toMatchObject({ field: 'redox_method', text: expect.stringMatching(/^CPCM-X with GFN2-xTB is not/) });
    expect(offer?.apply(data)).toEqual({ ...data, redox_method: 'gfn2_alpb_absolute' });
    expect(definition.problems(offer?.apply(data) ?? {}, inputs, server)).toEqual([]);
    const withIt = { ...gfn2_xtb, solvent_models: ['alpb', 'cpcmx'] };
    const has = { ...report, methods: { gfn_ff: withIt, gfn2_xtb: withIt } } as never;
    expect(definition.offers(data, has)).toEqual([]);
  });

  test('levels by hand: in acetonitrile, with a method whose energies are potentials and whose engine takes ions', () => {
    expect(details({ mode: 'manual' })[0]?.[1]).toContain('at least one optimization');
    expect(definition.prepare(byHand({ method: 'b97_3c' }), inputs)).toMatchObject({
      multistage_opt_settings: {
        optimization_settings: [{ solvent_settings: { solvent: 'acetonitrile', model: 'cpcm' } }],
      },
    });
    expect(details(byHand({ method: 'b97_3c' }))).toEqual([]);
    const chain = (method: string) => ({
      mode: 'manual',
      multistage_opt_settings: { optimization_settings: [{ method: 'gfn2_xtb' }], singlepoint_settings: { method } },
    });
    expect(details(chain('b97_3c'))).toEqual([]);
    expect(definition.prepare(chain('b97_3c'), inputs)).toMatchObject({
      multistage_opt_settings: { singlepoint_settings: { solvent_settings: { solvent: 'acetonitrile' } } },
    });
    expect(details(chain(''))[0]?.[1]).toContain('is not a redox potential');
    const wet = { method: 'b97_3c', solvent_settings: { solvent: 'water' } };
    expect(details(byHand(wet))[0]?.[1]).toContain('must be in acetonitrile');
    expect(details(byHand({ method: 'gfn2_xtb' }))[0]?.[1]).toBe(
      'An energy difference of GFN2-xTB is not a redox potential. Choose a density functional for the last level, or the method GFN2-xTB/ALPB, by class of couple.',
    );
    expect(details(byHand({ method: 'aimnet2_wb97md3' }))[0]?.[1]).toBe(
      'AIMNet2 takes no ions with an unpaired electron, which oxidation and reduction make.',
    );
  });

  test('a resubmission takes the four modes only and says what it dropped; our own method stays', () => {
    const old = { ...byHand({ method: 'b97_3c' }), solvent: 'water', transition_state: true };
    const { value, changes } = definition.resubmit(old, null);
    expect(value).toMatchObject({ mode: 'rapid', solvent: 'acetonitrile', transition_state: false });
    expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
      ['transition_state', 'dropped'],
      ['solvent', 'forced'],
      ['mode', 'replaced'],
    ]);
    const again = definition.resubmit(definition.prepare(own, inputs), report);
    expect(again.changes.filter(({ what }) => what === 'mode')).toEqual([]);
    expect(again.value).toMatchObject({ ...own, mode: 'manual' });
  });
});

describe('results', () => {
  test('tab, structures by their names, calculations', () => {
    expect(definition.tabs(item(done), new Map()).map(({ title }) => title)).toEqual([
      'Redox Potential Prediction',
      'info',
    ]);
    expect(definition.structures(item(done)).map(({ id, name }) => [id, name])).toEqual([
      [neutral, 'Neutral Structure'],
      [anion, 'Reduced Structure'],
      [cation, 'Oxidized Structure'],
    ]);
    expect(definition.structures(item({ ...done, anion_molecule: null })).map(({ name }) => name)).toEqual([
      'Neutral Structure',
      'Oxidized Structure',
    ]);
    expect(definition.structures(item(publicDefaults, 0)).map(({ name }) => name)).toEqual(['Initial Structure']);
    expect(definition.calculations(item(done))).toEqual([neutral, anion, cation]);
  });

  test('potentials in V with two decimals; the electrode only where it is known', () => {
    expect(column(done, 'couple')).toEqual(['Oxidation', 'Reduction']);
    expect(table(done)?.columns[1]).toMatchObject({ unit: 'V', precision: 2, missing: 'Not computed' });
    expect(column(done, 'potential')).toEqual([1.234, -0.7]);
    expect(column(done, 'reference')).toEqual(['not recorded', 'not recorded']);
    expect(table(done)?.structures).toEqual([cation, anion]);
    const ours = { ...done, ...own };
    // Potentials of before couples had classes are not those of today's lines.
    expect([column(ours, 'reference')[0], column(ours, 'error')[0]]).toEqual(['SHE', 'not calibrated']);
    const classes = { oxidation: 'donor', reduction: 'quinone' };
    const calibrated = definition.tables(item(ours, 2, { redox: { classes } }), new Map())[0];
    const text = (id: string) => [...(calibrated?.columns.find((each) => each.id === id)?.values ?? [])];
    expect([text('class'), text('error')]).toEqual([
      ['donor', 'quinone'],
      ['± 0.19 (RMSE, n = 4)', '± 0.05 (leave-one-out RMSE, n = 24)'],
    ]);
    const recorded = item(done, 2, { reference_electrode: 'SHE' });
    expect(definition.tables(recorded, new Map())[0]?.columns.find(({ id }) => id === 'reference')?.values[0]).toBe(
      'SHE',
    );
    expect(definition.values(recorded, new Map())[0]).toMatchObject({ unit: 'V vs. SHE', remark: 'not calibrated' });
  });

  test('potentials can be read against three electrodes', () => {
    expect(definition.parts(item(done), new Map()).redox_potential?.[0]).toEqual({
      kind: 'panel',
      panel: 'potentials',
    });
    const recorded = definition.tables(item(done, 2, { reference_electrode: 'SHE' }), new Map())[0] as TableData;
    const ferrocene = againstElectrodeInTable(recorded, 'Fc⁺/Fc');
    expect(ferrocene.columns[1]).toMatchObject({
      unit: 'V vs. Fc⁺/Fc',
      values: Float64Array.of(1.234 - 0.63, -0.7 - 0.63),
    });
    expect(ferrocene.columns[2]?.values).toEqual(['Fc⁺/Fc', 'Fc⁺/Fc']);
    const against = referenceElectrodes.map(({ name }) => [name, Number(againstElectrode(-0.22, name).toFixed(3))]);
    expect(against).toEqual([
      ['SHE', -0.22],
      ['SCE', -0.464],
      ['Fc⁺/Fc', -0.85],
    ]);
  });

  test('a refused couple says so when the item is finished; an older item has its one potential', () => {
    const refused = { oxidation: true, reduction: false };
    expect(column(refused, 'potential')).toEqual([Number.NaN]);
    expect(table(refused, 1)).toMatchObject({ length: 0, empty: 'No potentials yet.' });
    const legacy = { oxidation: false, reduction: true, redox_type: 'reduction', redox_potential: -1.1 };
    expect([column(legacy, 'couple'), column(legacy, 'potential')]).toEqual([['Reduction'], [-1.1]]);
  });

  test('methods are cited, with the electrode of our own', () => {
    const ids = (data: object) => citationsOf(definition, { ...data }).map(({ id }) => id);
    expect(ids(own)).toEqual(expect.arrayContaining(['gfn2_xtb', 'alpb', 'geometric', 'isse2010']));
    expect(ids({})).toEqual(expect.arrayContaining(['gfn2_xtb', 'r2scan_3c', 'cpcm']));
  });
});
