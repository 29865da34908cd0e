import { expect, test } from 'vitest';
import { kindOfPasted } from './pasted-text.ts';

const pdbLine = (serial: number, atom: string) =>
  `ATOM  ${String(serial).padStart(5)}  ${atom.padEnd(3)} ALA A   1       0.000   0.000   0.000`;

test.each([
  ['', 'empty'],
  ['  \n ', 'empty'],
  ['CC(C)Cc1ccc(cc1)C(C)C(=O)O', 'smiles'],
  // Elements and aromatic letters alone may be a SMILES, also where they look like a word.
  ['CCO', 'smiles'],
  ['Brccccn', 'smiles'],
  ['CC(=O', 'smiles'],
  ['paracetamol', 'name'],
  ['Acetylsalicylic acid', 'name'],
  ['4-aminobenzoic acid', 'name'],
  // A structure that was mistyped is never taken for a name: names are sent to another service.
  ['CC(C)Cc1ccc(cc1)C(C)C(=O)Oxyz', 'smiles'],
  ['CC(tert)CO', 'smiles'],
  ['5DT0', 'pdb'],
  ['pdb_00001ema', 'pdb'],
  ['2244', 'smiles'],
  ['3\nwater\nO 0 0 0\nH 0 0 1\nH 0 1 0', 'file'],
  ['CCO ethanol\nCCN', 'many'],
  ['CCO\n\n', 'smiles'],
  [`HEADER\n${[1, 2, 3, 4, 5].map((serial) => pdbLine(serial, 'CA')).join('\n')}`, 'protein'],
  [`${pdbLine(1, 'C1')}\n${pdbLine(2, 'O1')}`, 'file'],
  ['a\n\n\n  1  0  0\nM  END\n$$$$\n', 'file'],
  ['a\nM  END\n$$$$\nb\nM  END\n$$$$\n', 'many'],
] as const)('%j is %s', (text, kind) => {
  expect(kindOfPasted(text).kind).toBe(kind);
});

test('entries of the Protein Data Bank and lines are recognized with what they are', () => {
  expect(kindOfPasted(' 1cbs ')).toEqual({ kind: 'pdb', id: '1CBS' });
  expect(kindOfPasted('CCO\n\nCCN\r\nCCC\n')).toEqual({ kind: 'many', lines: 3 });
});
