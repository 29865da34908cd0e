import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule, SmilesInspection } from '../../../entities/index.ts';
import { definitionOf } from '../../../testing/workflow-items.ts';
import { inputFragments, isSimpleMolecule } from './input-problems.ts';
import { ligandElements, limitProblems } from './limits.ts';

const water = [
  { atomic_number: 8, position: [0, 0, 0.1173] },
  { atomic_number: 1, position: [0, 0.7572, -0.4692] },
  { atomic_number: 1, position: [0, -0.7572, -0.4692] },
];
const moleculeOf = (more: object = {}) => z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: water, ...more });
const cell = {
  lattice_vectors: [
    [9, 0, 0],
    [0, 9, 0],
    [0, 0, 9],
  ],
};
const detailsOf = async (type: string, molecule: Molecule | null, smiles: string | null, data: object = {}) =>
  (await definitionOf(type)).problems({ ...data }, { molecule, smiles }, null).map(({ detail }) => detail);

describe('inputs', () => {
  test.each(['electronic_properties', 'strain', 'molecular_dynamics', 'scan'])(
    '%s needs a molecule with coordinates',
    async (type) => {
      const needed = 'A molecule with coordinates is needed.';
      expect(await detailsOf(type, null, null)).toContain(needed);
      expect(await detailsOf(type, null, 'CCO')).toContain(needed);
      expect(await detailsOf(type, moleculeOf(), null)).not.toContain(needed);
    },
  );

  test.each([
    ['molecular_dynamics', true],
    ['scan', true],
    ['basic_calculation', true],
    ['strain', false],
    ['electronic_properties', false],
    ['irc', false],
  ])('a periodic system: %s takes it: %s', async (type, taken) => {
    const definition = await definitionOf(type);
    expect(definition.limits({}).periodic).toBe(taken);
    const details = await detailsOf(type, moleculeOf({ cell }), null);
    expect(details.some((detail) => detail.includes('does not take periodic systems'))).toBe(!taken);
  });

  test.each(['pose_analysis_md', 'bde', 'double_ended_ts_search'])(
    '%s takes no several molecules at once',
    async (type) => {
      expect((await definitionOf(type)).limits({}).batch).toBe(false);
      expect((await definitionOf('basic_calculation')).limits({}).batch).toBe(true);
    },
  );
});

describe('a molecule that is too large for its type', () => {
  const carbons = (count: number) =>
    moleculeOf({ atoms: [...Array(count).fill({ atomic_number: 6, position: [0, 0, 0] }), ...water.slice(1)] });
  const asGiven = { protonate: false, do_csearch: false, do_optimization: false };

  test.each([
    ['pka', {}, 'pKa'],
    ['pka', { microscopic_pka_method: 'gfn2_alpb_linear' }, 'pKa'],
    ['macropka', {}, 'Macroscopic pKa'],
    ['hydrogen_bond_basicity', {}, 'Hydrogen-bond basicity'],
    ['nmr', {}, 'NMR'],
    ['ion_mobility', {}, 'Ion mobility with conformer search, optimization or protonation'],
    [
      'ion_mobility',
      { ...asGiven, do_optimization: true },
      'Ion mobility with conformer search, optimization or protonation',
    ],
    [
      'ion_mobility',
      { ...asGiven, protonate: true },
      'Ion mobility with conformer search, optimization or protonation',
    ],
    // Nothing but the charges is computed, and a model that reads the SMILES builds nothing.
    ['ion_mobility', asGiven, null],
    ['pka', { microscopic_pka_method: 'chemprop_nevolianis2025' }, null],
  ])('%s with %j: %s', async (type, data, subject) => {
    const { limits, title } = await definitionOf(type);
    const said = (count: number) =>
      `${subject} takes at most 100 heavy atoms; this structure has ${count}. Submit the part that matters.`;
    for (const count of [100, 101, 200]) {
      const refused = subject !== null && count > 100;
      const molecule = limitProblems(limits(data), { molecule: carbons(count), smiles: null }, title);
      const smiles = limitProblems(limits(data), { molecule: null, smiles: 'C'.repeat(count) }, title);
      expect(molecule).toEqual(refused ? [{ field: 'initial_molecule', detail: said(count) }] : []);
      expect(smiles).toEqual(refused ? [{ field: 'initial_smiles', detail: said(count) }] : []);
    }
  });
});

