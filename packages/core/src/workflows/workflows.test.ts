import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { impossibleSpinText } from '../chemistry/index.ts';
import { MethodReport, Molecule, WorkflowItem } from '../entities/index.ts';
import { chainOfTheory } from '../methods/index.ts';
import type { WorkflowDefinition } from './definition.ts';
import { loadWorkflow, withValueAt } from './index.ts';
import { MultistageOptimizationSettings } from './parts/chains/multistage-optimization.ts';

const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['basic_calculation', 'conformer_search', 'rdkit', 'xtb'],
  methods: {
    gfn2_xtb: {
      available: true,
      engine: 'tblite',
      seconds_per_gradient: 0.02,
      atoms: 24,
      exponent: 2,
      solvent_models: ['alpb'],
    },
    gfn_ff: { available: false, reason: 'The xtb program is not installed on this worker.' },
  },
});
const water = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
});
const smiles = (text: string, inspection: object = {}) => ({
  molecule: null,
  smiles: text,
  inspection: {
    smiles: text,
    fragments: 1,
    elements: [1, 6],
    atom_count: 14,
    multiplicity: 1,
    undefined_stereocentres: [],
    stereoisomers: [],
    error: null,
    ...inspection,
  } as never,
});
const definitionOf = async (type: string) => (await loadWorkflow(type)) as WorkflowDefinition;
const manual = {
  mso_mode: 'manual',
  multistage_opt_settings: { mode: 'manual', optimization_settings: [{ method: 'gfn2_xtb' }] },
};

