import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { admetProperties } from '../../../tables/admet-properties.ts';
import { worstRating } from '../../../tables/ratings.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import type { WorkflowData } from '../../definition.ts';
import admet from './index.ts';

const inputs = (inspection: object = {}) => ({
  molecule: null,
  smiles: 'CC(=O)Oc1ccccc1C(=O)O',
  inspection: {
    smiles: 'CC(=O)Oc1ccccc1C(=O)O',
    fragments: 1,
    multiplicity: 1,
    elements: [1, 6, 8],
    ...inspection,
  } as never,
});
const here = z.parse(MethodReport, { workers: 1, capabilities: ['admet', 'rdkit'], methods: {} });
const own = { admet_method: 'rdkit_physicochemical' };
const none = new Map();
/** Aspirin by RDKit (reference values of the recipe), and some model values. */
const aspirin = { molecular_weight: 180.16, logP: 1.31, tpsa: 63.6, QED: 0.55 };
const tables = (properties: object | null, data: object = {}) =>
  new Map(
    admet
      .tables(finishedItem('admet', { initial_smiles: 'C', properties, ...data }), none)
      .map((table) => [table.id, table]),
  );

test('defaults, and what is written fits the public schema', () => {
  expect(admet.defaults()).toEqual({ mode: 'auto', admet_method: null });
  const written = { initial_smiles: 'CCO', ...admet.prepare(own, inputs()), properties: aspirin };
  expect(validatePublic('admet', written)).toEqual([]);
});

test('tabs in their order, whatever was computed', () => {
  const titles = admet.tabs(finishedItem('admet', { initial_smiles: 'C' }), none).map(({ title }) => title);
  expect(titles).toEqual([
    'physicochemical',
    'absorption',
    'metabolism',
    'distribution',
    'excretion',
    'toxicity',
    'info',
  ]);
  expect(admet.structures(finishedItem('admet', { initial_smiles: 'C' })).map(({ name }) => name)).toEqual([
    'Initial Structure',
  ]);
});

test('each tab carries how many of its properties are rated good, okay and bad', () => {
  const properties = { ...aspirin, molecular_weight: 800, tpsa: 250, hERG: 0.1, AMES: 0.5, ClinTox: 0.2 };
  const tabs = admet.tabs(finishedItem('admet', { initial_smiles: 'C', properties }), none);
  const rated = tabs.flatMap(({ id, ratings }) => (ratings ? [[id, ratings]] : []));
  // Good are logP (0 to 5), hERG and ClinTox (under 0.3); okay are molecular weight (to 1000), QED (under 0.6) and AMES (to 0.6); bad is TPSA (above 200).
  expect(Object.fromEntries(rated)).toEqual({
    physicochemical: { good: 1, okay: 2, bad: 1 },
    toxicity: { good: 2, okay: 1, bad: 0 },
  });
  expect(tabs.map(({ ratings }) => ratings && worstRating(ratings).bucket)).toEqual([
    'bad',
    undefined,
    undefined,
    undefined,
    undefined,
    'okay',
    undefined,
  ]);
});

