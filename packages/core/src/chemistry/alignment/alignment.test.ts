import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlacedAtom, Vector3 } from '../atoms.ts';
import { readMolecules } from '../formats/index.ts';
import { readFixture } from '../tests/read-fixture.js';
import { alignMolecules, commonSubstructure, rmsd, superpose, transformed, unequalPointsText } from './index.ts';

function molecules(name: string): { atoms: PlacedAtom[] }[] {
  return readMolecules(name.replace('.gz', ''), readFixture(name)).map(({ atoms }) => ({ atoms: atoms ?? [] }));
}

const coordinate = fc.integer({ min: -8000, max: 8000 }).map((value) => value / 1000);
const point = fc.tuple(coordinate, coordinate, coordinate);

/** Rotation about an axis (Rodrigues), then a shift. */
function moved([x, y, z]: Vector3, axis: Vector3, angle: number, shift: Vector3): Vector3 {
  const length = Math.hypot(...axis) || 1;
  const [u, v, w] = axis.map((value) => value / length) as Vector3;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const along = (u * x + v * y + w * z) * (1 - c);
  const turned = [
    x * c + (v * z - w * y) * s + u * along,
    y * c + (w * x - u * z) * s + v * along,
    z * c + (u * y - v * x) * s + w * along,
  ];
  return turned.map((value, index) => value + (shift[index] as number)) as Vector3;
}

describe('superposition', () => {
  test('undoes any rotation and shift, without reflection', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 20 }),
        point,
        fc.double({ min: -3, max: 3, noNaN: true }),
        point,
        (points, axis, angle, shift) => {
          const target = points.map((each) => moved(each, Math.hypot(...axis) === 0 ? [0, 0, 1] : axis, angle, shift));
          const result = superpose(points, target);
          expect(result.rmsd).toBeLessThan(1e-6);
          const [a, b, c] = result.rotation;
          const determinant =
            a[0] * (b[1] * c[2] - b[2] * c[1]) -
            a[1] * (b[0] * c[2] - b[2] * c[0]) +
            a[2] * (b[0] * c[1] - b[1] * c[0]);
          expect(determinant).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  test('is never worse than leaving the points, and a mirror image does not fit', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 12 }), (pairs) => {
        const [points, target] = [pairs.map(([p]) => p), pairs.map(([, q]) => q)];
        expect(superpose(points, target).rmsd).toBeLessThanOrEqual(rmsd(points, target) + 1e-9);
      }),
    );
    const chiral: Vector3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ];
    expect(
      superpose(
        chiral,
        chiral.map(([x, y, z]): Vector3 => [x, y, -z]),
      ).rmsd,
    ).toBeGreaterThan(0.5);
  });

  test('the two errors', () => {
    expect(() => superpose([], [])).toThrow(unequalPointsText);
    expect(() => superpose([[0, 0, 0]], [])).toThrow('They have 1 and 0.');
    expect(() => alignMolecules([])).toThrow('Alignment needs at least two molecules.');
    expect(() => alignMolecules([{ atoms: [{ atomic_number: 1, position: [0, 0, 0] }] }])).toThrow(
      'at least two molecules',
    );
    const [ibuprofen] = molecules('ibuprofen_conformers.sdf.gz');
    const [ligand] = molecules('tyk2_ligands.sdf.gz');
    expect(() => alignMolecules([ibuprofen, ligand] as { atoms: PlacedAtom[] }[])).toThrow('They have 36 and 33.');
    expect(() => alignMolecules([{ atoms: [] }, { atoms: [] }])).toThrow('They have 0 and 0.');
    const [neon, argon] = [10, 18].map((atomic_number) => ({
      atoms: [{ atomic_number, position: [0, 0, 0] as Vector3 }],
    }));
    expect(() => alignMolecules([neon, argon] as { atoms: PlacedAtom[] }[], { mode: 'mcs' })).toThrow(
      unequalPointsText,
    );
  });
});

