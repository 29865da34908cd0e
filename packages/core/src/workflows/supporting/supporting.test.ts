import { describe, expect, test } from 'vitest';
import { readXyz } from '../../chemistry/xyz.ts';
import { Molecule } from '../../entities/molecule.ts';
import { Settings } from '../../entities/settings.ts';
import { DocumentOptions } from '../../entities/supporting-document.ts';
import { makeTable, numberColumn, textColumn } from '../../tables/table.ts';
import { bibliographyOf } from '../citations/bibliography.ts';
import { cite } from '../citations/citations.ts';
import { risOf } from '../citations/ris.ts';
import { composeDocument, coordinateLines } from './compose-document.ts';
import { energyTableOf, formulaOf } from './energy-table.ts';
import { type ContentStructure, type ItemContent, tableOf } from './item-content.ts';
import { formOf, numbersInForm } from './journal-form.ts';
import { levelInWords } from './level-words.ts';
import { referenceText } from './references.ts';

const options = (given: object = {}) => DocumentOptions.parse(given);
const form = (given: object = {}) => formOf(options(given));

/** Water as GFN2-xTB has it, with one imaginary mode where it is asked for. */
function water(energy: number, more: object = {}): ContentStructure {
  const atoms = [
    { atomic_number: 8, position: [0, 0, 0.119_262] },
    { atomic_number: 1, position: [0, 0.763_239, -0.477_047] },
    { atomic_number: 1, position: [0, -0.763_239, -0.477_047] },
  ];
  const molecule = Molecule.parse({ charge: 0, multiplicity: 1, atoms, energy, ...more });
  return { name: 'Water', molecule, level: 'GFN2-xTB', conditions: { temperature: 298, pressure: 0.999_497 } };
}

const mode = (frequency: number) => ({ frequency, reduced_mass: 1, force_constant: 1, displacements: [] });

function content(more: Partial<ItemContent> = {}): ItemContent {
  return {
    uuid: 'u',
    name: 'Water',
    type: 'basic_calculation',
    title: 'Basic Calculation',
    smiles: 'O',
    values: [{ title: 'Energy', text: '−5.070544 Hartree', note: null }],
    sentence: null,
    caveats: [],
    structures: [water(-5.070_544)],
    structuresLeftOut: 0,
    tables: [],
    pictures: [],
    run: {
      levels: [{ use: 'optimized', level: 'GFN2-xTB', program: 'tblite 0.8.0', works: ['gfn2_xtb', 'engine:tblite'] }],
      stages: [{ name: 'GFN2-xTB optimization', program: 'tblite 0.8.0' }],
      thermochemistry: [],
      deviations: [],
      works: ['gfn2_xtb', 'engine:tblite', 'geometric'],
    },
    ...more,
  };
}

const facts = { name: 'Supporting Information', version: '1.0', readAt: '2026-11-28T10:00:00.000Z', leftOut: [] };

test.each([
  [{ method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } }, 'GFN2-xTB/ALPB(water)'],
  [{ method: 'b3lyp', basis_set: '6-31g(d)', corrections: ['d3bj'] }, 'B3LYP-D3(BJ)/6-31G(d)'],
  // The composite method brings its own basis set and dispersion.
  [{ method: 'r2scan_3c', basis_set: 'def2-SVP', corrections: ['d4'] }, 'r²SCAN-3c'],
  [
    { method: 'hf', basis_set: 'def2-svp', solvent_settings: { solvent: 'n_methylpyrrolidone', model: 'SMD' } },
    'Hartree–Fock/def2-SVP/SMD(N-Methylpyrrolidone)',
  ],
])('a level of theory in the words of journals', (level, words) => {
  expect(levelInWords(Settings.parse(level))).toBe(words);
});

test('a formula in the order of Hill, with its charge', () => {
  expect(formulaOf(water(0).molecule)).toBe('H2O');
  const atoms = [7, 6, 1, 1, 17].map((atomic_number) => ({ atomic_number, position: [0, 0, 0] }));
  expect(formulaOf(Molecule.parse({ charge: 2, multiplicity: 1, atoms }))).toBe('CH2ClN2+');
});

test('numbers of references: raised or in brackets, neighbours joined', () => {
  expect(numbersInForm([3, 1, 2, 7, 7, 8], form({ journal: 'acs' }))).toEqual([{ text: '1–3,7,8', raised: true }]);
  expect(numbersInForm([2], form({ journal: 'own' }))).toEqual([{ text: ' [2]', raised: false }]);
  expect(numbersInForm([], form())).toEqual([]);
});

describe('energies', () => {
  test('sums of the corrections, temperature, and imaginary modes as chemists write them', () => {
    const corrections = { zero_point_energy: 0.02, thermal_enthalpy_corr: 0.024, thermal_free_energy_corr: 0.002_5 };
    const structures = [water(-5.07, { ...corrections, vibrational_modes: [mode(-512.34), mode(1600)] })];
    const table = energyTableOf({ name: 'W', structures }, form());
    const titles = table?.columns.map(({ title }) => title);
    expect(titles).toEqual(['Structure', 'E', 'ZPE', 'H corr.', 'G corr.', 'H', 'G', 'Imaginary modes (cm⁻¹)']);
    expect(table?.rows[0]).toEqual([
      'Water',
      '−5.070000',
      '0.020000',
      '0.024000',
      '0.002500',
      '−5.046000',
      '−5.067500',
      '1 (512.3i)',
    ]);
    expect(table?.notes.join(' ')).toContain('Corrections for 298.00 K and 0.9995 atm');
  });

  test('differences in the unit of the form, and none where energies cannot be compared', () => {
    const structures = [water(-5.07), water(-5.069)];
    // 0.001 Hartree is 0.627509 kcal/mol and 2.625500 kJ/mol.
    expect(energyTableOf({ name: 'W', structures }, form({ journal: 'acs' }))?.rows[1]).toContain('0.63');
    const rsc = energyTableOf({ name: 'W', structures }, form({ journal: 'rsc' }));
    expect(rsc?.columns.at(-1)?.title).toBe('ΔE (kJ/mol)');
    expect(rsc?.rows.map((row) => row.at(-1))).toEqual(['0.00', '2.63']);
    const other = [water(-5.07), { ...water(-5.069), level: 'r²SCAN-3c' }];
    expect(energyTableOf({ name: 'W', structures: other }, form())?.columns.map(({ title }) => title)).toEqual([
      'Structure',
      'E',
    ]);
  });
});

