import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { fastsolvSolvents, fastsolvTemperatures } from '../../../methods/solubility-solvents.ts';
import { differencesFromPublic, type PublicDifference } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import solubility from './index.ts';

const inputs = (inspection: object = {}) => ({
  molecule: null,
  smiles: 'CCO',
  inspection: { smiles: 'CCO', fragments: 1, multiplicity: 1, elements: [1, 6, 8], ...inspection } as never,
});
const report = (...capabilities: string[]) => z.parse(MethodReport, { workers: 1, capabilities, methods: {} });
const water = { solvents: ['O'], temperatures: [298.15] };
const none = new Map();
const words = (data: WorkflowData, given: ReturnType<typeof report> | null = null) =>
  solubility.problems(data, inputs(), given).map(({ field, detail }) => `${field}: ${detail}`);

describe('defaults', () => {
  test('fastsolv at five temperatures', () => {
    expect(solubility.defaults()).toEqual({
      solubility_method: 'fastsolv',
      solvents: ['CCCCCC', 'Cc1ccccc1', 'C1CCCO1', 'CC(=O)OCC', 'CCO', 'CC#N'],
      temperatures: [273.15, 298.15, 323.15, 348.15, 373.15],
    });
    expect(words({})).toEqual([]);
  });
  const ownName = [{ place: 'solubility_method', reason: 'our own method has a name of its own' }];
  test.each<[WorkflowData, PublicDifference[]]>([
    [{}, []],
    [{ solubility_method: 'Kingfisher', ...water }, []],
    [{ solubility_method: 'esol_crippen', ...water }, ownName],
  ])('%j is written as the public schema has it', (data, known) => {
    const solubilities = { O: { solubilities: [-0.5], uncertainties: [null] } };
    const written = { initial_smiles: 'CCO', ...solubility.prepare(data, inputs()), solubilities };
    expect(differencesFromPublic('solubility', written, known)).toEqual({ unexpected: [], unused: [] });
  });
});

describe('rules', () => {
  test('fastsolv takes its 29 solvents and five temperatures, in other spellings too', () => {
    const all = fastsolvSolvents.map(({ smiles }) => smiles);
    expect(all).toHaveLength(29);
    expect(words({ solvents: all, temperatures: [...fastsolvTemperatures] })).toEqual([]);
    expect(words({ solvents: ['CC1=CC=CC=C1', 'C1CCOC1', 'CS(=O)C', 'OCC'] })).toEqual([]);
    expect(words({ solvents: ['CCO', 'Cc1ccccc1C'] })).toEqual([
      'solvents: fastsolv knows 29 solvents by their SMILES; not among them: Cc1ccccc1C.',
    ]);
    expect(words({ temperatures: [298.15, 300] })).toEqual([
      'temperatures: fastsolv takes 273.15 K, 298.15 K, 323.15 K, 348.15 K, 373.15 K; not: 300 K.',
    ]);
    expect(words({ temperatures: [298.25] })).toHaveLength(1);
  });
  test.each([
    ['kingfisher', 'Kingfisher'],
    ['esol', 'ESOL'],
    ['esol_crippen', 'ESOL with Crippen logP'],
    ['esol_environments', 'ESOL with logP from atom environments'],
  ])('%s takes water at 298.15 K ± 0.1 only', (solubility_method, title) => {
    expect(words({ solubility_method, ...water })).toEqual([]);
    expect(words({ solubility_method, ...water, temperatures: [298.25] })).toEqual([]);
    expect(words({ solubility_method, ...water, temperatures: [298.05] })).toEqual([]);
    expect(words({ solubility_method, ...water, temperatures: [298.3] })).toEqual([
      `temperatures: ${title} takes 298.15 K; not: 298.3 K.`,
    ]);
    expect(words({ solubility_method, ...water, solvents: ['O', 'CCO'] })).toEqual([
      `solvents: ${title} predicts the solubility in water only (SMILES O); not: ethanol.`,
    ]);
    const [offer] = solubility.offers({ solubility_method }, null);
    expect(offer).toMatchObject({ field: 'solvents', action: 'Use water at 25 °C' });
    expect(words(offer?.apply({ solubility_method }) ?? {})).toEqual([]);
  });
  test('empty choices, several structures and open shell', () => {
    expect(words({ solvents: [], temperatures: [] })).toEqual([
      'solvents: Choose at least one solvent.',
      'temperatures: Choose at least one temperature.',
    ]);
    expect(solubility.problems({}, inputs({ fragments: 2 }), null)[0]?.detail).toMatch(/has 2 separate ones/);
    expect(solubility.problems({}, inputs({ multiplicity: 2 }), null)[0]?.detail).toMatch(/closed-shell/);
    expect(words({ solubility_method: 'guess' })[0]).toMatch(/must be one of fastsolv, kingfisher, esol, esol_crippen/);
  });
});

