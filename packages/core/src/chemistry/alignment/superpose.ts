import type { Vector3 } from '../atoms.ts';
import { symmetricEigen } from '../symmetric-eigen.ts';

/** A rotation followed by a translation in Å. */
export interface Transform {
  rotation: [Vector3, Vector3, Vector3];
  translation: Vector3;
}

export const identityTransform: Transform = {
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  translation: [0, 0, 0],
};

/** Why points cannot be laid on one another. */
export const unequalPointsText = 'The sets of points to align must have the same length, and at least one point.';

/** Moves a point. */
export function transformed({ rotation, translation }: Transform, point: Vector3): Vector3 {
  return [0, 1, 2].map((axis) => {
    const [x, y, z] = rotation[axis] as Vector3;
    return x * point[0] + y * point[1] + z * point[2] + (translation[axis] as number);
  }) as Vector3;
}

/**
 * The rotation and translation that lay `points` on `target` with the least RMSD (Å). This is the problem of Kabsch (Acta Cryst. 1976, A32, 922), solved
 * with the quaternion of the largest eigenvalue (Horn, J. Opt. Soc. Am. A 1987, 4, 629), which is never a reflection.
 * @throws RangeError when the sets differ in length or are empty
 */
export function superpose(points: readonly Vector3[], target: readonly Vector3[]): Transform & { rmsd: number } {
  if (points.length !== target.length || points.length === 0) {
    throw new RangeError(`${unequalPointsText} They have ${points.length} and ${target.length}.`);
  }
  const [from, to] = [centroid(points), centroid(target)];
  const rotation = bestRotation(covariance(points, from, target, to));
  const turned = transformed({ rotation, translation: [0, 0, 0] }, from);
  const translation = to.map((value, axis) => value - (turned[axis] as number)) as Vector3;
  const transform = { rotation, translation };
  return {
    ...transform,
    rmsd: rmsd(
      points.map((point) => transformed(transform, point)),
      target,
    ),
  };
}

/** Root mean square distance of two sets of points in Å, as they lie. @throws RangeError when the sets differ in length or are empty */
export function rmsd(points: readonly Vector3[], target: readonly Vector3[]): number {
  if (points.length !== target.length || points.length === 0) {
    throw new RangeError(`${unequalPointsText} They have ${points.length} and ${target.length}.`);
  }
  const squares = points.reduce((sum, [x, y, z], index) => {
    const [u, v, w] = target[index] as Vector3;
    return sum + (x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2;
  }, 0);
  return Math.sqrt(squares / points.length);
}

function centroid(points: readonly Vector3[]): Vector3 {
  return [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length,
  ) as Vector3;
}

/** The rotation that turns centred points on their centred targets, from the sums of products of their coordinates. */
function bestRotation([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Nine): Transform['rotation'] {
  const { vectors } = symmetricEigen([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ]);
  return rotationOf(vectors[3] as [number, number, number, number]);
}

/**
 * Does the same as `superpose` for a flat array of positions (x, y, z per atom, Å) and the atoms (0-based) to align by. It makes no object per atom,
 * so that it is fast enough for every frame that is played.
 * @throws RangeError without an atom to go by
 */
export function superposePositions(
  points: ArrayLike<number>,
  target: ArrayLike<number>,
  atoms: ArrayLike<number>,
): Transform {
  if (atoms.length === 0) throw new RangeError(unequalPointsText);
  const [from, to]: [Vector3, Vector3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let index = 0; index < atoms.length; index++) {
    const at = 3 * (atoms[index] as number);
    for (let axis = 0; axis < 3; axis++) {
      from[axis] = (from[axis] as number) + (points[at + axis] as number) / atoms.length;
      to[axis] = (to[axis] as number) + (target[at + axis] as number) / atoms.length;
    }
  }
  const sums: Nine = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index < atoms.length; index++) {
    const at = 3 * (atoms[index] as number);
    for (let i = 0; i < 3; i++) {
      const point = (points[at + i] as number) - (from[i] as number);
      for (let j = 0; j < 3; j++) {
        sums[3 * i + j] = (sums[3 * i + j] as number) + point * ((target[at + j] as number) - (to[j] as number));
      }
    }
  }
  const rotation = bestRotation(sums);
  const turned = transformed({ rotation, translation: [0, 0, 0] }, from);
  return { rotation, translation: to.map((value, axis) => value - (turned[axis] as number)) as Vector3 };
}

/**
 * Moves a flat array of positions (x, y, z per atom) into `target`. The matrix product is written out, because it runs for every atom of every frame.
 */
export function movePositions<Target extends Float32Array | Float64Array>(
  positions: ArrayLike<number>,
  { rotation, translation }: Transform,
  target: Target,
): Target {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = rotation;
  const [dx, dy, dz] = translation;
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const x = positions[at] as number;
    const y = positions[at + 1] as number;
    const z = positions[at + 2] as number;
    target[at] = xx * x + xy * y + xz * z + dx;
    target[at + 1] = yx * x + yy * y + yz * z + dy;
    target[at + 2] = zx * x + zy * y + zz * z + dz;
  }
  return target;
}

type Nine = [number, number, number, number, number, number, number, number, number];

/** Sums of products of the centred coordinates, row by row: the point's axis first, then the target's. */
function covariance(points: readonly Vector3[], from: Vector3, target: readonly Vector3[], to: Vector3): Nine {
  const sums: Nine = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  points.forEach((point, index) => {
    const goal = target[index] as Vector3;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const product = ((point[i] as number) - (from[i] as number)) * ((goal[j] as number) - (to[j] as number));
        sums[3 * i + j] = (sums[3 * i + j] as number) + product;
      }
    }
  });
  return sums;
}

/** Rotation matrix of a unit quaternion (scalar part first). */
function rotationOf([w, x, y, z]: [number, number, number, number]): Transform['rotation'] {
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  ];
}
