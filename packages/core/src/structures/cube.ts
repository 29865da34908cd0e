import type { PlacedAtom, Vector3 } from '../chemistry/atoms.ts';
import { maximumAtomicNumber } from '../chemistry/elements.ts';
import { FileProblem } from '../chemistry/problem.ts';
import { BOHR_TO_ANGSTROM } from '../chemistry/units.ts';
import type { Grid } from '../entities/grid.ts';
import { type GridQuantity, gridUnits } from '../entities/grid-quantity.ts';

/** What a cube file holds: atoms in Å, and a grid for each value that a point has. */
export interface CubeFile {
  title: string;
  atoms: PlacedAtom[];
  grids: Grid[];
}

/** Most values of a file: 512 MiB as float32. */
const mostValues = 2 ** 27;

/**
 * Reads a Gaussian cube file: two lines of comment, number of atoms and origin, three axes, atoms, then the values with the last axis fastest. A negative
 * number of atoms announces a list of orbitals, a fifth number on that line several values at each point; negative numbers of points say that lengths are
 * in Å instead of Bohr. The file does not say what its values are: the comment is asked, and where it is silent, values of both signs are an orbital's.
 * Source: Gaussian 16 user's reference, utility cubegen, "Cube file formats".
 * @throws FileProblem naming the line
 */
export function readCube(text: string): CubeFile {
  const lines = new Lines(text);
  const title = [lines.next('a comment'), lines.next('a comment')]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
  const head = lines.numbers('the number of atoms and the origin', 4);
  const atomCount = whole(head[0], 'number of atoms', lines.number);
  const [, ...places] = head;
  const perPoint = head[4] === undefined ? 1 : whole(head[4], 'number of values at each point', lines.number);
  if (perPoint < 1)
    throw new FileProblem(`The number of values at each point is ${perPoint}; it is at least 1.`, lines.number);
  const axisRows = [0, 1, 2].map(() => {
    const [points, ...vector] = lines.numbers('the number of points along an axis and its step', 4);
    const count = whole(points, 'number of points along an axis', lines.number);
    if (count === 0) throw new FileProblem('An axis has 0 points; at least one is needed.', lines.number);
    return { count, vector: vector.slice(0, 3) as Vector3 };
  });
  const toBohr = axisRows.every(({ count }) => count < 0) ? 1 / BOHR_TO_ANGSTROM : 1;
  const shape = axisRows.map(({ count }) => Math.abs(count)) as Vector3;
  const scaled = (vector: readonly number[]) => vector.slice(0, 3).map((value) => value * toBohr) as Vector3;

  const atoms: PlacedAtom[] = [];
  for (let index = 0; index < Math.abs(atomCount); index++) {
    const row = lines.numbers(`atom ${index + 1} of ${Math.abs(atomCount)}: number, charge and place`, 5);
    const atomic_number = whole(row[0], 'atomic number', lines.number);
    if (atomic_number < 0 || atomic_number > maximumAtomicNumber) {
      throw new FileProblem(`The atomic number ${atomic_number} is not that of an element.`, lines.number);
    }
    atoms.push({ atomic_number, position: scaled(row.slice(2)).map((value) => value * BOHR_TO_ANGSTROM) as Vector3 });
  }
  const orbitals = atomCount < 0 ? orbitalList(lines) : null;
  const count = orbitals?.length ?? perPoint;
  const points = shape[0] * shape[1] * shape[2];
  if (points * count > mostValues)
    throw new FileProblem(`The file announces ${points * count} values, more than are read.`, 4);
  const columns = lines.values(points, count);
  const header = {
    orbital: null,
    shape,
    origin: scaled(places),
    axes: axisRows.map(({ vector }) => scaled(vector)) as [Vector3, Vector3, Vector3],
    length_unit: 'Bohr' as const,
  };
  const grids = columns.map((values, index): Grid => {
    let minimum = Number.POSITIVE_INFINITY;
    let maximum = Number.NEGATIVE_INFINITY;
    for (const value of values) {
      if (value < minimum) minimum = value;
      if (value > maximum) maximum = value;
    }
    const quantity = orbitals ? 'orbital' : quantityOf(title, minimum);
    const name = orbitals ? `orbital ${orbitals[index]}` : count > 1 ? `value ${index + 1}` : title || quantity;
    return { header: { ...header, name, quantity, value_unit: gridUnits[quantity], minimum, maximum }, values };
  });
  return { title, atoms, grids };
}

