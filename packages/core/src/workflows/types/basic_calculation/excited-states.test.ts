import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule } from '../../../entities/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import definition from './index.ts';

const formaldehyde = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 6, position: [0, 0, -0.529] },
    { atomic_number: 8, position: [0, 0, 0.679] },
    { atomic_number: 1, position: [0, 0.934, -1.119] },
    { atomic_number: 1, position: [0, -0.934, -1.119] },
  ],
});
const inputs = { molecule: formaldehyde, smiles: null };
const level = { method: 'b3lyp', basis_set: { name: 'def2-SVP' }, tasks: ['energy'] };
const asking = (excited: object, more: object = {}): WorkflowData => ({
  settings: { ...level, ...more, excited_state_settings: excited },
});
const details = (data: WorkflowData, molecule = formaldehyde) =>
  definition.problems(data, { molecule, smiles: null }, null).map(({ field, detail }) => `${field}: ${detail}`);

test('what the public client sends is kept with its defaults, and no states asked for leave nothing behind', () => {
  const prepared = definition.prepare(asking({ num_excitations: 3 }), inputs) as { settings: WorkflowData };
  expect(prepared.settings.excited_state_settings).toEqual({
    settings_type: 'tddft_settings',
    tda: true,
    num_excitations: 3,
    target_root: null,
  });
  for (const none of [{ num_excitations: null }, { num_excitations: 0 }]) {
    const { settings } = definition.prepare(asking(none), inputs) as { settings: WorkflowData };
    expect(settings).not.toHaveProperty('excited_state_settings');
  }
  expect(
    differencesFromPublic('basic_calculation', {
      ...definition.prepare(asking({ num_excitations: null }), inputs),
      initial_molecule: formaldehyde,
    }),
  ).toEqual({
    unexpected: [],
    unused: [],
  });
  expect(citationsOf(definition, prepared).map(({ id }) => id)).toEqual(expect.arrayContaining(['tddft', 'tda']));
});

test('an open shell, 500 states, 200 atoms and methods without a response are refused with what would do', () => {
  expect(details(asking({ num_excitations: 5 }))).toEqual([]);
  const radical = { ...formaldehyde, charge: 1, multiplicity: 2 };
  expect(details(asking({}), radical).join()).toMatch(/closed shells only.*Compute the closed-shell ion/);
  expect(details(asking({ num_excitations: 500 }))).toEqual([
    'settings.excited_state_settings.num_excitations: At most 50 excited states are computed at once, not 500. Ask for those that the spectrum needs; 20 reach far into the ultraviolet for most molecules.',
  ]);
  const chain = Array.from({ length: 200 }, (_, index) => ({ atomic_number: 1, position: [0, 0, index] }));
  const large = z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: chain });
  expect(details(asking({}), large).join()).toMatch(/at most 100 atoms; this structure has 200.*Cut out the part/);
  expect(details(asking({}, { method: 'gfn2_xtb', basis_set: null })).join()).toMatch(/for instance CAM-B3LYP/);
  expect(details(asking({}, { method: 'wb97x_v' })).join()).toMatch(/nonlocal correlation/);
  expect(details(asking({ target_root: 1 })).join()).toMatch(/leave out the target root/);
});

describe('results', () => {
  const calculation = '6649665a-0b0b-5a60-a984-df1b26ba0614';
  const item = finishedItem('basic_calculation', { calculation_uuid: calculation, settings: level });
  const excited = {
    excited_state_energies: [-114.3, -114.153437, -114],
    oscillator_strengths: [0, 0.00001, 0.153],
    rotatory_strengths: [0, 1.5, -2],
    excited_state_transitions: [
      [],
      [[0, 0, 0.998]],
      [
        [1, 0, 0.6],
        [0, 2, 0.3],
      ],
    ],
  };
  const read = (more: object) => new Map([[calculation, [z.parse(Molecule, { ...formaldehyde, ...more })]]]);

  test('the tab and its table are there where excited states are', () => {
    expect(definition.tabs(item, read({})).map(({ id }) => id)).not.toContain('excited_states');
    // A result opens on its first tab: on its spectrum, where that is the answer.
    expect(definition.tabs(item, read(excited))[0]?.id).toBe('excited_states');
    const table = definition.tables(item, read(excited)).find(({ id }) => id === 'excited_states');
    expect(table?.columns.map(({ title, unit }) => [title, unit])).toEqual([
      ['State', undefined],
      ['Energy', 'eV'],
      ['Wavelength', 'nm'],
      ['Oscillator strength', undefined],
      ['Rotatory strength', '10⁻⁴⁰ esu²·cm²'],
      ['Orbitals', undefined],
    ]);
    // 0.146563 Hartree are 3.988 eV, and 1239.84 eV nm over that 310.9 nm.
    expect(table?.columns[1]?.values[0]).toBeCloseTo(3.988, 3);
    expect(table?.columns[2]?.values[0]).toBeCloseTo(310.9, 1);
    expect(table?.columns[5]?.values).toEqual(['HOMO → LUMO (100 %)', 'HOMO−1 → LUMO (60 %), HOMO → LUMO+2 (30 %)']);
  });

  test('the lowest excitation has a name', () => {
    const value = (more: object) =>
      definition.values(item, read(more)).find(({ path }) => path === 'lowest_excitation')?.value;
    expect(value(excited)).toBeCloseTo(3.988, 3);
    expect(value({})).toBeNull();
    // −114.3 to −114 Hartree is 8.163 eV, 151.9 nm.
    const { sentence } = definition.headline(item, read(excited), () => null);
    expect(written(sentence)).toBe('The strongest of 2 absorptions lies at 152 nm (f = 0.153).');
  });
});

test('a server without density functionals says so', () => {
  const report = z.parse(MethodReport, { workers: 1, capabilities: ['basic_calculation'], methods: {} });
  expect(definition.problems(asking({}), inputs, report).length).toBeGreaterThan(0);
});
