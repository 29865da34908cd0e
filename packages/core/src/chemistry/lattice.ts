import type { Vector3 } from './atoms.ts';
import { FileProblem } from './problem.ts';

/** A periodic cell as the entities have it: lattice vectors (rows) in Å, and the directions that repeat. */
export interface Lattice {
  lattice_vectors: [Vector3, Vector3, Vector3];
  is_periodic: [boolean, boolean, boolean];
}

/** The longest component of a lattice vector that is read (Å): far above every crystal, and its volume is a number. */
export const longestLatticeVector = 1e6;

/** Volume of a cell in Å³: the absolute determinant of its vectors. */
export function cellVolume([a, b, c]: Lattice['lattice_vectors']): number {
  return Math.abs(
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]),
  );
}

/** Lengths of a cell's vectors in Å and its angles α (between b and c), β (a, c), γ (a, b) in degrees, as crystallographers give them. */
export function cellParameters([a, b, c]: Lattice['lattice_vectors']): { lengths: Vector3; angles: Vector3 } {
  const angle = (first: Vector3, second: Vector3) => {
    const product = first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
    const cosine = product / (Math.hypot(...first) * Math.hypot(...second));
    return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  };
  return {
    lengths: [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)],
    angles: [angle(b, c), angle(a, c), angle(a, b)],
  };
}

/**
 * The cell that the comment line of an XYZ file gives: `Lattice="ax ay az bx by bz cx cy cz" pbc="T T F"` (extended XYZ; without `pbc` all three
 * directions repeat), or `cell: (…); is_periodic: (…);`. Null when it gives none, or a box in which nothing repeats (`pbc="F F F"`).
 * @throws FileProblem when there are not nine numbers, or the vectors span no volume
 */
export function readLattice(comment: string, line: number): Lattice | null {
  const text = valueOfLattice(comment) ?? /(?:^|[\s;])cell\s*:\s*([[(][^;]*)/i.exec(comment)?.[1];
  if (text === undefined) return null;
  const numbers = numbersIn(text);
  if (numbers.length !== 9) {
    throw new FileProblem(`The lattice needs nine numbers (three vectors in Å); ${numbers.length} are given.`, line);
  }
  const bad = numbers.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new FileProblem('A number of the lattice cannot be read.', line);
  const lattice_vectors = [numbers.slice(0, 3), numbers.slice(3, 6), numbers.slice(6)] as Lattice['lattice_vectors'];
  if (numbers.some((value) => Math.abs(value) > longestLatticeVector)) {
    throw new FileProblem(`A number of the lattice is above ${longestLatticeVector} Å.`, line);
  }
  if (cellVolume(lattice_vectors) < 1e-6) throw new FileProblem('The lattice vectors span no volume.', line);
  const is_periodic = readPeriodicity(comment, line);
  return is_periodic.includes(true) ? { lattice_vectors, is_periodic } : null;
}

/** Returns what is in quotation marks or braces after `lattice=`. */
function valueOfLattice(comment: string): string | undefined {
  const opened = /(?:^|\s)lattice\s*=\s*(["{])/i.exec(comment);
  if (!opened) return undefined;
  const start = opened.index + opened[0].length;
  const end = comment.indexOf(opened[1] === '"' ? '"' : '}', start);
  return end < 0 ? undefined : comment.slice(start, end);
}

function numbersIn(text: string): number[] {
  return text
    .split(/[\s,()[\]]+/)
    .filter((part) => part !== '')
    .map(Number);
}

function readPeriodicity(comment: string, line: number): Lattice['is_periodic'] {
  const match = /(?:^|[\s;])(?:pbc\s*=\s*"?|is_periodic\s*:\s*)([^";]*)/i.exec(comment);
  if (!match) return [true, true, true];
  const flags = (match[1] ?? '').match(/true|false|[tf10]/gi)?.slice(0, 3) ?? [];
  if (flags.length !== 3) throw new FileProblem('The periodicity (pbc) needs three of T and F.', line);
  return flags.map((flag) => /^(t|1)/i.test(flag)) as Lattice['is_periodic'];
}