describe('what a server lacks', () => {
  const here = report('solubility', 'rdkit');
  test('the offered method passes, in water', () => {
    expect(words({}, here)).toEqual([
      'solubility_method: Change solubility_method: fastsolv is not available on this server: it needs trained model weights (fastsolv). Available: esol_crippen, esol_environments.',
    ]);
    const [offer] = solubility.offers({}, here);
    expect(offer?.action).toBe('Use ESOL with Crippen logP, in water at 25 °C');
    const accepted = offer?.apply({}) ?? {};
    expect(accepted).toEqual({ solubility_method: 'esol_crippen', ...water });
    expect(words(accepted, here)).toEqual([]);
    expect(solubility.capabilities(accepted)).toEqual(['rdkit', 'solubility']);
    expect(solubility.capabilities({})).toEqual(['fastsolv', 'solubility']);
    expect(solubility.offers({}, report('solubility'))).toEqual([]);
  });
  test('Kingfisher is a private feature: a submission says that it needs it', () => {
    const need = { feature: 'kingfisher', title: 'Kingfisher', field: 'solubility_method' };
    expect(solubility.features({ solubility_method: 'Kingfisher' })).toEqual([need]);
    expect(solubility.features({})).toEqual([]);
    expect(solubility.features({ solubility_method: 'esol' })).toEqual([]);
  });
  test('choices: Kingfisher is greyed where no worker has it; temperatures in °C, values in kelvin', () => {
    const options = (path: string, data: WorkflowData, given: ReturnType<typeof report> | null) => {
      const field = solubility.fields.find((each) => each.path === path);
      return field?.kind === 'select' || field?.kind === 'multiselect' ? field.options(data, given) : [];
    };
    const offered = (given: ReturnType<typeof report> | null) =>
      options('solubility_method', {}, given).flatMap(({ value, unavailable }) => (unavailable ? [] : [value]));
    expect(options('solubility_method', {}, null).map(({ value }) => value)).toEqual([
      'fastsolv',
      'kingfisher',
      'esol',
      'esol_crippen',
      'esol_environments',
    ]);
    expect(offered(here)).toEqual(['esol_crippen', 'esol_environments']);
    expect(offered(report('kingfisher'))).toEqual(['kingfisher']);
    expect(options('temperatures', {}, here)).toEqual([
      { value: '273.15', title: '0 °C' },
      { value: '298.15', title: '25 °C' },
      { value: '323.15', title: '50 °C' },
      { value: '348.15', title: '75 °C' },
      { value: '373.15', title: '100 °C' },
    ]);
    expect(solubility.fields.find(({ path }) => path === 'temperatures')).toMatchObject({ numeric: true });
    expect(options('solvents', {}, here)).toHaveLength(29);
    expect(options('solvents', { solubility_method: 'esol' }, here)).toEqual([{ value: 'O', title: 'water' }]);
  });
  test('notices', () => {
    const titles = (data: WorkflowData) => solubility.notices(data, inputs(), null).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles(water)).toEqual(['fastsolv Predicts Water Poorly']);
    expect(titles({ ...water, solubility_method: 'esol_crippen' })).toEqual(['Solubility of the Neutral Molecule']);
  });
});

describe('results', () => {
  const item = (data: object) => finishedItem('solubility', { initial_smiles: 'CCO', ...data });
  const column = (data: object, id: string) =>
    solubility.tables(item(data), none)[0]?.columns.find((each) => each.id === id);
  const organic = {
    solvents: ['CCO', 'O'],
    temperatures: [273.15, 298.15],
    solubilities: {
      O: { solubilities: [-4.5, -4.1], uncertainties: [0.3, null] },
      CCO: { solubilities: [-1.25, null], uncertainties: [0.2, 0.2] },
    },
  };
  test('solvents by temperatures, in the order that was asked', () => {
    expect(solubility.tabs(item(organic), none).map(({ title }) => title)).toEqual(['solubility', 'info']);
    expect(solubility.structures(item(organic)).map(({ name }) => name)).toEqual(['Initial Structure']);
    expect(column(organic, 'solvent')?.values).toEqual(['ethanol', 'ethanol', 'water', 'water']);
    expect(column(organic, 'temperature')).toMatchObject({ unit: '°C', values: Float64Array.of(0, 25, 0, 25) });
    expect(column(organic, 'log_s')).toMatchObject({ unit: 'log10 of mol/L', precision: 2 });
    expect(column(organic, 'log_s')?.values).toEqual(Float64Array.of(-1.25, Number.NaN, -4.5, -4.1));
    expect(column(organic, 'uncertainty')?.values).toEqual(Float64Array.of(0.2, 0.2, 0.3, Number.NaN));
    expect(column(organic, 'words')?.values).toEqual([
      'soluble (10 mmol/L to 1 mol/L)',
      null,
      'slightly soluble (1 to 100 µmol/L)',
      'slightly soluble (1 to 100 µmol/L)',
    ]);
  });
  test('only water is rated, by the sourced limits', () => {
    expect(column(organic, 'log_s')).not.toHaveProperty('rating');
    const aqueous = { ...water, solubilities: { O: { solubilities: [-3], uncertainties: [null] } } };
    expect(column(aqueous, 'log_s')).toMatchObject({ rating: { kind: 'higher', okay: -6, good: -4 } });
    expect(solubility.tables(item({}), none)[0]?.empty).toBe('No solubilities yet.');
  });
});

test('resubmission spells solvents as the form lists them', () => {
  const { value, changes } = solubility.resubmit({ solvents: ['CC1=CC=CC=C1', 'O'], temperatures: [298.15] }, null);
  expect(value).toMatchObject({ solvents: ['Cc1ccccc1', 'O'], temperatures: [298.15] });
  expect(changes).toEqual([]);
});

test('citations', () => {
  const must = (solubility_method: string) =>
    citationsOf(solubility, { solubility_method }).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
  expect(must('fastsolv')).toEqual(['fastsolv']);
  expect(must('esol')).toEqual(['esol']);
  for (const own of ['esol_crippen', 'esol_environments']) expect(must(own)).toContain('esol');
});
