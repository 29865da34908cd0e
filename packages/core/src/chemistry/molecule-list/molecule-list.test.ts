import { describe, expect, test } from 'vitest';
import {
  decodeText,
  guessColumns,
  largestPart,
  moleculesOfTable,
  ownColumnsOf,
  ownColumnsOfRecords,
  readLeftOut,
  readMoleculeList,
  readMoleculeTable,
  splitSdf,
  writeLeftOut,
} from './index.ts';

const table = (text: string) => {
  const read = readMoleculeTable(text);
  return moleculesOfTable(read, guessColumns(read));
};

describe('a list of SMILES', () => {
  test('blanks and comments are counted, names kept, and a broken line keeps its place and says why', () => {
    const { molecules, blanks, comments } = readMoleculeList(
      '\uFEFFSMILES name\r\n# from the notebook\r\nCCO  ethyl alcohol \r\n\r\n// salts\r\n[Na+].[Cl-] salt\r\nc1ccccc\r\nCCO again\r\nC#N\r\n',
    );
    expect({ blanks, comments }).toEqual({ blanks: 1, comments: 2 });
    expect(molecules).toEqual([
      { line: 3, smiles: 'CCO', name: 'ethyl alcohol', problem: null },
      { line: 6, smiles: '[Na+].[Cl-]', name: 'salt', problem: null },
      { line: 7, smiles: 'c1ccccc', name: null, problem: 'Ring 1, opened at position 2, is never closed.' },
      { line: 8, smiles: 'CCO', name: 'again', problem: null },
      { line: 9, smiles: 'C#N', name: null, problem: null },
    ]);
  });

  test('ten thousand lines are read whole, so that a limit can be reported', () => {
    const { molecules } = readMoleculeList(Array.from({ length: 10_000 }, (_, index) => `CCO ${index}`).join('\n'));
    expect(molecules).toHaveLength(10_000);
    expect(molecules.at(-1)).toMatchObject({ line: 10_000, name: '9999' });
  });
});

describe('a table of SMILES', () => {
  const wanted = [
    { line: 2, smiles: 'CCO', name: 'a, "quoted" name', problem: null },
    { line: 3, smiles: '', name: 'nothing', problem: 'The column "Smiles" is empty.' },
    { line: 4, smiles: 'CC(', name: 'broken', problem: 'The "(" at position 3 is never closed.' },
  ];
  for (const mark of [',', ';', '\t', '|']) {
    test(`with ${JSON.stringify(mark)} between its cells`, () => {
      const rows = [
        ['ID', 'Smiles', 'pIC50'],
        ['"a, ""quoted"" name"', 'CCO', '7.1'],
        ['nothing', '', '6'],
        ['broken', 'CC(', '5'],
      ];
      expect(table(rows.map((row) => row.join(mark)).join('\r\n'))).toEqual(wanted);
    });
  }

  test('its own columns keep their headings and texts by line; of two equal headings the second is numbered', () => {
    const text = 'lot,smiles,IC50,name,IC50\n7,CCO,1.5,ethanol,2\n8,"C\nC",,x\n9,CCN,3,y,4';
    const read = readMoleculeTable(text);
    const { headings, textsByLine } = ownColumnsOf(read, guessColumns(read));
    expect(headings).toEqual(['lot', 'IC50', 'IC50 (2)']);
    expect([...textsByLine]).toEqual([
      [2, ['7', '1.5', '2']],
      [3, ['8', '', '']],
      [5, ['9', '3', '4']],
    ]);
  });

  test('without a heading its columns are found by what they hold; a quote that never closes is a row that says so', () => {
    expect(table('1;aspirin;CC(=O)Oc1ccccc1C(=O)O\n2;water;O\n')).toEqual([
      { line: 1, smiles: 'CC(=O)Oc1ccccc1C(=O)O', name: 'aspirin', problem: null },
      { line: 2, smiles: 'O', name: 'water', problem: null },
    ]);
    expect(table('smiles,name\nCCO,"open\nCC,b\n')[0]?.problem).toMatch(/quoted cell/);
  });

  test('in UTF-8 with its mark, in UTF-16 of either order, with and without its mark, and in the letters of an old Windows', () => {
    const text = 'smiles\tname\nCCO\täthanol\n';
    const little = new Uint8Array([...text].flatMap((letter) => [letter.charCodeAt(0), 0]));
    const big = new Uint8Array([...text].flatMap((letter) => [0, letter.charCodeAt(0)]));
    const utf8 = new TextEncoder().encode(text);
    const files = {
      utf8,
      marked: new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]),
      little,
      big,
      markedLittle: new Uint8Array([0xff, 0xfe, ...little]),
      markedBig: new Uint8Array([0xfe, 0xff, ...big]),
      windows: new Uint8Array([...text].map((letter) => letter.charCodeAt(0))),
    };
    for (const [name, bytes] of Object.entries(files)) {
      expect(table(decodeText(bytes)), name).toEqual([{ line: 2, smiles: 'CCO', name: 'äthanol', problem: null }]);
    }
  });
});

