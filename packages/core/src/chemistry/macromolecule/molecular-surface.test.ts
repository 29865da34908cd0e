import { expect, test } from 'vitest';
import { readPdb } from '../pdb/read-pdb.ts';
import { readFixture } from '../tests/read-fixture.js';
import {
  type MolecularSurfaceKind,
  macromoleculeOf,
  molecularSurfaceSteps,
  probeRadius,
  type SurfaceAtoms,
} from './index.ts';

function surfaceOf(atoms: SurfaceAtoms, kind: MolecularSurfaceKind) {
  const steps = molecularSurfaceSteps(atoms, kind);
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done) return { ...step.value, pauses };
  }
}

function areaOf({ mesh: { positions, indices } }: ReturnType<typeof surfaceOf>): number {
  let area = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const vertex = 3 * (indices[at + corner] as number);
      return [...positions.subarray(vertex, vertex + 3)];
    }) as [number[], number[], number[]];
    const [u, v] = [b, c].map((end) => end.map((value, axis) => value - (a[axis] as number))) as [number[], number[]];
    const [ux = 0, uy = 0, uz = 0] = u;
    const [vx = 0, vy = 0, vz = 0] = v;
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}

test.each([
  ['molecular', 1.7],
  ['solvent-accessible', 1.7 + probeRadius],
] as const)('the %s surface of one carbon is a sphere about it', (kind, radius) => {
  const surface = surfaceOf({ positions: [1, 2, 3], atomicNumbers: [6] }, kind);
  const { positions } = surface.mesh;
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
    expect(Math.abs(Math.hypot(x - 1, y - 2, z - 3) - radius)).toBeLessThan(0.04);
  }
  expect(areaOf(surface)).toBeGreaterThan(0.96 * 4 * Math.PI * radius ** 2);
  expect(areaOf(surface)).toBeLessThan(1.01 * 4 * Math.PI * radius ** 2);
});

test('a probe does not fit between two atoms that nearly touch: the molecular surface bridges the gap, with a vertex for each side', () => {
  const atoms = { positions: [0, 0, 0, 3.8, 0, 0], atomicNumbers: [6, 6] };
  const surface = surfaceOf(atoms, 'molecular');
  const { positions } = surface.mesh;
  // Halfway, the distance of the surface from the axis is the neck of the torus: the probe touches both atoms, 3.1 Å from each centre.
  const neck = Math.sqrt((1.7 + probeRadius) ** 2 - 1.9 ** 2) - probeRadius;
  const waist: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
    if (Math.abs(x - 1.9) < 0.25) waist.push(Math.hypot(y, z));
    expect(surface.nearest[at / 3]).toBe(x < 1.9 - 0.31 ? 0 : x > 1.9 + 0.31 ? 1 : surface.nearest[at / 3]);
  }
  expect(waist.length).toBeGreaterThan(4);
  for (const distance of waist) expect(Math.abs(distance - neck)).toBeLessThan(0.2);
});

test("crambin's solvent accessible surface has the area that the rolling probe gives, in many short steps", () => {
  const { atoms } = macromoleculeOf(readPdb(readFixture('1crn.pdb.gz')));
  const given = {
    positions: atoms.flatMap(({ position }) => position),
    atomicNumbers: atoms.map(({ atomic_number }) => atomic_number),
  };
  const surface = surfaceOf(given, 'solvent-accessible');
  expect(Math.abs(areaOf(surface) / sphereArea(given) - 1)).toBeLessThan(0.04);
  expect(surface.pauses).toBeGreaterThan(20);
});

test('needs an atom', () => {
  expect(() => surfaceOf({ positions: [], atomicNumbers: [] }, 'molecular')).toThrow(RangeError);
});

/** Area of the surface by counting points of spheres that lie in no other sphere (A. Shrake, J. A. Rupley, J. Mol. Biol. 1973, 79, 351). */
function sphereArea({ positions, atomicNumbers }: { positions: number[]; atomicNumbers: number[] }): number {
  const radius: Record<number, number> = { 6: 1.7, 7: 1.55, 8: 1.52, 16: 1.8 };
  const reach = atomicNumbers.map((number) => (radius[number] as number) + probeRadius);
  const count = 400;
  const points = Array.from({ length: count }, (_, step) => {
    const z = 1 - (2 * step + 1) / count;
    const angle = step * Math.PI * (3 - Math.sqrt(5));
    const across = Math.sqrt(1 - z * z);
    return [across * Math.cos(angle), across * Math.sin(angle), z] as const;
  });
  let area = 0;
  reach.forEach((own, atom) => {
    const [x, y, z] = positions.slice(3 * atom, 3 * atom + 3) as [number, number, number];
    const free = points.filter(([dx, dy, dz]) =>
      reach.every(
        (other, at) =>
          at === atom ||
          Math.hypot(
            x + own * dx - (positions[3 * at] as number),
            y + own * dy - (positions[3 * at + 1] as number),
            z + own * dz - (positions[3 * at + 2] as number),
          ) >= other,
      ),
    );
    area += (4 * Math.PI * own * own * free.length) / count;
  });
  return area;
}
