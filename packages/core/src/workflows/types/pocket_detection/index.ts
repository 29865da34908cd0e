import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import { defineWorkflow } from '../../define.ts';
import type { Offer, Option, WorkflowData } from '../../definition.ts';
import { withValueAt } from '../../parts/forms/data-path.ts';
import { number, select } from '../../parts/forms/form-fields.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { type Data, longestMergeDistance, methods, titles } from './settings.ts';

function problems({ settings: { merge_distance: distance } }: Data): Problem[] {
  if (distance > 0 && distance <= longestMergeDistance) return [];
  const detail = `The distance within which spheres are one pocket must be above 0 and at most ${longestMergeDistance} Å, not ${distance}.`;
  return [{ field: 'settings.merge_distance', detail }];
}

function offers({ settings: { settings_type: method } }: Data, report: MethodReport | null): Offer[] {
  const missing = method === 'mixmd' ? capabilityReason(report, 'mixmd', titles.mixmd) : null;
  if (missing === null) return [];
  return [
    {
      field: 'settings.settings_type',
      text: whyUnavailable(titles.mixmd, missing),
      action: `Use ${titles.pocketeer}`,
      missing: { what: titles.mixmd, instead: titles.pocketeer },
      apply: (current) => withValueAt(current, 'settings.settings_type', 'pocketeer'),
    },
  ];
}

/** Pockets of a protein, by alpha spheres. */
export default defineWorkflow(results, {
  inputs: [{ role: 'protein', kind: 'protein', title: 'Protein', required: true }],
  needs: ({ settings: { settings_type } }) => [settings_type],
  rules: [problems],
  offers,
  seconds: (_data, _inputs, report) => scaledSeconds(6, report),
  fields: [
    select('settings.settings_type', 'Method', (_data: WorkflowData, report: MethodReport | null): Option[] =>
      methods.map((value) => capabilityOption({ value, title: titles[value] }, value, report)),
    ),
    number('settings.merge_distance', 'Merge distance', {
      unit: 'Å',
      minimum: 0.1,
      maximum: longestMergeDistance,
      step: 0.05,
      help: 'Spheres that are nearer than this belong to one pocket: a larger distance gives fewer and larger pockets.',
    }),
  ],
});
