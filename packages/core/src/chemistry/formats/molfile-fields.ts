import type { PlacedAtom } from '../atoms.ts';
import { atomicNumberOf } from '../elements.ts';
import { FileProblem } from '../problem.ts';
import type { FileBond } from './molecule-entry.ts';

/** What an atom block and a bond block say, in either version. */
export interface MolBlock {
  atoms: PlacedAtom[];
  charges: number[];
  /** Radical codes of the format: 0 none, 1 singlet, 2 doublet, 3 triplet. */
  radicals: number[];
  bonds: FileBond[];
}

/** Atomic number of an atom symbol of a MOL file, where D and T are hydrogen. @throws FileProblem for query atoms and unknown symbols */
export function molAtomicNumber(symbol: string, line: number): number {
  if (symbol === 'D' || symbol === 'T') return 1;
  const number = atomicNumberOf(symbol);
  if (number !== null) return number;
  const query = /^(A|Q|L|LP|\*|R#?\d*|M|X)$/i.test(symbol);
  throw new FileProblem(
    `"${symbol}" is ${query ? 'a placeholder, not an element; draw a definite atom' : 'not an element'}.`,
    line,
  );
}

/** A coordinate of a MOL file. @throws FileProblem naming axis and line */
export function molCoordinate(text: string, axis: number, line: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) {
    throw new FileProblem(`The ${'xyz'[axis]} coordinate is "${text.trim()}", not a number.`, line);
  }
  return value;
}

/** Adds a bond between atoms of the block (0-based). @throws FileProblem when there is no such atom */
export function addBond(block: MolBlock, first: number, second: number, order: number, line: number): void {
  if (!block.atoms[first] || !block.atoms[second] || first === second || !(order >= 1)) {
    throw new FileProblem('The bond does not join two atoms of the molecule.', line);
  }
  block.bonds.push({ atoms: [first, second], order });
}
