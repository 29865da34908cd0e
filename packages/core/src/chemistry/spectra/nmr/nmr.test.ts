import { expect, test } from 'vitest';
import { candidateProbabilities, judgeCandidate, NotComparable } from './dp4.ts';
import { readCouplings, splitLine } from './multiplets.ts';
import { studentTail } from './student-t.ts';

/** scipy.stats.t.sf at 0, 0.5, 1, 2.5, 6 and 15, by degrees of freedom. */
const tails: readonly (readonly [freedom: number, values: readonly number[]])[] = [
  [
    11.38,
    [0.5, 0.3133012170274115, 0.16904983762108114, 0.014432966743041127, 3.8768695683850024e-5, 3.767039123841354e-9],
  ],
  [
    14.18,
    [
      0.5, 0.31237226669387824, 0.16703523169973833, 0.012641431022371002, 1.5420443920606788e-5,
      2.1342255067060234e-10,
    ],
  ],
];

test('the tail of Student’s t is that of scipy', () => {
  for (const [freedom, values] of tails) {
    for (const [at, t] of [0, 0.5, 1, 2.5, 6, 15].entries()) {
      expect(studentTail(t, freedom) / (values[at] ?? Number.NaN), `${t} ${freedom}`).toBeCloseTo(1, 9);
    }
  }
});

test('two candidates by the errors of their scaled shifts, computed a second time with numpy and scipy', () => {
  const measured = [14.1, 22.7, 31.9, 62.4, 128.0, 136.2];
  const [a, b] = [
    [15.0, 23.1, 33.0, 61.5, 127.2, 138.0],
    [139.5, 18.0, 22.0, 29.0, 66.0, 124.0],
  ].map((lines) => judgeCandidate('carbon_nmr', measured, lines));
  const [first, second] = candidateProbabilities([a?.logProduct ?? 0, b?.logProduct ?? 0]);
  expect(Math.exp(a?.logProduct ?? 0) / 0.002010279322759091).toBeCloseTo(1, 8);
  expect(first).toBeCloseTo(0.9995516515991469, 8);
  expect((first ?? 0) + (second ?? 0)).toBeCloseTo(1, 12);
  expect(b?.computed).toEqual([18, 22, 29, 66, 124, 139.5]);
});

test('few shifts, and more shifts than lines, are refused', () => {
  expect(() => judgeCandidate('proton_nmr', [1, 2, 3], [1, 2, 3])).toThrow(NotComparable);
  expect(() => judgeCandidate('proton_nmr', [1, 2, 3, 4], [1, 2, 3])).toThrow(/3 lines/);
  expect(() => judgeCandidate('proton_nmr', [1, 1, 1, 1], [1, 2, 3, 4])).toThrow(/the same/);
});

test('multiplets: a quartet at 400 MHz, a doublet of triplets, and what is no coupling', () => {
  const quartet = splitLine({ position: 3.7, intensity: 2 }, [{ hertz: 7, count: 3 }], 400);
  expect(quartet.map(({ intensity }) => intensity)).toEqual([0.25, 0.75, 0.75, 0.25]);
  const [first, second] = quartet;
  expect(((second?.position ?? 0) - (first?.position ?? 0)) * 400).toBeCloseTo(7, 10);
  expect(quartet.reduce((sum, { position, intensity }) => sum + position * intensity, 0) / 2).toBeCloseTo(3.7, 12);
  expect(
    splitLine(
      { position: 1, intensity: 1 },
      [
        { hertz: 7, count: 1 },
        { hertz: 2, count: 2 },
      ],
      500,
    ),
  ).toHaveLength(6);
  expect(readCouplings('7.1 x3, 1.2')).toEqual([
    { hertz: 7.1, count: 3 },
    { hertz: 1.2, count: 1 },
  ]);
  expect(readCouplings('7,1 (3H); 1,2 Hz')).toEqual([
    { hertz: 7.1, count: 3 },
    { hertz: 1.2, count: 1 },
  ]);
  expect(readCouplings('')).toEqual([]);
  for (const wrong of ['7 x99', 'large', '0', '7 8']) expect(readCouplings(wrong), wrong).toBeNull();
});
