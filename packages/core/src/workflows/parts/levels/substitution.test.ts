import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, type Molecule } from '../../../entities/index.ts';
import { definitionOf } from '../../../testing/workflow-items.ts';
import { quickest } from '../times/quicker-settings.ts';
import { offeredPatches, patchBetween, substituted } from './substitution.ts';

const timed = (seconds_per_gradient: number) => ({
  available: true,
  seconds_per_gradient,
  atoms: 3,
  exponent: 2.2,
  solvent_models: ['cpcm'],
});
const capabilities = ['basic_calculation', 'conformer_search', 'dft', 'rdkit', 'xtb'];
const gfn2 = { ...timed(0.001), engine: 'tblite', solvent_models: ['alpb'] };
const withoutDensityFunctionals = z.parse(MethodReport, { workers: 1, capabilities, methods: { gfn2_xtb: gfn2 } });
const withThem = z.parse(MethodReport, {
  workers: 1,
  capabilities,
  methods: {
    gfn2_xtb: gfn2,
    gfn0_xtb: { ...timed(0.001), engine: 'xtb' },
    gfn_ff: { ...timed(0.0001), engine: 'xtb' },
    r2scan_3c: { ...timed(1.5), engine: 'pyscf' },
  },
});
const inspection = {
  smiles: 'CCCCCCCC',
  fragments: 1,
  elements: [1, 6],
  atom_count: 26,
  multiplicity: 1,
  undefined_stereocentres: [],
  stereoisomers: [],
  error: null,
} as never;

