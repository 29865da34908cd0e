import { readHybrid36 } from './hybrid36.ts';
import type { ResidueId } from './residues.ts';

/**
 * Chain, residue number and insertion code of a PDB record; null when there is no number.
 * @param chainColumn 0-based column of the chain
 * @param numberColumn 0-based first column of the residue number, which has four columns and is followed by the insertion code
 * @param blank the name of a chain that is left blank
 */
export function readResidueId(text: string, chainColumn: number, numberColumn: number, blank = ''): ResidueId | null {
  const number = readHybrid36(text.slice(numberColumn, numberColumn + 4), 4);
  if (number === null) return null;
  return {
    chain: text.slice(chainColumn, chainColumn + 1).trim() || blank,
    number,
    insertion: text.slice(numberColumn + 4, numberColumn + 5).trim(),
  };
}
