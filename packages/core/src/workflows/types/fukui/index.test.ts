import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { impossibleSpinText } from '../../../chemistry/index.ts';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { citationsOf } from '../../citations/citations.ts';
import { entryOfType } from '../../index.ts';
import definition from './index.ts';

const item = z.parse(WorkflowItem, readOfType('fukui', 'example-result'));
const stored = item.object_data as Record<string, unknown>;
const molecule = z.parse(Molecule, stored.initial_molecule);
const inputs = { molecule, smiles: null };
const optimization = String(stored.optimization);
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['fukui', 'xtb'],
  methods: {
    gfn1_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] },
    gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] },
  },
});
const details = (data: object, given = inputs) =>
  definition.problems({ ...data }, given, report).map(({ field, detail }) => [field, detail]);

test('head as in the catalogue', () => {
  const { type, path, aliases, title } = definition;
  expect(entryOfType('fukui')).toMatchObject({ type, path, aliases, title });
});

test('has its fields', () => {
  const level = ['method', 'engine', 'corrections', 'mode', 'tasks', 'solvent_settings'];
  const { opt_settings, fukui_settings } = definition.prepare({}, inputs);
  for (const settings of [opt_settings, fukui_settings])
    expect(Object.keys(settings as object)).toEqual(expect.arrayContaining(level));
});

describe('submission', () => {
  test('defaults: GFN2-xTB for the optimization, GFN1-xTB for the indices, both by xtb', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'auto',
      opt_settings: { method: 'gfn2_xtb', engine: 'xtb', tasks: ['optimize'] },
      fukui_settings: { method: 'gfn1_xtb', engine: 'xtb', tasks: ['energy', 'charge', 'dipole'] },
    });
    expect(details({})).toEqual([]);
  });

  test('prepared data fit the public schema and ask for xtb; a second preparation changes nothing', () => {
    const prepared = definition.prepare({}, inputs);
    expect(validatePublic('fukui', { ...prepared, initial_molecule: stored.initial_molecule })).toEqual([]);
    expect(prepared).toMatchObject({ opt_engine: 'xtb', fukui_engine: 'xtb', fukui_positive: null });
    expect(definition.capabilities(prepared)).toEqual(['fukui', 'xtb']);
    expect(definition.prepare(prepared, inputs)).toEqual(prepared);
  });

  test('the general mode sets the thresholds of the optimization', () => {
    expect(definition.prepare({ mode: 'meticulous' }, inputs)).toMatchObject({
      opt_settings: { mode: 'meticulous', opt_settings: { max_gradient_threshold: 0.00003 } },
    });
  });

  test('without an optimization the structure stays as given', () => {
    for (const opt_settings of [null, { method: '' }]) {
      expect(details({ opt_settings })).toEqual([]);
      expect(definition.prepare({ opt_settings }, inputs)).toMatchObject({ opt_settings: null, opt_engine: null });
      expect(definition.methodsUsed({ opt_settings })).toEqual(['gfn1_xtb']);
    }
  });

  test('methods without electronic charges, manual mode and impossible spins are refused', () => {
    expect(details({ fukui_settings: { method: 'gfn_ff' } })).toContainEqual([
      'fukui_settings.method',
      'GFN-FF gives no atomic charges from its electrons; choose another method, GFN1-xTB for example.',
    ]);
    expect(details({ fukui_settings: { method: 'b3lyp' } })[0]?.[1]).toMatch(
      /^Change fukui_settings\.method \("b3lyp"\): B3LYP /,
    );
    expect(details({ mode: 'manual' })).toContainEqual([
      'mode',
      'Change mode ("manual"): this mode is not offered. Available: auto, reckless, rapid, careful, meticulous.',
    ]);
    expect(details({}, { ...inputs, molecule: { ...molecule, multiplicity: 2 } })[0]?.[1]).toBe(impossibleSpinText);
    const constraints = [{ constraint_type: 'bond', atoms: [1, 99] }];
    expect(details({ opt_settings: { method: 'gfn2_xtb', opt_settings: { constraints } } })[0]?.[1]).toContain(
      'There is no atom 99',
    );
  });

  test('the indices offer no force field and no neural network', () => {
    const field = definition.fields.find(({ path }) => path === 'fukui_settings.method');
    const options = field?.kind === 'select' ? field.options({}, null).map(({ value }) => value) : [];
    expect(options).toContain('gfn1_xtb');
    for (const method of ['gfn_ff', 'mmff94', 'g_xtb', 'omol25_conserving_s', 'aimnet2_wb97md3'])
      expect(options).not.toContain(method);
  });

  test('a resubmission keeps the levels and says what had to change', () => {
    const settings = { ...stored, opt_settings: { ...(stored.opt_settings as object), engine: 'psi4' } };
    const { value, changes } = definition.resubmit(settings, null);
    expect(value).toMatchObject({ mode: 'rapid', opt_settings: { method: 'gfn2_xtb', engine: 'xtb' } });
    expect(definition.prepare({ ...value, mode: 'careful' }, inputs)).toMatchObject({
      opt_settings: { mode: 'careful' },
    });
    expect(changes.map(({ what }) => what)).toEqual(['opt_settings.engine']);
  });
});

