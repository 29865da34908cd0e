import { describe, expect, test } from 'vitest';
import { decodeGrid, encodeGrid } from '../../../entities/grid.ts';
import { gridOfPoints, type PointColumns } from './orbital-grids.ts';

const identity = { name: 'density_cube', quantity: 'density', orbital: null } as const;
const value = (i: number, j: number, k: number) => i * 100 + j * 10 + k + 0.25;
const rounded = (number: number) => Math.round(number * 1000) / 1000;

/** Points of a grid of 3 × 4 × 5 whose coordinates are written with three decimals. */
function points(order: (count: number) => number[] = (count) => Array.from({ length: count }, (_, index) => index)) {
  const columns = { x: [] as number[], y: [] as number[], z: [] as number[], val: [] as number[] };
  for (const place of order(60)) {
    const [i, j, k] = [Math.floor(place / 20), Math.floor(place / 5) % 4, place % 5];
    columns.x.push(rounded(-1 + i / 3));
    columns.y.push(rounded(0.5 + j / 7));
    columns.z.push(rounded(-2 + k * 0.2));
    columns.val.push(value(i, j, k));
  }
  return columns;
}

describe('the grid of a list of points', () => {
  test('is found from the coordinates, the last axis running fastest, in whatever order the points come', () => {
    const grid = gridOfPoints(identity, points());
    expect(grid?.header).toMatchObject({
      name: 'density_cube',
      shape: [3, 4, 5],
      length_unit: 'Bohr',
      value_unit: 'e/Bohr³',
      minimum: 0.25,
      maximum: 234.25,
    });
    expect(grid?.header.origin).toEqual([-1, 0.5, -2]);
    expect(grid?.header.axes[0]?.[0]).toBeCloseTo(1 / 3, 3);
    expect(grid?.header.axes[1]?.[1]).toBeCloseTo(1 / 7, 3);
    expect(grid?.values[(2 * 4 + 1) * 5 + 3]).toBe(value(2, 1, 3));
    const shuffled = points((count) => Array.from({ length: count }, (_, index) => (index * 37) % count));
    expect(gridOfPoints(identity, shuffled)).toEqual(grid);
  });

  test('is none where a point is missing, occurs twice or lies between', () => {
    const cut = points();
    for (const column of Object.values(cut)) column.pop();
    const twice = points();
    for (const column of Object.values(twice)) column[1] = column[0] ?? 0;
    const between = points();
    between.z = between.z.map((z) => (z === -2 ? -1.9 : z));
    const none: PointColumns = { x: [], y: [], z: [], val: [] };
    for (const wrong of [cut, twice, between, none]) expect(gridOfPoints(identity, wrong)).toBeNull();
  });

  test('of one point is a grid of 1 × 1 × 1', () => {
    expect(gridOfPoints(identity, { x: [1], y: [2], z: [3], val: [4] })?.header).toMatchObject({
      shape: [1, 1, 1],
      origin: [1, 2, 3],
    });
  });
});

describe('a grid as bytes', () => {
  const orbital = { index: 5, spin: 'beta', occupation: 1, energy: -0.5 } as const;
  const grid = gridOfPoints({ name: 'molecular_orbitals_beta.5', quantity: 'orbital', orbital }, points());

  test('reads back the same, its values a view into the bytes at a multiple of 4', () => {
    if (!grid) throw new Error('There is no grid.');
    const bytes = encodeGrid(grid);
    const read = decodeGrid(bytes.buffer);
    expect(read.header).toEqual(grid.header);
    expect(read.header.value_unit).toBe('Bohr^(-3/2)');
    expect([...read.values]).toEqual([...grid.values]);
    expect(read.values.buffer).toBe(bytes.buffer);
    expect(read.values.byteOffset % 4).toBe(0);
    // The layout, byte by byte: length of the header, header, first value.
    const view = new DataView(bytes.buffer);
    const start = 4 + view.getUint32(0, true);
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)))).toEqual(grid.header);
    expect(view.getFloat32(start, true)).toBe(grid.values[0]);
  });

  test('refuses bytes that are cut or none', () => {
    if (!grid) throw new Error('There is no grid.');
    const bytes = encodeGrid(grid);
    for (const wrong of [bytes.slice(0, -4), bytes.slice(0, 3), new Uint8Array(64).fill(255), new Uint8Array(0)]) {
      expect(() => decodeGrid(wrong.buffer)).toThrow();
    }
  });
});