describe('resubmission', () => {
  test.each(['redox_potential', 'multistage_opt', 'spin_states'])(
    '%s accepts the modes reckless, rapid, careful and meticulous only',
    async (type) => {
      const definition = await definitionOf(type);
      for (const mode of ['reckless', 'rapid', 'careful', 'meticulous']) {
        const { value, changes } = definition.resubmit({ mode }, null);
        expect([value.mode, changes.filter(({ what }) => what === 'mode')]).toEqual([mode, []]);
      }
      for (const mode of ['debug', 'manual']) {
        const { value, changes } = definition.resubmit({ mode }, null);
        expect(value.mode).toBe('rapid');
        expect(changes).toContainEqual(expect.objectContaining({ what: 'mode', kind: 'replaced', from: mode }));
      }
    },
  );
});

describe('molecules', () => {
  test('a simple one has a SMILES or multiplicity 1, and permitted elements only', () => {
    expect(isSimpleMolecule(moleculeOf(), ligandElements)).toBe(true);
    expect(isSimpleMolecule(moleculeOf({ multiplicity: 3 }), ligandElements)).toBe(false);
    expect(isSimpleMolecule(moleculeOf({ multiplicity: 3, smiles: 'O' }), ligandElements)).toBe(true);
    expect(isSimpleMolecule(moleculeOf({ smiles: 'O' }), [1, 6])).toBe(false);
    expect(isSimpleMolecule(moleculeOf({ smiles: '' }), [1, 8])).toBe(true);
    expect(isSimpleMolecule(moleculeOf({ smiles: '', multiplicity: 3 }), [1, 8])).toBe(false);
  });

  test('separate molecules are counted by bonds, in a SMILES by its inspection, in a crystal not at all', () => {
    const far = water.map(({ atomic_number, position }) => ({ atomic_number, position: [...position.slice(0, 2), 5] }));
    const count = (atoms: object[], more: object = {}) =>
      inputFragments({ molecule: moleculeOf({ atoms, ...more }), smiles: null });
    expect(count(water)).toBe(1);
    expect(count([...water, ...far])).toBe(2);
    expect(count([...far, { atomic_number: 2, position: [20, 0, 0] }, ...water])).toBe(3);
    expect(count([...water, ...far], { cell })).toBe(1);
    const inspection = z.parse(SmilesInspection, { smiles: 'C.O', fragments: 2 });
    expect(inputFragments({ molecule: null, smiles: 'C.O', inspection })).toBe(2);
    expect(inputFragments({ molecule: null, smiles: 'C.O' })).toBe(1);
  });
});

test('limits of a number field of the form hold for every submission, at the field; hidden fields count as little as in the form', async () => {
  const of = async (type: string, data: object) =>
    (await definitionOf(type))
      .problems({ ...data }, { molecule: null, smiles: null }, null)
      .filter(({ field }) => !field.startsWith('initial_'));
  expect(await of('ion_mobility', { temperature: 2001 })).toEqual([
    { field: 'temperature', detail: 'Temperature: at most 2000 K; this is 2001 K.' },
  ]);
  expect(await of('ion_mobility', { temperature: 2000 })).toEqual([]);
  const thermochem = (tasks: string[]) => ({ settings: { tasks, thermochem_settings: { temperature: 0.5 } } });
  expect((await of('basic_calculation', thermochem(['frequencies']))).map(({ field }) => field)).toEqual([
    'settings.thermochem_settings.temperature',
  ]);
  expect(await of('basic_calculation', thermochem(['energy']))).toEqual([]);
});