describe('results', () => {
  test('tabs in their order', () => {
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual([
      'Fukui Positive',
      'Fukui Zero',
      'Fukui Negative',
      'info',
    ]);
  });

  test('the structure is the optimized one; before a run the initial one', () => {
    expect(definition.structures(item)).toEqual([
      {
        id: optimization,
        name: 'Optimized Structure',
        source: { kind: 'calculation', uuid: optimization, frame: 'last' },
      },
    ]);
    const waiting = { ...item, object_data: { ...stored, optimization: null } };
    expect(definition.structures(waiting).map(({ name }) => name)).toEqual(['Initial Structure']);
    expect(definition.calculations(item)).toEqual([optimization]);
    expect(definition.misfits(stored)).toEqual([]);
  });

  test('one table for each tab, atoms by name, and the electrophilicity in eV', () => {
    const tables = definition.tables(item, new Map([[optimization, [molecule]]]));
    expect(tables.slice(0, 3).map(({ id }) => id)).toEqual(['fukui_positive', 'fukui_zero', 'fukui_negative']);
    const [positive, , , electrophilicity] = tables;
    expect(positive?.length).toBe(15);
    expect(positive?.columns[0]?.values.slice(0, 3)).toEqual(['O1', 'C2', 'O3']);
    expect(positive?.columns[1]?.values[0]).toBe(0.126895);
    expect(positive?.structures[0]).toBe(optimization);
    expect(electrophilicity?.columns[0]).toMatchObject({ unit: 'eV', precision: 2 });
    expect(electrophilicity?.columns[0]?.values[0]).toBe(5.47669);
    // Each kind of index is a difference of charges of one electron, so it sums to 1.
    for (const { columns } of tables.slice(0, 3)) {
      expect([...(columns[1]?.values ?? [])].reduce<number>((sum, value) => sum + Number(value), 0)).toBeCloseTo(1, 3);
    }
  });

  test('atoms without a molecule have numbers, and no results have words', () => {
    const bare = { ...item, object_data: { fukui_positive: [0.6, 0.4] } };
    const [positive, zero] = definition.tables(bare, new Map());
    expect(positive?.columns[0]?.values).toEqual(['atom 1', 'atom 2']);
    expect(zero).toMatchObject({ length: 0, empty: 'No Fukui indices yet.' });
  });

  test('both methods and the optimizer are cited', () => {
    const cited = citationsOf(definition, stored);
    for (const id of ['gfn1_xtb', 'gfn2_xtb', 'geometric', 'condensed_fukui'])
      expect(cited.find((work) => work.id === id)?.level, id).toBe('must');
  });
});
