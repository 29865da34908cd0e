import type { PlacedAtom, Vector3 } from './atoms.ts';
import { atomicNumberOf, maximumAtomicNumber, symbolOf } from './elements.ts';
import { readXyzColumns, type XyzColumns } from './extended-xyz.ts';
import { type Lattice, readLattice } from './lattice.ts';
import { FileProblem } from './problem.ts';

/** One frame of an XYZ file: atoms in Å and what the comment line says; `cell` where it gives one. */
export interface XyzFrame {
  atoms: PlacedAtom[];
  comment: string;
  charge: number | null;
  multiplicity: number | null;
  cell: Lattice | null;
}

/**
 * Reads an XYZ or extended XYZ file of one or more frames. From a comment line are taken: `charge:`, `multiplicity:` (also with `=` or a space),
 * the cell (`Lattice`, `pbc`) and the order of the columns (`Properties`).
 * @throws FileProblem naming the line where the text stops being XYZ
 */
export function readXyz(text: string): XyzFrame[] {
  const lines = text.split(/\r\n|\r|\n/);
  const frames: XyzFrame[] = [];
  let line = 0;
  while (line < lines.length) {
    const head = (lines[line] ?? '').trim();
    if (head === '' && (frames.length > 0 || line < lines.length - 1)) {
      line++;
      continue;
    }
    if (!/^\d+$/.test(head)) {
      const shown = head === '' ? 'nothing' : `"${head.slice(0, 40)}"`;
      throw new FileProblem(`An XYZ file begins with the number of atoms; found ${shown}.`, line + 1);
    }
    const count = Number(head);
    if (count === 0) throw new FileProblem('The number of atoms is 0; at least one atom is needed.', line + 1);
    const comment = lines[line + 1] ?? '';
    const cell = readLattice(comment, line + 2);
    const columns = readXyzColumns(comment, line + 2);
    const atoms: PlacedAtom[] = [];
    for (let index = 0; index < count; index++) {
      const number = line + 2 + index;
      atoms.push(readAtom(lines[number], number + 1, index, count, columns));
    }
    const [charge, multiplicity] = [readKey(comment, 'charge'), readKey(comment, 'multiplicity')];
    frames.push({ atoms, comment, charge, multiplicity, cell });
    line += count + 2;
  }
  if (frames.length === 0) throw new FileProblem('The file is empty.', 1);
  return frames;
}

function readAtom(
  text: string | undefined,
  line: number,
  index: number,
  count: number,
  columns: XyzColumns,
): PlacedAtom {
  const fields = (text ?? '').trim().split(/\s+/);
  if (!text?.trim()) throw new FileProblem(`The file ends after ${index} of ${count} atoms.`, line);
  const name = fields[columns.species] ?? '';
  const numbers = fields.slice(columns.position);
  const atomicNumber = /^\d+$/.test(name) ? Number(name) : atomicNumberOf(name);
  if (atomicNumber === null || atomicNumber < 1 || atomicNumber > maximumAtomicNumber) {
    throw new FileProblem(`"${name.slice(0, 20)}" is not an element.`, line);
  }
  const position = numbers.slice(0, 3).map((value) => (value === '' ? Number.NaN : Number(value)));
  const bad = position.findIndex((value) => !Number.isFinite(value));
  if (position.length < 3) throw new FileProblem(`Atom ${name}${index + 1} needs three coordinates in Å.`, line);
  if (bad >= 0) {
    const axis = 'xyz'[bad];
    throw new FileProblem(
      `The ${axis} coordinate of ${symbolOf(atomicNumber)}${index + 1} is "${numbers[bad]?.slice(0, 20)}", not a number.`,
      line,
    );
  }
  return { atomic_number: atomicNumber, position: position as Vector3 };
}

function readKey(comment: string, key: string): number | null {
  const match = new RegExp(`(?:^|[\\s;])${key}(?:\\s*[:=]\\s*"?|\\s+)([-+]?\\d+)(?![\\d.])`, 'i').exec(comment);
  return match ? Number(match[1]) : null;
}

/** Writes frames as XYZ with 8 decimals and the comment line that the platform's files have (`charge: 0; multiplicity: 1; energy: …;`). */
export function writeXyz(
  molecules: readonly {
    atoms: readonly PlacedAtom[];
    charge: number | null;
    multiplicity: number | null;
    energy?: number | null | undefined;
    smiles?: string | null | undefined;
    cell?: Lattice | null | undefined;
  }[],
): string {
  return molecules
    .map((molecule) => {
      const comment = (['charge', 'multiplicity', 'energy', 'smiles'] as const)
        .filter((key) => molecule[key] !== null && molecule[key] !== undefined)
        .map((key) => `${key}: ${molecule[key]};`)
        .concat(molecule.cell ? cellText(molecule.cell) : [])
        .join(' ');
      const rows = molecule.atoms.map(
        ({ atomic_number, position }) =>
          `${symbolOf(atomic_number).padEnd(3)}${position.map((value) => value.toFixed(8).padStart(16)).join('')}`,
      );
      return [molecule.atoms.length, comment, ...rows].join('\n');
    })
    .join('\n')
    .concat('\n');
}

/** `cell: ((…), (…), (…)); is_periodic: (…);` with the lattice vectors in Å. */
function cellText({ lattice_vectors, is_periodic }: Lattice): string {
  const vectors = lattice_vectors.map((vector) => `(${vector.join(', ')})`).join(', ');
  return `cell: (${vectors}); is_periodic: (${is_periodic.map((flag) => (flag ? 'True' : 'False')).join(', ')});`;
}
