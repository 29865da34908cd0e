import type { Grid, GridHeader } from '../../../entities/grid.ts';
import { type GridQuantity, gridUnits } from '../../../entities/grid-quantity.ts';

/** Points of a property in columns: coordinates (Bohr) and values. */
export interface PointColumns {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  z: ArrayLike<number>;
  val: ArrayLike<number>;
}

/** Data keys of properties on a grid, and what each is. */
export const cubeQuantities: Readonly<Record<string, GridQuantity>> = {
  density_cube: 'density',
  density_cube_alpha: 'density_alpha',
  density_cube_beta: 'density_beta',
  density_cube_difference: 'density_difference',
  electrostatic_potential_cube: 'electrostatic_potential',
};

/** Data keys of orbitals by their index, and the spin of each. */
export const orbitalSpins: Readonly<Record<string, 'alpha' | 'beta' | null>> = {
  molecular_orbitals: null,
  molecular_orbitals_alpha: 'alpha',
  molecular_orbitals_beta: 'beta',
};

/** How a grid is named and what it is, before its points are looked at. */
export type GridIdentity = Pick<GridHeader, 'name' | 'orbital'> & { quantity: GridQuantity };

/** Coordinates are written with three decimals, so a point may lie this far (Bohr) from its place. */
const tolerance = 1.1e-3;

interface Axis {
  start: number;
  step: number;
  count: number;
}

/** The planes of a grid across one axis; null for coordinates that are not evenly spaced. */
function axisOf(coordinates: ArrayLike<number>): Axis | null {
  const planes = new Set<number>();
  for (let index = 0; index < coordinates.length; index += 1) planes.add(coordinates[index] as number);
  const sorted = [...planes].sort((a, b) => a - b);
  const [start = 0] = sorted;
  const count = sorted.length;
  const step = count > 1 ? ((sorted[count - 1] as number) - start) / (count - 1) : 0;
  const even = sorted.every((value, index) => Math.abs(value - start - index * step) <= tolerance);
  return even ? { start, step, count } : null;
}

/**
 * The grid that a plain list of points lies on, in whatever order they come. Its axes are those of the coordinates. Null where
 * the points are not evenly spaced, not every place of the grid has one, or one has no value.
 */
export function gridOfPoints(identity: GridIdentity, { x, y, z, val }: PointColumns): Grid | null {
  const [first, second, third] = [axisOf(x), axisOf(y), axisOf(z)];
  if (!first || !second || !third || val.length === 0) return null;
  if (first.count * second.count * third.count !== val.length) return null;
  const values = new Float32Array(val.length);
  const filled = new Uint8Array(val.length);
  const place = (axis: Axis, value: number) => (axis.step === 0 ? 0 : Math.round((value - axis.start) / axis.step));
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < val.length; index += 1) {
    const line: number = place(first, x[index] as number) * second.count + place(second, y[index] as number);
    const at = line * third.count + place(third, z[index] as number);
    const value = val[index] as number;
    if (filled[at] !== 0 || !Number.isFinite(value)) return null;
    filled[at] = 1;
    values[at] = value;
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  const header: GridHeader = {
    ...identity,
    shape: [first.count, second.count, third.count],
    origin: [first.start, second.start, third.start],
    axes: [
      [first.step, 0, 0],
      [0, second.step, 0],
      [0, 0, third.step],
    ],
    length_unit: 'Bohr',
    value_unit: gridUnits[identity.quantity],
    minimum,
    maximum,
  };
  return { header, values };
}
