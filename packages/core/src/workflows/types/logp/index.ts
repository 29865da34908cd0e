import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import { defineWorkflow } from '../../define.ts';
import type { Notice, Offer, Option, WorkflowData } from '../../definition.ts';
import { select } from '../../parts/forms/form-fields.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { type Data, type Method, methodInWords, methods, titles } from './settings.ts';

/** What a method needs on a worker. */
const needOf: Readonly<Record<Method, string>> = {
  chemprop_sangster2026: 'chemprop_logp',
  crippen: 'rdkit',
  cosmors: 'cosmors',
  environment_ridge_physprop: 'rdkit',
};

/** What is offered instead of a method that is missing, the more accurate first. */
export const offered: readonly Method[] = ['environment_ridge_physprop', 'crippen'];

function offers({ logp_method: method }: Data, report: MethodReport | null): Offer[] {
  const missing = capabilityReason(report, needOf[method], titles[method]);
  if (missing === null) return [];
  return offered
    .filter((one) => one !== method && capabilityReason(report, needOf[one], titles[one]) === null)
    .map((one) => ({
      field: 'logp_method',
      text: whyUnavailable(titles[method], missing),
      action: `Use ${titles[one]}`,
      missing: { what: titles[method], instead: titles[one] },
      apply: (current) => ({ ...current, logp_method: one }),
    }));
}

function notices({ logp_method: method }: Data): Notice[] {
  const words = methodInWords(method);
  return words ? [{ kind: 'info', title: 'LogP of the Neutral Molecule', body: words }] : [];
}

/** The octanol–water partition coefficient of a molecule. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({
    openShell: false,
    charged: false,
    severalStructures: false,
    advice: 'Give the uncharged form: logP is that of the neutral molecule.',
  }),
  needs: ({ logp_method }) => [needOf[logp_method]],
  secondOpinion: { path: 'logp_method' },
  notices,
  offers,
  seconds: (_data, _inputs, report) => scaledSeconds(0.1, report),
  fields: [
    select('logp_method', 'Method', (_data: WorkflowData, report: MethodReport | null): Option[] =>
      methods.map((value) => capabilityOption({ value, title: titles[value] }, needOf[value], report)),
    ),
  ],
});
