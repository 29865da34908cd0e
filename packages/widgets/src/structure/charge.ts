import type { loadToolkit } from './depict.ts';

/**
 * Net charge of a SMILES: the sum of its formal charges, read by the chemistry toolkit.
 * @returns null when the SMILES cannot be read or holds no atoms
 */
export function formalCharge({ Molecule }: Awaited<ReturnType<typeof loadToolkit>>, smiles: string): number | null {
  try {
    const molecule = Molecule.fromSmiles(smiles);
    const atoms = molecule.getAllAtoms();
    if (atoms === 0) return null;
    let charge = 0;
    for (let atom = 0; atom < atoms; atom++) charge += molecule.getAtomCharge(atom);
    return charge;
  } catch {
    return null;
  }
}
