import { bondsOf, type PlacedAtom } from '../atoms.ts';
import { symbolOf } from '../elements.ts';
import type { Macromolecule } from './macromolecule.ts';

/**
 * A macromolecule with a ligand from elsewhere, such as a docked pose in the same coordinates. The ligand's atoms come first, so that they
 * keep their numbers; they are named by element and number.
 */
export function withLigand(structure: Macromolecule, atoms: readonly PlacedAtom[], name: string): Macromolecule {
  const count = atoms.length;
  return {
    ...structure,
    host: structure,
    atoms: [...atoms, ...structure.atoms],
    names: [...atoms.map(({ atomic_number }, index) => `${symbolOf(atomic_number)}${index + 1}`), ...structure.names],
    bFactors: Float32Array.from({ length: count + structure.atoms.length }, (_, atom) =>
      atom < count ? 0 : (structure.bFactors[atom - count] as number),
    ),
    residues: [
      { chain: '', number: null, insertion: '', name, kind: 'ligand', secondary: 'coil', first: 0, count },
      ...structure.residues.map((residue) => ({ ...residue, first: residue.first + count })),
    ],
    residueOf: Uint32Array.from({ length: count + structure.atoms.length }, (_, atom) =>
      atom < count ? 0 : (structure.residueOf[atom - count] as number) + 1,
    ),
    bonds: [...bondsOf(atoms), ...structure.bonds.map(([a, b]): [number, number] => [a + count, b + count])],
  };
}