describe('conformer search', () => {
  test('the default chain is refused where its method is missing; the offer makes a submission that passes', async () => {
    const definition = await definitionOf('conformer_search');
    const data = definition.defaults();
    const inputs = smiles('CCCC');
    expect(definition.problems(data, inputs, report)[0]).toMatchObject({
      field: 'mso_mode',
      detail:
        'Change mso_mode: r²SCAN-3c is not available on this server: no worker has this method. Available: manual (with gfn2_xtb).',
    });
    const [offer] = definition.offers(data, report);
    const accepted = offer?.apply(data) ?? {};
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(definition.capabilities(definition.prepare(accepted, inputs))).toEqual(['conformer_search', 'rdkit', 'xtb']);
    expect(definition.notices(accepted, inputs, report)[0]?.title).toContain('MMFF94 instead of GFN0-xTB');
  });

  test('what runs is what was checked: levels given by hand count beside the mode auto', async () => {
    const definition = await definitionOf('conformer_search');
    const data = { ...manual, mso_mode: 'auto' };
    expect(definition.methodsUsed(data)).toEqual(['gfn2_xtb']);
    expect(definition.methodsUsed(definition.prepare(data, smiles('CC')))).toEqual(['gfn2_xtb']);
  });

  test('chains of the modes', async () => {
    const definition = await definitionOf('conformer_search');
    const chain = (mso_mode: string) => {
      const prepared = z.parse(
        MultistageOptimizationSettings,
        definition.prepare({ mso_mode, solvent: 'water' }, smiles('C')).multistage_opt_settings,
      );
      return chainOfTheory([
        ...prepared.optimization_settings,
        ...(prepared.singlepoint_settings ? [prepared.singlepoint_settings] : []),
      ]);
    };
    expect(chain('reckless')).toBe('gfn2_xtb/cpcmx(water)//gfn_ff');
    expect(chain('auto')).toBe('r2scan_3c/cpcm(water)//gfn2_xtb');
    expect(chain('careful')).toBe('wb97x_3c/cpcm(water)//r2scan_3c');
    expect(chain('meticulous')).toBe('wb97m_d3bj/def2-tzvppd/cpcm(water)//wb97x_3c//r2scan_3c');
  });

  test.each([
    ['', {}, /empty/],
    ['C1CC', { error: { detail: 'ring 1 is never closed', position: 2 } }, /character 2: ring 1/],
    ['C'.repeat(3000), {}, /3000 characters/],
    ['C[Na]', { elements: [1, 6, 11] }, /does not support Na/],
    ['[CH3]', { multiplicity: 2 }, /closed-shell structures only.*multiplicity 2.*Careful or meticulous/],
    ['CC.O', { fragments: 2 }, /2 separate molecules/],
    [
      'CC(F)C(Cl)C',
      { undefined_stereocentres: [{ atom: 'C2' }, { atom: 'C4' }], stereoisomers: ['a', 'b'] },
      /2 stereocentres are undefined \(C2, C4\)/,
    ],
    [
      'CC(F)[C@H](Cl)C',
      {
        canonical: 'CC(F)[C@H](C)Cl',
        undefined_stereocentres: [{ atom: 'C2', kind: 'tetrahedral' }],
        stereoisomers: ['a', 'b'],
      },
      /One stereocentre is undefined \(C2\)/,
    ],
  ])('%j is refused in words', async (text, inspection, words) => {
    const definition = await definitionOf('conformer_search');
    const details = definition.problems(manual, smiles(text, inspection), report).map(({ detail }) => detail);
    expect(details.join(' ')).toMatch(words);
  });

  test('one undefined stereocentre runs, with a note; rapid modes refuse constraints and CREST modes say what is missing', async () => {
    const definition = await definitionOf('conformer_search');
    const ibuprofen = smiles('CC(C)Cc1ccc(cc1)C(C)C(=O)O', {
      canonical: 'CC(C)Cc1ccc(C(C)C(=O)O)cc1',
      undefined_stereocentres: [{ atom: 'C11', kind: 'tetrahedral' }],
      stereoisomers: ['a', 'b'],
    });
    expect(definition.problems(manual, ibuprofen, report)).toEqual([]);
    expect(definition.notices(manual, ibuprofen, report)[0]?.title).toBe('The stereocentre C11 is undefined');
    const constrained = { ...manual, constraints: [{ constraint_type: 'bond', atoms: [1, 2] }] };
    expect(definition.problems(constrained, smiles('CC'), report)[0]?.field).toBe('constraints');
    expect(definition.problems({ ...manual, conf_gen_mode: 'careful' }, smiles('CC'), report)[0]?.detail).toContain(
      'CREST',
    );
  });

  test('the table shows recorded weights with degeneracy, and what was left out', async () => {
    const definition = await definitionOf('conformer_search');
    const uuids = ['e0411d80-f685-5b60-aa05-be2229108bba', 'e0411d80-f685-5b60-aa05-be2229108bbb'];
    const item = z.parse(WorkflowItem, {
      uuid: uuids[0],
      name: 'butane',
      created_at: '',
      object_status: 2,
      object_type: 'conformer_search',
      parent_uuid: '',
      object_data: { ...manual, conformer_uuids: uuids.map((uuid) => [null, uuid]), energies: [-13.9, -13.899] },
      provenance: {
        ensemble: {
          quantity: 'E',
          unit: 'Hartree',
          temperature: 298.15,
          conformers: [
            { degeneracy: 1, weight: 1, relative_energy_kcal: 0 },
            { degeneracy: 2, weight: null, relative_energy_kcal: 0.63, excluded: 'connectivity changed' },
          ],
        },
      },
    });
    const [table] = definition.tables(item, new Map());
    expect(table?.structures).toEqual(uuids);
    expect(table?.columns.find(({ id }) => id === 'weight')?.values).toEqual(Float64Array.of(100, Number.NaN));
    expect(table?.columns.find(({ id }) => id === 'note')?.values).toEqual([null, 'Left out: connectivity changed']);
    expect(definition.structures(item).map(({ name }) => name)).toEqual(['Conformer 1', 'Conformer 2']);
  });
});

