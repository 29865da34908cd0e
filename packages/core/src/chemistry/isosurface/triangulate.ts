import { cellTriangles, edges } from './cases.ts';
import { handedness, inverseAxes, type ScalarField } from './scalar-field.ts';

/** A surface of triangles: places in Å and unit normals (x, y, z per vertex), and three vertices per triangle, counter-clockwise seen from outside. */
export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** A typed array that grows as it is written. */
class Growing<A extends Float32Array | Uint32Array> {
  items: A;
  length = 0;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.items = make(3 * 4096);
  }

  push(a: number, b: number, c: number): void {
    if (this.length + 3 > this.items.length) {
      const longer = this.#make(2 * this.items.length);
      longer.set(this.items);
      this.items = longer;
    }
    this.items[this.length] = a;
    this.items[this.length + 1] = b;
    this.items[this.length + 2] = c;
    this.length += 3;
  }

  whole(): A {
    return this.items.slice(0, this.length) as A;
  }
}

/**
 * The surface where a field has an isovalue (> 0), by marching cubes (Lorensen and Cline, SIGGRAPH 1987): `sign` −1 takes the surface of −isovalue, the
 * negative lobe of an orbital. Outside is where the value is smaller in amount; vertices are shared between triangles, so that the surface has no gaps
 * except where it leaves the grid. Normals follow the slope of the field.
 *
 * One step for each layer of cells, so that a thread that draws as well can pause in between.
 * @throws RangeError for an isovalue that is not positive, or axes without a volume
 */
export function* isosurfaceSteps(field: ScalarField, isovalue: number, sign: 1 | -1 = 1): Generator<number, Mesh> {
  if (!(isovalue > 0)) throw new RangeError('The isovalue must be above 0.');
  const { shape, origin, axes, values } = field;
  const [nx, ny, nz] = shape;
  const [ax, ay, az] = axes;
  const steps = [ny * nz, nz, 1] as const;
  const sizes = [nx, ny, nz] as const;
  const inverse = inverseAxes(axes);
  // Triangles of a left-handed grid would run the other way round.
  const [second, third] = handedness(axes) < 0 ? [2, 1] : [1, 2];
  const positions = new Growing((length) => new Float32Array(length));
  const normals = new Growing((length) => new Float32Array(length));
  const indices = new Growing((length) => new Uint32Array(length));

  // The vertex on each edge of the layer's points and of the next one's: three edges start at each point. 0 is none yet.
  const layer = ny * nz;
  let lower = new Uint32Array(3 * layer);
  let upper = new Uint32Array(3 * layer);
  const cellVertices = new Uint32Array(12);

  /** Slope along one axis of the grid at a point, from its neighbours. */
  const slope = (point: number, place: number, axis: number): number => {
    const step = steps[axis] as number;
    const before = place > 0 ? step : 0;
    const after = place < (sizes[axis] as number) - 1 ? step : 0;
    return before + after === 0
      ? 0
      : ((values[point + after] as number) - (values[point - before] as number)) * (before && after ? 0.5 : 1);
  };

  const addVertex = (i: number, j: number, k: number, axis: number): number => {
    const from = i * layer + j * nz + k;
    const to = from + (steps[axis] as number);
    const [v0, v1] = [sign * (values[from] as number), sign * (values[to] as number)];
    const t = Math.min(1, Math.max(0, (isovalue - v0) / (v1 - v0)));
    const u = i + (axis === 0 ? t : 0);
    const v = j + (axis === 1 ? t : 0);
    const w = k + (axis === 2 ? t : 0);
    positions.push(
      origin[0] + u * ax[0] + v * ay[0] + w * az[0],
      origin[1] + u * ax[1] + v * ay[1] + w * az[1],
      origin[2] + u * ax[2] + v * ay[2] + w * az[2],
    );
    const [i1, j1, k1] = [i + (axis === 0 ? 1 : 0), j + (axis === 1 ? 1 : 0), k + (axis === 2 ? 1 : 0)];
    const g0 = slope(from, i, 0) * (1 - t) + slope(to, i1, 0) * t;
    const g1 = slope(from, j, 1) * (1 - t) + slope(to, j1, 1) * t;
    const g2 = slope(from, k, 2) * (1 - t) + slope(to, k1, 2) * t;
    const x = (inverse[0] as number) * g0 + (inverse[1] as number) * g1 + (inverse[2] as number) * g2;
    const y = (inverse[3] as number) * g0 + (inverse[4] as number) * g1 + (inverse[5] as number) * g2;
    const z = (inverse[6] as number) * g0 + (inverse[7] as number) * g1 + (inverse[8] as number) * g2;
    const length = -sign * (Math.hypot(x, y, z) || 1);
    normals.push(x / length, y / length, z / length);
    return positions.length / 3;
  };

  for (let i = 0; i + 1 < nx; i++) {
    for (let j = 0; j + 1 < ny; j++) {
      const row = i * layer + j * nz;
      let mask = 0;
      for (let k = -1; k + 1 < nz; k++) {
        // Corners of the far side become those of the near side; four values are new.
        mask >>= 4;
        const point = row + k + 1;
        if (sign * (values[point] as number) > isovalue) mask |= 16;
        if (sign * (values[point + layer] as number) > isovalue) mask |= 32;
        if (sign * (values[point + nz] as number) > isovalue) mask |= 64;
        if (sign * (values[point + layer + nz] as number) > isovalue) mask |= 128;
        if (k < 0 || mask === 0 || mask === 255) continue;
        const triangles = cellTriangles[mask] as Uint8Array;
        cellVertices.fill(0);
        for (const edge of triangles) {
          if (cellVertices[edge] !== 0) continue;
          const { corner, axis } = edges[edge] as { corner: number; axis: number };
          const known = corner & 1 ? upper : lower;
          const slot = 3 * ((j + ((corner >> 1) & 1)) * nz + k + (corner >> 2)) + axis;
          known[slot] ||= addVertex(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2), axis);
          cellVertices[edge] = known[slot] as number;
        }
        for (let at = 0; at < triangles.length; at += 3) {
          indices.push(
            (cellVertices[triangles[at] as number] as number) - 1,
            (cellVertices[triangles[at + second] as number] as number) - 1,
            (cellVertices[triangles[at + third] as number] as number) - 1,
          );
        }
      }
    }
    [lower, upper] = [upper, lower];
    upper.fill(0);
    yield (i + 1) / (nx - 1);
  }
  return { positions: positions.whole(), normals: normals.whole(), indices: indices.whole() };
}

/** The whole surface at once; see `isosurfaceSteps`. */
export function isosurface(field: ScalarField, isovalue: number, sign: 1 | -1 = 1): Mesh {
  const steps = isosurfaceSteps(field, isovalue, sign);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
