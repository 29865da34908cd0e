import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileProblem } from '../problem.ts';
import { readFixture } from '../tests/read-fixture.js';
import { readXyz } from '../xyz.ts';
import {
  moleculeFormatOf,
  moleculeFormats,
  readMolecules,
  smilesProblem,
  type WritableMolecule,
  writeMolecules,
} from './index.ts';

/** Runs a reader that must refuse, and gives its problem. */
function refusal(run: () => unknown): FileProblem {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(FileProblem);
    return error as FileProblem;
  }
  return expect.unreachable('the text was taken');
}

const mol = (counts: string, ...rest: string[]) => ['', '  Cuvette             3D', '', counts, ...rest].join('\n');
const atomLine = (x: number, symbol: string, code = 0) =>
  `${x.toFixed(4).padStart(10)}    0.0000    0.5000 ${symbol.padEnd(3)} 0  ${code}  0  0  0  0  0  0  0  0  0  0`;

describe('extended XYZ', () => {
  const aluminium = 'Lattice="0.0 2.0230 2.0230 2.0230 0.0 2.0230 2.0230 2.0230 0.0" Properties=species:S:1:pos:R:3';

  test('cell, periodicity, columns and charge', () => {
    const [frame] = readXyz(`1\n${aluminium}\nAl 0 0 0\n`);
    expect(frame?.cell).toEqual({
      lattice_vectors: [
        [0, 2.023, 2.023],
        [2.023, 0, 2.023],
        [2.023, 2.023, 0],
      ],
      is_periodic: [true, true, true],
    });
    const slab = 'Lattice="3 0 0 0 3 0 0 0 20" Properties=id:I:1:forces:R:3:pos:R:3:species:S:1 pbc="T T F" charge=-1';
    const [second] = readXyz(`1\n${slab}\n7 0.1 0.2 0.3 1 2 3 Cu\n`);
    expect(second).toMatchObject({ charge: -1, atoms: [{ atomic_number: 29, position: [1, 2, 3] }] });
    expect(second?.cell?.is_periodic).toEqual([true, true, false]);
    const [third] = readXyz(
      '1\ncharge: 0; cell: ((3, 0, 0), (0, 3, 0), (0, 0, 4)); is_periodic: (True, True, False);\nHe 0 0 0',
    );
    expect(third?.cell).toMatchObject({
      lattice_vectors: [
        [3, 0, 0],
        [0, 3, 0],
        [0, 0, 4],
      ],
      is_periodic: [true, true, false],
    });
  });

  test('a comment in words gives charge and multiplicity, and no cell', () => {
    const [frame] = readXyz('1\ncharge 0, multiplicity 2, from a notebook\nH 0 0 0');
    expect(frame).toMatchObject({ charge: 0, multiplicity: 2, cell: null });
  });

  test('plain XYZ keeps the cell in the comment line', () => {
    const [frame] = readXyz(`1\n${aluminium} pbc="T F T"\nAl 0 0 0\n`);
    const text = writeMolecules('xyz', [frame ?? {}]);
    expect(text).toContain(
      'cell: ((0, 2.023, 2.023), (2.023, 0, 2.023), (2.023, 2.023, 0)); is_periodic: (True, False, True);',
    );
    expect(readXyz(text)[0]?.cell).toEqual(frame?.cell);
  });

  test.each([
    ['1\nLattice="1 0 0 0 1 0"\nH 0 0 0', 2, /nine numbers.*6/],
    ['1\nLattice="1 0 0 0 1 0 1 1 0"\nH 0 0 0', 2, /no volume/],
    ['1\nLattice="1 0 0 0 1 0 0 0 x"\nH 0 0 0', 2, /cannot be read/],
    ['1\nLattice="1 0 0 0 1 0 0 0 1" pbc="T T"\nH 0 0 0', 2, /three of T and F/],
    ['1\nProperties=species:S:1:forces:R:3\nH 0 0 0', 2, /"species" and "pos"/],
  ])('%j is refused', (text, line, words) => {
    const problem = refusal(() => readXyz(text));
    expect(problem.line).toBe(line);
    expect(problem.detail).toMatch(words);
  });

  test('what is written is read back', () => {
    const number = fc.integer({ min: -9999, max: 9999 }).map((value) => value / 1000 + 0);
    const position = fc.tuple(number, number, number);
    const atoms = fc.array(fc.record({ atomic_number: fc.integer({ min: 1, max: 118 }), position }), { minLength: 1 });
    const flags = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).filter((directions) => directions.includes(true));
    fc.assert(
      fc.property(atoms, flags, fc.integer({ min: -3, max: 3 }), (list, is_periodic, charge) => {
        const cell = {
          lattice_vectors: [
            [5, 0.25, 0],
            [0, 6, 0],
            [1, 0, 7],
          ] as [never, never, never],
          is_periodic,
        };
        const molecule = { atoms: list, cell, charge, multiplicity: 1, name: 'a name' };
        const [entry] = readMolecules('x.extxyz', writeMolecules('extxyz', [molecule]));
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(plain(entry)).toMatchObject(plain(molecule));
      }),
    );
  });
});

