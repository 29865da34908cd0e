import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { impossibleSpinText } from '../../../chemistry/index.ts';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { chainOfTheory } from '../../../methods/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import { entryOfType } from '../../index.ts';
import { MultistageOptimizationSettings } from '../../parts/chains/multistage-optimization.ts';
import definition from './index.ts';

const publicDefaults = readOfType('multistage_opt', 'example-settings') as Record<string, unknown>;
const water = z.parse(Molecule, publicDefaults.initial_molecule);
const inputs = { molecule: water, smiles: null };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['multistage_opt', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const details = (data: object, given = inputs) =>
  definition.problems({ ...data }, given, null).map(({ field, detail }) => [field, detail]);
const chain = (data: object) => {
  const prepared = z.parse(MultistageOptimizationSettings, definition.prepare({ ...data }, inputs));
  const { optimization_settings, singlepoint_settings } = prepared;
  return chainOfTheory([...optimization_settings, ...(singlepoint_settings ? [singlepoint_settings] : [])]);
};
const uuids = ['126cfd8c-ebc7-581f-b131-4d076eb7e0f4', '20157413-59aa-535d-8eeb-76b7ccc46398'] as const;
const item = (object_data: object) =>
  z.parse(WorkflowItem, {
    uuid: uuids[0],
    name: 'water',
    created_at: '',
    object_status: 2,
    object_type: 'multistage_opt',
    parent_uuid: '',
    object_data,
  });
const mode = { frequency: 1600, reduced_mass: 1, force_constant: 1, displacements: [], ir_intensity: 12 };
const optimized = z.parse(Molecule, {
  ...water,
  energy: -5.07,
  vibrational_modes: [mode],
  zero_point_energy: 0.02,
  thermal_enthalpy_corr: 0.024,
  thermal_free_energy_corr: 0.003,
});
const single = z.parse(Molecule, { ...water, energy: -76.4, mulliken_charges: [-0.6, 0.3, 0.3], dipole: [0, 0, 2] });
const done = { mode: 'rapid', xtb_preopt: false, frequencies: true, calculations: uuids };
const read = new Map([
  [uuids[0], [optimized]],
  [uuids[1], [single]],
]);

test('head as in the catalogue', () => {
  const { type, path, aliases, title } = definition;
  expect(entryOfType('multistage_opt')).toMatchObject({ type, path, aliases, title });
});

test('has its fields', () => {
  const fields = Object.keys({ ...definition.settings.shape, ...definition.results.shape });
  expect(fields).toEqual(
    expect.arrayContaining([
      'mode',
      'solvent',
      'xtb_preopt',
      'constraints',
      'transition_state',
      'frequencies',
      'calculations',
      'optimization_settings',
      'singlepoint_settings',
    ]),
  );
});

describe('submission', () => {
  test('defaults: rapid with a preoptimization', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'rapid',
      xtb_preopt: true,
      solvent: null,
      transition_state: false,
      frequencies: false,
      constraints: [],
    });
    expect(details({})).toEqual([]);
  });

  test('each mode runs its chain, with and without the preoptimization; the solvent acts in the single point', () => {
    expect(chain({})).toBe('r2scan_3c//gfn2_xtb//gfn0_xtb');
    expect(chain({ mode: 'auto', xtb_preopt: false })).toBe('r2scan_3c//gfn2_xtb');
    expect(chain({ mode: 'reckless', solvent: 'water' })).toBe('gfn2_xtb/cpcmx(water)//gfn_ff');
    expect(chain({ mode: 'careful', solvent: 'water' })).toBe('wb97x_3c/cpcm(water)//r2scan_3c//gfn2_xtb');
    expect(chain({ mode: 'meticulous' })).toBe('wb97m_d3bj/def2-tzvppd//wb97x_3c//r2scan_3c//gfn2_xtb');
  });

  test('what is stored fits the public schema and equals the public chain', () => {
    const prepared = { ...definition.prepare({}, inputs), initial_molecule: publicDefaults.initial_molecule };
    expect(differencesFromPublic('multistage_opt', prepared)).toEqual({ unexpected: [], unused: [] });
    expect(prepared).toMatchObject({
      optimization_settings: publicDefaults.optimization_settings,
      singlepoint_settings: { method: 'r2scan_3c', engine: 'psi4', level_of_theory: 'r2scan_3c' },
      calculations: [],
    });
    expect(definition.prepare(prepared, inputs)).toMatchObject(definition.prepare({}, inputs));
    expect(definition.capabilities(prepared)).toEqual(['dft', 'gfn_ff', 'multistage_opt', 'xtb']);
  });

  test('frequencies are computed on the last optimization only', () => {
    const { optimization_settings } = definition.prepare({ frequencies: true }, inputs);
    expect(optimization_settings).toMatchObject([{ tasks: ['optimize'] }, { tasks: ['optimize', 'frequencies'] }]);
  });

  test('levels by hand: one is needed, frequencies need an optimization, a solvent must be in a level', () => {
    const level = { method: 'gfn2_xtb', tasks: ['optimize'] };
    expect(details({ mode: 'manual' })).toEqual([
      ['optimization_settings', 'Manual mode needs at least one optimization or single point.'],
    ]);
    expect(details({ mode: 'manual', singlepoint_settings: level, frequencies: true })).toEqual([
      ['frequencies', 'Frequencies need an optimization before them.'],
    ]);
    expect(details({ mode: 'manual', optimization_settings: [level], solvent: 'water' })[0]?.[0]).toBe('solvent');
    expect(details({ mode: 'manual', optimization_settings: [{ method: 'nonsense' }] })).toEqual([
      [
        'optimization_settings.0.method',
        expect.stringMatching(
          /^Change optimization_settings\.0\.method: "nonsense" is not a known method\. Choose one of .*gfn2_xtb/,
        ),
      ],
    ]);
    expect(chain({ mode: 'manual', optimization_settings: [level], singlepoint_settings: { method: 'b97_3c' } })).toBe(
      'b97_3c//gfn2_xtb',
    );
  });

  test('a single point whose method is left empty in the form is none', () => {
    const optimization_settings = [{ method: 'gfn2_xtb' }];
    const data = { mode: 'manual', optimization_settings, singlepoint_settings: { method: '' } };
    expect(details(data)).toEqual([]);
    expect(definition.prepare(data, inputs)).toMatchObject({ singlepoint_settings: null });
    const field = definition.fields.find(({ path }) => path === 'singlepoint_settings.method');
    expect(field?.kind === 'select' ? field.options({}, null)[0] : null).toEqual({ value: '', title: 'None' });
    expect([field?.shown?.(data), field?.shown?.({ mode: 'rapid' })]).toEqual([true, false]);
  });

  test('other refusals', () => {
    expect(details({ mode: 'debug' })[0]?.[1]).toBe(
      'Change mode ("debug"): this mode is not offered. Available: rapid, reckless, careful, meticulous, manual.',
    );
    expect(details({ solvent: 'milk' })).toEqual([['solvent', 'The solvent "milk" is not known.']]);
    expect(details({}, { ...inputs, molecule: { ...water, multiplicity: 2 } })[0]?.[1]).toBe(impossibleSpinText);
    const constraints = [{ constraint_type: 'bond', atoms: [1, 2] }];
    expect(details({ constraints })).toEqual([]);
    expect(details({ constraints, transition_state: true })[0]?.[0]).toBe('constraints');
  });

  test('where the chain lacks a method, the offer makes a submission that runs', () => {
    const data = { ...definition.defaults(), solvent: 'water' };
    expect(definition.problems(data, inputs, report)[0]).toMatchObject({ field: 'mode' });
    const [offer] = definition.offers(data, report);
    expect(offer?.action).toBe('Use manual mode with GFN2-xTB');
    const accepted = offer?.apply(data) ?? {};
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(chain(accepted)).toBe('gfn2_xtb/alpb(water)');
    const [modes] = definition.fields;
    const options = modes?.kind === 'select' ? modes.options({}, report) : [];
    expect(options.find(({ value }) => value === 'rapid')?.unavailable).toContain('r²SCAN-3c');
    expect(options.find(({ value }) => value === 'manual')?.unavailable).toBeUndefined();
  });

  test('a resubmission takes the four modes only and drops a solvent that is not known', () => {
    const hand = { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }], solvent: 'milk' };
    const { value, changes } = definition.resubmit(hand, null);
    expect(value).toMatchObject({ mode: 'rapid', solvent: null });
    expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
      ['mode', 'replaced'],
      ['solvent', 'dropped'],
    ]);
    expect(definition.resubmit({ ...done, mode: 'careful' }, null).changes).toEqual([]);
  });
});

