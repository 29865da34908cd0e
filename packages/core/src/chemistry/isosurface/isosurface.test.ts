import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vector3 } from '../atoms.ts';
import { cellTriangles } from './cases.ts';
import { fieldOfGrid, isosurface, type Mesh, type ScalarField, sampleField, splitMesh } from './index.ts';

type Axes = ScalarField['axes'];
const cubic = (step: number): Axes => [
  [step, 0, 0],
  [0, step, 0],
  [0, 0, step],
];

/** A field made from a function of x, y and z in Å, on a grid of n points an axis, centred at 0. */
function fieldOf(n: number, axes: Axes, value: (x: number, y: number, z: number) => number): ScalarField {
  const half = (n - 1) / 2;
  const place = (i: number, j: number, k: number) =>
    [0, 1, 2].map((d) => i * (axes[0][d] ?? 0) + j * (axes[1][d] ?? 0) + k * (axes[2][d] ?? 0)) as Vector3;
  const [ox, oy, oz] = place(-half, -half, -half);
  const values = new Float32Array(n ** 3);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (let k = 0; k < n; k++) {
        const [x, y, z] = place(i, j, k);
        values[(i * n + j) * n + k] = value(ox + x, oy + y, oz + z);
      }
  return { shape: [n, n, n], origin: [ox, oy, oz], axes, values };
}

const corner = ({ positions }: Mesh, vertex: number) => [...positions.subarray(3 * vertex, 3 * vertex + 3)] as Vector3;
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Area, and enclosed volume with its sign: positive where triangles run counter-clockwise seen from outside. */
function measure(mesh: Mesh) {
  let area = 0;
  let volume = 0;
  for (let at = 0; at < mesh.indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => corner(mesh, mesh.indices[at + n] as number)) as [Vector3, Vector3, Vector3];
    area += Math.hypot(...cross(minus(b, a), minus(c, a))) / 2;
    volume += dot(a, cross(b, c)) / 6;
  }
  return { area, volume };
}

/**
 * Edges along which triangles do not run as often in one direction as in the other: there the surface would have a hole. With `smooth` they run along each
 * edge exactly once each way.
 */
