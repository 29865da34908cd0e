import type { Vector3 } from '../atoms.ts';
import { BOHR_TO_ANGSTROM } from '../units.ts';

/** Numbers on a regular grid in Å: point (i, j, k) lies at `origin` + i·`axes[0]` + j·`axes[1]` + k·`axes[2]`, its value at place (i·ny + j)·nz + k. */
export interface ScalarField {
  shape: readonly [number, number, number];
  origin: Vector3;
  axes: readonly [Vector3, Vector3, Vector3];
  values: Float32Array;
}

/** A grid in Bohr, as calculations write it, as a field in Å; the values are not copied. */
export function fieldOfGrid(grid: {
  header: { shape: readonly [number, number, number]; origin: Vector3; axes: readonly [Vector3, Vector3, Vector3] };
  values: Float32Array;
}): ScalarField {
  const angstrom = (vector: Vector3) => vector.map((value) => value * BOHR_TO_ANGSTROM) as Vector3;
  const [a, b, c] = grid.header.axes;
  return {
    shape: grid.header.shape,
    origin: angstrom(grid.header.origin),
    axes: [angstrom(a), angstrom(b), angstrom(c)],
    values: grid.values,
  };
}

/** Determinant of the axes: negative for a left-handed grid. */
export function handedness([a, b, c]: ScalarField['axes']): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** The inverse of the axes (rows), row by row: what brings a step in Å to steps on the grid, and a slope on the grid to one in Å. @throws RangeError for flat axes */
export function inverseAxes(axes: ScalarField['axes']): Float64Array {
  const determinant = handedness(axes);
  if (!(Math.abs(determinant) > 0)) throw new RangeError('The axes of the grid span no volume.');
  const [[a, b, c], [d, e, f], [g, h, i]] = axes;
  return Float64Array.from(
    [
      e * i - f * h,
      c * h - b * i,
      b * f - c * e,
      f * g - d * i,
      a * i - c * g,
      c * d - a * f,
      d * h - e * g,
      b * g - a * h,
      a * e - b * d,
    ],
    (value) => value / determinant,
  );
}

/** Values of a field at points (x, y, z one after another, Å), between the points of the grid linearly along each axis; NaN outside of it. */
export function sampleField(field: ScalarField, points: ArrayLike<number>): Float32Array {
  const { shape, origin, axes, values } = field;
  const [nx, ny, nz] = shape;
  const inverse = inverseAxes(axes);
  const sampled = new Float32Array(Math.floor(points.length / 3)).fill(Number.NaN);
  for (let point = 0; point < sampled.length; point++) {
    const x = (points[3 * point] as number) - origin[0];
    const y = (points[3 * point + 1] as number) - origin[1];
    const z = (points[3 * point + 2] as number) - origin[2];
    const along = (axis: number) =>
      x * (inverse[axis] as number) + y * (inverse[3 + axis] as number) + z * (inverse[6 + axis] as number);
    const [u, v, w] = [along(0), along(1), along(2)];
    if (!(u >= 0 && v >= 0 && w >= 0 && u <= nx - 1 && v <= ny - 1 && w <= nz - 1)) continue;
    const [i, j, k] = [
      Math.min(Math.floor(u), nx - 2),
      Math.min(Math.floor(v), ny - 2),
      Math.min(Math.floor(w), nz - 2),
    ];
    const [a, b, c] = [u - i, v - j, w - k];
    const at = (i * ny + j) * nz + k;
    let sum = 0;
    for (let corner = 0; corner < 8; corner++) {
      const [di, dj, dk] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const weight = (di ? a : 1 - a) * (dj ? b : 1 - b) * (dk ? c : 1 - c);
      sum += weight * (values[at + (di * ny + dj) * nz + dk] as number);
    }
    sampled[point] = sum;
  }
  return sampled;
}
