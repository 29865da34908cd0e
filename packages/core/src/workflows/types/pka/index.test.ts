import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { differencesFromPublic, type PublicDifference } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import pka from './index.ts';

/** Glycolic acid, hydrogens on oxygen last: C1, C2, O3, O4, O5, H6, H7, H8, H9. */
const acid = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [6, 6, 8, 8, 8, 1, 1, 1, 1].map((atomic_number, index) => ({ atomic_number, position: [index, 0, 0] })),
});
const molecule = { molecule: acid, smiles: null };
const inspection = { smiles: 'OCC(=O)O', fragments: 1, multiplicity: 1, elements: [1, 6, 8], atom_count: 9 };
const smiles = { molecule: null, smiles: 'OCC(=O)O', inspection: inspection as never };
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const own = { microscopic_pka_method: 'gfn2_alpb_linear' };
const chemprop = { microscopic_pka_method: 'chemprop_nevolianis2025' };
const here = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['pka', 'rdkit', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const none = new Map();

const filled = {
  initial_molecule: acid,
  ...own,
  structures: [{ uuid: id(1) }],
  conjugate_bases: [
    { atom_index: 5, pka: 15.2, deltaG: 151.456, structures: [{ uuid: id(2) }] },
    { atom_index: 4, pka: 3.834, deltaG: 121.5, structures: [{ uuid: id(3) }] },
  ],
  conjugate_acids: [{ atom_index: 3, pka: -6, deltaG: 90, structures: [{ uuid: id(4) }] }],
  strongest_acid: 3.834,
};
const classes = { conjugate_bases: ['alcohol', 'COOH'], conjugate_acids: [null] };
const item = finishedItem('pka', filled, { provenance: { site_classes: classes } });

describe('defaults', () => {
  test('of an empty form', () => {
    expect(pka.defaults()).toEqual({
      mode: 'careful',
      microscopic_pka_method: 'aimnet2_wagen2024',
      solvent: 'water',
      pka_range: [2, 12],
      deprotonate_elements: [7, 8, 16],
      deprotonate_atoms: [],
      protonate_elements: [7],
      protonate_atoms: [],
      reasonableness_buffer: 5,
    });
    expect(pka.modes).toEqual({ mode: ['careful', 'reckless', 'rapid'] });
  });
  test.each<[WorkflowData, PublicDifference[]]>([
    [{}, []],
    [{ ...chemprop, solvent: 'dimethylsulfoxide' }, []],
    [
      own,
      [{ place: 'microscopic_pka_method', reason: 'our own method has a name of its own (methods/extensions.ts)' }],
    ],
  ])('%j is written as the public schema has it', (data, known) => {
    const written = { initial_molecule: acid, initial_smiles: '', ...pka.prepare(data, molecule) };
    expect(differencesFromPublic('pka', written, known)).toEqual({ unexpected: [], unused: [] });
  });
  test('so is what a run adds', () => {
    const known = [{ place: 'microscopic_pka_method', reason: 'our own method' }];
    expect(differencesFromPublic('pka', filled, known)).toEqual({ unexpected: [], unused: [] });
  });
});

describe('input and rules', () => {
  test('AIMNet2 and our own method take a molecule, Chemprop a SMILES', () => {
    const words = (data: WorkflowData, inputs: typeof molecule | typeof smiles) =>
      pka.problems(data, inputs, null).map(({ field, detail }) => `${field}: ${detail}`);
    expect(words({}, molecule)).toEqual([]);
    expect(words({}, smiles)).toEqual(['initial_molecule: A molecule with coordinates is needed.']);
    expect(words(own, smiles)).toEqual(['initial_molecule: A molecule with coordinates is needed.']);
    expect(words(chemprop, molecule)).toEqual(['initial_smiles: A SMILES is needed.']);
    expect(words(chemprop, smiles)).toEqual([]);
    expect(pka.inputs[0]?.accepts?.(chemprop)).toBe('smiles');
    expect(pka.inputs[0]?.accepts?.({})).toBe('molecule');
  });
  test.each<[WorkflowData, string, string]>([
    [{ solvent: 'ethanol' }, 'solvent', 'AIMNet2 (Wagen 2024) gives pKa values in water; the choice is ethanol.'],
    [
      { ...own, solvent: null },
      'solvent',
      'GFN2-xTB/ALPB, calibrated gives pKa values in water; the choice is no solvent.',
    ],
    [{ pka_range: [12, 2] }, 'pka_range', 'The end of the pKa range (2) must be above its start (12).'],
    [{ deprotonate_atoms: [10] }, 'deprotonate_atoms', 'There is no atom 10; the molecule has 9 atoms.'],
    [{ protonate_atoms: [0] }, 'protonate_atoms', 'There is no atom 0; the molecule has 9 atoms.'],
    [
      { deprotonate_elements: [], protonate_elements: [] },
      'deprotonate_elements',
      'Choose at least one element or atom to deprotonate or protonate.',
    ],
    [
      { mode: 'meticulous' },
      'mode',
      'Change mode ("meticulous"): this mode is not offered. Available: careful, reckless, rapid.',
    ],
  ])('%j', (data, field, detail) => {
    expect(pka.problems(data, molecule, null)).toEqual([{ field, detail }]);
  });
  test('Chemprop takes eight solvents, and no atoms', () => {
    for (const solvent of [
      'water',
      'dimethylsulfoxide',
      'dimethylformamide',
      'acetonitrile',
      'methanol',
      'ethanol',
      'ethylene_glycol',
      'n_methylpyrrolidone',
    ]) {
      expect(pka.problems({ ...chemprop, solvent }, smiles, null)).toEqual([]);
    }
    expect(pka.problems({ ...chemprop, solvent: 'toluene' }, smiles, null)[0]?.field).toBe('solvent');
    expect(pka.problems({ ...chemprop, deprotonate_atoms: [4] }, smiles, null)).toEqual([
      {
        field: 'deprotonate_atoms',
        detail:
          'Chemprop (Nevolianis 2025) finds its sites by element; atoms cannot be chosen. Clear the list, or choose another method.',
      },
    ]);
    const shown = (data: WorkflowData) =>
      pka.fields.filter((field) => field.shown?.(data) ?? true).map(({ path }) => path);
    expect(shown(chemprop)).not.toContain('deprotonate_atoms');
    expect(shown({ ...chemprop, deprotonate_atoms: [4] })).toContain('deprotonate_atoms');
    expect(shown({})).toEqual(pka.fields.map(({ path }) => path));
  });
  test('a radical and a salt are outside our calibration', () => {
    const radical = z.parse(Molecule, { ...acid, multiplicity: 3 });
    expect(pka.problems(own, { molecule: radical, smiles: null }, null)[0]?.detail).toMatch(/closed-shell/);
    expect(pka.limits(own)).toMatchObject({ openShell: false, severalStructures: false });
  });
});

describe('what a server lacks', () => {
  test('AIMNet2 is refused, our own method is offered and passes', () => {
    const problems = pka.problems({}, molecule, here);
    expect(problems.map(({ field }) => field)).toContain('microscopic_pka_method');
    const [offer, ...more] = pka.offers({}, here);
    expect(more).toEqual([]);
    expect(offer?.action).toBe('Use GFN2-xTB/ALPB, calibrated');
    const accepted = offer?.apply({}) ?? {};
    expect(pka.problems(accepted, molecule, here)).toEqual([]);
    expect(pka.offers(accepted, here)).toEqual([]);
    const [field] = pka.fields;
    const options = field?.kind === 'select' ? field.options({}, here) : [];
    expect(options.map(({ value, unavailable }) => [value, unavailable !== undefined])).toEqual([
      ['aimnet2_wagen2024', true],
      ['chemprop_nevolianis2025', true],
      ['gfn2_alpb_linear', false],
    ]);
    expect(options[1]?.unavailable).toBe('Not available on this server: needs trained model weights (chemprop pKa).');
  });
  test('capabilities of prepared data', () => {
    expect(pka.capabilities(pka.prepare({}, molecule))).toEqual(['aimnet2', 'pka', 'rdkit', 'xtb']);
    expect(pka.capabilities(pka.prepare(own, molecule))).toEqual(['pka', 'rdkit', 'xtb']);
    expect(pka.capabilities(pka.prepare(chemprop, smiles))).toEqual(['chemprop_pka', 'pka']);
  });
  test('a solvent left from another method is put right by an offer', () => {
    const offer = pka.offers({ solvent: 'ethanol' }, null).find(({ field }) => field === 'solvent');
    expect(offer?.apply({ solvent: 'ethanol' })).toEqual({ solvent: 'water' });
  });
  test('the calibration is reported before submitting', () => {
    expect(pka.notices({}, molecule, here)).toEqual([]);
    const [notice] = pka.notices(own, molecule, here);
    expect(notice).toMatchObject({ kind: 'info', title: 'Calibrated by Class of Site' });
    expect(notice?.body).toMatch(/in water at 298 K.*± 0.63 \(RMSE, n = 215\)/s);
  });
});

describe('results', () => {
  test('tab, structures and table of the sites', () => {
    expect(pka.tabs(item, none).map(({ title }) => title)).toEqual(['pKa Prediction', 'info']);
    expect(pka.structures(item).map(({ id: uuid, name }) => [uuid, name])).toEqual([
      [id(1), 'Structure 1'],
      [id(4), 'Structure 2'],
      [id(2), 'Structure 3'],
      [id(3), 'Structure 4'],
    ]);
    const [table] = pka.tables(item, none);
    const column = (name: string) => table?.columns.find((each) => each.id === name);
    expect(column('atom')?.values).toEqual(['O4', 'O5', 'O3']);
    expect(column('kind')?.values).toEqual(['acid', 'acid', 'base']);
    expect(column('pka')).toMatchObject({ precision: 2, values: Float64Array.of(3.834, 15.2, -6) });
    expect(column('calibration')?.values).toEqual([
      'COOH: ± 0.49 (leave-one-out RMSE, n = 52)',
      'alcohol: ± 0.75 (leave-one-out RMSE, n = 13)',
      'outside calibration',
    ]);
    expect(column('delta_g')).toMatchObject({ unit: 'kcal/mol', precision: 2 });
    expect(column('uncertainty')).toBeUndefined();
    expect(table?.structures).toEqual([id(3), id(2), id(4)]);
  });
  test('sites of Chemprop: SMILES for structures, its own uncertainty, no calibration', () => {
    const data = {
      initial_smiles: 'OCC(=O)O',
      ...chemprop,
      conjugate_bases: [{ atom_index: 4, pka: 3.8, uncertainty: 0.4, smiles: 'OCC(=O)[O-]' }],
    };
    const given = finishedItem('pka', data);
    const [structure] = pka.structures(given);
    expect(structure).toMatchObject({ name: 'Structure 1', source: { kind: 'smiles', smiles: 'OCC(=O)[O-]' } });
    const [table] = pka.tables(given, none);
    expect(table?.columns.map(({ id: name }) => name)).toEqual(['atom', 'kind', 'pka', 'uncertainty', 'smiles']);
    expect(table?.columns[0]?.values).toEqual(['atom 4']);
    expect(table?.structures).toEqual([structure?.id]);
  });
  test('no sites: the exact sentence once the item is completed', () => {
    const empty = (object_status: number) =>
      pka.tables(finishedItem('pka', { initial_molecule: acid }, { object_status }), none)[0]?.empty;
    expect(empty(2)).toBe("No pKa's located in the requested range.");
    expect(empty(1)).toBe('No pKa values yet.');
  });
});

test('resubmission: a solvent that the method does not take becomes water, and is listed', () => {
  const { value, changes } = pka.resubmit({ solvent: 'toluene', mode: 'meticulous' }, null);
  expect(value).toMatchObject({ solvent: 'water', mode: 'careful' });
  expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
    ['solvent', 'forced'],
    ['mode', 'replaced'],
  ]);
  expect(pka.resubmit(filled, null).changes).toEqual([]);
});

test('citations', () => {
  const must = (data: WorkflowData) =>
    citationsOf(pka, data).flatMap(({ id: work, level }) => (level === 'must' ? [work] : []));
  expect(must({})).toEqual(expect.arrayContaining(['aimnet2_wagen2024', 'aimnet2', 'cpcmx', 'gfn2_xtb']));
  expect(must(chemprop)).toEqual(expect.arrayContaining(['chemprop_nevolianis2025', 'chemprop']));
  expect(must(own)).toEqual(expect.arrayContaining(['gfn2_xtb', 'alpb', 'etkdg']));
  expect(must(own)).not.toContain('aimnet2');
});
