import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import { defineWorkflow } from '../../define.ts';
import type { Offer, Option, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { select } from '../../parts/forms/form-fields.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { type Data, elements, type Method, methods, titles } from './settings.ts';

/** What a method needs on a worker. */
const needOf: Readonly<Record<Method, string>> = { chemprop_ohlsson2025: 'chemprop_permeability', pypermm: 'pypermm' };

function offers({ membrane_permeability_method: method }: Data, report: MethodReport | null): Offer[] {
  const missing = capabilityReason(report, needOf[method], titles[method]);
  if (method === 'pypermm' || missing === null || capabilityReason(report, 'pypermm', titles.pypermm) !== null)
    return [];
  return [
    {
      field: 'membrane_permeability_method',
      text: whyUnavailable(titles[method], missing),
      action: `Use ${titles.pypermm}`,
      missing: { what: titles[method], instead: titles.pypermm },
      apply: (current) => ({ ...current, membrane_permeability_method: 'pypermm' }),
    },
  ];
}

function problems(data: Data, inputs: WorkflowInputs): Problem[] {
  if (data.membrane_permeability_method !== 'chemprop_ohlsson2025' || inputs.smiles || !inputs.molecule) return [];
  const detail = `${titles.chemprop_ohlsson2025} takes a SMILES; choose ${titles.pypermm} for a structure.`;
  return [{ field: 'membrane_permeability_method', detail }];
}

/** Permeation of membranes by a molecule. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule_or_smiles', title: 'Molecule', required: true }],
  limits: () => ({
    openShell: false,
    severalStructures: false,
    periodic: false,
    elements: { allowed: elements, by: 'PerMM' },
  }),
  needs: ({ membrane_permeability_method }) => [needOf[membrane_permeability_method]],
  rules: [problems],
  offers,
  seconds: (_data, _inputs, report) => scaledSeconds(4, report),
  fields: [
    select('membrane_permeability_method', 'Method', (_data: WorkflowData, report: MethodReport | null): Option[] =>
      methods.map((value) => capabilityOption({ value, title: titles[value] }, needOf[value], report)),
    ),
  ],
});
