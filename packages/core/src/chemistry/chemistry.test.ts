import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atomName,
  boltzmannWeights,
  bondsOf,
  cellParameters,
  cleanSlug,
  FileProblem,
  formulaOf,
  HARTREE_TO_KCAL_PER_MOL,
  impossibleSpinText,
  isUuid,
  kelvinOfCelsius,
  moleculeProblems,
  type PlacedAtom,
  readXyz,
  spinProblem,
  writeXyz,
} from './index.ts';

const water: PlacedAtom[] = [
  { atomic_number: 8, position: [0, 0, 0.1173] },
  { atomic_number: 1, position: [0, 0.7572, -0.4692] },
  { atomic_number: 1, position: [0, -0.7572, -0.4692] },
];

describe('charge and multiplicity', () => {
  test.each([
    [0, 1, null],
    [1, 2, null],
    [0, 3, null],
    [0, 2, impossibleSpinText],
    [0, 0, impossibleSpinText],
    [50, 1, impossibleSpinText],
    [8, 3, null],
    [8, 5, impossibleSpinText],
  ])('water with charge %i and multiplicity %i', (charge, multiplicity, expected) => {
    expect(spinProblem({ atoms: water, charge, multiplicity })).toBe(expected);
  });
});

describe('XYZ', () => {
  test('what is written is read back, with charge and multiplicity', () => {
    const text = writeXyz([{ atoms: water, charge: -1, multiplicity: 2, energy: -5.07 }]);
    const [frame] = readXyz(text.replaceAll('\n', '\r\n'));
    expect(frame).toMatchObject({ charge: -1, multiplicity: 2 });
    expect(frame?.atoms).toEqual(water);
  });

  test.each([
    ['', 1, 'empty|number of atoms'],
    ['hello', 1, 'number of atoms; found "hello"'],
    ['2\n\nO 0 0 0\n', 4, 'ends after 1 of 2 atoms'],
    ['1\n\nO 0 nan 0', 3, 'y coordinate of O1 is "nan"'],
    ['1\n\nQx 0 0 0', 3, '"Qx" is not an element'],
    ['1\n\nO 0 0', 3, 'three coordinates'],
    ['0\n\n', 1, '0; at least one'],
  ])('%j is refused at line %i', (text, line, words) => {
    try {
      readXyz(text);
      expect.unreachable('the text was read');
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem);
      expect((error as FileProblem).line).toBe(line);
      expect((error as FileProblem).detail).toMatch(new RegExp(words));
    }
  });

  test('no text makes it fail with anything but a named place', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          readXyz(text);
        } catch (error) {
          expect(error).toBeInstanceOf(FileProblem);
        }
      }),
    );
  });
});

test('molecules that cannot be computed are refused with the atom named', () => {
  const at = (...positions: [number, number, number][]) =>
    positions.map((position) => ({ atomic_number: 6, position }));
  const check = (atoms: PlacedAtom[], charge = 0, multiplicity = 1) =>
    moleculeProblems({ atoms, charge, multiplicity }).map(({ detail }) => detail);
  expect(check([])).toEqual(['The molecule has no atoms.']);
  expect(check(at([0, 0, 0], [0, 0, 0.05]))).toEqual(['C1 and C2 are at the same point (closer than 0.1 Å).']);
  expect(check(at([0, 0, Number.NaN]))).toEqual(['The position of C1 is not three finite numbers.']);
  expect(check([{ atomic_number: 150, position: [0, 0, 0] }])[0]).toContain('150');
  expect(check(water, 0, 0)).toContain('The multiplicity must be 1 or more.');
  expect(check(water)).toEqual([]);
});

test('atoms, formulas, bonds, identifiers and temperatures', () => {
  expect(atomName(water, 2)).toBe('H3');
  expect(formulaOf(water)).toBe('H2O');
  expect(formulaOf([{ atomic_number: 1 }, { atomic_number: 17 }, { atomic_number: 6 }, { atomic_number: 1 }])).toBe(
    'CH2Cl',
  );
  expect(bondsOf(water)).toEqual([
    [0, 1],
    [0, 2],
  ]);
  expect(isUuid('e0411d80-f685-5b60-aa05-be2229108bba')).toBe(true);
  expect(isUuid('e0411d80-f685-6b60-aa05-be2229108bba')).toBe(false);
  expect(isUuid('e0411d80-f685-5b60-ca05-be2229108bba')).toBe(false);
  expect(cleanSlug(' My Folder_1-ä! ')).toBe('myfolder_1-');
  expect(kelvinOfCelsius(25)).toBe(298.15);
});

test('in rock salt (cubic cell of 5.64 Å) each ion is bonded to its neighbours of the other sign only', () => {
  const half = 5.6402 / 2;
  const cube = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z] as const)));
  const ions = cube.map(([x, y, z]) => ({
    atomic_number: (x + y + z) % 2 === 0 ? 11 : 17,
    position: [x * half, y * half, z * half] as [number, number, number],
  }));
  const bonds = bondsOf(ions);
  expect(bonds).toHaveLength(12);
  expect(bonds.every(([a, b]) => ions[a]?.atomic_number !== ions[b]?.atomic_number)).toBe(true);
});

test('lengths and angles of a cell: hexagonal zinc oxide (3.25 Å, 5.21 Å, 120°)', () => {
  const { lengths, angles } = cellParameters([
    [3.25, 0, 0],
    [-1.625, (3.25 * Math.sqrt(3)) / 2, 0],
    [0, 0, 5.21],
  ]);
  expect(lengths.map((length) => length.toFixed(3))).toEqual(['3.250', '3.250', '5.210']);
  expect(angles.map((angle) => angle.toFixed(3))).toEqual(['90.000', '90.000', '120.000']);
});

test('a dummy atom has no bonds, wherever it is', () => {
  const dummy = { atomic_number: 0, position: [0, 0, 0] as [number, number, number] };
  const carbon = { atomic_number: 6, position: [1.5, 0, 0] as [number, number, number] };
  const hydrogen = { atomic_number: 1, position: [2, 1, 0] as [number, number, number] };
  expect(bondsOf([dummy, carbon, hydrogen])).toEqual([[1, 2]]);
  expect(bondsOf([hydrogen, carbon, dummy])).toEqual([[0, 1]]);
});

test('butane: 0.597 kcal/mol and two gauche forms give 42 % gauche at 298.15 K', () => {
  // GFN2-xTB gauche - anti of n-butane, measured with xtb 6.5.1; the closed form is 2x/(1+2x), x = exp(-dE/RT).
  const weights = boltzmannWeights([0, 0.597 / HARTREE_TO_KCAL_PER_MOL], [1, 2], 298.15);
  const x = Math.exp(-0.597 / (1.98720425e-3 * 298.15));
  expect(weights[1]).toBeCloseTo((2 * x) / (1 + 2 * x), 4);
  expect((weights[0] ?? 0) + (weights[1] ?? 0)).toBeCloseTo(1, 12);
});
