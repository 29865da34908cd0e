import { expect, test } from 'vitest';
import type { PlacedAtom } from '../atoms.ts';
import { ligandContacts, ligandIn } from './ligand-contacts.ts';
import type { Macromolecule } from './macromolecule.ts';

const atom = (atomic_number: number, ...position: [number, number, number]): PlacedAtom => ({
  atomic_number,
  position,
});
/** A serine's hydroxyl at the origin, its hydrogen towards +x, its carbon behind; and a water. */
const protein = {
  atoms: [atom(8, 0, 0, 0), atom(1, 0.97, 0, 0), atom(6, -1.4, 0.3, 0), atom(8, 0, 3, 0)],
  bonds: [
    [0, 1],
    [0, 2],
  ],
  residues: [
    { chain: 'A', number: 195, insertion: '', name: 'SER', kind: 'polymer', secondary: 'coil', first: 0, count: 3 },
    { chain: 'A', number: 300, insertion: '', name: 'HOH', kind: 'water', secondary: 'coil', first: 3, count: 1 },
  ],
  residueOf: Uint32Array.of(0, 0, 0, 1),
} as unknown as Macromolecule;

test('a hydrogen bond needs the distance and the angle at its hydrogen; waters are left out', () => {
  const [bond, ...others] = ligandContacts(protein, [atom(8, 2.8, 0, 0)], []);
  expect(bond).toMatchObject({ kind: 'hydrogen bond', residue: 'Ser195 A', ligandAtom: 0, proteinAtom: 0 });
  expect(bond?.distance).toBeCloseTo(2.8, 6);
  expect(others).toEqual([]);
  // Beside the hydroxyl its hydrogen points elsewhere; behind 3.5 Å it is too far.
  expect(ligandContacts(protein, [atom(8, 0, -2.8, 0)], [])).toEqual([]);
  expect(ligandContacts(protein, [atom(8, 3.6, 0, 0)], [])).toEqual([]);
});

test('of each residue the closest pair of carbon atoms is named', () => {
  const found = ligandContacts(protein, [atom(6, -1.4, -3.5, 0), atom(6, -1.4, -3.3, 0)], []);
  expect(found.map(({ kind, ligandAtom }) => [kind, ligandAtom])).toEqual([['hydrophobic contact', 1]]);
});

test('without hydrogens the distance decides what the protein gives: its nitrogens and hydroxyls, no carbonyl', () => {
  const residue = { chain: 'A', number: 10, insertion: '', kind: 'polymer', secondary: 'coil', first: 0, count: 3 };
  const bare = (name: string) =>
    ({
      atoms: [atom(7, 0, 0, 0), atom(8, 8, 0, 0), atom(6, 20, 0, 0)],
      ...{ names: ['N', 'O', 'CB'], bonds: [], residues: [{ ...residue, name }], residueOf: Uint32Array.of(0, 0, 0) },
    }) as unknown as Macromolecule;
  // The ligand's oxygen has no hydrogen of its own, its carbon has one: what it gives is known.
  const ligand = [atom(8, 3, 0, 0), atom(6, 4, 1, 0), atom(1, 4, 2, 0), atom(8, 8, 3, 0)];
  const bonds = [[1, 2]] as const;
  expect(ligandContacts(bare('ALA'), ligand, bonds).map(({ proteinAtom }) => proteinAtom)).toEqual([0]);
  expect(ligandContacts(bare('PRO'), ligand, bonds)).toEqual([]);
});

test('a ligand that the structure holds itself touches the rest of it, not itself', () => {
  const complex = {
    atoms: [atom(6, 0, 0, 0), atom(6, 3.5, 0, 0), atom(6, 5, 0, 0)],
    names: ['CB', 'C1', 'C2'],
    bonds: [[1, 2]],
    residues: [
      { chain: 'A', number: 1, insertion: '', name: 'ALA', kind: 'polymer', secondary: 'coil', first: 0, count: 1 },
      { chain: 'B', number: 1, insertion: '', name: 'LIG', kind: 'ligand', secondary: 'coil', first: 1, count: 2 },
    ],
    residueOf: Uint32Array.of(0, 1, 1),
  } as unknown as Macromolecule;
  const own = ligandIn(complex);
  expect(own?.bonds).toEqual([[0, 1]]);
  const found = ligandContacts(complex, own?.atoms ?? [], own?.bonds ?? [], own?.residue);
  expect(found.map(({ residue, ligandAtom }) => [residue, ligandAtom])).toEqual([['Ala1 A', 0]]);
});
