import { expect, test } from 'vitest';
import { readAtomRanges, readAtomSequence, writeAtomRanges } from './index.ts';

test('a list of atoms as people write it, counted from 1', () => {
  expect(readAtomRanges('1-5, 8', 9)).toEqual({ atoms: [0, 1, 2, 3, 4, 7] });
  expect(readAtomRanges(' C7;h2 – 3 3', 9)).toEqual({ atoms: [1, 2, 6] });
  expect(readAtomRanges('', 9)).toEqual({ atoms: [] });
});

test('what cannot be read is reported with the place', () => {
  expect(readAtomRanges('1, two', 9)).toEqual({ problem: '"two" is not an atom: enter numbers such as 1-5, 8.' });
  expect(readAtomRanges('5-2', 9)).toEqual({ problem: '"5-2" runs backwards: enter the lower number first.' });
  expect(readAtomRanges('8-12', 9)).toEqual({ problem: 'There is no atom 12: the structure has 9.' });
  expect(readAtomRanges('0', 9)).toEqual({ problem: 'There is no atom 0: the structure has 9.' });
});

test('runs are written in short, and read back the same', () => {
  expect(writeAtomRanges([7, 0, 1, 2, 3, 4])).toBe('1-5, 8');
  expect(writeAtomRanges([3, 4, 8])).toBe('4, 5, 9');
  const atoms = [0, 2, 3, 4, 9, 10];
  expect(readAtomRanges(writeAtomRanges(atoms), 12)).toEqual({ atoms });
});

test('atoms in the order in which they are written', () => {
  expect(readAtomSequence('4, 3, 2 1', 9)).toEqual({ atoms: [3, 2, 1, 0] });
  expect(readAtomSequence('C4–C3–C2–C1', 9)).toEqual({ atoms: [3, 2, 1, 0] });
  expect(readAtomSequence('C4-H7', 9)).toEqual({ atoms: [3, 6] });
  expect(readAtomSequence('5-3, 5', 9)).toEqual({ atoms: [4, 3, 2] });
  expect(readAtomSequence('1, 12', 9)).toEqual({ problem: 'There is no atom 12: the structure has 9.' });
  expect(readAtomSequence('here', 9)).toEqual({ problem: '"here" is not an atom: enter numbers such as 1, 2, 3.' });
});
