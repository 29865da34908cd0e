import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule, status } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
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
const calculation = '6649665a-0b0b-5a60-a984-df1b26ba0614';
const mode = { frequency: 1600, reduced_mass: 1, force_constant: 1, displacements: [], ir_intensity: 12 };

describe('submission', () => {
  test('defaults: OMol25 by its own engine, mode auto, an optimization', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'auto',
      settings: { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto', tasks: ['optimize'] },
    });
  });

  test.each([
    {},
    { settings: { method: 'gfn2_xtb', tasks: ['optimize_ts', 'frequencies'], mode: 'careful' } },
    { settings: { method: 'r2scan_3c', engine: 'psi4', solvent_settings: { solvent: 'water', model: 'cpcm' } } },
  ])('what is prepared from %j fits the public schema, and prepares to itself', (data) => {
    const prepared = definition.prepare(data, inputs);
    expect(differencesFromPublic('basic_calculation', { ...prepared, initial_molecule: water })).toEqual({
      unexpected: [],
      unused: [],
    });
    expect(definition.prepare(prepared, inputs)).toEqual(prepared);
  });

  test('an engine that lacks the method becomes the first that has it, and the level is named', () => {
    const settings = { method: 'gfn2_xtb', engine: 'omol25', tasks: ['optimize'] };
    expect(definition.prepare({ settings }, inputs)).toMatchObject({
      engine: 'xtb',
      settings: { engine: 'xtb', level_of_theory: 'gfn2_xtb' },
    });
  });
});

describe('results', () => {
  const titles = (data: object, modes: object[] | null = null) =>
    definition
      .tabs(
        finishedItem('basic_calculation', { calculation_uuid: calculation, ...data }),
        new Map([[calculation, [z.parse(Molecule, { ...water, vibrational_modes: modes })]]]),
      )
      .map(({ title }) => title);
  const always = ['Overview', 'charge', 'spin_density', 'Dipole', 'frequencies', 'thermochemistry', 'info'];
  const settings = (more: object) => ({ settings: { method: 'gfn2_xtb', ...more } });

  test('orbitals of an imported calculation have the tabs and tables of computed ones, and grids', () => {
    const level = (energy: number, occupation: number) => ({ cube_points: [], energy, occupation });
    const orbitals = { molecular_orbitals: { 4: level(-0.5, 2), 5: level(0.1, 0) } };
    const given = { calculation_uuid: calculation, ...settings({ tasks: ['energy'] }) };
    expect(titles({ ...given, ...orbitals })).toEqual([...always.slice(0, -1), 'orbitals', 'isosurfaces', 'info']);
    const read = new Map([[calculation, [water]]]);
    const item = finishedItem('basic_calculation', { ...given, ...orbitals });
    const table = definition.tables(item, read).find(({ id }) => id === 'frontier_orbitals');
    // 0.6 Hartree.
    expect(table?.columns.find(({ id }) => id === 'gap')?.values[0]).toBeCloseTo(16.327, 3);
    expect(definition.parts(item, read).orbitals?.[0]).toEqual({ kind: 'panel', panel: 'orbitals' });
    expect(
      [given, { ...given, ...orbitals }].map((data) => definition.hasGrids(finishedItem('basic_calculation', data))),
    ).toEqual([false, true]);
  });

  test('tabs of each kind of task: Optimize or Optimize (TS) only where the tasks have an optimization, IR only with an intensity', () => {
    expect(titles(settings({ tasks: ['energy'] }))).toEqual(always);
    expect(titles(settings({ tasks: ['optimize'] }))).toEqual(['Optimize', ...always]);
    const transitionState = ['Optimize (TS)', ...always];
    expect(titles(settings({ tasks: ['optimize_ts'] }))).toEqual(transitionState);
    expect(titles(settings({ tasks: ['optimize'], opt_settings: { transition_state: true } }))).toEqual(
      transitionState,
    );
    expect(titles(settings({ tasks: ['frequencies'], opt_settings: { transition_state: true } }))).toEqual(always);
    expect(titles(settings({ tasks: ['frequencies'] }), [mode])).toEqual([...always.slice(0, -1), 'IR', 'info']);
    expect(titles(settings({ tasks: ['frequencies'] }), [{ ...mode, ir_intensity: null }])).toEqual(always);
    // What client models fill in beside the settings is nobody's choice.
    expect(titles({ ...settings({ tasks: ['optimize'] }), tasks: ['energy', 'charge', 'dipole'] })).toEqual([
      'Optimize',
      ...always,
    ]);
    // The public example has an optimization in its settings and other tasks beside them, which count.
    expect(titles({ ...settings({ tasks: ['optimize'] }), tasks: ['energy'] })).toEqual(always);
  });

  test('the structure is called after what was done', () => {
    const name = (tasks: string[]) =>
      definition
        .structures(finishedItem('basic_calculation', { calculation_uuid: calculation, ...settings({ tasks }) }))
        .map((structure) => structure.name);
    expect(name(['energy'])).toEqual(['Single Point Structure']);
    expect(name(['optimize'])).toEqual(['Optimized Structure']);
    expect(name(['optimize_ts'])).toEqual(['Transition State']);
    const half = finishedItem('basic_calculation', {
      calculation_uuid: calculation,
      ...settings({ tasks: ['optimize'] }),
    });
    for (const code of [status.running, status.stopped]) {
      expect(definition.structures({ ...half, object_status: code })[0]?.name).toBe('Structure So Far');
    }
  });
});
