import { bondsOf, type FileBond, heavyGraphOf, matchHeavyAtoms, writeMolecules } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { loadToolkit } from '../../structure/depict.ts';

/** A pose to be written: the ligand as it lies in the pocket, the SMILES that says its bonds, and the fields of its record. */
export interface PoseRecord {
  name: string;
  molecule: Molecule;
  smiles: string;
  data: Record<string, string>;
}

/**
 * Poses as SDF, in the coordinates of their protein. Positions are those of the pose; orders of bonds and formal charges are those of the SMILES, whose
 * atoms are found again in the geometry.
 * @param otherMolecule says that a pose, by its name, has another SMILES; it is thrown
 */
export async function poseSdf(poses: readonly PoseRecord[], otherMolecule: (pose: string) => string): Promise<string> {
  const { Molecule: Parsed } = await loadToolkit();
  return writeMolecules(
    'sdf',
    poses.map(({ name, molecule, smiles, data }) => {
      const { atoms, charge, multiplicity } = molecule;
      const perceived = bondsOf(atoms);
      const graph = heavyGraphOf(atoms, perceived);
      const parsed = Parsed.fromSmiles(smiles);
      parsed.ensureHelperArrays(Parsed.cHelperNeighbours);
      const own = Array.from({ length: parsed.getAtoms() }, (_, atom) => atom);
      const ends = Array.from({ length: parsed.getBonds() }, (_, bond): [number, number] => [
        parsed.getBondAtom(0, bond),
        parsed.getBondAtom(1, bond),
      ]);
      const match = matchHeavyAtoms(
        {
          elements: own.map((atom) => parsed.getAtomicNo(atom)),
          hydrogens: own.map((atom) => parsed.getAllHydrogens(atom)),
          bonds: ends,
        },
        graph,
      );
      if (!match) throw new Error(otherMolecule(name));
      const place = (atom: number) => graph.atoms[match[atom] ?? -1] ?? 0;
      const heavy = ends.map(
        ([a, b], bond): FileBond => ({ atoms: [place(a), place(b)], order: parsed.getBondOrder(bond) }),
      );
      const toHydrogen = perceived.filter((pair) => pair.some((atom) => atoms[atom]?.atomic_number === 1));
      const formalCharges = atoms.map(() => 0);
      for (const atom of own) formalCharges[place(atom)] = parsed.getAtomCharge(atom);
      return {
        ...{ name, atoms, charge, multiplicity, formalCharges, data },
        bonds: [...heavy, ...toHydrogen.map(([a, b]): FileBond => ({ atoms: [a, b], order: 1 }))],
      };
    }),
  );
}