describe('results', () => {
  const titles = (data: object, molecules = read) => definition.tabs(item(data), molecules).map(({ title }) => title);

  test('tabs in their order; ir only with an intensity', () => {
    const always = ['multistage_opt', 'info', 'charge', 'Dipole', 'frequencies', 'thermochemistry'];
    expect(titles(done)).toEqual([...always, 'ir']);
    const dark = { ...optimized, vibrational_modes: [{ ...mode, ir_intensity: null }] };
    expect(titles(done, new Map([[uuids[0], [dark]]]))).toEqual(always);
    expect(definition.tabs(item(done), read)[3]).toEqual({ id: 'multipole', title: 'Dipole' });
  });

  test('structures: the final one first, by what it is', () => {
    const names = (data: object) => definition.structures(item(data)).map(({ id, name }) => [id, name]);
    expect(names(done)).toEqual([
      [uuids[1], 'Optimized Structure'],
      [uuids[0], 'Step 1'],
    ]);
    expect(names({ ...done, transition_state: true })[0]?.[1]).toBe('Transition State');
    const single = { mode: 'manual', singlepoint_settings: { method: 'gfn2_xtb' }, calculations: [uuids[0]] };
    expect(names(single)).toEqual([[uuids[0], 'Single Point Structure']]);
    expect(names({ ...done, calculations: [uuids[0], null] })).toEqual([[uuids[0], 'Optimized Structure']]);
    expect(names({ initial_molecule: water })).toEqual([['initial', 'Initial Structure']]);
  });

  test('stages with level and energy; properties come from the stage that has them', () => {
    const tables = definition.tables(item(done), read);
    expect(tables.map(({ id }) => id)).toEqual([
      'multistage_opt',
      'charge',
      'multipole',
      'frequencies',
      'thermochemistry',
      'composite',
    ]);
    const column = (table: number, id: string) => [
      ...(tables[table]?.columns.find((each) => each.id === id)?.values ?? []),
    ];
    expect(column(0, 'task')).toEqual(['Optimization, frequencies', 'Single point']);
    expect(column(0, 'level_of_theory')).toEqual(['gfn2_xtb', 'r2scan_3c']);
    expect(column(0, 'energy')).toEqual([-5.07, -76.4]);
    expect(tables[0]?.structures).toEqual(uuids);
    expect(column(1, 'value')).toEqual([-0.6, 0.3, 0.3]);
    expect(column(2, 'value').at(-1)).toBe(2);
    expect(column(3, 'frequency')).toEqual([1600]);
    expect(column(5, 'total')).toEqual([-76.4 + 0.02, -76.4 + 0.024, -76.4 + 0.003]);
    expect(column(5, 'correction')[0]).toBeCloseTo(12.55, 2);
    expect(definition.tables(item({}), new Map())[0]).toMatchObject({ length: 0, empty: 'No stage has finished yet.' });
  });

  test('methods, optimizer, thermochemistry are cited', () => {
    const ids = citationsOf(definition, done)
      .filter(({ level }) => level === 'must')
      .map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['gfn2_xtb', 'geometric', 'quasi_harmonic']));
  });
});