describe('MOL and SDF', () => {
  test('TYK2 ligands: 16 records with atoms, bonds and data fields', () => {
    const entries = readMolecules('tyk2_ligands.sdf', readFixture('tyk2_ligands.sdf.gz'));
    expect(entries).toHaveLength(16);
    expect(entries[0]).toMatchObject({ name: 'jmc_23', charge: 0, multiplicity: 1, isFlat: false, line: 1 });
    expect(entries[0]?.atoms).toHaveLength(36);
    expect(entries[0]?.bonds).toHaveLength(38);
    expect(entries[0]?.atoms?.[10]).toEqual({ atomic_number: 17, position: [-5.6128, 21.4071, -28.7312] });
    for (const entry of entries) expect(entry.data['experimental dG reference units']).toBe('kcal/mol');
    const conformers = readMolecules('x.sdf', readFixture('ibuprofen_conformers.sdf.gz'));
    expect(conformers).toHaveLength(8);
    for (const { atoms } of conformers) expect(atoms).toHaveLength(33);
  });

  test('what is written is read back', () => {
    const entries = readMolecules('x.sdf', readFixture('tyk2_ligands.sdf.gz'));
    const strip = (list: typeof entries) => list.map((entry) => ({ ...entry, line: 0 }));
    expect(strip(readMolecules('x.sdf', writeMolecules('sdf', entries)))).toEqual(strip(entries));
  });

  test('M CHG replaces the column of the atom block; M RAD gives the multiplicity', () => {
    const ammonium = mol('  2  0  0  0  0  0            999 V2000', atomLine(0, 'N', 5), atomLine(3, 'Cl', 3));
    expect(readMolecules('a.mol', `${ammonium}\nM  END\n`)[0]).toMatchObject({ charge: 0, formalCharges: [-1, 1] });
    expect(readMolecules('a.mol', `${ammonium}\nM  CHG  1   1   1\nM  END\n`)[0]).toMatchObject({
      charge: 1,
      formalCharges: [1, 0],
    });
    const oxygen = mol('  2  1  0  0  0  0            999 V2000', atomLine(0, 'O'), atomLine(1.2, 'O'), '  1  2  1  0');
    expect(readMolecules('a.mol', `${oxygen}\nM  RAD  2   1   2   2   2\nM  END`)[0]?.multiplicity).toBe(3);
    expect(readMolecules('a.mol', `${oxygen}\nM  END`)[0]?.multiplicity).toBe(1);
    const odd = mol('  1  0  0  0  0  0            999 V2000', atomLine(0, 'H'));
    expect(readMolecules('a.mol', `${odd}\nM  END`)[0]?.multiplicity).toBeNull();
    const fields = `${odd}\nM  END\n> <charge>\n1\n\n>  <multiplicity> (1)\n1\n\n$$$$\n`;
    expect(readMolecules('a.sdf', fields)[0]).toMatchObject({ charge: 1, multiplicity: 1, data: { charge: '1' } });
  });

  test('V3000, with continued lines, charges and radicals', () => {
    const table = [
      'M  V30 BEGIN CTAB',
      'M  V30 COUNTS 3 2 0 0 0',
      'M  V30 BEGIN ATOM',
      'M  V30 10 N 0 0 0.1 0 CHG=1',
      'M  V30 20 O 1.2 0 0 -',
      'M  V30 0 CHG=-1',
      'M  V30 30 C 0 1.4 0 0 RAD=2',
      'M  V30 END ATOM',
      'M  V30 BEGIN BOND',
      'M  V30 1 1 10 20',
      'M  V30 2 2 10 30',
      'M  V30 END BOND',
      'M  V30 END CTAB',
      'M  END',
    ];
    const [entry] = readMolecules('a.mol', mol('  0  0  0     0  0            999 V3000', ...table));
    expect(entry).toMatchObject({
      charge: 0,
      formalCharges: [1, -1, 0],
      multiplicity: 2,
      bonds: [
        { atoms: [0, 1], order: 1 },
        { atoms: [0, 2], order: 2 },
      ],
    });
  });

  test('more than 999 atoms are written as V3000 and read back', () => {
    const atoms = Array.from({ length: 1200 }, (_, index) => ({
      atomic_number: 6,
      position: [index * 1.5, 0.5, 1] as [number, number, number],
    }));
    const bonds = Array.from({ length: 1199 }, (_, index) => ({
      atoms: [index, index + 1] as [number, number],
      order: 1,
    }));
    const formalCharges = atoms.map((_, index) => (index === 7 ? 1 : 0));
    const text = writeMolecules('mol', [{ atoms, bonds, formalCharges, charge: 1 }]);
    expect(text).toContain('V3000');
    expect(readMolecules('a.mol', text)[0]).toMatchObject({ atoms, bonds, formalCharges, charge: 1 });
  });

  test('a large file is read in time that grows with its size', () => {
    const record = `${mol('  1  0  0  0  0  0            999 V2000', atomLine(0, 'C'), 'M  END', '>  <n>', '1', '')}\n$$$$ \n`;
    const entries = readMolecules('x.sdf', record.repeat(20_000));
    expect(entries).toHaveLength(20_000);
    expect(entries[19_999]).toMatchObject({ data: { n: '1' }, line: 19_999 * 10 + 1 });
  });

  test.each([
    ['a\nb\nc\nhello', 4, /fourth line/],
    [mol('  2  0  0  0  0  0            999 V2000', atomLine(0, 'C'), 'M  END'), 6, /end after 1 of 2/],
    [mol('  1  0  0  0  0  0            999 V2000', atomLine(0, 'Qx')), 5, /"Qx" is not an element/],
    [mol('  1  0  0  0  0  0            999 V2000', atomLine(0, 'R#')), 5, /placeholder/],
    [mol('  1  0  0  0  0  0            999 V2000', '    1.0000    2.0000    x      C'), 5, /z coordinate is "x"/],
    [mol('  1  1  0  0  0  0            999 V2000', atomLine(0, 'C'), '  1  2  1'), 6, /join two atoms/],
    [mol('  1  0  0  0  0  0            999 V2000', atomLine(0, 'C'), 'M  CHG  1   4   1'), 6, /M {2}CHG/],
    [mol('  0  0  0     0  0            999 V3000', 'M  V30 BEGIN ATOM', 'M  V30 1 C 0 0'), 6, /z coordinate/],
  ])('a broken file is refused (%#)', (text, line, words) => {
    const problem = refusal(() => readMolecules('a.sdf', text));
    expect(problem.detail).toMatch(words);
    expect(problem.line).toBe(line);
  });

  test('positions without bonds are not written as a molecule without bonds', () => {
    const atoms = [{ atomic_number: 2, position: [0, 0, 0] as [number, number, number] }];
    expect(refusal(() => writeMolecules('sdf', [{ atoms }])).detail).toMatch(/needs bonds/);
    expect(refusal(() => writeMolecules('mol', [{ smiles: 'C', name: 'methane' }])).detail).toMatch(
      /methane is known as SMILES only/,
    );
  });
});

