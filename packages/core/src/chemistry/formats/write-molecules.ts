import { writeExtendedXyz } from '../extended-xyz.ts';
import { FileProblem } from '../problem.ts';
import { writeXyz } from '../xyz.ts';
import type { WritableMolecule } from './molecule-entry.ts';
import { writePdbMolecules } from './pdb-molecule.ts';
import { writeSmilesList } from './smiles.ts';
import { writeSmilesCsv } from './smiles-csv.ts';
import { writeMol, writeSdf } from './write-sdf.ts';

/** The formats that molecules are written in. */
export const writableFormats = ['xyz', 'extxyz', 'mol', 'sdf', 'smiles', 'csv', 'pdb'] as const;
export type WritableFormat = (typeof writableFormats)[number];

/**
 * Writes molecules in a format.
 * @throws FileProblem when there are none, when a MOL file is asked for several, or when a molecule lacks what the format is made of (positions, bonds, SMILES)
 */
export function writeMolecules(format: WritableFormat, molecules: readonly WritableMolecule[]): string {
  if (molecules.length === 0) throw new FileProblem('There is no molecule to write.');
  switch (format) {
    case 'xyz':
      return writeXyz(withAtoms(molecules));
    case 'extxyz':
      return writeExtendedXyz(withAtoms(molecules));
    case 'mol':
      if (molecules.length > 1) throw new FileProblem('A MOL file holds one molecule. Write several as SDF.');
      return writeMol(molecules[0] as WritableMolecule);
    case 'sdf':
      return writeSdf(molecules);
    case 'smiles':
      return writeSmilesList(molecules);
    case 'csv':
      return writeSmilesCsv(molecules);
    case 'pdb':
      return writePdbMolecules(molecules);
  }
}

function withAtoms(molecules: readonly WritableMolecule[]) {
  return molecules.map((molecule, index) => {
    const { atoms, name, charge = null, multiplicity = null } = molecule;
    if (!atoms) throw new FileProblem(`Molecule ${index + 1}${name ? ` (${name})` : ''} has no positions.`);
    return { ...molecule, atoms, charge, multiplicity };
  });
}
