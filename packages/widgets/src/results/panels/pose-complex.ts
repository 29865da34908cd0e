import { type Pdb, type PlacedAtom, pdbWithLigand, writePdb } from '@cuvette/core/chemistry';

/** A structure as a PDB file; with a ligand in it where one is given. */
export function complexText(pdb: Pdb, ligand: readonly PlacedAtom[] | null, title: string): string {
  return writePdb(ligand ? pdbWithLigand(pdb, ligand, title) : pdb);
}