describe('SMILES', () => {
  test.each([
    'CC(C)Cc1ccc(cc1)C(C)C(=O)O',
    '[NH3+]C',
    '[Fe+2].[CH-]1C=CC=C1',
    'C%10CCCC%10',
    'F/C=C\\F',
    'N[C@@H](C)C(=O)O',
    '[13CH4]',
    'c1cc2ccccc2[nH]1',
    'C1CC1C1CC1',
    '[*]C',
    'O=C=O',
  ])('%s is taken', (smiles) => {
    expect(smilesProblem(smiles)).toBeNull();
  });

  test.each([
    ['CC(C', /"\(" at position 3/],
    ['CC)C', /"\)" at position 3/],
    ['C1CC', /Ring 1, opened at position 2/],
    ['C[NH3', /bracket at position 2/],
    ['CXC', /"X" at position 2/],
    ['C[]C', /"\[\]" at position 2 is not an atom/],
    ['(C)', /before any atom/],
    ['=', /no atom/],
  ])('%s is refused', (smiles, words) => {
    expect(smilesProblem(smiles)).toMatch(words);
  });

  test('lists with names, comments and a heading', () => {
    const entries = readMolecules('x.smi', 'SMILES name\n# note\nCCO ethanol, dry\n\nc1ccccc1\n');
    expect(entries).toMatchObject([
      { smiles: 'CCO', name: 'ethanol, dry', atoms: null, line: 3 },
      { smiles: 'c1ccccc1', name: null, line: 5 },
    ]);
    const problem = refusal(() => readMolecules('x.smi', 'CCO\nCC(O\n'));
    expect(problem).toMatchObject({ line: 2, detail: expect.stringMatching(/position 3/) });
  });

  test('CSV with a heading, quotes, other delimiters and cells over several lines', () => {
    const text = '\uFEFFID;Structure;canonical_smiles;"pKa, exp"\r\n1;"a\nb";CC(=O)O;4,76\r\n\r\n2;;CCO;\r\n';
    const entries = readMolecules('x.csv', text);
    expect(entries).toMatchObject([
      { smiles: 'CC(=O)O', name: '1', data: { Structure: 'a\nb', 'pKa, exp': '4,76' }, line: 2 },
      { smiles: 'CCO', name: '2', data: { Structure: '', 'pKa, exp': '' }, line: 5 },
    ]);
  });

  test('CSV without a heading, or with a heading that does not say SMILES', () => {
    expect(readMolecules('x.csv', '7,CCO\n8,CCN\n')).toMatchObject([
      { smiles: 'CCO', data: { 'Column 1': '7' } },
      { smiles: 'CCN' },
    ]);
    expect(readMolecules('x.tsv', 'drug\tvalue\nCCO\t1\nCCN\t2\n')).toMatchObject([
      { smiles: 'CCO', data: { value: '1' } },
      { smiles: 'CCN' },
    ]);
  });

  test.each([
    ['name,value\nethanol,3\n', 1, /No column holds SMILES/],
    ['name,SMILES\n"x\ny",CCO\nb,C(\n', 4, /"C\(" is not a SMILES/],
    ['name,SMILES\na,"CCO\nb,CC\n', 2, /quoted cell/],
    ['name,SMILES\na,\n', 2, /column "SMILES" is empty/],
    ['name,SMILES\n', 1, /no rows/],
  ])('%j is refused', (text, line, words) => {
    const problem = refusal(() => readMolecules('x.csv', text));
    expect(problem.detail).toMatch(words);
    expect(problem.line).toBe(line);
  });

  test('lists and tables are written so that they are read back; formulas are quoted away', () => {
    const molecules: WritableMolecule[] = [
      { smiles: 'CCO', name: 'ethanol, "dry"', data: { note: 'two\nlines' } },
      { smiles: 'CC', name: null, data: { value: '1' } },
    ];
    const table = writeMolecules('csv', molecules);
    expect(readMolecules('x.csv', table)).toMatchObject([
      { smiles: 'CCO', name: 'ethanol, "dry"', data: { note: 'two\nlines', value: '' } },
      { smiles: 'CC', name: null, data: { note: '', value: '1' } },
    ]);
    expect(writeMolecules('csv', [{ smiles: 'C', name: '=1+1' }])).toContain("'=1+1");
    expect(readMolecules('x.smi', writeMolecules('smiles', molecules))).toMatchObject([
      { name: 'ethanol, "dry"' },
      { name: null },
    ]);
    expect(refusal(() => writeMolecules('smiles', [{ name: 'water' }])).detail).toMatch(
      /Molecule 1 \(water\) has no SMILES/,
    );
  });
});