test('coordinates can be read as XYZ again', () => {
  const structure = water(-5);
  const [frame] = readXyz(`3\n\n${coordinateLines(structure, 6)}\n`);
  expect(frame?.atoms.map(({ position }) => position)).toEqual(
    structure.molecule.atoms.map(({ position }) => position),
  );
});

test('a table of one row with many columns stands upright, a long one is cut and says so', () => {
  const columns = Array.from({ length: 6 }, (_, index) =>
    numberColumn({ id: `c${index}`, title: `C${index}`, precision: 1 }, [index]),
  );
  const upright = tableOf(makeTable({ id: 't', title: 'toxicity', length: 1, columns, empty: '' }), 'kcal/mol');
  expect(upright.rows).toHaveLength(6);
  expect(upright.rows[5]).toEqual(['C5', '5.0']);
  expect(upright.title).toBe('Toxicity');
  const energies = numberColumn(
    { id: 'e', title: 'Relative energy', unit: 'kcal/mol', precision: 2 },
    Array(200).fill(1),
  );
  const names = textColumn({ id: 'n', title: 'Name' }, Array(200).fill('a'));
  const long = tableOf(
    makeTable({ id: 'l', title: 'Long', length: 200, columns: [names, energies], empty: '' }),
    'kJ/mol',
  );
  expect(long.rows).toHaveLength(60);
  expect(long.rows[0]).toEqual(['a', '4.18']);
  expect(long.columns[1]?.title).toBe('Relative energy (kJ/mol)');
  expect(long.notes[0]).toContain('The first 60 of 200 rows');
});

test('references in the form of each journal, and the same works as RIS and BibTeX', () => {
  const [work] = cite('gfn2_xtb');
  if (!work) throw new Error('no work');
  const rest = 'J. Chem. Theory Comput. 2019, 15, 1652. DOI: 10.1021/acs.jctc.8b01176.';
  expect(referenceText(work, form({ journal: 'acs' }))).toBe(`Bannwarth; Ehlert; Grimme. GFN2-xTB. ${rest}`);
  expect(referenceText(work, form({ journal: 'wiley' }))).toBe(`Bannwarth, Ehlert, Grimme, ${rest}`);
  expect(referenceText(work, form({ journal: 'rsc' }))).toBe(
    `Bannwarth, Ehlert and Grimme, ${rest.replace('Comput. 2019', 'Comput., 2019')}`,
  );
  const ris = risOf([work]);
  expect(ris.split('\r\n')).toEqual(
    expect.arrayContaining([
      'TY  - JOUR',
      'AU  - Ehlert',
      'JO  - J. Chem. Theory Comput.',
      'PY  - 2019',
      'VL  - 15',
      'SP  - 1652',
      'ER  - ',
    ]),
  );
  expect(bibliographyOf([work])).toContain('doi = {10.1021/acs.jctc.8b01176}');
});

describe('a document', () => {
  test('numbers its tables and figures, and puts coordinates where its form has them', () => {
    const picture = { caption: 'Formula of Water', svg: '<svg/>', width: 1, height: 1 };
    const contents = [content({ pictures: [picture] }), content({ name: 'Ice' })];
    const { blocks, citations } = composeDocument(contents, options({ journal: 'acs' }), facts);
    const captions = blocks.flatMap((block) => ('caption' in block && block.kind !== 'lines' ? [block.caption] : []));
    expect(captions.map((caption) => caption.split(' ').slice(0, 2).join(' '))).toEqual([
      'Figure S1.',
      'Table S1.',
      'Table S2.',
      'Table S3.',
      'Table S4.',
    ]);
    const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings).toEqual([
      'Supporting Information',
      'Computational methods',
      'Water',
      'Ice',
      'Cartesian coordinates (Å)',
      'Water',
      'Ice',
      'References',
    ]);
    expect(blocks.filter(({ kind }) => kind === 'lines')).toHaveLength(2);
    // Each work once, in the order that the text names them.
    expect(citations.map(({ id }) => id)).toEqual(['gfn2_xtb', 'xtb_program', 'geometric']);
    const left = composeDocument(contents, options({ coordinates: 'left_out', methods: false }), facts);
    expect(left.blocks.some(({ kind }) => kind === 'lines')).toBe(false);
    expect(left.citations).toHaveLength(3);
  });

  test('says with the item what ran otherwise than asked', () => {
    const run = {
      ...content().run,
      deviations: ['AIMNet2 is not installed here; computed with GFN2-xTB (no weights)'],
    };
    const { blocks } = composeDocument([content({ run })], options(), facts);
    expect(blocks).toContainEqual({
      kind: 'note',
      text: 'Ran otherwise than asked: AIMNet2 is not installed here; computed with GFN2-xTB (no weights).',
    });
  });
});
