import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule } from '../../../entities/molecule.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { readOfType } from '../../../testing/read-file.js';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { atomValues, moleculeAtomValues } from '../../index.ts';
import fukui from '../../types/fukui/index.ts';
import hydrogenBondBasicity from '../../types/hydrogen_bond_basicity/index.ts';
import nmr from '../../types/nmr/index.ts';

const item = z.parse(WorkflowItem, readOfType('fukui', 'example-result'));
const data = item.object_data as { initial_molecule: unknown; fukui_positive: number[] };
const molecule = z.parse(Molecule, data.initial_molecule);

test('a structure gives its charges and spin densities, where they were computed', () => {
  const atoms = [0, 1.2].map((x) => ({ atomic_number: 8, position: [x, 0, 0] as [number, number, number] }));
  const oxygen = { atoms, multiplicity: 3, mulliken_charges: [0, 0], mulliken_spin_densities: [1, 1] };
  expect(moleculeAtomValues(oxygen).map(({ title, unit, kind, values }) => [title, unit, kind, values])).toEqual([
    ['Charge', 'e', 'signed', [0, 0]],
    ['Mulliken spin density', null, 'signed', [1, 1]],
  ]);
  expect(moleculeAtomValues({ atoms })).toEqual([]);
});

test('Fukui indices of an item are values of its atoms, in their order', () => {
  const found = atomValues(fukui.tables(item, new Map()), molecule).filter(({ id }) => id.startsWith('fukui'));
  expect(found.map(({ title, kind }) => [title, kind])).toEqual([
    ['f⁺', 'signed'],
    ['f⁰', 'signed'],
    ['f⁻', 'signed'],
  ]);
  expect(found[0]?.values).toEqual(data.fukui_positive);
});

test('chemical shifts of an item are values of the atoms of every conformer; null where a nucleus has none', () => {
  const spectrum = z.parse(WorkflowItem, readOfType('nmr', 'example-result'));
  const own = spectrum.object_data as { initial_molecule: unknown; chemical_shifts: (number | null)[] };
  const ethanol = z.parse(Molecule, own.initial_molecule);
  const conformer = {
    ...ethanol,
    atoms: ethanol.atoms.map((atom) => ({ ...atom, position: [0, 0, 0] as [number, number, number] })),
  };
  for (const structure of [ethanol, conformer]) {
    expect(atomValues(nmr.tables(spectrum, new Map()), structure)).toEqual([
      {
        id: 'chemical_shifts.shift',
        title: 'Chemical shift',
        unit: 'ppm',
        precision: 2,
        kind: 'magnitude',
        values: own.chemical_shifts,
      },
    ]);
  }
  expect(own.chemical_shifts).toHaveLength(ethanol.atoms.length);
  expect(own.chemical_shifts[2]).toBeNull();
});

test('strengths of hydrogen-bond sites are values of their atoms: of two lone pairs the stronger one, weak acceptors not at all', () => {
  const symbols = [6, 8, 1, 7];
  const structure = z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: symbols.map((atomic_number, index) => ({ atomic_number, position: [1.2 * index, 0, 0] })),
  });
  const position = [0, 0, 0];
  const site = (atom_idx: number, pkbhx: number) => ({ atom_idx, pkbhx, position, name: null });
  const optimization = '11111111-2222-4333-8444-555555555555';
  const sites = {
    initial_molecule: structure,
    optimization,
    hba_sites: [site(1, 0.62), site(1, 1.18), site(3, -1.4)],
    hbd_sites: [{ atom_idx: 2, pk_alpha: -1.6, position }],
  };
  const basic = finishedItem('hydrogen_bond_basicity', sites);
  const expected = [
    ['acceptors.pkbhx', 'pKBHX', 'magnitude', [null, 1.18, null, null]],
    ['donors.pk_alpha', 'pKα', 'magnitude', [null, null, -1.6, null]],
  ];
  // Named by the molecule that was sent in, and by the optimized one when it has been read.
  for (const read of [new Map(), new Map([[optimization, [structure]]])]) {
    const found = atomValues(hydrogenBondBasicity.tables(basic, read), structure);
    expect(found.map(({ id, title, kind, values }) => [id, title, kind, values])).toEqual(expected);
  }
});

test('the tables of another structure say nothing about this one', () => {
  const turned = { ...molecule, atoms: molecule.atoms.toReversed(), mulliken_charges: null };
  expect(turned.atoms.map(({ atomic_number }) => atomic_number)).not.toEqual(
    molecule.atoms.map(({ atomic_number }) => atomic_number),
  );
  expect(atomValues(fukui.tables(item, new Map()), turned)).toEqual([]);
});
