import type { ScalarField } from '../isosurface/scalar-field.ts';
import type { Mesh } from '../isosurface/triangulate.ts';
import { isosurfaceSteps } from '../isosurface/triangulate.ts';

/** Radius of the probe in Å: a molecule of water. */
export const probeRadius = 1.4;

/**
 * Van der Waals radii in Å: A. Bondi, J. Phys. Chem. 1964, 68, 441; hydrogen after R. S. Rowland, R. Taylor, J. Phys. Chem. 1996, 100, 7384. Elements
 * without one there (metals) get 2.0.
 */
const radii: Readonly<Record<number, number>> = {
  1: 1.1,
  2: 1.4,
  5: 1.92,
  6: 1.7,
  7: 1.55,
  8: 1.52,
  9: 1.47,
  14: 2.1,
  15: 1.8,
  16: 1.8,
  17: 1.75,
  34: 1.9,
  35: 1.85,
  53: 1.98,
};
const otherRadius = 2;

/** Van der Waals radius of an element in Å. */
export function vanDerWaalsRadiusOf(atomicNumber: number): number {
  return radii[atomicNumber] ?? otherRadius;
}

export interface SurfaceAtoms {
  /** x, y, z per atom in Å. */
  positions: ArrayLike<number>;
  atomicNumbers: ArrayLike<number>;
}

/**
 * `molecular`: what a probe that rolls over the atoms touches (F. M. Richards, Annu. Rev. Biophys. Bioeng. 1977, 6, 151).
 * `solvent-accessible`: where the probe's centre rolls (B. Lee, F. M. Richards, J. Mol. Biol. 1971, 55, 379).
 */
export type MolecularSurfaceKind = 'molecular' | 'solvent-accessible';

/** A surface, and for each vertex the atom that it belongs to. */
export interface MolecularSurface {
  mesh: Mesh;
  nearest: Uint32Array;
}

/** Finest spacing of the grid in Å, and most points of it: large structures get a coarser one. */
const finest = 0.6;
const mostPoints = 3_000_000;
/** Work between two pauses: atoms, or points of the grid. */
const atomsAtOnce = 20;
const pointsAtOnce = 20_000;

/**
 * The surface of atoms, on a grid: distances to the spheres of the probe's centre first; for the molecular surface then distances to that surface, of
 * which it keeps the probe's radius (as in D. Xu, Y. Zhang, PLoS ONE 2009, 4, e8140). It comes in steps of a few milliseconds, so that a thread that
 * draws as well can pause in between.
 * @throws RangeError without atoms
 */
export function* molecularSurfaceSteps(
  { positions, atomicNumbers }: SurfaceAtoms,
  kind: MolecularSurfaceKind,
): Generator<void, MolecularSurface> {
  const count = atomicNumbers.length;
  if (count === 0) throw new RangeError('A surface needs at least one atom.');
  const reach = Float64Array.from(atomicNumbers, (number) => vanDerWaalsRadiusOf(number) + probeRadius);
  const grid = gridAround(positions, reach);
  const { spacing, origin, shape, near } = grid;
  const [, ny, nz] = shape;
  const points = shape[0] * ny * nz;

  // How far outside of the nearest sphere of the probe's centre a point lies (inside: negative), and whose sphere that is.
  const margin = 2 * spacing;
  const outside = new Float32Array(points).fill(margin);
  const owner = new Uint32Array(points);
  for (let atom = 0; atom < count; atom++) {
    const radius = reach[atom] as number;
    const at = 3 * atom;
    near(
      positions[at] as number,
      positions[at + 1] as number,
      positions[at + 2] as number,
      radius + margin,
      (point, distance) => {
        if (distance - radius >= (outside[point] as number)) return;
        outside[point] = distance - radius;
        owner[point] = atom;
      },
    );
    if (atom % atomsAtOnce === 0) yield;
  }

  let level = margin;
  let field = outside;
  if (kind === 'solvent-accessible') {
    for (let point = 0; point < points; point++) field[point] = margin - (outside[point] as number);
  } else {
    level = probeRadius;
    const farthest = probeRadius + margin;
    field = new Float32Array(points);
    for (let point = 0; point < points; point++) field[point] = (outside[point] as number) < 0 ? farthest : 0;
    let since = 0;
    for (let point = 0; point < points; point++) {
      if (++since > pointsAtOnce) {
        since = 0;
        yield;
      }
      const depth = outside[point] as number;
      if (Math.abs(depth) > spacing) continue;
      // The place of the probe's surface next to this point: along the line from the centre of the atom.
      const atom = 3 * (owner[point] as number);
      const [ax, ay, az] = [positions[atom] as number, positions[atom + 1] as number, positions[atom + 2] as number];
      const dx = origin[0] + Math.floor(point / (ny * nz)) * spacing - ax;
      const dy = origin[1] + (Math.floor(point / nz) % ny) * spacing - ay;
      const dz = origin[2] + (point % nz) * spacing - az;
      const onto = 1 - depth / (Math.sqrt(dx * dx + dy * dy + dz * dz) || 1);
      const [x, y, z] = [ax + dx * onto, ay + dy * onto, az + dz * onto];
      near(x, y, z, farthest, (other, distance) => {
        if (distance < (field[other] as number)) field[other] = distance;
      });
      since += 200;
    }
  }
  yield;
  const axes: ScalarField['axes'] = [
    [spacing, 0, 0],
    [0, spacing, 0],
    [0, 0, spacing],
  ];
  const steps = isosurfaceSteps({ shape, origin, axes, values: field }, level);
  for (;;) {
    const step = steps.next();
    if (!step.done) {
      yield;
      continue;
    }
    const mesh = step.value;
    return { mesh, nearest: ownersOf(mesh.positions, grid, owner) };
  }
}

