import { massOf } from './atomic-masses.ts';
import type { PlacedAtom, Vector3 } from './atoms.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Angle a-b-c in degrees, 0 to 180. */
export function angle(a: Vector3, b: Vector3, c: Vector3): number {
  const [u, v] = [minus(a, b), minus(c, b)];
  return degrees(Math.atan2(Math.hypot(...cross(u, v)), dot(u, v)));
}

/** Dihedral a-b-c-d in degrees, -180 to 180, positive clockwise when looked at from b to c (IUPAC, Basic terminology of stereochemistry, 1996). */
export function dihedral(a: Vector3, b: Vector3, c: Vector3, d: Vector3): number {
  const axis = minus(c, b);
  const first = cross(minus(b, a), axis);
  const second = cross(axis, minus(d, c));
  return degrees(Math.atan2(Math.hypot(...axis) * dot(minus(b, a), second), dot(first, second)));
}

/** An atom that may carry its own mass in Da. */
export type WeighedAtom = PlacedAtom & { mass?: unknown };

/** Middle of weighed points in Å. @throws RangeError when they have no weight */
function centreOf<Point extends { position: Vector3 }>(
  points: readonly Point[],
  weightOf: (point: Point) => number,
): Vector3 {
  const total = points.reduce((sum, point) => sum + weightOf(point), 0);
  if (!(total > 0)) throw new RangeError('The centre of mass needs at least one atom with a mass.');
  return [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + weightOf(point) * (point.position[axis] as number), 0) / total,
  ) as Vector3;
}

/** Centre of mass in Å. @throws RangeError when the atoms have no mass */
export function centreOfMass(atoms: readonly WeighedAtom[]): Vector3 {
  return centreOf(atoms, massOf);
}

/** Radius of gyration in Å: the root of the mass-weighted mean square distance from the centre of mass. */
export function radiusOfGyration(atoms: readonly WeighedAtom[]): number {
  const centre = centreOfMass(atoms);
  const total = atoms.reduce((sum, atom) => sum + massOf(atom), 0);
  const squares = atoms.reduce((sum, atom) => {
    const arm = minus(atom.position, centre);
    return sum + massOf(atom) * dot(arm, arm);
  }, 0);
  return Math.sqrt(squares / total);
}

/** Tensor of inertia about the centre, in the unit of the weights times Å². */
function inertiaTensor<Point extends { position: Vector3 }>(
  points: readonly Point[],
  weightOf: (point: Point) => number,
): number[][] {
  const centre = centreOf(points, weightOf);
  const tensor = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const point of points) {
    const arm = minus(point.position, centre);
    const weight = weightOf(point);
    const square = dot(arm, arm);
    for (const [i, row] of tensor.entries()) {
      for (const j of row.keys()) {
        row[j] = (row[j] as number) + weight * ((i === j ? square : 0) - (arm[i] as number) * (arm[j] as number));
      }
    }
  }
  return tensor;
}

/** Principal moments of inertia in Da Å², ascending. */
export function momentsOfInertia(atoms: readonly WeighedAtom[]): Vector3 {
  return symmetricEigen(inertiaTensor(atoms, massOf)).values.map((value) => Math.max(0, value)) as Vector3;
}

/**
 * Principal axes of inertia as a right-handed set of unit vectors, that of the smallest moment first: the long axis of a molecule, then its breadth,
 * then its thin side.
 * @param weightOf `massOf` for those of inertia; whoever only wants to see the shape takes the atomic number, and needs no table of masses
 */
export function principalAxes<Point extends { position: Vector3 }>(
  points: readonly Point[],
  weightOf: (point: Point) => number,
): [Vector3, Vector3, Vector3] {
  const [long, broad] = symmetricEigen(inertiaTensor(points, weightOf)).vectors as [Vector3, Vector3, Vector3];
  return [long, broad, cross(long, broad)];
}

/** h / (8 π² u Å²) in MHz, from the CODATA 2018 values of h (6.62607015e-34 J s) and u (1.66053906660e-27 kg). */
const inertiaToMegahertz = 6.62607015e-34 / (8 * Math.PI ** 2 * 1.6605390666e-27 * 1e-20) / 1e6;

/**
 * Rotational constants A ≥ B ≥ C in MHz: h / (8 π² I). A constant about an axis that all atoms lie on is Infinity: A of a linear molecule, all three of
 * an atom.
 */
export function rotationalConstants(atoms: readonly WeighedAtom[]): Vector3 {
  return momentsOfInertia(atoms).map((moment) => (moment < 1e-6 ? Infinity : inertiaToMegahertz / moment)) as Vector3;
}
