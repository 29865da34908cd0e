import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Molecule } from '../entities/molecule.ts';
import { WorkflowItem } from '../entities/workflow-item.ts';
import { readJson } from '../testing/read-file.js';
import fukui from './fukui.ts';
import { atomValues, moleculeAtomValues } from './index.ts';

const item = z.parse(WorkflowItem, readJson('examples/results/fukui.json'));
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

test('the tables of another structure say nothing about this one', () => {
  const turned = { ...molecule, atoms: molecule.atoms.toReversed(), mulliken_charges: null };
  expect(turned.atoms.map(({ atomic_number }) => atomic_number)).not.toEqual(
    molecule.atoms.map(({ atomic_number }) => atomic_number),
  );
  expect(atomValues(fukui.tables(item, new Map()), turned)).toEqual([]);
});
