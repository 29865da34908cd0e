import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { macromoleculeOf } from '../macromolecule/macromolecule.ts';
import { FileProblem } from '../problem.ts';
import { readFixture as fixture } from '../tests/read-fixture.js';
import { elementOfAtom } from './element-of-atom.ts';
import { readHybrid36, writeHybrid36 } from './hybrid36.ts';
import {
  Pdb,
  type PdbModel,
  parseResidueKey,
  pdbWithLigand,
  readMmcif,
  readPdb,
  residueKey,
  writePdb,
} from './index.ts';

const references = [
  ['1ema.pdb.gz', '1ema.pdb.stjames.json.gz', 1866, 226],
  ['tyk2_structure.pdb.gz', 'tyk2_structure.pdb.stjames.json.gz', 4670, 290],
  ['insertion_codes.pdb', 'insertion_codes.pdb.stjames.json.gz', 5, 5],
] as const;

function counts(model: PdbModel) {
  const polymers = Object.values(model.polymer).flatMap((polymer) => Object.values(polymer.residues));
  const others = [...Object.values(model.non_polymer), ...Object.values(model.water)];
  const atoms = [...polymers, ...others].reduce((sum, { atoms }) => sum + Object.keys(atoms).length, 0);
  return { atoms, residues: polymers.length };
}

describe('the same dictionary as the public models make of the file, whole and without exception', () => {
  test.each(references)('%s', (file, reference, atoms, residues) => {
    const read = readPdb(fixture(file));
    expect(counts(read.models[0] as PdbModel)).toEqual({ atoms, residues });
    expect(read).toStrictEqual(JSON.parse(fixture(reference)));
    expect(Pdb.parse(read)).toStrictEqual(read);
  });
});

