import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { WorkflowItem } from '../../entities/index.ts';
import { inEnglish } from '../../entities/phrases.ts';
import { loadWorkflow } from '../index.ts';
import { secondOpinion } from './second-opinion.ts';

const item = (logp_method: string, logp: number, initial_smiles = 'CCO') =>
  z.parse(WorkflowItem, {
    uuid: '11111111-1111-4111-8111-111111111111',
    name: 'n',
    created_at: '2026-11-02T00:00:00Z',
    object_status: 2,
    object_type: 'logp',
    parent_uuid: '11111111-1111-4111-8111-111111111111',
    object_data: { initial_smiles, logp_method, logp },
  });

test('two logP are judged by both errors, and not judged where one is unknown', async () => {
  const definition = await loadWorkflow('logp');
  if (!definition) throw new Error('logp is missing');
  const own = item('environment_ridge_physprop', 1);
  // 0.42 and 0.84 together are 0.94, of which 90 % of differences are within 1.54.
  const [agree] = secondOpinion(definition, own, item('crippen', 2.5));
  expect(agree).toMatchObject({ agrees: true, difference: 1.5 });
  expect(agree?.error).toBeCloseTo(0.94, 1);
  const [differ] = secondOpinion(definition, own, item('crippen', 3));
  expect(differ?.agrees).toBe(false);
  expect(inEnglish(differ?.text ?? '')).toBe('They differ by 2, more than both errors allow (± 0.94).');
  const iron = '[Fe]CCO';
  const [unknown] = secondOpinion(definition, item('crippen', 1, iron), item('environment_ridge_physprop', 3, iron));
  expect(unknown?.agrees).toBeNull();
});

test('each of two methods offers the other', async () => {
  const definition = await loadWorkflow('logp');
  const report = {
    workers: 1,
    methods: {},
    capabilities: ['logp', 'rdkit'],
  } as unknown as Parameters<NonNullable<typeof definition>['secondOpinions']>[1];
  const offered = definition?.secondOpinions(item('crippen', 1), report) ?? [];
  expect(offered.map(({ data }) => data.logp_method)).toEqual(['environment_ridge_physprop']);
});
