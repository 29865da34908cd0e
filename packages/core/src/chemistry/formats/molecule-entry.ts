import type { PlacedAtom } from '../atoms.ts';
import type { Lattice } from '../lattice.ts';

/** A bond of a file: the two atoms (0-based) and the order (4: aromatic). */
export interface FileBond {
  atoms: [number, number];
  order: number;
}

/** One molecule of a file. What a format does not say is null: a SMILES has no atoms, a plain XYZ no bonds. */
export interface MoleculeEntry {
  name: string | null;
  /** Positions in Å; null for formats of SMILES. */
  atoms: PlacedAtom[] | null;
  charge: number | null;
  multiplicity: number | null;
  cell: Lattice | null;
  smiles: string | null;
  bonds: FileBond[] | null;
  /** Formal charge of each atom. */
  formalCharges: number[] | null;
  /** A drawing, not a geometry: its positions must be replaced before anything is computed. */
  isFlat: boolean;
  /** Data fields of an SDF file, further columns of a CSV file. */
  data: Record<string, string>;
  /** 1-based line where the molecule begins. */
  line: number;
}

/** An entry with nothing but what is given. */
export function moleculeEntry(known: Partial<MoleculeEntry> & { line: number }): MoleculeEntry {
  return {
    name: null,
    atoms: null,
    charge: null,
    multiplicity: null,
    cell: null,
    smiles: null,
    bonds: null,
    formalCharges: null,
    isFlat: false,
    data: {},
    ...known,
  };
}

/** What can be written: atoms or SMILES, and whatever else is known. */
export type WritableMolecule = Partial<Omit<MoleculeEntry, 'line'>> & { energy?: number | null | undefined };
