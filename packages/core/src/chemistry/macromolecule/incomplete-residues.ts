import type { Pdb } from '../pdb/schema.ts';

/** Heavy atoms of the standard amino acids inside a chain (without the second oxygen of its end). */
const heavyAtoms: Readonly<Record<string, number>> = {
  ALA: 5,
  ARG: 11,
  ASN: 8,
  ASP: 8,
  CYS: 6,
  GLN: 9,
  GLU: 9,
  GLY: 4,
  HIS: 10,
  ILE: 8,
  LEU: 8,
  LYS: 9,
  MET: 8,
  PHE: 11,
  PRO: 7,
  SER: 6,
  THR: 7,
  TRP: 14,
  TYR: 12,
  VAL: 7,
};

/** How many amino acids of the first model lack heavy atoms, and how many atoms they lack in all. */
export function incompleteResidues({ models }: Pick<Pdb, 'models'>): { residues: number; atoms: number } {
  let residues = 0;
  let atoms = 0;
  for (const chain of Object.values(models[0]?.polymer ?? {})) {
    for (const residue of Object.values(chain.residues)) {
      const whole = heavyAtoms[residue.name ?? ''];
      if (whole === undefined) continue;
      const names = new Set(
        Object.values(residue.atoms)
          .filter(({ element }) => element !== 'H' && element !== 'D')
          .map(({ element, name }) => name ?? element),
      );
      if (names.size >= whole) continue;
      residues++;
      atoms += whole - names.size;
    }
  }
  return { residues, atoms };
}