/** Whether a text begins as a cube file does: numbers of atoms and points in their places. */
export function looksLikeCube(text: string): boolean {
  const lines = text.slice(0, 4000).split(/\r\n|\r|\n/, 6);
  const row = /^\s*-?\d+(?:\s+[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eEdD][-+]?\d+)?){3}/;
  return lines.length === 6 && lines.slice(2).every((line) => row.test(line));
}

/** The number of orbitals and their numbers, over as many lines as they need. */
function orbitalList(lines: Lines): number[] {
  const found = lines.numbers('the number of orbitals and their numbers', 1);
  const count = whole(found.shift(), 'number of orbitals', lines.number);
  if (count < 1) throw new FileProblem('The number of orbitals is 0; at least one is needed.', lines.number);
  while (found.length < count) found.push(...lines.numbers('the numbers of the orbitals', 1));
  return found.slice(0, count);
}

function quantityOf(title: string, minimum: number): GridQuantity {
  if (/electrostatic|potential|\besp\b/i.test(title)) return 'electrostatic_potential';
  if (/spin|difference/i.test(title) && /dens/i.test(title)) return 'density_difference';
  if (/\bmo\b|orbital|homo|lumo/i.test(title)) return 'orbital';
  if (/dens/i.test(title)) return 'density';
  return minimum < 0 ? 'orbital' : 'density';
}

function whole(value: number | undefined, what: string, line: number): number {
  if (value === undefined || !Number.isInteger(value))
    throw new FileProblem(`The ${what} is not a whole number.`, line);
  return value;
}

/** The lines of a text one after another, and the numbers at its end without splitting it: a grid has millions. */
class Lines {
  readonly #text: string;
  #at = 0;
  /** 1-based number of the line that was read last. */
  number = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(expected: string): string {
    if (this.#at >= this.#text.length) throw new FileProblem(`The file ends before ${expected}.`, this.number + 1);
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    this.number += 1;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  numbers(expected: string, least: number): number[] {
    const fields = this.next(expected).trim().split(/\s+/).filter(Boolean);
    const values = fields.map(numberOf);
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0 || values.length < least) {
      const found = bad >= 0 ? `"${fields[bad]?.slice(0, 20)}", not a number` : `${values.length} numbers of ${least}`;
      throw new FileProblem(`Expected ${expected}; found ${found}.`, this.number);
    }
    return values;
  }

  /** `points` × `columns` numbers, those of a point together, as one array for each column. */
  values(points: number, columns: number): Float32Array[] {
    const found = Array.from({ length: columns }, () => new Float32Array(points));
    const text = this.#text;
    const wanted = points * columns;
    let at = this.#at;
    let line = this.number + 1;
    for (let index = 0; index < wanted; index++) {
      let code = text.charCodeAt(at);
      while (code <= 32) {
        if (code === 10) line += 1;
        code = text.charCodeAt(++at);
      }
      const start = at;
      while (code > 32) code = text.charCodeAt(++at);
      if (start === at) throw new FileProblem(`The file ends after ${index} of ${wanted} values.`, line);
      const value = numberOf(text.slice(start, at));
      if (!Number.isFinite(value)) {
        throw new FileProblem(`"${text.slice(start, Math.min(at, start + 20))}" is not a number.`, line);
      }
      (found[index % columns] as Float32Array)[Math.floor(index / columns)] = value;
    }
    if (text.slice(at, at + 2000).trim() !== '') {
      throw new FileProblem(`More than the ${wanted} values that the header announces.`, line);
    }
    return found;
  }
}

/** A number as Fortran writes it too: 1.5D-03. */
function numberOf(text: string): number {
  const value = Number(text);
  return Number.isNaN(value) ? Number(text.replace(/[dD]/, 'e')) : value;
}
