import { methodExtension } from '../../../methods/extensions.ts';
import { capabilityReason } from '../../capabilities.ts';
import { defineWorkflow } from '../../define.ts';
import type { Notice } from '../../definition.ts';
import { methodChoiceField, methodChoiceOffers, methodChoiceProblems } from '../../parts/levels/method-choice.ts';
import { type MethodChoice } from '../../parts/levels/own-method.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results, { type Data, globalModels } from './results.ts';

const methodChoice: MethodChoice = {
  type: 'admet',
  path: 'admet_method',
  title: 'Method',
  platform: 'ADMET-AI',
  method: () => null,
  missing: (value, report) => capabilityReason(report, value === null ? 'admet_ai' : 'rdkit', 'ADME-Tox Prediction'),
};

function notices({ admet_method }: Data): Notice[] {
  const own = admet_method === null ? null : methodExtension('admet', admet_method);
  return own ? [globalModels, { kind: 'info', title: own.title, body: own.method }] : [globalModels];
}

/** Absorption, distribution, metabolism, excretion and toxicity of a molecule, predicted from its graph. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_smiles', kind: 'smiles', title: 'Molecule', required: true }],
  limits: () => ({ openShell: false, severalStructures: false }),
  needs: ({ admet_method }) => [admet_method === null ? 'admet_ai' : 'rdkit'],
  // What a method lacks here is shown once, by `needs`.
  rules: [({ admet_method }) => methodChoiceProblems(methodChoice, admet_method, null)],
  notices,
  offers: (data, report) => methodChoiceOffers(methodChoice, data, report),
  seconds: (_data, _inputs, report) => scaledSeconds(0.5, report),
  fields: [methodChoiceField(methodChoice)],
});