describe('what a server cannot run', () => {
  test('is replaced by the nearest offer, with what and why; what it can run stays as it is', async () => {
    const definition = await definitionOf('basic_calculation');
    const given = { settings: { method: 'omol25_conserving_s', tasks: ['energy'] } };
    const { data, replacements } = substituted(definition, given, withoutDensityFunctionals);
    expect(data).toMatchObject({ settings: { method: 'gfn2_xtb', tasks: ['energy'] } });
    expect(replacements).toEqual([
      {
        field: 'settings.method',
        reason: expect.stringContaining('trained model weights'),
        action: 'Use GFN2-xTB',
        text: 'OMol25 eSEN conserving small is not installed here; computed with GFN2-xTB',
        requested: { 'settings.method': 'omol25_conserving_s', 'settings.engine': null },
      },
    ]);
    const runnable = { settings: { method: 'gfn2_xtb', tasks: ['energy'] } };
    expect(substituted(definition, runnable, withoutDensityFunctionals)).toEqual({
      data: runnable,
      replacements: [],
      withheld: null,
    });
  });

  test('stays where somebody chose it; a method and its solvent model go together, and both are named', async () => {
    const definition = await definitionOf('basic_calculation');
    const solvent_settings = { solvent: 'water', model: 'cpcmx' };
    const given = { settings: { method: 'omol25_conserving_s', tasks: ['energy'], solvent_settings } };
    const only = (...open: string[]) =>
      substituted(definition, given, withoutDensityFunctionals, (path) => open.includes(path));
    expect(only()).toMatchObject({ replacements: [], withheld: null });
    // The method alone is not enough: the solvent model was chosen.
    expect(only('settings.method', 'settings.engine')).toMatchObject({
      replacements: [],
      withheld: {
        chosen: [{ path: 'settings.solvent_settings.model', value: 'cpcmx' }],
        reason: expect.stringContaining('trained model weights'),
        instead: 'GFN2-xTB with ALPB(water)',
      },
    });
    const { data, replacements } = only('settings.method', 'settings.engine', 'settings.solvent_settings.model');
    expect(data).toMatchObject({
      settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } },
    });
    expect(replacements.map(({ text }) => text)).toEqual([
      'OMol25 eSEN conserving small with CPCM-X(water) is not installed here; computed with GFN2-xTB with ALPB(water)',
    ]);
    const chosen = { settings: { method: 'gfn2_xtb', tasks: ['energy'], solvent_settings } };
    expect(substituted(definition, chosen, withoutDensityFunctionals).replacements.map(({ text }) => text)).toEqual([
      'CPCM-X with GFN2-xTB is not installed here; computed with ALPB',
    ]);
  });

  test.each([
    ['spin_states', { mode: 'reckless', solvent: 'water' }, 'multistage_opt_settings'],
    ['multistage_opt', { mode: 'reckless', solvent: 'water' }, null],
    ['conformer_search', { mso_mode: 'reckless', solvent: 'water' }, 'multistage_opt_settings'],
    ['strain', { multistage_opt_settings: { mode: 'reckless', solvent: 'water' } }, 'multistage_opt_settings'],
    ['nmr', { multistage_opt_settings: { mode: 'reckless', solvent: 'water' } }, 'multistage_opt_settings'],
  ] as const)(
    '%s in a chosen mode whose solvent model is missing runs its levels by hand',
    async (type, given, place) => {
      const definition = await definitionOf(type);
      const molecule = { atoms: [{ atomic_number: 10, position: [0, 0, 0] }], charge: 0, multiplicity: 1 } as Molecule;
      const inputs = { molecule, smiles: '[Ne]', inspection: null };
      const { data, replacements } = substituted(definition, { ...definition.defaults(), ...given }, withThem);
      expect(replacements.map(({ text }) => text)).toContain(
        'CPCM-X with GFN2-xTB is not installed here; computed with ALPB',
      );
      expect(place === null ? data : data[place]).toMatchObject({
        mode: 'manual',
        optimization_settings: [{ method: 'gfn_ff' }],
        singlepoint_settings: { method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } },
      });
      const inSolvent = /solvent|CPCM/;
      expect(definition.problems(data, inputs, withThem).filter(({ detail }) => inSolvent.test(detail))).toEqual([]);
      expect(definition.offers(definition.prepare(data, inputs, withThem), withThem)).toEqual([]);
      // Nobody's choice is changed where only defaults may be.
      const held = substituted(definition, { ...definition.defaults(), ...given }, withThem, () => false);
      expect(held.replacements).toEqual([]);
    },
  );

  test('is offered as patches of the submission', async () => {
    const definition = await definitionOf('basic_calculation');
    const given = { settings: { method: 'omol25_conserving_s', engine: 'omol25', tasks: ['energy'] } };
    expect(offeredPatches(definition, given, withoutDensityFunctionals)[0]?.patch).toEqual([
      { op: 'replace', path: '/settings/method', value: 'gfn2_xtb' },
      { op: 'replace', path: '/settings/engine', value: null },
    ]);
    expect(patchBetween({ a: { 'b/c': 1, d: 2 } }, { a: { 'b/c': 3 }, e: [] })).toEqual([
      { op: 'replace', path: '/a/b~1c', value: 3 },
      { op: 'remove', path: '/a/d' },
      { op: 'add', path: '/e', value: [] },
    ]);
  });

  test('the default conformer search takes the chain that ends within minutes, and names the better one with its time', async () => {
    const definition = await definitionOf('conformer_search');
    const defaults = definition.defaults();
    expect(definition.offers(defaults, withThem)).toEqual([]);
    const inputs = { molecule: null, smiles: 'CCCCCCCC', inspection };
    const [choice] = definition.choices(defaults, inputs, withThem);
    expect(choice).toMatchObject({ path: 'mso_mode', value: 'reckless', others: [{ value: 'rapid' }] });
    expect(choice?.seconds).toBeLessThan(300);
    expect(definition.prepare(defaults, inputs, withThem).mso_mode).toBe('reckless');
    const better = { ...defaults, mso_mode: 'rapid' };
    const seconds = definition.resources(better, inputs, withThem).seconds ?? 0;
    expect(seconds).toBeGreaterThan(300);
    expect(choice?.others[0]?.seconds).toBeCloseTo(seconds, 0);
    const quicker = quickest(definition, better, inputs, withThem, seconds);
    expect(quicker?.title).toContain('GFN2-xTB');
    expect(quicker?.seconds).toBeLessThan(seconds / 2);
    expect(definition.problems(quicker?.data ?? {}, inputs, withThem)).toEqual([]);
    // Where the better one ends in time, and where no time is known, it is the default.
    const small = { molecule: null, smiles: 'CO', inspection: null };
    expect(definition.prepare(defaults, small, withThem).mso_mode).toBe('rapid');
    expect(definition.prepare(defaults, inputs).mso_mode).toBe('rapid');
  });
});
