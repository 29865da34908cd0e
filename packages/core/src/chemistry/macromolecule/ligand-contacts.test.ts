import { expect, test } from 'vitest';
import type { PlacedAtom } from '../atoms.ts';
import { ligandContacts } from './ligand-contacts.ts';
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