describe('molecules in PDB files', () => {
  test('alternate places once, charges added up', () => {
    const [entry] = readMolecules(
      'lig.pdb',
      [
        'HETATM    1  C1 ALIG A   1       1.000   2.000   3.000  0.30  0.00           C',
        'HETATM    2  C1 BLIG A   1       1.500   2.000   3.000  0.70  0.00           C',
        'HETATM    3  N1  LIG A   1       2.000   2.000   3.000  1.00  0.00           N1+',
      ].join('\n'),
    );
    expect(entry).toMatchObject({ name: 'LIG', charge: 1 });
    expect(entry?.atoms).toEqual([
      { atomic_number: 6, position: [1.5, 2, 3] },
      { atomic_number: 7, position: [2, 2, 3] },
    ]);
  });

  test('what is written is read back, and the protein of a file keeps all its atoms', () => {
    const [ligand] = readMolecules('x.sdf', readFixture('tyk2_ligands.sdf.gz'));
    const back = readMolecules('x.pdb', writeMolecules('pdb', [ligand ?? {}]))[0];
    expect(back?.atoms?.map(({ atomic_number }) => atomic_number)).toEqual(
      ligand?.atoms?.map(({ atomic_number }) => atomic_number),
    );
    back?.atoms?.forEach(({ position }, atom) => {
      position.forEach((value, axis) => {
        expect(Math.abs(value - (ligand?.atoms?.[atom]?.position[axis] ?? 99))).toBeLessThanOrEqual(0.00051);
      });
    });
    expect(readMolecules('1ema.pdb', readFixture('1ema.pdb.gz'))[0]?.atoms).toHaveLength(1866);
    expect(readMolecules('1ema.cif', readFixture('1ema.cif.gz'))[0]?.atoms).toHaveLength(1866);
  });
});

