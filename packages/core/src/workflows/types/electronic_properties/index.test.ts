import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { writtenMolecule } from '../../../entities/write-molecule.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { citationsOf } from '../../citations/citations.ts';
import electronic from './index.ts';

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
const reportOf = (methods: object) =>
  z.parse(MethodReport, { workers: 1, capabilities: ['dft', 'electronic_properties'], methods });

describe('submission', () => {
  test('the defaults of an empty form', () => {
    expect(electronic.defaults()).toMatchObject({
      mode: 'auto',
      settings: { method: 'b97_3c', engine: 'psi4', mode: 'auto' },
      compute_density_cube: true,
      compute_electrostatic_potential_cube: true,
      compute_num_occupied_orbitals: 1,
      compute_num_virtual_orbitals: 1,
    });
    expect(electronic.path).toBe('/orbitals');
    expect(electronic.limits({})).toMatchObject({ periodic: false, openShell: true, charged: true });
  });

  test('what is prepared fits the public schema, the composite method with its own basis set', () => {
    const stored = electronic.prepare({}, inputs);
    const whole = { ...stored, messages: [], initial_molecule: writtenMolecule(water) };
    expect(differencesFromPublic('electronic_properties', whole)).toEqual({ unexpected: [], unused: [] });
    expect(stored).toMatchObject({ settings: { engine: 'psi4', basis_set: { name: 'def2-mTZVP' } } });
    expect(electronic.capabilities(stored)).toEqual(['dft', 'electronic_properties']);
  });

  test.each([
    [
      { settings: { method: 'gfn1_xtb' } },
      'settings.method',
      'GFN1-xTB gives no orbitals; choose a method of Psi4, or GFN2-xTB.',
    ],
    [
      { compute_num_occupied_orbitals: 6 },
      'compute_num_occupied_orbitals',
      'The structure has 5 occupied orbitals; 6 were asked for.',
    ],
    [{ compute_num_virtual_orbitals: -1 }, 'compute_num_virtual_orbitals', expect.stringContaining('at least 0')],
  ])('%j is refused', (data, field, detail) => {
    expect(electronic.problems(data, inputs, null)).toEqual([{ field, detail }]);
  });

  test('where PySCF runs the method, it is offered instead of Psi4, which is greyed', () => {
    const report = reportOf({ b97_3c: { available: true, engine: 'pyscf' } });
    const data = electronic.defaults();
    const field = electronic.fields.find(({ path }) => path === 'settings.engine');
    expect(field?.kind === 'select' ? field.options(data, report) : []).toEqual([
      { value: 'psi4', title: 'Psi4', unavailable: 'Not available on this server: B97-3c runs with PySCF here.' },
      { value: 'pyscf', title: 'PySCF' },
    ]);
    const [offer] = electronic.offers(data, report);
    expect(offer).toMatchObject({ field: 'settings.engine', action: 'Use PySCF' });
    const accepted = offer?.apply(data) ?? {};
    expect(electronic.offers(accepted, report)).toEqual([]);
    expect(electronic.problems(accepted, inputs, report)).toEqual([]);
    expect(electronic.prepare(accepted, inputs)).toMatchObject({ settings: { engine: 'pyscf' } });
  });

  test('GFN2-xTB is the fast path, by tblite', () => {
    const data = { settings: { method: 'gfn2_xtb' } };
    const report = reportOf({ gfn2_xtb: { available: true, engine: 'tblite' } });
    expect(electronic.problems(data, inputs, report)).toEqual([]);
    const stored = electronic.prepare(data, inputs);
    expect(stored).toMatchObject({ settings: { method: 'gfn2_xtb', engine: 'tblite' } });
    expect(electronic.capabilities(stored)).toEqual(['electronic_properties', 'xtb']);
  });

  test('a structure that no calculation gave is optimized first, and what was chosen is recorded', () => {
    const timed = { available: true, seconds_per_gradient: 0.01, atoms: 3, exponent: 2, solvent_models: ['alpb'] };
    const report = reportOf({
      gfn2_xtb: { ...timed, engine: 'tblite' },
      b97_3c: { ...timed, engine: 'pyscf', solvent_models: ['cpcm'] },
    });
    const data = {
      settings: { method: 'b97_3c', engine: 'pyscf', solvent_settings: { solvent: 'water', model: 'cpcm' } },
    };
    const stored = electronic.prepare(data, inputs, report);
    expect(stored.preoptimization).toBe('gfn2_xtb');
    expect(electronic.capabilities(stored)).toEqual(['dft', 'electronic_properties', 'xtb']);
    expect(electronic.choices(data, inputs, report)).toMatchObject([
      { value: 'gfn2_xtb', title: 'an optimization with GFN2-xTB first', others: [{ value: 'none' }] },
    ]);
    expect(electronic.prepare({ ...data, preoptimization: 'none' }, inputs, report).preoptimization).toBe('none');
    const computed = { molecule: { ...water, energy: -76.4 }, smiles: null };
    expect(electronic.prepare(data, computed, report).preoptimization).toBe('none');
    expect(electronic.choices(data, computed, report)[0]?.reason).toBeNull();
    const made_from = {
      workflow_uuid: '00000000-0000-4000-8000-000000000001',
      structure: 'conformer-1',
      structure_name: 'Conformer 1',
    };
    expect(electronic.prepare({ ...data, made_from }, inputs, report).preoptimization).toBe('none');
  });

  test('an engine that gives no orbitals is replaced on resubmission', () => {
    const { value, changes } = electronic.resubmit({ settings: { method: 'pbe0', engine: 'gpu4pyscf' } }, null);
    expect(value).toMatchObject({ settings: { engine: 'psi4' } });
    expect(changes).toMatchObject([{ what: 'settings.engine', kind: 'replaced', from: 'gpu4pyscf', to: 'psi4' }]);
  });

  test('works to cite: method, program and solvent model', () => {
    const solvent_settings = { solvent: 'water', model: 'cpcm' };
    const dois = citationsOf(electronic, { settings: { method: 'b97_3c', engine: 'psi4', solvent_settings } });
    expect(dois.map(({ doi }) => doi)).toEqual(
      expect.arrayContaining(['10.1063/1.5012601', '10.1063/5.0006002', '10.1021/jp9716997']),
    );
  });
});