test('an SDF is cut into records; empty and broken ones stay with their reason', () => {
  const water =
    'water\n  x\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 O   0  0\nM  END\n';
  const file = [
    `${water}> <ID>\nignored\n\n`,
    '\n',
    'no table\n\n\n',
    water.replace('water\n', '\n').replace('M  END\n', 'M  END\n> <Compound ID>\nW-1\n\n> <SMILES>\nO\n\n'),
    'empty\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n',
    'x\n\n\nnonsense\nM  END\n',
  ].join('$$$$\n');
  const records = splitSdf(`${file}$$$$\n\n`);
  expect(records.map(({ line, name, problem, smiles }) => [line, name, problem, smiles])).toEqual([
    [1, 'water', null, null],
    [11, null, 'The record is empty.', null],
    [13, null, 'The record has no end of its table ("M  END").', null],
    [17, 'W-1', null, 'O'],
    [30, 'empty', 'The record has no atoms.', null],
    [36, 'x', 'The fourth line of the record is no counts line (V2000 or V3000).', null],
  ]);
  expect(records[0]?.molfile).toContain('M  END');
});

test('the data fields of an SDF are its own columns: whatever names the record or is its SMILES is none, of two equal ones the second is numbered', () => {
  const molfile = (title: string) =>
    `${title}\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 O   0  0\nM  END\n`;
  const file = [
    `${molfile('A')}> <IC50> (1)\n1.5\n\n>  25  <Remark>\nfirst line\nsecond line\n\n> <ID>\nA-1\n\n> <SMILES>\nO\n\n`,
    `${molfile('')}> <ID>\nB-1\n\n> <empty>\n\n> <Batch>\n7\n> <IC50>\n2\n\n> <IC50>\n3\n\n`,
  ].join('$$$$\r\n');
  const { headings, textsByLine } = ownColumnsOfRecords(splitSdf(file));
  expect(headings).toEqual(['IC50', 'Remark', 'ID', 'Batch', 'IC50 (2)']);
  expect([...textsByLine.values()]).toEqual([
    ['1.5', 'first line second line', 'A-1', '', ''],
    ['2', '', '', '7', '3'],
  ]);
});

test('of a salt the largest part is taken, of a hydrate the molecule', () => {
  expect(largestPart('[Na+].CC(=O)[O-]')).toBe('CC(=O)[O-]');
  expect(largestPart('O.O.CCN.Cl')).toBe('CCN');
  expect(largestPart('[H+].[Cl-]')).toBe('[Cl-]');
});

test('lines that were not run come back from the notes of a folder as they were, also with signs of Markdown in them', () => {
  const lines = [
    { line: 7, smiles: 'C/C=C\\C|x', name: 'a|b `c`', problem: 'Ring 1 is never closed.' },
    { line: 12, smiles: '', name: null, problem: 'The record is empty.' },
  ];
  const notes = `Batch of 3.\n\n${writeLeftOut(lines)}\nWritten by hand: | 1 | 2 |`;
  expect(readLeftOut(notes)).toEqual(lines);
  expect(readLeftOut('no table')).toEqual([]);
  // In Markdown this would be a link.
  expect(writeLeftOut([{ line: 1, smiles: '[U](F)F', name: null, problem: null }])).toContain('| \\[U\\](F)F |');
  expect(writeLeftOut([])).toBe('');
});
