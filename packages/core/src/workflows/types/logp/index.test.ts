import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { caveatOf } from '../../../entities/caveat.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readText } from '../../../testing/read-file.js';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import { quotedDescriptors } from '../descriptors/headline.ts';
import logp, { offered } from './index.ts';
import { calibrationOf, titles } from './settings.ts';

const inputs = (inspection: object = {}) => ({
  molecule: null,
  smiles: 'CCO',
  inspection: { smiles: 'CCO', fragments: 1, charge: 0, multiplicity: 1, elements: [1, 6, 8], ...inspection } as never,
});
const here = z.parse(MethodReport, { workers: 1, capabilities: ['logp', 'rdkit'], methods: {} });
const ours = 'environment_ridge_physprop';

test('the default is that of public clients, and what is written fits their schema', () => {
  expect(logp.defaults()).toEqual({ logp_method: 'chemprop_sangster2026' });
  const written = { initial_smiles: 'CCO', ...logp.prepare({ logp_method: 'Crippen' }, inputs()), logp: -0.1 };
  expect(differencesFromPublic('logp', written, [])).toEqual({ unexpected: [], unused: [] });
});

describe('rules', () => {
  const details = (data: Record<string, unknown>, given = inputs(), report: typeof here | null = null) =>
    logp.problems(data, given, report).map(({ field, detail }) => `${field}: ${detail}`);
  test('ions, radicals and several structures are refused with what to do', () => {
    expect(details({})).toEqual([]);
    expect(details({}, inputs({ charge: 1 })).join()).toMatch(/Give the uncharged form/);
    expect(details({}, inputs({ multiplicity: 2 }))).toHaveLength(1);
    expect(details({}, inputs({ fragments: 2 }))).toHaveLength(1);
    expect(details({ logp_method: 'guess' })[0]).toMatch(/^logp_method: /);
  });
  test('a method that is missing is replaced by the more accurate of ours', () => {
    expect(details({}, inputs(), here)[0]).toMatch(/needs trained model weights \(Chemprop, Sangster 2026\)/);
    const { data, replacements } = substituted(logp, {}, here);
    expect(data).toEqual({ logp_method: ours });
    expect(replacements.map(({ text }) => text)).toEqual([
      'Chemprop (Sangster 2026) is not installed here; computed with logP from atom environments',
    ]);
    expect(details(data, inputs(), here)).toEqual([]);
    expect(logp.capabilities(data)).toEqual(['logp', 'rdkit']);
    expect(logp.offers({ logp_method: 'cosmors' }, here)).toHaveLength(2);
    expect(substituted(logp, { logp_method: 'crippen' }, here).replacements).toEqual([]);
  });
});

describe('results', () => {
  const value = (logp_method: string, initial_smiles: string) =>
    logp.values(finishedItem('logp', { logp_method, initial_smiles, logp: 1.5 }), new Map())[0];
  test('the ± is that of the method, where the molecule is of the measured kind', () => {
    expect(value(ours, 'CCO')).toMatchObject({ value: 1.5, uncertainty: 0.42 });
    expect(value('crippen', 'CCO')).toMatchObject({
      title: 'LogP (Crippen)',
      uncertainty: 0.84,
      remark: '±: RMSE of 1258 values',
    });
    expect(written(value(ours, 'CB(O)O'))).toMatchObject({
      uncertainty: null,
      remark: expect.stringContaining('contains B'),
    });
    const zwitterion = finishedItem(
      'logp',
      { logp_method: ours, initial_smiles: 'C[N+](C)(C)CC(=O)[O-]', logp: -2 },
      { provenance: { caveats: [caveatOf('changes_number', 'drawn with separate charges', { values: ['logp'] })] } },
    );
    expect(logp.values(zwitterion, new Map())[0]).toMatchObject({
      uncertainty: null,
      note: 'drawn with separate charges',
    });
    const [table] = logp.tables(
      finishedItem('logp', { logp_method: ours, initial_smiles: 'CCO', logp: 1.5 }),
      new Map(),
    );
    expect(table?.columns.map(({ title, values }) => [title, values[0]])).toEqual([
      ['logP', 1.5],
      ['±', 0.42],
      ['Method', 'logP from atom environments'],
    ]);
  });
  test('both errors are those that the fit printed into its file', () => {
    const [head = ''] = readText('../../../compute/src/cuvette_compute/properties/log_p_environments.tsv').split('\n');
    const said = JSON.parse(head.replace('# ', '')) as Record<string, number>;
    const rounded = (error = Number.NaN) => Number((error + 1e-9).toFixed(2));
    expect(calibrationOf(ours)).toMatchObject({ error: rounded(said.rmse_apart), size: said.kept_apart });
    expect(calibrationOf('crippen')).toMatchObject({ error: rounded(said.rmse_crippen_apart), size: said.kept_apart });
    expect(calibrationOf(ours)?.limits.elements).not.toContain(5);
  });
});

test('its numbers have the names of the page that explains them, and so has the descriptor', () => {
  const page = readText('../../../../docs/partition-coefficients.md');
  const [, descriptor] = quotedDescriptors([]);
  for (const name of [...offered.map((method) => titles[method]), descriptor?.title])
    expect(page).toContain(`| **${name}** |`);
});

test('what is cited follows from the method', () => {
  const must = (logp_method: string) =>
    citationsOf(logp, { logp_method }).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
  expect(must('cosmors')).toEqual(['cosmo_rs']);
  expect(citationsOf(logp, { logp_method: 'crippen' }).map(({ id }) => id)).toEqual(['crippen']);
});
