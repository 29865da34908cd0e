import fc from 'fast-check';
import { expect, test } from 'vitest';
import { massOf } from './atomic-masses.ts';
import type { PlacedAtom, Vector3 } from './atoms.ts';
import {
  angle,
  centreOfMass,
  dihedral,
  momentsOfInertia,
  principalAxes,
  radiusOfGyration,
  rotationalConstants,
} from './geometry.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

const at = (atomic_number: number, ...position: Vector3): PlacedAtom => ({ atomic_number, position });

test('masses of most abundant isotopes', () => {
  // Isotopic masses as NIST lists them (Atomic Weights and Isotopic Compositions).
  for (const [number, mass] of [
    [1, 1.00782503],
    [6, 12],
    [8, 15.99491462],
    [17, 34.96885268],
    [35, 78.9183376],
    [92, 238.0507884],
  ] as const) {
    expect(massOf({ atomic_number: number })).toBeCloseTo(mass, 5);
  }
  for (let number = 1; number <= 118; number++) {
    // An isotope's mass lies within 0.2 Da of a whole number and above twice 0.95 Z.
    const mass = massOf({ atomic_number: number });
    expect(Math.abs(mass - Math.round(mass))).toBeLessThan(0.25);
    expect(mass).toBeGreaterThan(number);
  }
  expect(massOf({ atomic_number: 1, mass: 2.014 })).toBe(2.014);
  expect(massOf({ atomic_number: 0 })).toBe(0);
});

test('angles and dihedrals', () => {
  expect(angle([1, 0, 0], [0, 0, 0], [0, 2, 0])).toBeCloseTo(90, 10);
  expect(angle([1, 0, 0], [0, 0, 0], [-3, 0, 0])).toBeCloseTo(180, 10);
  // Looked at from b to c (along +z), turning from the front atom on +x clockwise by 90 degrees ends on +y.
  expect(dihedral([1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 1])).toBeCloseTo(90, 10);
  expect(dihedral([1, 0, 0], [0, 0, 0], [0, 0, 1], [0, -1, 1])).toBeCloseTo(-90, 10);
  expect(dihedral([1, 0, 0], [0, 0, 0], [0, 0, 1], [2, 0, 1])).toBeCloseTo(0, 10);
});

test('rotational constants of carbon monoxide and water at their experimental equilibrium geometries', () => {
  // CO: r_e = 1.128323 Å, B_e = 1.93128087 cm⁻¹ (Huber and Herzberg) = 57898.3 MHz.
  const [a, b, c] = rotationalConstants([at(6, 0, 0, 0), at(8, 0, 0, 1.128323)]);
  expect(a).toBe(Infinity);
  expect(b).toBeCloseTo(1.93128087 * 29979.2458, -0.5);
  expect(c).toBe(b);
  // Water: r_e = 0.9578 Å, angle 104.48 degrees; A, B, C_e = 27.33, 14.58, 9.51 cm⁻¹ within 0.3 %.
  const half = (104.48 / 2) * (Math.PI / 180);
  const water = [
    at(8, 0, 0, 0),
    at(1, 0.9578 * Math.sin(half), 0, 0.9578 * Math.cos(half)),
    at(1, -0.9578 * Math.sin(half), 0, 0.9578 * Math.cos(half)),
  ];
  rotationalConstants(water).forEach((value, axis) => {
    const wanted = [27.33, 14.58, 9.51][axis] as number;
    expect(Math.abs(value / 29979.2458 / wanted - 1)).toBeLessThan(0.003);
  });
});

test('radius of gyration and centre of mass', () => {
  const pair = [at(6, 0, 0, 0), at(6, 0, 0, 3)];
  expect(radiusOfGyration(pair)).toBeCloseTo(1.5, 12);
  expect(centreOfMass([at(6, 0, 0, 0), { ...at(6, 0, 0, 3), mass: 24 }])).toEqual([0, 0, 2]);
  expect(() => radiusOfGyration([])).toThrow(RangeError);
});

test('moments do not change with place and satisfy the triangle rule and the radius of gyration', () => {
  const number = fc.integer({ min: -5000, max: 5000 }).map((value) => value / 1000);
  const atoms = fc.array(
    fc.record({ atomic_number: fc.integer({ min: 1, max: 40 }), position: fc.tuple(number, number, number) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(atoms, fc.tuple(number, number, number), (list, shift) => {
      const moments = momentsOfInertia(list);
      const moved = list.map((atom) => ({
        ...atom,
        position: atom.position.map((value, axis) => value + (shift[axis] as number)) as Vector3,
      }));
      const scale = moments[2] + 1;
      momentsOfInertia(moved).forEach((value, axis) => {
        expect(Math.abs(value - (moments[axis] as number)) / scale).toBeLessThan(1e-9);
      });
      expect(moments[0] + moments[1] - moments[2]).toBeGreaterThan(-1e-9 * scale);
      const mass = list.reduce((sum, atom) => sum + massOf(atom), 0);
      expect((moments[0] + moments[1] + moments[2]) / 2 / mass).toBeCloseTo(radiusOfGyration(list) ** 2, 6);
    }),
  );
});

test('eigenvectors reproduce the matrix', () => {
  const value = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 10);
  fc.assert(
    fc.property(fc.array(value, { minLength: 10, maxLength: 10 }), (parts) => {
      const index = (i: number, j: number) => (Math.max(i, j) * (Math.max(i, j) + 1)) / 2 + Math.min(i, j);
      const matrix = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => parts[index(i, j)] as number));
      const { values, vectors } = symmetricEigen(matrix);
      expect([...values].sort((x, y) => x - y)).toEqual(values);
      for (const [i, row] of matrix.entries()) {
        for (const [j, entry] of row.entries()) {
          const sum = values.reduce(
            (total, lambda, k) => total + lambda * (vectors[k]?.[i] ?? 0) * (vectors[k]?.[j] ?? 0),
            0,
          );
          expect(sum).toBeCloseTo(entry, 8);
        }
      }
    }),
  );
});

test('principal axes of a flat molecule: the last one is normal to its plane, and the set is right-handed', () => {
  // Water in the yz plane, O at the origin: the hydrogens spread along y, so y is the long axis and x is normal to the plane.
  const water = [
    { atomic_number: 8, position: [0, 0, 0] as Vector3 },
    { atomic_number: 1, position: [0, 0.7572, -0.5865] as Vector3 },
    { atomic_number: 1, position: [0, -0.7572, -0.5865] as Vector3 },
  ];
  const [long, broad, thin] = principalAxes(water, massOf);
  expect(Math.abs(long[1])).toBeCloseTo(1, 9);
  expect(Math.abs(thin[0])).toBeCloseTo(1, 9);
  const determinant =
    long[0] * (broad[1] * thin[2] - broad[2] * thin[1]) -
    long[1] * (broad[0] * thin[2] - broad[2] * thin[0]) +
    long[2] * (broad[0] * thin[1] - broad[1] * thin[0]);
  expect(determinant).toBeCloseTo(1, 9);
});