describe('tables', () => {
  test('every property of a full prediction is in its tab once, with unit, decimals and rating', () => {
    const found = tables(Object.fromEntries(admetProperties.map(({ id }) => [id, 0.5])));
    const columns = [...found.values()].flatMap((table) => table.columns);
    for (const { id, displayName, unreliable, unit, precision, rating } of admetProperties) {
      const [column, ...more] = columns.filter((each) => each.id === id);
      expect(more).toEqual([]);
      expect(column).toMatchObject({
        title: unreliable ? `${displayName} (unreliable)` : displayName,
        precision,
        ...(unit === null ? {} : { unit }),
        ...(rating && !unreliable ? { rating: rating.rule } : {}),
      });
      if (unreliable) expect(column).not.toHaveProperty('rating');
    }
    expect(found.get('other')?.length).toBe(0);
    expect(
      columns
        .filter(({ title }) => written(title).endsWith('(unreliable)'))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['Clearance_Hepatocyte_AZ', 'Clearance_Microsome_AZ', 'PPBR_AZ', 'VDss_Lombardo']);
  });
  test('a prediction below what can be is no value; what is missing is left out', () => {
    const found = tables({ ...aspirin, VDss_Lombardo: -1.5, PPBR_AZ: null });
    expect(found.get('physicochemical')?.columns.map(({ id }) => id)).not.toContain('Lipinski');
    const [volume, binding] = ['VDss_Lombardo', 'PPBR_AZ'].map((id) =>
      found.get('distribution')?.columns.find((column) => column.id === id),
    );
    expect(volume?.values).toEqual(Float64Array.of(Number.NaN));
    expect(volume).toMatchObject({ missing: 'no value' });
    expect(binding?.values).toEqual(Float64Array.of(Number.NaN));
    expect(written(volume)).toMatchObject({
      help: expect.stringContaining('Unreliable: the model behind it is weak.'),
    });
  });
  test('names that the catalogue does not know are listed without a rating', () => {
    const other = tables({ ...aspirin, clairvoyance: 12 }).get('other');
    expect(other?.columns[0]?.values).toEqual(['clairvoyance']);
    expect(other?.columns[1]).not.toHaveProperty('rating');
  });
  test('a tab names each value with its rating and where it is among approved drugs', () => {
    const item = finishedItem('admet', {
      initial_smiles: 'CCO',
      properties: { tpsa: 20.2, tpsa_drugbank_approved_percentile: 12.4, VDss_Lombardo: -2 },
    });
    const parts = admet.parts(item, new Map());
    expect(parts.physicochemical).toMatchObject([
      { facts: [{ path: 'tpsa', value: 20.2, unit: 'Å²', percentile: { value: 12.4, among: 'approved drugs' } }] },
      { kind: 'panel', panel: 'admet' },
      { kind: 'callout', title: 'Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements' },
    ]);
    expect(written(parts.distribution)).toMatchObject([
      { facts: [{ title: expect.stringContaining('unreliable'), text: 'no value: the model predicts less than 0' }] },
      { kind: 'callout' },
    ]);
    expect(parts.toxicity).toEqual([{ kind: 'table', table: 'toxicity' }]);
    expect(admet.tables(item, new Map()).find(({ id }) => id === 'other')?.length).toBe(0);
  });
  test('groups without values say why', () => {
    expect(tables(null).get('toxicity')).toMatchObject({ length: 0, empty: 'No values of this group yet.' });
    expect(tables(aspirin, own).get('toxicity')?.empty).toBe(
      'These properties need trained models (ADMET-AI); the chosen method does not give them.',
    );
    expect(tables(aspirin, own).get('physicochemical')?.length).toBe(1);
  });
});

test('the warning comes first; our own method says what it is', () => {
  const titles = (data: WorkflowData) =>
    admet.notices(data, inputs(), null).map(({ kind, title }) => `${kind}: ${title}`);
  const warning = 'warning: Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements';
  expect(titles({})).toEqual([warning]);
  expect(titles(own)).toEqual([warning, 'info: RDKit physicochemical properties']);
});

describe('rules and what a server lacks', () => {
  const details = (data: WorkflowData, given = inputs(), report: typeof here | null = null) =>
    admet.problems(data, given, report).map(({ field, detail }) => `${field}: ${detail}`);
  test('a SMILES is needed; open shell and several structures are refused', () => {
    expect(details({})).toEqual([]);
    expect(admet.problems({}, { molecule: null, smiles: null }, null)[0]?.field).toBe('initial_smiles');
    expect(details({}, inputs({ multiplicity: 2 }))[0]).toMatch(/takes closed-shell structures only/);
    expect(details({}, inputs({ fragments: 2 }))[0]).toMatch(/has 2 separate ones/);
    expect(details({ admet_method: 'guess' })[0]).toMatch(
      /^admet_method: Change admet_method \("guess"\): it is not a known method/,
    );
  });
  test('ADMET-AI is refused where it is missing; the offered properties pass', () => {
    expect(details({}, inputs(), here)).toEqual([
      'admet_method: Change admet_method: ADMET-AI is not available on this server: it needs the ADMET-AI package on a worker. Available: rdkit_physicochemical.',
    ]);
    const [offer] = admet.offers({}, here);
    expect(offer?.action).toBe('Use RDKit physicochemical properties');
    const accepted = offer?.apply({}) ?? {};
    expect(accepted).toEqual(own);
    expect(details(accepted, inputs(), here)).toEqual([]);
    expect(admet.capabilities(accepted)).toEqual(['admet', 'rdkit']);
    expect(admet.capabilities({})).toEqual(['admet', 'admet_ai']);
  });
});

test('citations', () => {
  const must = (data: WorkflowData) =>
    citationsOf(admet, data).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
  expect(must({})).toEqual(['admet_ai']);
  expect(must(own)).toEqual(['rdkit']);
});

test('several items are under one another, one column for each property', () => {
  const item = (name: string, logP: number) =>
    finishedItem('admet', { initial_smiles: 'C', properties: { logP } }, { name });
  const merged = admet.compare([
    { item: item('A', 1), molecules: none },
    { item: item('B', 2), molecules: none },
  ]);
  const table = merged.find(({ id }) => id === 'physicochemical');
  expect(table?.columns.map(({ id, values }) => [id, [...values]])).toEqual([
    ['item', ['A', 'B']],
    ['logP', [1, 2]],
  ]);
});
