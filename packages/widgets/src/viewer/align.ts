import type { Atom } from '@cuvette/core/entities';

/** A rigid motion: p' = rotation · (p − from) + to. The rotation is row by row. */
export interface RigidMotion {
  rotation: readonly number[];
  from: readonly number[];
  to: readonly number[];
}

export const noMotion: RigidMotion = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], from: [0, 0, 0], to: [0, 0, 0] };

/**
 * The motion that lays `atoms` over `reference` with the least squares of distances between atoms of the same index, heavy atoms
 * only where there are three of them (Horn's quaternion method, DOI 10.1364/JOSAA.4.000629). Never a reflection.
 */
export function alignment(atoms: readonly Atom[], reference: readonly Atom[]): RigidMotion {
  if (atoms.length !== reference.length || atoms.length < 2) return noMotion;
  const heavy = [...atoms.keys()].filter((index) => (atoms[index]?.atomic_number ?? 0) > 1);
  const chosen = heavy.length >= 3 ? heavy : [...atoms.keys()];
  const from = centre(atoms, chosen);
  const to = centre(reference, chosen);
  const s = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const index of chosen) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const a = (atoms[index]?.position[i] ?? 0) - (from[i] ?? 0);
        const b = (reference[index]?.position[j] ?? 0) - (to[j] ?? 0);
        s[3 * i + j] = (s[3 * i + j] ?? 0) + a * b;
      }
    }
  }
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = s;
  const quaternion = largestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ]);
  return { rotation: rotationOf(quaternion), from, to };
}

/** Moves positions (x, y, z per atom) by a rigid motion, into `target`. */
export function moved(
  positions: ArrayLike<number>,
  { rotation, from, to }: RigidMotion,
  target = new Float64Array(positions.length),
): Float64Array {
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - (from[0] ?? 0);
    const y = (positions[at + 1] ?? 0) - (from[1] ?? 0);
    const z = (positions[at + 2] ?? 0) - (from[2] ?? 0);
    for (let row = 0; row < 3; row++) {
      target[at + row] =
        (rotation[3 * row] ?? 0) * x +
        (rotation[3 * row + 1] ?? 0) * y +
        (rotation[3 * row + 2] ?? 0) * z +
        (to[row] ?? 0);
    }
  }
  return target;
}

/** Positions of atoms one after another. */
export function flatPositions(atoms: readonly Atom[]): Float64Array {
  return Float64Array.from(atoms.flatMap((atom) => atom.position));
}

function centre(atoms: readonly Atom[], chosen: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (const index of chosen)
    for (let axis = 0; axis < 3; axis++) sum[axis] = (sum[axis] ?? 0) + (atoms[index]?.position[axis] ?? 0);
  return sum.map((value) => value / chosen.length);
}

/** Eigenvector of the largest eigenvalue of a symmetric 4 × 4 matrix, by Jacobi rotations. */
function largestEigenvector(matrix: number[][]): number[] {
  const a = matrix.map((row) => [...row]);
  const v = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0)));
  const get = (m: number[][], i: number, j: number) => m[i]?.[j] ?? 0;
  const set = (m: number[][], i: number, j: number, value: number) => {
    const row = m[i];
    if (row) row[j] = value;
  };
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 4; q++) {
        const apq = get(a, p, q);
        off += apq * apq;
        if (Math.abs(apq) < 1e-300) continue;
        const theta = (get(a, q, q) - get(a, p, p)) / (2 * apq);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < 4; k++) {
          const akp = get(a, k, p);
          const akq = get(a, k, q);
          set(a, k, p, c * akp - s * akq);
          set(a, k, q, s * akp + c * akq);
        }
        for (let k = 0; k < 4; k++) {
          const apk = get(a, p, k);
          const aqk = get(a, q, k);
          set(a, p, k, c * apk - s * aqk);
          set(a, q, k, s * apk + c * aqk);
          const vkp = get(v, k, p);
          const vkq = get(v, k, q);
          set(v, k, p, c * vkp - s * vkq);
          set(v, k, q, s * vkp + c * vkq);
        }
      }
    }
    if (off < 1e-24) break;
  }
  let best = 0;
  for (let i = 1; i < 4; i++) if (get(a, i, i) > get(a, best, best)) best = i;
  return [0, 1, 2, 3].map((row) => get(v, row, best));
}

function rotationOf([w = 1, x = 0, y = 0, z = 0]: number[]): number[] {
  return [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ];
}
