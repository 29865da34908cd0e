import type { GridIdentity, PointColumns } from '@cuvette/core/workflows';
import { expect, test } from 'vitest';
import { CubeScanner, mostPoints } from './cube-scanner.ts';

type Found = { identity: GridIdentity; points: number[][] };

/** Cubes of a text that comes in pieces of some bytes. */
function scan(text: string, size: number): Found[] {
  const found: Found[] = [];
  const scanner = new CubeScanner((identity, columns) => {
    const { x, y, z, val }: PointColumns = columns ?? { x: [], y: [], z: [], val: [] };
    const points = Array.from(val, (value, index) => [x[index] ?? 0, y[index] ?? 0, z[index] ?? 0, value]);
    found.push({ identity, points });
  });
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) scanner.take(bytes.subarray(start, start + size));
  scanner.end();
  return found;
}

const value = (index: number) => [-0.000001, 1e-7, 123.456, -7, 0.1, 1.5e-12, 3.141592653589793, 0][index % 8] ?? 0;
const points = (count: number, shift: number) =>
  Array.from({ length: count }, (_, index) => ({ x: index / 8 + shift, y: 1 - index, z: 0.125, val: value(index) }));
const rows = (list: ReturnType<typeof points>) => list.map(({ x, y, z, val }) => [x, y, z, val]);

const density = points(1500, 0);
const homo = points(9, 1);
const lumo = points(5, 2);
const data = {
  // Words that look like the structure, in texts and in other places.
  messages: [{ title: '{"density_cube":{"cube_points":[{"x":1}]}} \\"', body: 'é\u2028\\' }],
  initial_molecule: { density_cube: { cube_points: [{ x: 1, y: 1, z: 1, val: 1 }] }, charge: -1, atoms: [] },
  density_cube: { cube_points: density, other: [{ x: 5, y: 5, z: 5, val: 5 }], note: null },
  density_cube_alpha: null,
  density_cube_beta: { cube_points: [] },
  molecular_orbitals: { 5: { cube_points: homo, occupation: 2, energy: -0.25 }, six: { cube_points: homo } },
  molecular_orbitals_beta: { 12: { energy: 0.75, occupation: 0, cube_points: lumo } },
  dipole: [0, 1e3, -2.5],
  done: true,
};

test.each([1, 2, 7, 1000, 1e6])('cubes are found in a text that comes in pieces of %s bytes', (size) => {
  const compact = scan(JSON.stringify(data), size);
  expect(compact.map(({ identity }) => identity)).toEqual([
    { name: 'density_cube', quantity: 'density', orbital: null },
    {
      name: 'molecular_orbitals.5',
      quantity: 'orbital',
      orbital: { index: 5, spin: null, occupation: 2, energy: -0.25 },
    },
    {
      name: 'molecular_orbitals_beta.12',
      quantity: 'orbital',
      orbital: { index: 12, spin: 'beta', occupation: 0, energy: 0.75 },
    },
  ]);
  expect(compact.map((one) => one.points)).toEqual([rows(density), rows(homo), rows(lumo)]);
  expect(scan(JSON.stringify(data, null, 2), size)).toEqual(compact);
});

test('of more points than a grid may have only the number is reported', () => {
  const told: [string, boolean, number][] = [];
  const scanner = new CubeScanner(({ name }, columns, count) => told.push([name, columns !== null, count]));
  const many = Buffer.from('{"val":1},'.repeat(100_000));
  scanner.take(Buffer.from('{"density_cube":{"cube_points":['));
  for (let round = 0; round < mostPoints / 100_000; round += 1) scanner.take(many);
  scanner.take(Buffer.from('{"val":1}]},"density_cube_beta":{"cube_points":[{"x":0,"y":0,"z":0,"val":2}]}}'));
  expect(told).toEqual([
    ['density_cube', false, mostPoints + 1],
    ['density_cube_beta', true, 1],
  ]);
});

test('names of the language itself are no cubes', () => {
  expect(scan('{"constructor":{"cube_points":[{"x":1,"y":1,"z":1,"val":1}]},"__proto__":{"5":{}}}', 1000)).toEqual([]);
});

test('a text that is cut is not taken for whole', () => {
  const text = JSON.stringify(data);
  expect(() => scan(text.slice(0, -1), 1000)).toThrow('cut');
  expect(() => scan(`${text}}`, 1000)).toThrow('no JSON');
});
