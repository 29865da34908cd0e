import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyPdb, Pdb, readMmcif, readPdb } from '../chemistry/pdb/index.ts';
import { readFixture } from '../chemistry/tests/read-fixture.js';
import { readXyz } from '../chemistry/xyz.ts';
import { Calculation, Molecule, Settings, type SettingsInput, writtenMolecule } from '../entities/index.ts';
import { type ChainMode, methods, storedSettings } from '../methods/index.ts';
import { completeChain } from '../workflows/parts/chains/multistage-optimization.ts';
import { differencesFromPublic, type PublicDifference, publicSchemaNames, validatePublic } from './public-schema.ts';
import { jsonNames, readJson, readOfType, typesWith } from './read-file.js';

const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
};
const written = (input: SettingsInput) => storedSettings(z.parse(Settings, input));

/** Where this project has more than the public models; each entry with its reason. */
const settingsDifferences: Record<string, PublicDifference[]> = {
  mmff94: [
    {
      place: 'method',
      reason: 'Cuvette offers MMFF94 through OpenFF; the public models have no name for it',
    },
    { place: 'engine', reason: 'RDKit runs MMFF94; the public enumeration has no such engine' },
  ],
  ...Object.fromEntries(
    ['pm7', 'pm6_d3h4x'].map((method) => [
      method,
      [
        {
          place: 'method',
          reason: 'a method of MOPAC, which an administrator may install; the public models have none',
        },
        { place: 'engine', reason: 'MOPAC runs it; the public enumeration has no such engine' },
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['uma_s_omat', 'uma_m_omat', 'uma_s_omc', 'uma_m_omc'].map((method) => [
      method,
      [{ place: 'method', reason: 'a later task head of UMA, which the models of 0.0.137 do not list' }],
    ]),
  ),
};

describe('the harness', () => {
  test('knows every file and finds what does not fit', () => {
    // Those of the folders of types, and the eight beside this file.
    expect(publicSchemaNames).toHaveLength(typesWith('public-schema').length + 8);
    expect(publicSchemaNames.length).toBeGreaterThan(36);
    expect(validatePublic('_molecule', water)).toEqual([]);
    expect(validatePublic('_molecule', { ...water, multiplicity: 0 })).toEqual(['multiplicity: must be > 0']);
    expect(validatePublic('_molecule', { charge: 0, multiplicity: 1 })).toEqual([
      "(whole): must have required property 'atoms'",
    ]);
    expect(() => validatePublic('nothing', {})).toThrow('There is no public schema "nothing".');
  });
  test('a known difference is taken, an unexpected one is not, an unused one is named', () => {
    const known = [
      { place: 'multiplicity', reason: 'for this test' },
      { place: 'charge', reason: 'does not occur' },
    ];
    expect(differencesFromPublic('_molecule', { ...water, multiplicity: 0, atoms: null }, known)).toEqual({
      unexpected: ['atoms: must be array'],
      unused: [known[1]],
    });
  });
  test.each(publicSchemaNames)('%s compiles', (name) => {
    expect(Array.isArray(validatePublic(name, {}))).toBe(true);
  });
  test.each([
    ...typesWith('example-settings').map((type) => [type, readOfType(type, 'example-settings')] as const),
    ...jsonNames('examples/defaults').map((name) => [name, readJson(`examples/defaults/${name}.json`)] as const),
  ])('the public defaults of %s fit their own schema', (name, stored) => {
    expect(validatePublic(name, stored)).toEqual([]);
  });
});

describe('settings that are written', () => {
  test.each([...methods.keys()])('%s with all defaults', (method) => {
    const known = settingsDifferences[method] ?? [];
    expect(differencesFromPublic('_settings', written({ method }), known)).toEqual({ unexpected: [], unused: [] });
  });
  test.each<SettingsInput>([
    {},
    { mode: 'Careful', tasks: ['optimize_ts', 'frequencies'], method: 'r2SCAN-3c', engine: 'psi4' },
    {
      method: 'b3lyp',
      basis_set: '6-31G(d)',
      corrections: ['D3BJ', 'd3bj'],
      solvent_settings: { solvent: 'water', model: 'cpcm' },
      scf_settings: { soscf: true },
      opt_settings: { constraints: [{ constraint_type: 'freeze-atoms', atoms: [1, 2] }] },
    },
    { scf_settings: null, basis_set: '', solvent_settings: { solvent: 'water', model: 'smd' } },
    { basis_set: { name: 'def2-SVP', overrides: [{ name: 'def2-TZVP', atomic_numbers: [26] }] } },
  ])('%j', (input) => {
    expect(validatePublic('_settings', written(input))).toEqual([]);
  });
  test('modes, tasks, engine and basis set are what runs, and are written once', () => {
    const settings = written({ tasks: ['optimize_ts', 'optimize'], method: 'R2SCAN-3c', corrections: ['d4', 'D4'] });
    expect(settings).toMatchObject({
      mode: 'rapid',
      tasks: ['optimize'],
      method: 'r2scan_3c',
      engine: methods.get('r2scan_3c')?.defaultEngine,
      basis_set: { name: 'def2-mTZVPP' },
      corrections: ['d4'],
      level_of_theory: 'r2scan_3c',
    });
    expect(settings.opt_settings.transition_state).toBe(true);
    expect(
      written({
        method: 'B3LYP',
        engine: 'PySCF',
        basis_set: '6-31g*',
        solvent_settings: { solvent: 'N-Methylpyrrolidone', model: 'CPCM' },
      }),
    ).toMatchObject({
      method: 'b3lyp',
      engine: 'pyscf',
      basis_set: { name: '6-31G(d)' },
      solvent_settings: { solvent: 'n_methylpyrrolidone', model: 'cpcm' },
      level_of_theory: 'b3lyp/6-31g(d)/cpcm(n_methylpyrrolidone)',
    });
    expect(storedSettings(settings)).toEqual(settings);
  });
});

test.each<ChainMode>(['reckless', 'rapid', 'careful', 'meticulous'])('multistage settings of %s', (mode) => {
  const chain = completeChain(mode, null, {
    solvent: 'water',
    xtbPreoptimization: true,
    frequencies: true,
    transitionState: false,
    constraints: [{ constraint_type: 'bond', atoms: [1, 2], value: null }],
  });
  const singlePoint = chain.singlepoint_settings;
  expect(
    validatePublic('_multistage_opt_settings', {
      ...chain,
      optimization_settings: chain.optimization_settings.map(storedSettings),
      singlepoint_settings: singlePoint && storedSettings(singlePoint),
    }),
  ).toEqual([]);
});

describe('molecules and calculations that are written', () => {
  test('a periodic molecule read from a file; its volume is computed', () => {
    const [frame] = readXyz('2\nLattice="4 0 0 0 4 0 0 0 5" pbc="T T F"\nAl 0 0 0\nAl 2 2 0\n');
    const molecule = z.parse(Molecule, { ...frame, charge: 0, multiplicity: 1 });
    expect(molecule.cell).toMatchObject({ volume: 80, is_periodic: [true, true, false] });
    expect(validatePublic('_molecule', writtenMolecule(molecule))).toEqual([]);
  });
  test('a box in which nothing repeats is no cell', () => {
    expect(readXyz('1\nLattice="4 0 0 0 4 0 0 0 5" pbc="F F F"\nHe 0 0 0\n')[0]?.cell).toBeNull();
    const lattice_vectors = [4, 4, 5].map((length, row) => [0, 1, 2].map((column) => (row === column ? length : 0)));
    const cell = { lattice_vectors, is_periodic: [false, false, false] };
    expect(z.safeParse(Molecule, { ...water, cell }).success).toBe(false);
  });
  test('a calculation with all defaults', () => {
    const calculation = z.parse(Calculation, { molecules: [water] });
    const text = { ...calculation, settings: storedSettings(calculation.settings) };
    expect(validatePublic('_calculation', text)).toEqual([]);
  });
  test.each(jsonNames('examples/calculations'))('the stored calculation %s, read and written', (name) => {
    const calculation = z.parse(Calculation, readJson(`examples/calculations/${name}.json`));
    const text = {
      ...calculation,
      settings: storedSettings(calculation.settings),
      molecules: calculation.molecules.map(writtenMolecule),
    };
    expect(validatePublic('_calculation', text)).toEqual([]);
  });
});

describe('macromolecules that are written', () => {
  test.each(['1ema.pdb.gz', '1iep_receptorH.pdb.gz', 'tyk2_structure.pdb.gz', 'insertion_codes.pdb', '1ema.cif.gz'])(
    '%s',
    (name) => {
      const text = readFixture(name);
      const pdb = name.includes('.cif') ? readMmcif(text) : readPdb(text);
      expect(validatePublic('_pdb', pdb)).toEqual([]);
      expect(z.parse(Pdb, pdb)).toEqual(pdb);
    },
    20_000,
  );
  test('an empty structure', () => {
    expect(validatePublic('_pdb', emptyPdb())).toEqual([]);
    expect(validatePublic('_pdb', z.parse(Pdb, { description: {}, experiment: {}, geometry: {} }))).toEqual([]);
  });
});