describe('writing', () => {
  test.each(['1ema.pdb.gz', 'tyk2_structure.pdb.gz', 'insertion_codes.pdb', '1iep_receptorH.pdb.gz'])(
    '%s: what is written is read back, and every coordinate, TER, SEQRES and HETNAM line is the original one',
    (file) => {
      const text = fixture(file);
      const read = readPdb(text);
      const written = writePdb(read);
      expect(readPdb(written)).toStrictEqual(read);
      const lines = new Set(written.split('\n'));
      const original = text.split(/\r?\n/).filter((line) => /^(ATOM|HETATM|SEQRES|HETNAM)/.test(line));
      expect(original.filter((line) => !lines.has(line.trimEnd()))).toEqual([]);
    },
  );

  test('residues run from the beginning of a chain to its end, whatever the order of their keys', () => {
    const structure = readPdb(fixture('insertion_codes.pdb'));
    // As PostgreSQL gives the keys of jsonb back: short ones first, equally long ones by their bytes.
    const byLength = ([a]: [string, unknown], [b]: [string, unknown]) => a.length - b.length || (a < b ? -1 : 1);
    const stored = structuredClone(structure);
    for (const polymer of stored.models.flatMap(({ polymer: chains }) => Object.values(chains))) {
      polymer.residues = Object.fromEntries(Object.entries(polymer.residues).sort(byLength));
    }
    const keys = ({ models }: typeof structure) =>
      models.flatMap(({ polymer }) => Object.values(polymer).flatMap(({ residues }) => Object.keys(residues)));
    expect(keys(stored)).not.toEqual(keys(structure));
    expect(writePdb(stored)).toBe(writePdb(structure));
    expect(macromoleculeOf(stored)).toStrictEqual(macromoleculeOf(structure));
  });

  test('chains with long names get free letters, and too many chains are refused', () => {
    const structure = readPdb(fixture('insertion_codes.pdb'));
    const [model] = structure.models as [PdbModel];
    const chain = model.polymer.A as PdbModel['polymer'][string];
    const residue = (name: string) => ({ [`${name}.1`]: { ...chain.residues['A.16'], number: 1 } });
    model.polymer.LONG = { ...chain, internal_id: 'LONG', residues: residue('LONG') as typeof chain.residues };
    expect(Object.keys(readPdb(writePdb(structure)).models[0]?.polymer ?? {})).toEqual(['A', 'B']);
    for (let index = 0; index < 70; index++) {
      model.polymer[`C${index}`] = { ...chain, internal_id: `C${index}`, residues: residue(`C${index}`) as never };
    }
    expect(() => writePdb(structure)).toThrow(/at most 62 chains/);
  });

  test('atoms survive writing whatever their numbers, names and charges', () => {
    const coordinate = fc.integer({ min: -999_999, max: 9_999_999 }).map((value) => value / 1000);
    const atom = fc.record({
      x: coordinate,
      y: coordinate,
      z: coordinate,
      element: fc.constantFrom('C', 'N', 'O', 'H', 'SE', 'CL', 'ZN'),
      name: fc.option(fc.constantFrom('CA', 'HG11', "C1'", '1HB', 'OXT'), { nil: null }),
      charge: fc.option(fc.constantFrom(-2, -1, 1, 2), { nil: null }),
      occupancy: fc.option(
        fc.integer({ min: 0, max: 99 }).map((value) => value / 100),
        { nil: null },
      ),
      alt_loc: fc.option(fc.constantFrom('A', 'B'), { nil: null }),
      anisotropy: fc.option(
        fc.array(
          fc.integer({ min: -9999, max: 9999 }).map((v) => v / 10_000),
          { minLength: 6, maxLength: 6 },
        ),
        { nil: null },
      ),
      bvalue: fc.integer({ min: -9999, max: 99_999 }).map((value) => value / 100),
    });
    const residues = fc.dictionary(
      fc
        .tuple(fc.integer({ min: -999, max: 20_000 }), fc.constantFrom('', 'A', 'B'))
        .map(([number, insertion]) => `A.${number}${insertion}`),
      fc.dictionary(fc.integer({ min: 1, max: 200_000 }).map(String), atom, { minKeys: 1, maxKeys: 3 }),
      { minKeys: 1, maxKeys: 5 },
    );
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('-0,', '0,'));
    fc.assert(
      fc.property(residues, (list) => {
        const structure = readPdb(fixture('insertion_codes.pdb'));
        const chain = (structure.models[0] as PdbModel).polymer.A as PdbModel['polymer'][string];
        chain.residues = Object.fromEntries(
          Object.entries(list).map(([key, atoms], index) => {
            const filled = Object.entries(atoms).map(([serial, value]) => [serial, { ...value, is_hetatm: null }]);
            return [key, { name: 'ALA', full_name: null, atoms: Object.fromEntries(filled), number: index + 1 }];
          }),
        );
        expect(plain(readPdb(writePdb(structure)))).toEqual(plain(structure));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the PDB format', () => {
  const atom = (serial: number | string, name: string, rest: string, end = '           N  ') =>
    `ATOM  ${String(serial).padStart(5)} ${name}${rest}      1.000   2.000   3.000  1.00 10.00${end}`;

  test('several models, alternate places, displacements, ions with charge, negative numbers and insertion codes', () => {
    const model = [
      atom(1, ' N  ', ' MET A  -3 '),
      'ANISOU    1  N   MET A  -3     100    200    300    -10    -20    -30       N  ',
      atom(2, ' CA ', 'AMET A  -3 ', '           C  ').replace('  1.00 10.00', '  0.60 10.00'),
      atom(3, ' CA ', 'BMET A  -3 ', '           C  ').replace('  1.00 10.00', '  0.40 10.00'),
      atom(4, ' N  ', ' GLY A  -3A'),
      'TER       5      GLY A  -3A',
      'HETATM    6 ZN    ZN A 100       4.000   5.000   6.000  1.00 10.00          ZN2+',
      'HETATM    7  K     K A 101       4.000   5.000   9.000  1.00 10.00           K1+',
      'HETATM    8  O   HOH A 201       7.000   5.000   6.000  1.00 10.00           O',
    ];
    const text = ['MODEL        1', ...model, 'ENDMDL', 'MODEL        2', ...model, 'ENDMDL', 'END'].join('\n');
    const read = readPdb(text);
    expect(read.models).toHaveLength(2);
    expect(read.models[1]).toEqual(read.models[0]);
    const { polymer, non_polymer, water } = read.models[0] as PdbModel;
    const residues = polymer.A?.residues ?? {};
    expect(Object.keys(residues)).toEqual(['A.-3', 'A.-3A']);
    expect(residues['A.-3']?.atoms['1']?.anisotropy).toEqual([0.01, 0.02, 0.03, -0.001, -0.002, -0.003]);
    expect(residues['A.-3']?.atoms['2']).toMatchObject({ alt_loc: 'A', occupancy: 0.6, name: 'CA' });
    expect(residues['A.-3']?.atoms['3']).toMatchObject({ alt_loc: 'B', occupancy: 0.4 });
    expect(residues['A.-3A']?.number).toBe(2);
    expect(non_polymer['A.100']).toMatchObject({ name: 'ZN', polymer: 'A', atoms: { 6: { charge: 2, name: null } } });
    expect(non_polymer['A.101']?.atoms['7']).toMatchObject({ charge: 1, name: null, is_hetatm: true });
    expect(Object.keys(water)).toEqual(['A.201']);
    expect(readPdb(writePdb(read))).toStrictEqual(read);
  });

  test('a residue is where most of its atoms are, not where a stray one stands (as in the tutorial file of 1IEP)', () => {
    const read = readPdb(
      [
        atom(9, ' HB2', ' SER A   3 ', '           H  '),
        atom(1, ' N  ', ' MET A   1 '),
        atom(2, ' CA ', ' MET A   1 ', '           C  '),
        atom(3, ' N  ', ' GLY A   2 '),
        atom(4, ' N  ', ' SER A   3 '),
        atom(5, ' CA ', ' SER A   3 ', '           C  '),
        atom(6, ' N  ', ' PRO A   4 '),
      ].join('\n'),
    );
    const residues = read.models[0]?.polymer.A?.residues ?? {};
    expect(Object.keys(residues)).toEqual(['A.1', 'A.2', 'A.3', 'A.4']);
    expect(Object.values(residues).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(Object.values(residues['A.3']?.atoms ?? {}).map(({ name }) => name)).toEqual([null, 'CA', 'HB2']);
  });

  test('without TER, chain and element: hetero residues with a backbone stay in the chain, ligands do not', () => {
    const read = readPdb(
      [
        'ATOM      1  N   ALA     1       1.000   2.000   3.000',
        'ATOM      2 HG11 ALA     1       1.000   2.000   4.000',
        'HETATM    3  N   MSE     2       1.000   2.000   5.000',
        'HETATM    4  CA  MSE     2       1.000   2.000   6.000',
        'HETATM    5  C   MSE     2       1.000   2.000   7.000',
        'HETATM    6  C1  LIG     3       1.000   2.000   8.000',
        'HETATM    7 CA    CA     4       1.000   2.000   9.000',
        'HETATM    8  O   WAT     5       1.000   2.000  10.000',
      ].join('\n'),
    );
    const { polymer, non_polymer, water } = read.models[0] as PdbModel;
    expect(Object.keys(polymer.A?.residues ?? {})).toEqual(['A.1', 'A.2']);
    expect(polymer.A?.residues['A.1']?.atoms['2']).toMatchObject({
      element: 'H',
      name: 'HG11',
      bvalue: 0,
      occupancy: null,
    });
    expect(polymer.A?.residues['A.2']?.atoms['4']?.element).toBe('C');
    expect(Object.keys(non_polymer)).toEqual(['A.3', 'A.4']);
    expect(non_polymer['A.4']?.atoms['7']).toMatchObject({ element: 'CA', name: null });
    expect(Object.keys(water)).toEqual(['A.5']);
  });

  test('a chain of ligands only that is closed with TER is no polymer', () => {
    const ligand = 'HETATM    1  C1  LIG B   1       1.000   2.000   3.000  1.00  0.00           C';
    const { models } = readPdb(`${ligand}\nTER       2      LIG B   1\nEND\n`);
    expect(models[0]).toMatchObject({ polymer: {}, non_polymer: { 'B.1': { name: 'LIG' } } });
  });

  test('refinement and assembly remarks', () => {
    const { quality, geometry } = readPdb(
      [
        'REMARK   2 RESOLUTION.    2.10 ANGSTROMS.',
        'REMARK   3   R VALUE     (WORKING + TEST SET) : 0.200',
        'REMARK   3   R VALUE            (WORKING SET) : 0.198',
        'REMARK   3   FREE R VALUE                     : 0.241',
        'REMARK   3   FREE R VALUE TEST SET SIZE   (%) : 5.000',
        'REMARK 350 BIOMOLECULE: 1',
        'REMARK 350 SOFTWARE USED: PISA',
        'REMARK 350 TOTAL BURIED SURFACE AREA: 5320 ANGSTROM**2',
        'REMARK 350 SURFACE AREA OF THE COMPLEX: 20100 ANGSTROM**2',
        'REMARK 350 CHANGE IN SOLVENT FREE ENERGY: -31.0 KCAL/MOL',
        'REMARK 350 APPLY THE FOLLOWING TO CHAINS: A, B,',
        'REMARK 350                    AND CHAINS: C',
        'REMARK 350   BIOMT1   1 -1.000000  0.000000  0.000000       10.50000',
        'REMARK 350   BIOMT2   1  0.000000 -1.000000  0.000000        0.00000',
        'REMARK 350   BIOMT3   1  0.000000  0.000000  1.000000        0.00000',
        atom(1, ' N  ', ' MET A   1 '),
      ].join('\n'),
    );
    expect(quality).toEqual({ resolution: 2.1, rfree: 0.241, rvalue: 0.198 });
    expect(geometry.assemblies).toEqual([
      {
        transformations: [
          {
            chains: ['A', 'B', 'C'],
            matrix: [
              [-1, 0, 0],
              [0, -1, 0],
              [0, 0, 1],
            ],
            vector: [10.5, 0, 0],
          },
        ],
        software: 'PISA',
        buried_surface_area: 5320,
        surface_area: 20100,
        delta_energy: -31,
        id: 1,
      },
    ]);
  });

  test.each([
    ['', 1, /no ATOM or HETATM/],
    [
      `${atom(1, ' N  ', ' MET A   1 ')}\n${atom(2, ' CA ', ' MET A   1 ').replace('   2.000', '   2,000')}`,
      2,
      /y coordinate of atom "CA" .* "2,000"/,
    ],
    ['ATOM      1  N   MET A   ?       1.000   2.000   3.000', 1, /residue number of atom "N"/],
    ['ATOM      1  N   MET A   1       1.000   2.000', 1, /z coordinate .* ""/],
  ])('a broken file is refused with its line (%#)', (text, line, words) => {
    try {
      readPdb(text);
      expect.unreachable('the text was read');
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem);
      expect((error as FileProblem).line).toBe(line);
      expect((error as FileProblem).detail).toMatch(words);
    }
  });

  test('no text makes it fail with anything but a named problem', () => {
    const lines = fc.array(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `ATOM  ${text}`),
      ),
    );
    fc.assert(
      fc.property(lines, (parts) => {
        for (const read of [readPdb, readMmcif]) {
          try {
            read(parts.join('\n'));
          } catch (error) {
            expect(error).toBeInstanceOf(FileProblem);
          }
        }
      }),
    );
  });
});

interface ElementCase {
  name: string;
  residue: string;
  columns: string;
  element: string;
}

describe('elements', () => {
  test.each(JSON.parse(fixture('pdb-elements.json')) as ElementCase[])(
    '"$name" of $residue with "$columns" in columns 77 and 78 is $element',
    ({ name, residue, columns, element }) => {
      expect(elementOfAtom(columns, name, residue)).toBe(element);
      const line = `HETATM    1 ${name} ${residue.padStart(3)} A   1       1.000   2.000   3.000  1.00  0.00          ${columns}`;
      const [model] = readPdb(line).models;
      const residues = [...Object.values(model?.non_polymer ?? {}), ...Object.values(model?.water ?? {})];
      expect(residues.flatMap(({ atoms }) => Object.values(atoms))).toMatchObject([{ element }]);
    },
  );
});

test('hybrid-36: the published landmarks, and any number comes back', () => {
  for (const [value, text] of [
    [99_999, '99999'],
    [100_000, 'A0000'],
    [100_035, 'A000Z'],
    [43_770_015, 'ZZZZZ'],
    [43_770_016, 'a0000'],
    [87_440_031, 'zzzzz'],
  ] as const) {
    expect(writeHybrid36(value, 5)).toBe(text);
    expect(readHybrid36(text, 5)).toBe(value);
  }
  expect(writeHybrid36(87_440_032, 5)).toBeNull();
  expect(readHybrid36('*****', 5)).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: -999, max: 2_436_111 }), (value) => {
      expect(readHybrid36(writeHybrid36(value, 4) ?? '', 4)).toBe(value);
    }),
  );
});

