import { describe, expect, test } from 'vitest';
import { FileProblem } from '../problem.ts';
import { readFixture as fixture } from '../tests/read-fixture.js';
import { type PdbModel, readMmcif, readMmcifSequences, readPdb } from './index.ts';
import { expandOperations } from './read-mmcif-assemblies.ts';

function counts(model: PdbModel) {
  const polymers = Object.values(model.polymer).flatMap((polymer) => Object.values(polymer.residues));
  const others = [...Object.values(model.non_polymer), ...Object.values(model.water)];
  const atoms = [...polymers, ...others].reduce((sum, { atoms }) => sum + Object.keys(atoms).length, 0);
  return { atoms, residues: polymers.length };
}

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
    // The archive's names of the same items are in the other columns.
    const labels = text.replace(/^_atom_site\.auth_(seq|asym|comp|atom)_id/gm, '_atom_site.was_$1_id');
    const [whole, read] = [readMmcif(text), readMmcif(labels)].map(({ models }) => models[0] as PdbModel);
    expect(counts(read as PdbModel)).toEqual(counts(whole as PdbModel));
    expect(Object.keys((read as PdbModel).water)).toHaveLength(Object.keys((whole as PdbModel).water).length);
  });

  test('a residue of a chain without a number is refused with its atom, and what is there is quoted unchanged', () => {
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