describe('the format of a file', () => {
  test.each([
    ['a.SDF', '', 'sdf'],
    ['a.extxyz', '', 'xyz'],
    ['a.txt', '1\n\nH 0 0 0', 'xyz'],
    ['', mol('  1  0  0  0  0  0            999 V2000'), 'sdf'],
    ['a', 'HEADER    X\nATOM      1', 'pdb'],
    ['a', 'data_1EMA\n', 'mmcif'],
    ['pasted', 'CCO ethanol', 'smiles'],
    ['a.txt', 'SMILES,name\nC,x', 'csv'],
  ])('%j with %j', (name, text, format) => {
    expect(moleculeFormatOf(name, text)).toBe(format);
  });

  test('an empty file and crystals with fractional coordinates are refused in words', () => {
    expect(refusal(() => readMolecules('a.xyz', ' \n')).detail).toMatch(/empty/);
    expect(refusal(() => readMolecules('a.cif', 'data_x\nloop_\n_atom_site_fract_x\n0.5')).detail).toMatch(
      /fractional/,
    );
    expect(refusal(() => writeMolecules('xyz', [])).detail).toMatch(/no molecule/);
  });

  test('no text makes any reader fail with anything but a named problem', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('  1  1  0  0  0  0            999 V2000', 'M  END', '1', 'CCO,"x', 'data_x', atomLine(0, 'C')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...moleculeFormats), fc.array(line, { maxLength: 8 }), (format, lines) => {
        try {
          readMolecules(`x.${format === 'smiles' ? 'smi' : format === 'mmcif' ? 'cif' : format}`, lines.join('\n'));
        } catch (error) {
          expect(error).toBeInstanceOf(FileProblem);
        }
      }),
      { numRuns: 500 },
    );
  });
});
