import { atomicNumberOf } from '../elements.ts';
import { isStandardResidue, isWaterName } from './residues.ts';

/** Ions as CHARMM's force field names them: atom and residue alike. */
const ionsOfCharmm = new Map(
  Object.entries({ SOD: 'NA', POT: 'K', CLA: 'CL', CAL: 'CA', CES: 'CS', LIT: 'LI', RUB: 'RB', BAR: 'BA', CAD: 'CD' }),
);

/** Elements that fill column 13 of a name of four characters; of the others that could, programs write names of light atoms. */
const numberedFrom10 = /^(CL|BR|FE|SI|CU|PT)\d\d$/;

function isSymbol(text: string): boolean {
  return text === 'D' || atomicNumberOf(text) !== null;
}

/**
 * Element of an atom of a PDB file, in capitals ("CL"; "D" for deuterium): what columns 77 and 78 say, else what the name does. In a name (all four
 * columns, 13 to 16) two-letter symbols begin in column 13 and one-letter ones in column 14, hydrogens with four letters in column 13 too (wwPDB format
 * 3.3); in amino acids, nucleotides and water the first letter is the element in any column, and an ion has the name of its residue.
 * "X" where neither says it. Compute has the same rule (`convert/pdb_elements.py`), with the same table of cases.
 */
export function elementOfAtom(columns: string, name: string, residueName: string): string {
  // Files of before 1996 have the entry's code and line numbers here.
  if (/^[A-Za-z]{1,2}$/.test(columns.trim())) return columns.trim();
  const letters = name.replace(/[^A-Za-z]/g, '').toUpperCase();
  const two = letters.slice(0, 2);
  const one = letters.slice(0, 1);
  const residue = residueName.trim().toUpperCase();
  const either = isSymbol(one) ? one : isSymbol(two) ? two : 'X';
  if (isStandardResidue(residue) || isWaterName(residue)) return either;
  const ion = letters === residue ? ionsOfCharmm.get(residue) : undefined;
  if (ion) return ion;
  if (letters.length <= 2 && letters === residue.replace(/[^A-Z]/g, '') && isSymbol(letters)) return letters;
  if (numberedFrom10.test(name.toUpperCase())) return two;
  if (/^[A-Za-z]{2}/.test(name) && name.trim().length < 4 && isSymbol(two)) return two;
  return either;
}
