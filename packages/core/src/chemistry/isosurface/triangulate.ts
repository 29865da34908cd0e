import { cellTriangles, edges } from './cases.ts';
import { handedness, inverseAxes, type ScalarField } from './scalar-field.ts';

const edgeCorners = Uint8Array.from(edges, ({ corner }) => corner);
const edgeAxes = Uint8Array.from(edges, ({ axis }) => axis);

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

/** Finds the first and the last point inside the surface in each row of points along the third axis; −1 as the last where there is none. */
function insideOfRows({ shape, values }: ScalarField, isovalue: number, sign: 1 | -1) {
  const [nx, ny, nz] = shape;
  const first = new Int32Array(nx * ny).fill(nz);
  const last = new Int32Array(nx * ny).fill(-1);
  for (let row = 0, at = 0; row < first.length; row++) {
    for (let k = 0; k < nz; k++, at++) {
      if (!(sign * (values[at] as number) > isovalue)) continue;
      if ((last[row] as number) < 0) first[row] = k;
      last[row] = k;
    }
  }
  return { first, last };
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

  /** Slope along one axis of the grid, of so many points that lie `step` apart, at a point that is the `place`-th along it: from its neighbours. */
  const slope = (point: number, place: number, size: number, step: number): number => {
    if (place > 0 && place < size - 1)
      return 0.5 * ((values[point + step] as number) - (values[point - step] as number));
    if (size === 1) return 0;
    return place > 0
      ? (values[point] as number) - (values[point - step] as number)
      : (values[point + step] as number) - (values[point] as number);
  };

  const addVertex = (i: number, j: number, k: number, axis: number): number => {
    const from = i * layer + j * nz + k;
    const to = from + (axis === 0 ? layer : axis === 1 ? nz : 1);
    const v0 = sign * (values[from] as number);
    const v1 = sign * (values[to] as number);
    const t = Math.min(1, Math.max(0, (isovalue - v0) / (v1 - v0)));
    const u = i + (axis === 0 ? t : 0);
    const v = j + (axis === 1 ? t : 0);
    const w = k + (axis === 2 ? t : 0);
    positions.push(
      origin[0] + u * ax[0] + v * ay[0] + w * az[0],
      origin[1] + u * ax[1] + v * ay[1] + w * az[1],
      origin[2] + u * ax[2] + v * ay[2] + w * az[2],
    );
    const g0 = slope(from, i, nx, layer) * (1 - t) + slope(to, axis === 0 ? i + 1 : i, nx, layer) * t;
    const g1 = slope(from, j, ny, nz) * (1 - t) + slope(to, axis === 1 ? j + 1 : j, ny, nz) * t;
    const g2 = slope(from, k, nz, 1) * (1 - t) + slope(to, axis === 2 ? k + 1 : k, nz, 1) * t;
    const x = (inverse[0] as number) * g0 + (inverse[1] as number) * g1 + (inverse[2] as number) * g2;
    const y = (inverse[3] as number) * g0 + (inverse[4] as number) * g1 + (inverse[5] as number) * g2;
    const z = (inverse[6] as number) * g0 + (inverse[7] as number) * g1 + (inverse[8] as number) * g2;
    const length = -sign * (Math.sqrt(x * x + y * y + z * z) || 1);
    normals.push(x / length, y / length, z / length);
    return positions.length / 3;
  };

  const { first, last } = insideOfRows(field, isovalue, sign);
  for (let i = 0; i + 1 < nx; i++) {
    for (let j = 0; j + 1 < ny; j++) {
      const row = i * layer + j * nz;
      const [r0, r1] = [i * ny + j, (i + 1) * ny + j];
      // No other cell along these four rows has a corner inside.
      const end = Math.max(last[r0] as number, last[r1] as number, last[r0 + 1] as number, last[r1 + 1] as number);
      if (end < 0) continue;
      const least = Math.min(
        first[r0] as number,
        first[r1] as number,
        first[r0 + 1] as number,
        first[r1 + 1] as number,
      );
      const begin = Math.max(-1, least - 2);
      let mask = 0;
      for (let k = begin; k + 1 < nz && k <= end; k++) {
        // Corners of the far side become those of the near side; four values are new.
        mask >>= 4;
        const point = row + k + 1;
        if (sign * (values[point] as number) > isovalue) mask |= 16;
        if (sign * (values[point + layer] as number) > isovalue) mask |= 32;
        if (sign * (values[point + nz] as number) > isovalue) mask |= 64;
        if (sign * (values[point + layer + nz] as number) > isovalue) mask |= 128;
        if (k === begin || mask === 0 || mask === 255) continue;
        const triangles = cellTriangles[mask] as Uint8Array;
        cellVertices.fill(0);
        // What runs for each cell of a surface is written without lists and iterators: most of it runs before the browser has compiled it well.
        for (let at = 0; at < triangles.length; at++) {
          const edge = triangles[at] as number;
          if (cellVertices[edge] !== 0) continue;
          const corner = edgeCorners[edge] as number;
          const axis = edgeAxes[edge] as number;
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