/** A grid that holds all atoms with some margin. */
interface Grid {
  spacing: number;
  origin: [number, number, number];
  shape: [number, number, number];
  /** Runs over the grid points within a distance of a place: index and distance. */
  near: (x: number, y: number, z: number, radius: number, visit: (at: number, distance: number) => void) => void;
}

/** @param reach how far from each atom the grid must reach (Å) */
function gridAround(positions: ArrayLike<number>, reach: Float64Array): Grid {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let atom = 0; atom < reach.length; atom++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * atom + axis] as number;
      low[axis] = Math.min(low[axis] as number, value - (reach[atom] as number));
      high[axis] = Math.max(high[axis] as number, value + (reach[atom] as number));
    }
  }
  const volume = low.reduce((product, value, axis) => product * ((high[axis] as number) - value + 4 * finest), 1);
  const spacing = Math.max(finest, Math.cbrt(volume / mostPoints));
  const origin = low.map((value) => value - 2 * spacing) as [number, number, number];
  const shape = low.map((value, axis) => Math.ceil(((high[axis] as number) - value) / spacing) + 5) as [
    number,
    number,
    number,
  ];
  const [, ny, nz] = shape;

  const near: Grid['near'] = (x, y, z, radius, visit) => {
    const from = (value: number, axis: 0 | 1 | 2) => Math.max(0, Math.ceil((value - radius - origin[axis]) / spacing));
    const to = (value: number, axis: 0 | 1 | 2) =>
      Math.min(shape[axis] - 1, Math.floor((value + radius - origin[axis]) / spacing));
    const [j0, j1, k0, k1] = [from(y, 1), to(y, 1), from(z, 2), to(z, 2)];
    for (let i = from(x, 0), end = to(x, 0); i <= end; i++) {
      const dx = origin[0] + i * spacing - x;
      for (let j = j0; j <= j1; j++) {
        const dy = origin[1] + j * spacing - y;
        const flat = dx * dx + dy * dy;
        if (flat > radius * radius) continue;
        for (let k = k0; k <= k1; k++) {
          const dz = origin[2] + k * spacing - z;
          const square = flat + dz * dz;
          if (square <= radius * radius) visit((i * ny + j) * nz + k, Math.sqrt(square));
        }
      }
    }
  };

  return { spacing, origin, shape, near };
}

/** The atom to which each vertex of a mesh belongs: that of the grid point next to it. */
function ownersOf(positions: ArrayLike<number>, { spacing, origin, shape }: Grid, owner: Uint32Array): Uint32Array {
  const nearest = new Uint32Array(positions.length / 3);
  for (let vertex = 0; vertex < nearest.length; vertex++) {
    const [i, j, k] = [0, 1, 2].map((axis) =>
      Math.round(((positions[3 * vertex + axis] as number) - (origin[axis] as number)) / spacing),
    ) as [number, number, number];
    nearest[vertex] = owner[(i * shape[1] + j) * shape[2] + k] as number;
  }
  return nearest;
}
