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
  readMmcifSequences,
  readPdb,
  residueKey,
  writePdb,
} from './index.ts';
import { expandOperations } from './read-mmcif-assemblies.ts';

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

  test('residues stand from the beginning of a chain to its end, whatever the order of their keys', () => {
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

describe('mmCIF', () => {
  test('gives the sequences of the polymers with kind, chains and name, modified residues by their parents', () => {
    expect(readMmcifSequences(fixture('1ema.cif.gz'))).toEqual([
      {
        kind: 'protein',
        sequence: expect.stringMatching(/^MSKGEELFTG.*TFTYGVQCF.*GMDELYK$/),
        chains: ['A'],
        name: 'GREEN FLUORESCENT PROTEIN',
      },
    ]);
    const table = (rows: string) =>
      `data_X\nloop_\n_entity_poly.entity_id\n_entity_poly.type\n_entity_poly.pdbx_seq_one_letter_code\n_entity_poly.pdbx_strand_id\n${rows}\n`;
    expect(
      readMmcifSequences(
        table(
          "1 polydeoxyribonucleotide '(DA)CGT' B,C\n2 polyribonucleotide ACGU D\n3 'polypeptide(D)' AC E\n4 'polypeptide(L)' ? F",
        ),
      ),
    ).toEqual([
      { kind: 'dna', sequence: 'XCGT', chains: ['B', 'C'], name: null },
      { kind: 'rna', sequence: 'ACGU', chains: ['D'], name: null },
      { kind: 'other', sequence: 'AC', chains: ['E'], name: null },
    ]);
    expect(() => readMmcifSequences('data_X\n_entry.id X\n')).toThrow(/no sequences/);
  });

  test('gives the dictionary of the PDB file, save for what the two files of an entry say differently', () => {
    const cif = readMmcif(fixture('1ema.cif.gz'));
    const pdb = readPdb(fixture('1ema.pdb.gz'));
    expect(cif.description.authors).toEqual(['Ormo, M.', 'Remington, S.J.']);
    // The archive writes authors as "Ormo, M." in mmCIF and as "M.ORMO" in PDB files.
    cif.description.authors = pdb.description.authors;
    // PDB files are in capitals.
    const upper = (text: string | null) => text?.toUpperCase() ?? null;
    cif.experiment.expression_system = upper(cif.experiment.expression_system);
    cif.experiment.source_organism = upper(cif.experiment.source_organism);
    for (const residue of Object.values(cif.models[0]?.polymer.A?.residues ?? {}))
      residue.full_name = upper(residue.full_name);
    // TER takes a serial number in PDB files only, so every later atom is one number behind.
    for (const water of Object.values(cif.models[0]?.water ?? {})) {
      water.atoms = Object.fromEntries(Object.entries(water.atoms).map(([serial, atom]) => [Number(serial) + 1, atom]));
    }
    expect(cif).toStrictEqual(pdb);
  });

  test('quotes, text fields, loops, comments and missing author names', () => {
    const text = [
      'data_X # comment',
      '_struct.title',
      ';A title',
      ' over two lines',
      ';',
      "_entry.id 'it''s'",
      'loop_',
      '_atom_site.group_PDB _atom_site.id _atom_site.type_symbol _atom_site.label_atom_id',
      '_atom_site.label_comp_id _atom_site.label_asym_id _atom_site.label_seq_id',
      '_atom_site.Cartn_x _atom_site.Cartn_y _atom_site.Cartn_z',
      `ATOM 1 C "C1'" DA AA 1 1.0(2) 2 3`,
      'ATOM 2 N N1 DA AA 1 1.5 2',
      '3 ATOM 3 O O4 DT AA 2 0 0 0',
    ].join('\n');
    const { description, models } = readMmcif(text);
    expect(description.title).toBe('A title over two lines');
    expect(description.code).toBe("it''s");
    const chain = models[0]?.polymer.AA;
    expect(Object.keys(chain?.residues ?? {})).toEqual(['AA.1', 'AA.2']);
    expect(chain?.residues['AA.1']?.atoms['1']).toMatchObject({ name: "C1'", x: 1, element: 'C' });
  });

  test.each([
    ['hello', 1, /begins with a line "data_NAME"/],
    ['data_x\n_a.b', 2, /_a\.b has no value/],
    ['data_x\n_a.b\n;never\nclosed', 3, /never closed/],
    ["data_x\n_a.b 'never closed", 2, /column 5|never closed/],
    ['data_x\nloop_\n_a.b\n_a.c\n1 2 3', 2, /2 columns and 3 values/],
    ['data_x\n_a.b 1 2', 2, /belongs to no item/],
    [
      'data_x\nloop_\n_atom_site.id\n_atom_site.auth_seq_id\n_atom_site.Cartn_x\n1 1 1.0\n2 1 x',
      6,
      /Atom 1: _atom_site\.cartn_y has no value\./,
    ],
    ['data_x\n_a.b 1', 1, /no atoms/],
  ])('%j is refused with its line', (text, line, words) => {
    try {
      readMmcif(text);
      expect.unreachable('the text was read');
    } catch (error) {
      expect(error).toBeInstanceOf(FileProblem);
      expect((error as FileProblem).detail).toMatch(words);
      expect((error as FileProblem).line).toBe(line);
    }
  });

  const siteTable = (items: string, rows: readonly string[]) =>
    `data_X\nloop_\n${items
      .split(' ')
      .map((item) => `_atom_site.${item}`)
      .join('\n')}\n_atom_site.Cartn_x _atom_site.Cartn_y _atom_site.Cartn_z\n${rows
      .map((row, index) => `${row} ${index} 0 0`)
      .join('\n')}\n`;

  test("water, ions and ligands without the authors' numbers are counted on from the last residue of their chain, alike in every model", () => {
    const items =
      'group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id auth_asym_id label_seq_id pdbx_PDB_model_num';
    const rows = (model: number, first: number) =>
      [
        'ATOM ID N N . ALA A A 4',
        'ATOM ID C CA . ALA A A 4',
        'HETATM ID ZN ZN . ZN B A .',
        'HETATM ID O O . HOH C A .',
        'HETATM ID H H1 . HOH C A .',
        'HETATM ID O O A HOH C A .',
        'HETATM ID O O B HOH C A .',
        'HETATM ID O O A HOH C A .',
        'HETATM ID O O B HOH C A .',
        'HETATM ID C C1 . LIG D B ?',
        'HETATM ID C C1 . LIG E B ?',
      ].map((row, index) => `${row.replace('ID', String(first + index))} ${model}`);
    const { models } = readMmcif(siteTable(items, [...rows(1, 1), ...rows(2, 12)]));
    expect(models).toHaveLength(2);
    for (const model of models) {
      expect(Object.keys(model.polymer.A?.residues ?? {})).toEqual(['A.4']);
      expect(Object.keys(model.non_polymer)).toEqual(['A.5', 'B.1', 'B.2']);
      const waters = Object.entries(model.water).map(([key, { atoms }]) => [key, Object.keys(atoms).length]);
      expect(waters).toEqual([
        ['A.6', 2],
        ['A.7', 2],
        ['A.8', 2],
      ]);
    }
  });

  test('an entry without the columns of the authors has the same residues and atoms', () => {
    const text = fixture('1ema.cif.gz');
    // The archive's names of the same items stand in the other columns.
    const labels = text.replace(/^_atom_site\.auth_(seq|asym|comp|atom)_id/gm, '_atom_site.was_$1_id');
    const [whole, read] = [readMmcif(text), readMmcif(labels)].map(({ models }) => models[0] as PdbModel);
    expect(counts(read as PdbModel)).toEqual(counts(whole as PdbModel));
    expect(Object.keys((read as PdbModel).water)).toHaveLength(Object.keys((whole as PdbModel).water).length);
  });

  test('a residue of a chain without a number is refused with its atom, and what stands there is quoted as it stands', () => {
    const items = 'id label_atom_id label_comp_id label_asym_id label_seq_id';
    const line = items.split(' ').length + 4;
    for (const [row, words] of [
      ['7 CA ALA A .', 'Atom 7 (ALA) belongs to a chain and has no residue number.'],
      ['7 CA ALA A 1x', 'Atom 7: _atom_site.label_seq_id is "1x", not a number.'],
    ] as const) {
      try {
        readMmcif(siteTable(items, [row]));
        expect.unreachable('the text was read');
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem);
        expect(error).toMatchObject({ detail: words, line });
      }
    }
  });

  test('expressions of assemblies', () => {
    expect(expandOperations('1')).toEqual([['1']]);
    expect(expandOperations('1,3')).toEqual([['1'], ['3']]);
    expect(expandOperations('(1-3)')).toEqual([['1'], ['2'], ['3']]);
    expect(expandOperations('(1,P)(4-5)')).toEqual([
      ['1', '4'],
      ['1', '5'],
      ['P', '4'],
      ['P', '5'],
    ]);
  });
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

test('a ligand that stands elsewhere is written into the structure: in a chain of its own, with atoms named and numbered on', () => {
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
