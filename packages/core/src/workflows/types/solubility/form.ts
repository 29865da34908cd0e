import * as z from 'zod/mini';
import type { MethodReport } from '../../../entities/method-report.ts';
import { listedSolvent, waterOnly } from '../../../methods/solubility-solvents.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, Option, SubmissionForm, WorkflowData } from '../../definition.ts';
import { select } from '../../parts/forms/form-fields.ts';
import { choicesOf, needOf, takesSolvent, takesTemperature } from './rules.ts';
import { celsius, type Data, Method, methods, own, titles } from './settings.ts';

function fits({ solubility_method: method, solvents, temperatures }: Data): boolean {
  return (
    solvents.every((smiles) => takesSolvent(method, smiles)) &&
    temperatures.every((kelvin) => takesTemperature(method, kelvin))
  );
}

const inWater = { solvents: [waterOnly.smiles], temperatures: [waterOnly.temperature] };

function offers(data: Data, report: MethodReport | null): Offer[] {
  const method = data.solubility_method;
  const title = titles[method];
  const missing = capabilityReason(report, needOf[method], title);
  const found: Offer[] = [];
  if (missing !== null && capabilityReason(report, needOf.esol_crippen, titles.esol_crippen) === null) {
    found.push({
      field: 'solubility_method',
      text: whyUnavailable(title, missing),
      action: `Use ${titles.esol_crippen}, in water at ${celsius(waterOnly.temperature)}`,
      missing: { what: title, instead: `${titles.esol_crippen}, in water at ${celsius(waterOnly.temperature)}` },
      apply: (current) => ({ ...current, ...inWater, solubility_method: 'esol_crippen' }),
    });
  }
  if (method !== 'fastsolv' && !fits(data)) {
    found.push({
      field: 'solvents',
      text: `${title} predicts the solubility in water at ${celsius(waterOnly.temperature)} only.`,
      action: `Use water at ${celsius(waterOnly.temperature)}`,
      apply: (current) => ({ ...current, ...inWater }),
    });
  }
  return found;
}

function notices({ solubility_method: method, solvents }: Data): Notice[] {
  if (method === 'fastsolv' && solvents.some((smiles) => listedSolvent(smiles) === waterOnly.smiles)) {
    return [
      {
        kind: 'warning',
        title: 'fastsolv Predicts Water Poorly',
        body: 'For the solubility in water use Kingfisher or ESOL.',
      },
    ];
  }
  const words = own(method)?.method;
  return words ? [{ kind: 'info', title: 'Solubility of the Neutral Molecule', body: words }] : [];
}

function methodOptions(_data: WorkflowData, report: MethodReport | null): Option[] {
  return methods.map((value): Option => {
    const option = capabilityOption({ value, title: titles[value] }, needOf[value], report);
    return value === 'kingfisher' ? { ...option, feature: 'kingfisher' } : option;
  });
}

function methodOf(data: WorkflowData): Method {
  const parsed = z.safeParse(Method, data.solubility_method);
  return parsed.success ? parsed.data : 'fastsolv';
}

export const form: SubmissionForm<Data> = {
  notices,
  offers,
  fields: [
    select('solubility_method', 'Method', methodOptions),
    {
      kind: 'multiselect',
      path: 'solvents',
      title: 'Solvents',
      options: (data) =>
        choicesOf(methodOf(data)).solvents.map(({ smiles, names }) => ({ value: smiles, title: names[0] ?? smiles })),
    },
    {
      kind: 'multiselect',
      numeric: true,
      path: 'temperatures',
      title: 'Temperatures',
      options: (data) =>
        choicesOf(methodOf(data)).temperatures.map((kelvin) => ({ value: String(kelvin), title: celsius(kelvin) })),
    },
  ],
};
