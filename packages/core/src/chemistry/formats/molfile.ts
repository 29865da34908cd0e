import type { Vector3 } from '../atoms.ts';
import { FileProblem } from '../problem.ts';
import { type MoleculeEntry, moleculeEntry } from './molecule-entry.ts';
import { addBond, type MolBlock, molAtomicNumber, molCoordinate } from './molfile-fields.ts';
import { readV3000 } from './molfile-v3000.ts';

/**
 * Reads one connection table (V2000 or V3000; BIOVIA "CTFile Formats", 2020): atoms, bonds, formal charges (M CHG, which replaces the atom block's
 * column) and the multiplicity from M RAD. Without M RAD the multiplicity is 1, and null where the number of electrons is odd.
 * @param lines the lines of the whole file; the table begins with the name on line `start` (0-based)
 * @throws FileProblem naming the line that cannot be read
 */
export function readMolBlock(lines: readonly string[], start: number): MoleculeEntry {
  const counts = lines[start + 3] ?? '';
  if (!/V[23]000/.test(counts) && !/^[ \d]{5}\d/.test(counts)) {
    throw new FileProblem(
      'The fourth line of a MOL file has the numbers of atoms and bonds and "V2000" or "V3000".',
      start + 4,
    );
  }
  const block = counts.includes('V3000') ? readV3000(lines, start + 4) : readV2000(lines, start, counts);
  if (block.atoms.length === 0) throw new FileProblem('The molecule has no atoms.', start + 4);
  const charge = block.charges.reduce((sum, value) => sum + value, 0);
  const dimension = (lines[start + 1] ?? '').slice(20, 22);
  const allFlat = block.atoms.length > 1 && block.atoms.every(({ position }) => position[2] === 0);
  return moleculeEntry({
    name: (lines[start] ?? '').trim() || null,
    atoms: block.atoms,
    bonds: block.bonds,
    charge,
    formalCharges: block.charges,
    multiplicity: multiplicityOf(block, charge),
    isFlat: allFlat && dimension !== '3D',
    line: start + 1,
  });
}

function multiplicityOf({ atoms, radicals }: MolBlock, charge: number): number | null {
  const unpaired = radicals.reduce((sum, code) => sum + (code === 2 ? 1 : code === 3 ? 2 : 0), 0);
  if (unpaired > 0) return unpaired + 1;
  const electrons = atoms.reduce((sum, atom) => sum + atom.atomic_number, 0) - charge;
  return electrons % 2 === 0 ? 1 : null;
}

/** Formal charge of the code in the atom block's column. Code 4 is a doublet radical. */
const chargeOfCode = [0, 3, 2, 1, 0, -1, -2, -3];

function readV2000(lines: readonly string[], start: number, counts: string): MolBlock {
  const atomCount = Number(counts.slice(0, 3));
  const bondCount = Number(counts.slice(3, 6));
  if (!Number.isInteger(atomCount) || !Number.isInteger(bondCount)) {
    throw new FileProblem('The numbers of atoms and bonds cannot be read.', start + 4);
  }
  const block: MolBlock = { atoms: [], charges: [], radicals: [], bonds: [] };
  for (let index = 0; index < atomCount; index++) {
    const number = start + 5 + index;
    const text = lines[number - 1];
    if (text === undefined || /^(M {2}END|\$\$\$\$)/.test(text)) {
      throw new FileProblem(`The atoms end after ${index} of ${atomCount}.`, number);
    }
    const position = [0, 1, 2].map((axis) => molCoordinate(text.slice(axis * 10, axis * 10 + 10), axis, number));
    block.atoms.push({
      atomic_number: molAtomicNumber(text.slice(31, 34).trim(), number),
      position: position as Vector3,
    });
    const code = Number(text.slice(36, 39));
    block.charges.push(chargeOfCode[code] ?? 0);
    block.radicals.push(code === 4 ? 2 : 0);
  }
  for (let index = 0; index < bondCount; index++) {
    const number = start + 5 + atomCount + index;
    const text = lines[number - 1] ?? '';
    const [first = 0, second = 0, order = 0] = [0, 3, 6].map((column) => Number(text.slice(column, column + 3)));
    addBond(block, first - 1, second - 1, order, number);
  }
  readProperties(lines, start + 4 + atomCount + bondCount, block);
  return block;
}

function readProperties(lines: readonly string[], from: number, block: MolBlock): void {
  let replaced = false;
  for (let index = from; index < lines.length; index++) {
    const text = lines[index] ?? '';
    if (/^(M {2}END|\$\$\$\$)/.test(text)) return;
    const kind = /^M {2}(CHG|RAD)/.exec(text)?.[1];
    if (!kind) continue;
    if (!replaced) {
      block.charges.fill(0);
      block.radicals.fill(0);
      replaced = true;
    }
    const [count = 0, ...values] = text.slice(6).trim().split(/\s+/).map(Number);
    for (let pair = 0; pair < count; pair++) {
      const atom = (values[2 * pair] ?? Number.NaN) - 1;
      const value = values[2 * pair + 1];
      if (!block.atoms[atom] || value === undefined || !Number.isInteger(value)) {
        throw new FileProblem(`The line "M  ${kind}" names an atom or value that does not exist.`, index + 1);
      }
      (kind === 'CHG' ? block.charges : block.radicals)[atom] = value;
    }
  }
}
