import type { PlacedAtom, Vector3 } from './atoms.ts';
import type { Lattice } from './lattice.ts';

/** A copy of an atom of a periodic structure: which atom (0-based), and by how many lattice vectors it is shifted. */
export interface AtomImage {
  atom: number;
  shift: Vector3;
}

/** Distance in Å within which an atom counts as on the cell's border: files write coordinates with about as many digits. */
const borderTolerance = 0.01;

/** Edges of a cell: two ends each, as corners counted in lattice vectors. The first three are a, b and c from the origin. */
export const cellEdges: readonly (readonly [Vector3, Vector3])[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
].flatMap(([second = 0, third = 0]) =>
  [0, 1, 2].map((axis): [Vector3, Vector3] => {
    const from: Vector3 = [0, 0, 0];
    from[(axis + 1) % 3] = second;
    from[(axis + 2) % 3] = third;
    const to: Vector3 = [...from];
    to[axis] = 1;
    return [from, to];
  }),
);

/** Corners of a cell, counted in lattice vectors. */
export const cellCorners: readonly Vector3[] = [0, 1].flatMap((i) =>
  [0, 1].flatMap((j) => [0, 1].map((k): Vector3 => [i, j, k])),
);

/** A place that is counted in lattice vectors, in Å from the cell's origin. */
export function latticePoint(
  { lattice_vectors: [a, b, c] }: Pick<Lattice, 'lattice_vectors'>,
  [i, j, k]: Vector3,
): Vector3 {
  return [0, 1, 2].map(
    (axis) => i * (a[axis] as number) + j * (b[axis] as number) + k * (c[axis] as number),
  ) as Vector3;
}

/** The cells that touch a cell, counted in lattice vectors: 26 where all directions repeat, 8 for a slab, 2 for a chain. */
export function adjacentShifts({ is_periodic }: Pick<Lattice, 'is_periodic'>): Vector3[] {
  const [x, y, z] = is_periodic.map((repeats) => (repeats ? [-1, 0, 1] : [0]));
  const shifts: Vector3[] = [];
  for (const i of x ?? []) {
    for (const j of y ?? []) {
      for (const k of z ?? []) if (i !== 0 || j !== 0 || k !== 0) shifts.push([i, j, k]);
    }
  }
  return shifts;
}

/** The copies of all atoms in the cells around. */
export function adjacentImages(atoms: readonly PlacedAtom[], lattice: Lattice): AtomImage[] {
  return adjacentShifts(lattice).flatMap((shift) => atoms.map((_, atom) => ({ atom, shift })));
}

/**
 * The copies that fill the one cell that the lattice vectors span: of each atom those closest to the cell's middle, which are inside it,
 * and of an atom on the border (within 0.01 Å) one on each side. Atoms that are in the cell themselves are no copies and are left out.
 * Along directions that do not repeat atoms stay where they are.
 */
export function closestImages(atoms: readonly PlacedAtom[], lattice: Lattice): AtomImage[] {
  const inverse = inverseOf(lattice);
  const images: AtomImage[] = [];
  atoms.forEach(({ position }, atom) => {
    const shifts = [0, 1, 2].map((axis) => {
      if (!lattice.is_periodic[axis]) return [0];
      const row = inverse[axis] as Vector3;
      const place = row[0] * position[0] + row[1] * position[1] + row[2] * position[2];
      // The row's length is the inverse of the height between the two faces: the tolerance in Å, as a part of that height.
      const tolerance = Math.min(0.1, borderTolerance * Math.hypot(...row));
      const found: number[] = [];
      for (let shift = Math.ceil(-place - tolerance); place + shift <= 1 + tolerance; shift++) found.push(shift || 0);
      return found;
    });
    for (const i of shifts[0] ?? []) {
      for (const j of shifts[1] ?? []) {
        for (const k of shifts[2] ?? []) {
          if (i !== 0 || j !== 0 || k !== 0) images.push({ atom, shift: [i, j, k] });
        }
      }
    }
  });
  return images;
}

/** Rows that turn a place in Å into numbers of lattice vectors. Vectors of directions that do not repeat may be anything, also nothing. */
function inverseOf({ lattice_vectors, is_periodic }: Lattice): [Vector3, Vector3, Vector3] {
  const vectors = lattice_vectors.map((vector) => [...vector] as Vector3) as Lattice['lattice_vectors'];
  const open = [0, 1, 2].filter((axis) => !is_periodic[axis]);
  if (Math.abs(dot(vectors[0], cross(vectors[1], vectors[2]))) < 1e-6) {
    const repeating = [0, 1, 2].filter((axis) => is_periodic[axis]).map((axis) => vectors[axis] as Vector3);
    const complement = orthogonalTo(repeating);
    open.forEach((axis, place) => {
      vectors[axis] = complement[place] ?? [0, 0, 1];
    });
  }
  const [a, b, c] = vectors;
  const volume = dot(a, cross(b, c));
  const scaled = (vector: Vector3) => vector.map((value) => value / volume) as Vector3;
  return [scaled(cross(b, c)), scaled(cross(c, a)), scaled(cross(a, b))];
}

/** Directions at right angles to one or two others. */
function orthogonalTo(vectors: readonly Vector3[]): Vector3[] {
  const [a, b] = vectors;
  if (!a) return [];
  if (b) return [unit(cross(a, b))];
  const helper: Vector3 = Math.abs(a[0]) < Math.abs(a[1]) ? [1, 0, 0] : [0, 1, 0];
  const first = unit(cross(a, helper));
  return [first, unit(cross(a, first))];
}

const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(vector: Vector3): Vector3 {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length) as Vector3;
}