describe('results', () => {
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const orbital = (occupation: number, energy: number) => ({ cube_points: [], occupation, energy });
  const points = [-0.05, 0.2].map((val) => ({ x: 0, y: 0, z: 0, val }));
  const itemOf = (data: object) =>
    z.parse(WorkflowItem, {
      uuid: id(9),
      parent_uuid: id(8),
      created_at: '2026-01-01T00:00:00Z',
      name: 'Water',
      object_type: 'electronic_properties',
      object_status: 2,
      object_data: {
        ...electronic.prepare({}, inputs),
        initial_molecule: writtenMolecule(water),
        messages: [],
        ...data,
      },
    });
  const item = itemOf({
    calc_uuid: id(1),
    molecular_orbitals: { 5: orbital(0, 0.05), 3: orbital(2, -0.4), 4: orbital(2, -0.3), 6: orbital(0, 0.1) },
    dipole: [0, 0, -1.85],
    quadrupole: [
      [-7, 0, 0.5],
      [0, -4, 0],
      [0.5, 0, -6],
    ],
    mulliken_charges: [-0.6, 0.3, 0.3],
    lowdin_charges: [-0.4, 0.2, 0.2],
    wiberg_bond_orders: [[0, 1, 0.9]],
    mayer_bond_orders: [
      [2, 0, 0.95],
      [0, 1, 0.96],
    ],
    electrostatic_potential_cube: { cube_points: points },
  });
  const table = (of: WorkflowItem, name: string) => electronic.tables(of, new Map()).find((each) => each.id === name);
  const column = (of: WorkflowItem, name: string, key: string) => [
    ...(table(of, name)?.columns.find((each) => each.id === key)?.values ?? []),
  ];

  test('a filled item fits both schemas', () => {
    expect(electronic.misfits(item.object_data)).toEqual([]);
    expect(differencesFromPublic('electronic_properties', item.object_data)).toEqual({ unexpected: [], unused: [] });
  });

  test('tabs and the structure', () => {
    expect(electronic.tabs(item, new Map()).map(({ title }) => title)).toEqual([
      'orbitals',
      'isosurfaces',
      'charge',
      'bond_orders',
      'multipole',
      'info',
    ]);
    expect(electronic.structures(item)).toMatchObject([{ id: id(1), name: 'Single Point Structure' }]);
    expect(electronic.structures(itemOf({}))).toMatchObject([{ name: 'Initial Structure' }]);
  });

  test('orbitals are named from the gap, with energies in eV from Hartree', () => {
    expect(column(item, 'orbitals', 'name')).toEqual(['HOMO−1', 'HOMO', 'LUMO', 'LUMO+1']);
    expect(column(item, 'orbitals', 'index')).toEqual([3, 4, 5, 6]);
    expect(column(item, 'orbitals', 'energy')).toEqual(
      [-10.885, -8.163, 1.361, 2.721].map((value) => expect.closeTo(value, 3)),
    );
    expect(column(item, 'orbitals', 'occupation')).toEqual([2, 2, 0, 0]);
    expect(column(item, 'frontier_orbitals', 'gap')).toEqual([expect.closeTo(0.35 * 27.211386, 4)]);
    expect(electronic.values(item, new Map()).map(({ path, unit, value }) => [path, unit, value])).toEqual([
      ['homo', 'eV', expect.closeTo(column(item, 'frontier_orbitals', 'homo')[0] as number, 6)],
      ['lumo', 'eV', expect.closeTo(column(item, 'frontier_orbitals', 'lumo')[0] as number, 6)],
      ['gap', 'eV', expect.closeTo(0.35 * 27.211386, 4)],
    ]);
    expect(table(itemOf({}), 'orbitals')).toMatchObject({ length: 0 });
  });

  test('an open shell has orbitals of both spins; a singly occupied one of both together is named so', () => {
    const open = itemOf({
      molecular_orbitals_alpha: { 4: orbital(1, -0.3), 5: orbital(0, 0.1) },
      molecular_orbitals_beta: { 3: orbital(1, -0.35), 4: orbital(0, 0.05) },
    });
    expect(column(open, 'orbitals', 'spin')).toEqual(['α', 'α', 'β', 'β']);
    expect(column(open, 'orbitals', 'name')).toEqual(['HOMO', 'LUMO', 'HOMO', 'LUMO']);
    const restricted = itemOf({ molecular_orbitals: { 3: orbital(2, -0.4), 4: orbital(1, -0.2), 5: orbital(0, 0.1) } });
    expect(column(restricted, 'orbitals', 'name')).toEqual(['HOMO', 'SOMO', 'LUMO']);
  });

  test('atoms of charges and bonds are named; bond orders of both definitions are in one row', () => {
    expect(column(item, 'charge', 'atom')).toEqual(['O1', 'H2', 'H3']);
    expect(column(item, 'charge', 'mulliken')).toEqual([-0.6, 0.3, 0.3]);
    expect(column(item, 'bond_orders', 'bond')).toEqual(['O1–H2', 'O1–H3']);
    expect(column(item, 'bond_orders', 'wiberg')).toEqual([0.9, Number.NaN]);
    expect(column(item, 'bond_orders', 'mayer')).toEqual([0.96, 0.95]);
  });

  test('moments by component and surfaces with their range, each with its unit', () => {
    expect(column(item, 'multipole', 'component')).toEqual(['x', 'y', 'z', 'Total']);
    expect(column(item, 'multipole', 'value')).toEqual([0, 0, -1.85, 1.85]);
    expect(column(item, 'quadrupole', 'component')).toEqual(['xx', 'xy', 'xz', 'yy', 'yz', 'zz']);
    expect(column(item, 'quadrupole', 'value')).toEqual([-7, 0, 0.5, -4, 0, -6]);
    expect(table(item, 'quadrupole')?.columns[1]?.unit).toBe('D·Å');
    expect(column(item, 'isosurfaces', 'surface')).toEqual(['Electrostatic potential']);
    expect(column(item, 'isosurfaces', 'lowest')).toEqual([-0.05]);
    expect(table(itemOf({}), 'isosurfaces')).toMatchObject({ length: 0 });
  });
});
