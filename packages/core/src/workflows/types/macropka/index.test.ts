import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { WorkflowItem } from '../../../entities/workflow-item.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { rate, ruleInWords } from '../../../tables/ratings.ts';
import { differencesFromPublic, validatePublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import { headlineOf } from '../../items/headline-of.ts';
import macropka from './index.ts';
import { readMacropkaResults, solubilityBelowLimit } from './macropka-results.ts';

const glycine = z.parse(WorkflowItem, readOfType('macropka', 'example-result'));
const inputs = (text: string, inspection: object = {}) => ({
  molecule: null,
  smiles: text,
  inspection: { smiles: text, charge: 0, fragments: 1, multiplicity: 1, elements: [1, 6], ...inspection } as never,
});
const report = (capabilities: string[], gfn2 = true) =>
  z.parse(MethodReport, {
    workers: 1,
    capabilities,
    methods: { gfn2_xtb: { available: gfn2, solvent_models: ['alpb'] } },
  });
const none = new Map();
const listed = (values: Iterable<unknown> | undefined) => [...(values ?? [])];

test('the defaults, and what is written fits the public schema', () => {
  expect(macropka.defaults()).toEqual({
    min_pH: 0,
    max_pH: 14,
    min_charge: -2,
    max_charge: 2,
    compute_aqueous_solubility: true,
    compute_solvation_energy: false,
    macropka_method: null,
    bbb_method: null,
  });
  const written = { initial_smiles: 'CCO', ...macropka.prepare({}, inputs('CCO')) };
  expect(differencesFromPublic('macropka', written)).toEqual({ unexpected: [], unused: [] });
});

describe('the stored example', () => {
  test('tabs by what was computed', () => {
    const titles = (data: object) =>
      macropka.tabs({ ...glycine, object_data: { ...glycine.object_data, ...data } }, none).map(({ title }) => title);
    expect(titles({})).toEqual(['Macroscopic pKa', 'logD', 'BBB', 'aqueous_solubility', 'info']);
    expect(titles({ solvation_energy: null })).toEqual(['Macroscopic pKa', 'logD', 'aqueous_solubility', 'info']);
    expect(titles({ solvation_energy: null, aqueous_solubility_by_pH: [] })).toEqual([
      'Macroscopic pKa',
      'logD',
      'info',
    ]);
  });
  test('structures are the microstates, numbered', () => {
    expect(macropka.structures(glycine).map(({ name }) => name)).toEqual([
      'Microstate 1',
      'Microstate 2',
      'Microstate 3',
      'Microstate 4',
    ]);
    expect(macropka.structures(glycine)[1]?.source).toEqual({ kind: 'smiles', smiles: '[NH3+]CC(=O)[O-]' });
    expect(macropka.structures(finishedItem('macropka', { initial_smiles: 'CCO' }))[0]?.name).toBe('Initial Structure');
  });
  test('tables with units and ratings', () => {
    const tables = new Map(macropka.tables(glycine, none).map((table) => [table.id, table]));
    const column = (table: string, id: string) => tables.get(table)?.columns.find((each) => each.id === id);
    expect(column('macroscopic_pka', 'acid')?.values).toEqual(['+1', '0']);
    expect(column('macroscopic_pka', 'base')?.values).toEqual(['0', '−1']);
    expect(column('macroscopic_pka', 'pka')).toMatchObject({ precision: 2, values: Float64Array.of(2.34, 9.6) });
    expect(column('microstates', 'weight')).toMatchObject({ title: 'Weight at pH 7.4', unit: '%', precision: 1 });
    expect(listed(column('microstates', 'weight')?.values)[1]).toBeCloseTo(99.3715, 6);
    expect(tables.get('microstates')?.structures).toEqual(macropka.structures(glycine).map(({ id }) => id));
    expect(listed(column('isoelectric_point', 'isoelectric_point')?.values)).toEqual([5.97]);
    expect(tables.get('logd')?.length).toBe(141);
    expect(column('bbb', 'solvation_energy')).toMatchObject({ unit: 'kcal/mol', values: Float64Array.of(-9.8) });
    expect(column('bbb', 'bbb_penetrance')).toMatchObject({ rating: { kind: 'higher', okay: 0.4, good: 0.6 } });
    expect(column('bbb', 'bbb_score')).toBeUndefined();
    expect(column('aqueous_solubility', 'log_s')).toMatchObject({ unit: 'log10 of mol/L', rating: { good: -4 } });
  });
  test('log S has its ± beside it, except where the concentration of the pure compound is the limit', () => {
    const data = {
      initial_smiles: 'CC(=O)O',
      macropka_method: 'gfn2_alpb_linear',
      aqueous_solubility_by_pH: [
        [4, -0.2],
        [6, 1.26],
        [7.4, 1.26],
      ],
      aqueous_solubility_limit: 1.26,
      aqueous_solubility_uncertainty: 1.01,
    };
    const item = finishedItem('macropka', data);
    const table = macropka.tables(item, none).find(({ id }) => id === 'aqueous_solubility');
    expect(listed(table?.columns.find(({ id }) => id === 'uncertainty')?.values)).toEqual([
      1.01,
      Number.NaN,
      Number.NaN,
    ]);
    // The line ends where the limit begins.
    const read = readMacropkaResults(data);
    expect(read && solubilityBelowLimit(read)).toEqual([[4, -0.2]]);
    expect(readMacropkaResults(glycine.object_data)?.aqueous_solubility_limit).toBeNull();
  });
  test('each pKa by our own method has its error in its row, and logD its ±; a doubted one has neither', () => {
    const data = {
      initial_smiles: 'Cn1c(=O)c2[nH]cnc2n(C)c1=O',
      macropka_method: 'gfn2_alpb_linear',
      pKa_values: [
        { initial_charge: 1, final_charge: 0, pKa: 1.2 },
        { initial_charge: 0, final_charge: -1, pKa: 6.6 },
      ],
      logD_by_pH: [[7.4, -1]],
    };
    const shown = (more: object, ...caveats: object[]) => {
      const item = finishedItem('macropka', { ...data, ...more }, { provenance: { caveats } });
      const tables = new Map(macropka.tables(item, none).map((table) => [table.id, table]));
      const column = (table: string, id: string) => tables.get(table)?.columns.find((each) => each.id === id)?.values;
      return { errors: listed(column('macroscopic_pka', 'error')), logD: listed(column('logd', 'uncertainty')) };
    };
    const { size, rmse } = accuracy['macropka/gfn2_alpb_linear'];
    const error = `± ${rmse} (RMSE, n = ${size}; reference values not verified)`;
    expect(shown({})).toEqual({ errors: [error, error], logD: [accuracy['macropka/log_d'].rmse] });
    const azole = { severity: 'changes_number', text: 'azole', table: 'macroscopic_pka', rows: [1] };
    const curve = { severity: 'changes_number', text: 'follows', table: 'logd' };
    expect(shown({}, azole, curve)).toEqual({ errors: [error, 'outside calibration'], logD: [] });
    expect(shown({ initial_smiles: 'C[Se]CC(=O)O' })).toMatchObject({
      errors: Array(2).fill('outside calibration: contains Se'),
      logD: [],
    });
    // The platform's model has no error that was measured here.
    expect(shown({ macropka_method: null })).toEqual({ errors: [], logD: [] });
  });
  test('its headline has the ± of each pKa and of logD, and what changes them', () => {
    const data = {
      ...glycine.object_data,
      initial_smiles: 'NCC(=O)O',
      macropka_method: 'gfn2_alpb_linear',
      logD_by_pH: [[7.4, -1]],
    };
    const values = (more: object, ...caveats: object[]) =>
      headlineOf(macropka, finishedItem('macropka', { ...data, ...more }, { provenance: { caveats } })).values;
    const { rmse, size } = accuracy['macropka/gfn2_alpb_linear'];
    const two = { pKa_values: [2.75, 9.46].map((pKa) => ({ initial_charge: 1, final_charge: 0, pKa })) };
    expect(values(two)[0]).toMatchObject({ text: `2.75, 9.46, each ± ${rmse}`, note: null });
    const one = { pKa_values: [{ initial_charge: 0, final_charge: -1, pKa: 4.8 }] };
    const measured = { value: 4.8, uncertainty: rmse, remark: expect.stringContaining(`RMSE of ${size} values`) };
    expect(written(values(one)[0])).toMatchObject({ text: null, ...measured });
    expect(values(one).at(-1)).toMatchObject({ value: -1, uncertainty: accuracy['macropka/log_d'].rmse });
    const caveat = { severity: 'changes_number', text: 'azole', table: 'macroscopic_pka', rows: [0] };
    expect(values(one, caveat)[0]).toMatchObject({ value: 4.8, uncertainty: null, note: 'azole' });
    expect(values(two, caveat)[0]).toMatchObject({ text: '2.75, 9.46', note: 'azole' });
  });
  test('a BBB score is in the place of the probability, and opens the tab', () => {
    const item = finishedItem('macropka', { initial_smiles: 'CCO', bbb_method: 'bbb_score', bbb_score: 4.49 });
    expect(macropka.tabs(item, none).map(({ title }) => title)).toContain('BBB');
    const table = macropka.tables(item, none).find(({ id }) => id === 'bbb');
    expect(table?.columns.map(({ title }) => title)).toEqual(['Solvation energy', 'BBB score']);
    const score = table?.columns[1];
    const rule = score?.kind === 'number' ? score.rating : undefined;
    expect([rate(rule, 4.49)?.bucket, rate(rule, 3.99)?.bucket, rule && ruleInWords(rule)]).toEqual([
      'good',
      'bad',
      'good from 4',
    ]);
  });
});

describe('rules and notices', () => {
  test.each([
    [{ min_pH: 7, max_pH: 7 }, 'max_pH', 'The highest pH (7) must be above the lowest (7).'],
    [{ min_charge: 2 }, 'max_charge', 'The highest charge (2) must be above the lowest (2).'],
    [{ min_charge: -8 }, 'min_charge', 'Charges from −7 to +7 are searched; -8 is outside.'],
    [
      { macropka_method: 'guess' },
      'macropka_method',
      'Change macropka_method ("guess"): it is not a known method. Available: gfn2_alpb_linear.',
    ],
    [{ min_pH: 'low' }, 'min_pH', 'min_pH: must be a number (found "low").'],
  ])('%j', (data, field, detail) => {
    expect(macropka.problems(data, inputs('CCO'), null)).toEqual([{ field, detail }]);
  });
  test('open shell, several structures and a molecule with coordinates are refused', () => {
    const [radical] = macropka.problems({}, inputs('[CH3]', { multiplicity: 2 }), null);
    expect(radical?.detail).toMatch(/takes closed-shell structures only; this one has multiplicity 2/);
    const [salt] = macropka.problems({}, inputs('CC.O', { fragments: 2 }), null);
    expect(salt?.detail).toMatch(/takes one molecule; this SMILES has 2 separate ones/);
    expect(macropka.problems({}, { molecule: null, smiles: '' }, null)[0]?.field).toBe('initial_smiles');
  });
  test('pH outside 0 to 20 and a charge outside the range are warned of', () => {
    const titles = (data: WorkflowData, given = inputs('CCO')) =>
      macropka.notices(data, given, null).map(({ kind, title }) => `${kind}: ${title}`);
    expect(titles({})).toEqual([]);
    expect(titles({ min_pH: 0, max_pH: 20 })).toEqual([]);
    expect(titles({ min_pH: -1 })).toEqual(['warning: Unusual pH Range']);
    expect(titles({ max_pH: 20.1 })).toEqual(['warning: Unusual pH Range']);
    expect(titles({}, inputs('C', { charge: 3 }))).toEqual(['warning: Charge Outside the Range']);
  });
});

describe('what a server lacks', () => {
  const here = report(['macropka', 'rdkit', 'xtb']);
  test('Starling is refused once, with its reason; the offered method passes', () => {
    const problems = macropka.problems({}, inputs('CCO'), here);
    expect(problems.map(({ detail }) => detail)).toEqual([
      'Change macropka_method: Starling is not available on this server: it needs trained model weights (Starling). Available: gfn2_alpb_linear.',
    ]);
    const [offer] = macropka.offers({}, here);
    expect(offer).toMatchObject({ field: 'macropka_method', action: 'Use GFN2-xTB/ALPB, calibrated by site' });
    const accepted = offer?.apply({}) ?? {};
    expect(macropka.problems(accepted, inputs('CCO'), here)).toEqual([]);
    expect(macropka.offers({}, report(['macropka', 'rdkit'], false))).toEqual([]);
    expect(macropka.capabilities(accepted)).toEqual(['macropka', 'rdkit', 'xtb']);
    expect(macropka.capabilities({})).toEqual(['macropka', 'starling']);
  });
  test('the probability of Kp,uu has the BBB score beside it', () => {
    const data = { macropka_method: 'gfn2_alpb_linear', compute_solvation_energy: true };
    expect(macropka.capabilities(data)).toEqual(['kpuu', 'macropka', 'rdkit', 'xtb']);
    const [offer] = macropka.offers(data, here);
    expect(offer).toMatchObject({ field: 'bbb_method', action: 'Use BBB score' });
    expect(macropka.problems(offer?.apply(data) ?? {}, inputs('CCO'), here)).toEqual([]);
    const field = macropka.fields.find(({ path }) => path === 'bbb_method');
    expect([field?.shown?.(data), field?.shown?.({})]).toEqual([true, false]);
  });
});

test('citations: Starling and its base, or the calibrated method', () => {
  const must = (data: WorkflowData) =>
    citationsOf(macropka, data).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
  expect(must({})).toEqual(expect.arrayContaining(['starling', 'uni_pka']));
  expect(must({ macropka_method: 'gfn2_alpb_linear' })).toEqual(expect.arrayContaining(['gfn2_xtb', 'alpb']));
  expect(must({ macropka_method: 'gfn2_alpb_linear' })).not.toContain('starling');
  expect(must({ compute_solvation_energy: true, bbb_method: 'bbb_score' })).toContain('bbb_score');
});

test('resubmission keeps the settings and leaves the results', () => {
  const { value, changes } = macropka.resubmit(glycine.object_data ?? {}, null);
  expect(changes).toEqual([]);
  expect(value).toMatchObject({ min_pH: 0, max_pH: 14, compute_solvation_energy: true });
  expect(value).not.toHaveProperty('microstates');
  expect(validatePublic('macropka', { initial_smiles: 'C', ...value })).toEqual([]);
});