function openEdges({ indices }: Mesh, smooth: boolean): number {
  const seen = new Map<string, number>();
  for (let at = 0; at < indices.length; at += 3) {
    for (let n = 0; n < 3; n++) {
      const key = `${indices[at + n]},${indices[at + ((n + 1) % 3)]}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  return [...seen].filter(([key, count]) => {
    const back = seen.get(key.split(',').reverse().join()) ?? 0;
    return smooth ? count !== 1 || back !== 1 : count !== back;
  }).length;
}

const radius = 1.7;
const sphere = (x: number, y: number, z: number) => 1 + radius - Math.hypot(x, y, z);

describe('the surface of a sphere', () => {
  test.each<[string, Axes]>([
    ['a cubic grid', cubic(0.1)],
    [
      'a sheared grid',
      [
        [0.1, 0, 0],
        [0.04, 0.1, 0],
        [0.01, -0.03, 0.12],
      ],
    ],
    [
      'a left-handed grid',
      [
        [0.1, 0, 0],
        [0, 0, 0.1],
        [0, 0.1, 0],
      ],
    ],
  ])(
    'on %s has the area and volume of the formula within 0.5 percent, no gaps, and normals that point outwards',
    (_, axes) => {
      const mesh = isosurface(fieldOf(61, axes, sphere), 1);
      const { area, volume } = measure(mesh);
      expect(area / (4 * Math.PI * radius ** 2)).toBeCloseTo(1, 2);
      expect(volume / ((4 / 3) * Math.PI * radius ** 3)).toBeCloseTo(1, 2);
      expect(openEdges(mesh, false)).toBe(0);
      for (let vertex = 0; vertex < mesh.positions.length / 3; vertex += 97) {
        const place = corner(mesh, vertex);
        expect(Math.hypot(...place)).toBeCloseTo(radius, 2);
        const normal = [...mesh.normals.subarray(3 * vertex, 3 * vertex + 3)] as Vector3;
        expect(dot(place, normal) / radius).toBeGreaterThan(0.99);
      }
    },
  );

  test('has Euler characteristic 2: vertices − edges + faces', () => {
    const { positions, indices } = isosurface(fieldOf(31, cubic(0.2), sphere), 1);
    expect(positions.length / 3 - indices.length / 2 + indices.length / 3).toBe(2);
  });
});

test('the negative lobe is the positive one of the field turned over, seen from outside as well', () => {
  const orbital = fieldOf(41, cubic(0.2), (x, y, z) => z * Math.exp(-Math.hypot(x, y, z)));
  const [positive, negative] = [isosurface(orbital, 0.05), isosurface(orbital, 0.05, -1)];
  expect(measure(negative).volume).toBeCloseTo(measure(positive).volume, 4);
  expect(measure(positive).volume).toBeGreaterThan(1);
  const heights = (mesh: Mesh) => mesh.positions.filter((_, at) => at % 3 === 2);
  expect(Math.min(...heights(positive))).toBeGreaterThan(0);
  expect(Math.max(...heights(negative))).toBeLessThan(0);
});

test('any field that is small at the border gives a closed surface', () => {
  const n = 5;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: n ** 3, maxLength: n ** 3 }), (numbers) => {
      const inner = (at: number) =>
        [at % n, Math.floor(at / n) % n, Math.floor(at / n ** 2)].every((x) => x > 0 && x < n - 1);
      const values = Float32Array.from(numbers, (value, at) => (inner(at) ? value : 0));
      const mesh = isosurface({ shape: [n, n, n], origin: [0, 0, 0], axes: cubic(1), values }, 1.5);
      expect(openEdges(mesh, false)).toBe(0);
      expect(measure(mesh).volume).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});

test('every pattern of corners uses each of its crossed edges, and none besides', () => {
  cellTriangles.forEach((triangles, mask) => {
    const crossed = [];
    for (let a = 0; a < 8; a++)
      for (const bit of [1, 2, 4]) if (!(a & bit) && ((mask >> a) & 1) !== ((mask >> (a | bit)) & 1)) crossed.push(a);
    expect(new Set(triangles).size).toBe(crossed.length);
  });
});

test('parts of a surface have few vertices each and all its triangles together', () => {
  const mesh = isosurface(fieldOf(31, cubic(0.2), sphere), 1);
  const parts = splitMesh(mesh, 500);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.every(({ positions }) => positions.length <= 1500)).toBe(true);
  const rejoined = parts.flatMap(({ indices, source }) => [...indices].map((vertex) => source[vertex]));
  expect(rejoined).toEqual([...mesh.indices]);
  const last = parts.at(-1) as (typeof parts)[number];
  last.source.forEach((vertex, at) => {
    expect([...last.positions.subarray(3 * at, 3 * at + 3)]).toEqual(corner(mesh, vertex));
  });
  expect(splitMesh(mesh)).toHaveLength(1);
});

test('a field between its points is linear, and unknown outside', () => {
  const axes: Axes = [
    [0.5, 0, 0],
    [0.2, 0.5, 0],
    [0, 0.1, 0.7],
  ];
  const field = fieldOf(9, axes, (x, y, z) => 2 * x - 3 * y + z + 1);
  const [inside, outside] = sampleField(field, [0.31, -0.2, 0.45, 50, 0, 0]);
  expect(inside).toBeCloseTo(2 * 0.31 + 3 * 0.2 + 0.45 + 1, 5);
  expect(outside).toBeNaN();
});

test('a grid in Bohr is a field in Å; without an isovalue above 0 or without a volume there is no surface', () => {
  const header = { shape: [2, 2, 2] as [number, number, number], origin: [1, 0, 0] as Vector3, axes: cubic(2) };
  const field = fieldOfGrid({ header, values: new Float32Array(8) });
  expect(field.origin[0]).toBeCloseTo(0.529177, 6);
  expect(field.axes[1][1]).toBeCloseTo(1.058354, 6);
  expect(() => isosurface(field, 0)).toThrow(RangeError);
  expect(() =>
    isosurface(
      {
        ...field,
        axes: [
          [1, 0, 0],
          [2, 0, 0],
          [0, 0, 1],
        ],
      },
      1,
    ),
  ).toThrow(RangeError);
  expect(isosurface(field, 1).indices).toHaveLength(0);
});