describe('against RDKit 2026.09 for the same files', () => {
  test('conformers of ibuprofen atom by atom (AlignMol over all 33 atoms)', () => {
    const aligned = alignMolecules(molecules('ibuprofen_conformers.sdf.gz'));
    const wanted = [0, 2.1644, 1.4789, 1.8714, 2.0328, 1.399, 2.3522, 2.4972];
    expect(aligned.map(({ rmsd }) => Number(rmsd.toFixed(4)))).toEqual(wanted);
  });

  test('conformers of ibuprofen by substructure: the best of all equivalent numberings (GetBestRMS without hydrogens)', () => {
    const aligned = alignMolecules(molecules('ibuprofen_conformers.sdf.gz'), { mode: 'mcs' });
    const wanted = [0, 0.7966, 0.643, 0.7129, 0.7129, 0.643, 0.643, 1.2411];
    expect(aligned.map(({ rmsd }) => Number(rmsd.toFixed(4)))).toEqual(wanted);
    for (const { pairs, stopped } of aligned.slice(1)) {
      expect(pairs).toHaveLength(15);
      expect(stopped).toBe(false);
    }
  });

  test('TYK2 ligands: common substructures as large, save where RDKit lays three atoms of a cyclopropane on a larger ring', () => {
    const [first, ...others] = molecules('tyk2_ligands.sdf.gz') as [
      { atoms: PlacedAtom[] },
      ...{ atoms: PlacedAtom[] }[],
    ];
    // FindMCS with any bond order gives 23 where ours gives 22: it lets a bond of one molecule have no partner in the other.
    const theirs = [23, 23, 21, 23, 23, 23, 21, 22, 20, 23, 20, 23, 23, 23, 23];
    others.forEach(({ atoms }, index) => {
      const { pairs, stopped } = commonSubstructure(first.atoms, atoms);
      expect(stopped).toBe(false);
      expect((theirs[index] ?? 0) - pairs.length).toBeGreaterThanOrEqual(0);
      expect((theirs[index] ?? 0) - pairs.length).toBeLessThanOrEqual(1);
      for (const [i, j] of pairs) expect(first.atoms[i]?.atomic_number).toBe(atoms[j]?.atomic_number);
    });
  });
});

describe('common substructure', () => {
  /** Carbon on a square net: everything looks alike, so that the search has no end. */
  const net = (width: number, height: number): PlacedAtom[] =>
    Array.from({ length: width * height }, (_, index) => ({
      atomic_number: 6,
      position: [(index % width) * 1.5, Math.floor(index / width) * 1.5, 0],
    }));

  test('the search stops after 10000 steps, says so and gives the best so far', () => {
    const result = commonSubstructure(net(7, 7), net(12, 5));
    expect(result).toMatchObject({ stopped: true, steps: 10_000 });
    expect(result.pairs.length).toBeGreaterThanOrEqual(30);
    const [, aligned] = alignMolecules([{ atoms: net(7, 7) }, { atoms: net(12, 5) }], { mode: 'mcs' });
    expect(aligned?.stopped).toBe(true);
  });

  test('pairs are distinct, of one element, and bonded alike, however early the search ends', () => {
    const [first, second] = [
      molecules('tyk2_ligands.sdf.gz')[0]?.atoms ?? [],
      molecules('ibuprofen_conformers.sdf.gz')[0]?.atoms ?? [],
    ];
    for (const limit of [1, 5, 50, 10_000]) {
      const { pairs, steps } = commonSubstructure(first, second, undefined, limit);
      expect(steps).toBeLessThanOrEqual(limit);
      expect(pairs.length).toBeGreaterThan(0);
      expect(new Set(pairs.map(([i]) => i)).size).toBe(pairs.length);
      expect(new Set(pairs.map(([, j]) => j)).size).toBe(pairs.length);
    }
  });

  test('renumbering a molecule does not matter: the whole is found and laid on itself', () => {
    const [{ atoms }] = molecules('ibuprofen_conformers.sdf.gz') as [{ atoms: PlacedAtom[] }];
    const order = fc.shuffledSubarray([...atoms.keys()], { minLength: atoms.length, maxLength: atoms.length });
    fc.assert(
      fc.property(order, point, point, (places, axis, shift) => {
        const other = places.map((index) => {
          const atom = atoms[index] as PlacedAtom;
          return { ...atom, position: moved(atom.position, [axis[0], axis[1], axis[2] + 0.001], 1.3, shift) };
        });
        const [, result] = alignMolecules([{ atoms }, { atoms: other }], { mode: 'mcs' });
        expect(result?.pairs).toHaveLength(15);
        expect(result?.rmsd).toBeLessThan(1e-6);
        const all = other.map(({ position }, index) => {
          const back = transformed(result as never, position);
          return rmsd([back], [(atoms[places[index] as number] as PlacedAtom).position]);
        });
        expect(Math.max(...all)).toBeLessThan(1e-5);
      }),
      { numRuns: 20 },
    );
  });

  test('small molecules are compared with their hydrogens; chosen atoms limit both modes', () => {
    const water: PlacedAtom[] = [
      { atomic_number: 8, position: [0, 0, 0.1173] },
      { atomic_number: 1, position: [0, 0.7572, -0.4692] },
      { atomic_number: 1, position: [0, -0.7572, -0.4692] },
    ];
    expect(commonSubstructure(water, [...water].reverse()).pairs).toHaveLength(3);
    const conformers = molecules('ibuprofen_conformers.sdf.gz');
    const chosen = [0, 1, 2, 3];
    expect(alignMolecules(conformers, { atoms: chosen })[1]?.pairs).toHaveLength(4);
    expect(
      alignMolecules(conformers, { mode: 'mcs', atoms: chosen })[1]?.pairs.every(([i]) => chosen.includes(i)),
    ).toBe(true);
    expect(() => alignMolecules(conformers, { atoms: [99] })).toThrow(/no atom 100/);
  });
});