test('residue keys', () => {
  expect(parseResidueKey('A.-3')).toEqual({ chain: 'A', number: -3, insertion: '' });
  expect(parseResidueKey('A.16A')).toEqual({ chain: 'A', number: 16, insertion: 'A' });
  expect(parseResidueKey('A16')).toBeNull();
  expect(residueKey({ chain: 'B', number: 7, insertion: 'C' })).toBe('B.7C');
});

test('a ligand that is elsewhere is written into the structure: in a chain of its own, with atoms named and numbered on', () => {
  const protein = readPdb(fixture('insertion_codes.pdb'));
  const ligand = [
    { atomic_number: 6, position: [1, 2, 3] as [number, number, number] },
    { atomic_number: 17, position: [1, 2, 4.75] as [number, number, number] },
    { atomic_number: 6, position: [2.4, 2, 3] as [number, number, number] },
  ];
  const complex = pdbWithLigand(protein, ligand, 'Pose 1');
  const text = writePdb(complex);
  const lines = text.split('\n').filter((line) => line.slice(17, 20) === 'LIG');
  expect(lines.map((line) => [line.slice(0, 6), line.slice(12, 16).trim(), line.slice(21, 26).trim()])).toEqual([
    ['HETATM', 'C1', 'L   1'],
    ['HETATM', 'CL1', 'L   1'],
    ['HETATM', 'C2', 'L   1'],
  ]);
  const again = macromoleculeOf(readPdb(text));
  expect(again.residues.filter(({ kind }) => kind === 'ligand')).toHaveLength(1);
  expect(again.atoms).toHaveLength(macromoleculeOf(protein).atoms.length + 3);
  expect(again.atoms.at(-1)?.position).toEqual([2.4, 2, 3]);
});
