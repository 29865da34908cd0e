import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileProblem } from './problem.ts';
import { cleanSequence, readFasta, sequenceLetters, sequenceProblems, writeFasta } from './sequences.ts';

describe('letters of a sequence', () => {
  test.each([
    ['MSKGEELFTG', 'protein', []],
    ['msk gee\nlftg', 'protein', []],
    ['MSKBZ', 'protein', [/Position 4: "B"/, /Position 5: "Z"/]],
    ['ATCG', 'dna', []],
    ['AUCG', 'dna', [/Position 2: "U" is not a DNA letter/]],
    ['ATCG', 'rna', [/Position 2: "T" is not an RNA letter/]],
    ['ABZ', 'other', []],
    ['AB1', 'other', [/Position 3: "1" is not a letter A to Z/]],
    ['', 'protein', [/empty/]],
  ] as const)('%j as %s', (text, kind, expected) => {
    const details = sequenceProblems(text, kind).map(({ detail }) => detail);
    expect(details).toHaveLength(expected.length);
    expected.forEach((pattern, index) => {
      expect(details[index]).toMatch(pattern);
    });
  });

  test('exactly the allowed letters pass', () => {
    for (const kind of ['protein', 'dna', 'rna', 'other'] as const) {
      for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0-*') {
        expect(sequenceProblems(letter, kind).length === 0).toBe(sequenceLetters[kind].includes(letter));
      }
    }
  });
});

describe('FASTA', () => {
  test('reads records over several lines, comments, a byte order mark and a final stop', () => {
    expect(readFasta('\uFEFF>sp|P42212 GFP\r\nMSKG\r\nEELF*\r\n; note\r\n\r\n>two\r\nAC-GT\r\n')).toEqual([
      { header: 'sp|P42212 GFP', name: 'sp|P42212', sequence: 'MSKGEELF', line: 1 },
      { header: 'two', name: 'two', sequence: 'ACGT', line: 6 },
    ]);
    expect(readFasta('mskg\neelf')).toMatchObject([{ header: '', sequence: 'MSKGEELF' }]);
  });

  test.each([
    ['', 1, /no sequence/],
    ['>a\n>b\nAC', 1, /"a" has no sequence/],
    ['>a\nAC\nA1C', 3, /"1" is not a letter/],
    ['>a\nAC\n>b\n', 3, /"b" has no sequence/],
  ])('%j is refused at line %i', (text, line, words) => {
    try {
      readFasta(text);
      expect.unreachable('the text was read');
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem);
      expect((error as FileProblem).line).toBe(line);
      expect((error as FileProblem).detail).toMatch(words);
    }
  });

  test('what is written is read back', () => {
    const letters = fc.string({ unit: fc.constantFrom(...sequenceLetters.protein), minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1 }), (sequences) => {
        const records = sequences.map((sequence, index) => ({ header: `chain ${index}`, sequence }));
        expect(readFasta(writeFasta(records))).toMatchObject(records);
        expect(sequences.map(cleanSequence)).toEqual(sequences);
      }),
    );
  });
});