describe('basic calculation', () => {
  test('impossible charge and multiplicity get the exact text; unknown and unavailable methods are named', async () => {
    const definition = await definitionOf('basic_calculation');
    const inputs = { molecule: { ...water, charge: 50 }, smiles: null };
    const data = { settings: { method: 'gfn2_xtb', tasks: ['optimize'] } };
    expect(definition.problems(data, inputs, report)).toContainEqual({
      field: 'initial_molecule.multiplicity',
      detail: impossibleSpinText,
    });
    const method = (name: string) =>
      definition.problems({ settings: { method: name } }, { molecule: water, smiles: null }, report)[0];
    expect(method('nonsense')).toMatchObject({
      field: 'settings.method',
      detail: expect.stringContaining('"nonsense"'),
    });
    expect(method('omol25_conserving_s')?.detail).toContain('trained model weights');
    expect(method('GFN2-xTB')).toBeUndefined();
  });

  test('a mode brings its convergence numbers; optimize_ts becomes optimize', async () => {
    const definition = await definitionOf('basic_calculation');
    const prepared = definition.prepare(
      { settings: { method: 'GFN2-xTB', mode: 'meticulous', tasks: ['optimize_ts'] } },
      { molecule: water, smiles: null },
    );
    expect(prepared).toMatchObject({
      tasks: ['optimize'],
      settings: {
        method: 'gfn2_xtb',
        opt_settings: {
          energy_threshold: 1e-6,
          max_gradient_threshold: 3e-5,
          rms_gradient_threshold: 2e-5,
          transition_state: true,
        },
      },
    });
  });

  test('a slow job is warned of with an estimate, not refused', async () => {
    const definition = await definitionOf('basic_calculation');
    const atoms = Array.from({ length: 1000 }, (_, index) => ({
      atomic_number: 2,
      position: [index * 3, 0, 0] as [number, number, number],
    }));
    const inputs = { molecule: { ...water, atoms }, smiles: null };
    const data = { settings: { method: 'gfn2_xtb', tasks: ['optimize'] } };
    expect(definition.problems(data, inputs, report)).toEqual([]);
    // 0.02 s x (1000/24)^2 x 205.6 gradients = 7139 s
    expect(definition.notices(data, inputs, report)[0]?.body).toContain('about 2 hours');
    const seconds = Math.round(0.02 * (1000 / 24) ** 2 * 205.6);
    expect(definition.resources(data, inputs, report).seconds).toBe(seconds);
    expect(definition.resources(data, inputs, { ...report, startup_seconds: 2 }).seconds).toBe(seconds + 2);
    expect(definition.resources(data, { molecule: null, smiles: null }, report).seconds).toBeNull();
    // The database's whole numbers end at 2^31.
    expect(definition.resources(data, inputs, { ...report, startup_seconds: 1e12 }).seconds).toBe(946_080_000);
  });

  test('the IR tab is there only with an IR intensity, Optimize only when asked', async () => {
    const definition = await definitionOf('basic_calculation');
    const uuid = 'e0411d80-f685-5b60-aa05-be2229108bba';
    const item = (tasks: string[]) =>
      z.parse(WorkflowItem, {
        uuid,
        name: '',
        created_at: '',
        object_status: 2,
        object_type: 'basic_calculation',
        parent_uuid: '',
        object_data: { settings: { method: 'gfn2_xtb', tasks }, calculation_uuid: uuid },
      });
    const mode = { frequency: 1600, reduced_mass: 1, force_constant: 1, displacements: [], ir_intensity: 12 };
    const titles = (tasks: string[], modes: object[] | null) =>
      definition
        .tabs(item(tasks), new Map([[uuid, [{ ...water, vibrational_modes: modes as never }]]]))
        .map(({ title }) => title);
    expect(titles(['optimize', 'frequencies'], [mode])).toEqual([
      'Optimize',
      'Overview',
      'charge',
      'spin_density',
      'Dipole',
      'frequencies',
      'thermochemistry',
      'IR',
      'info',
    ]);
    expect(titles(['energy'], null)).toEqual([
      'Overview',
      'charge',
      'spin_density',
      'Dipole',
      'frequencies',
      'thermochemistry',
      'info',
    ]);
  });
});

test('an engine that nobody chose is stored as the workers have it, and a resubmission has nothing to change; a chosen one stays', async () => {
  const search = await definitionOf('conformer_search');
  const level = (data: object) =>
    z.parse(MultistageOptimizationSettings, (data as { multistage_opt_settings: unknown }).multistage_opt_settings);
  const stored = search.prepare(manual, smiles('CCCC'), report);
  expect(level(stored).optimization_settings[0]?.engine).toBe('tblite');
  expect(search.resubmit(stored, report).changes).toEqual([]);
  const calculation = await definitionOf('basic_calculation');
  const inputs = { molecule: water, smiles: null };
  const made = calculation.prepare({ settings: { method: 'gfn2_xtb' } }, inputs, report);
  expect(made).toMatchObject({ engine: 'tblite', settings: { engine: 'tblite' } });
  const chosen = calculation.prepare({ settings: { method: 'gfn2_xtb', engine: 'xtb' } }, inputs, report);
  expect(chosen).toMatchObject({ engine: 'xtb', settings: { engine: 'xtb' } });
});

test('values are replaced by path without touching the rest or any prototype', () => {
  expect(withValueAt({ a: { b: 1, c: 2 } }, 'a.b', 3)).toEqual({ a: { b: 3, c: 2 } });
  expect(withValueAt({}, 'l.0.m', 'x')).toEqual({ l: [{ m: 'x' }] });
  withValueAt({}, '__proto__.polluted', true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
