import type { Notice, SubmissionForm, WorkflowInputs } from '../../definition.ts';
import { number, toggle } from '../../parts/forms/form-fields.ts';
import { methodChoiceField, methodChoiceOffers } from '../../parts/levels/method-choice.ts';
import { bbbChoice, chargeLimit } from './rules.ts';
import { type Data, methodChoice } from './settings.ts';

const usualPH = { lowest: 0, highest: 20 } as const;

function notices(data: Data, { inspection }: WorkflowInputs): Notice[] {
  const found: Notice[] = [];
  if (data.min_pH < usualPH.lowest || data.max_pH > usualPH.highest) {
    found.push({
      kind: 'warning',
      title: 'Unusual pH Range',
      body: `The range goes beyond pH ${usualPH.lowest} to ${usualPH.highest}; values there have no meaning in water.`,
    });
  }
  const charge = inspection?.charge ?? null;
  if (charge !== null && (charge < data.min_charge || charge > data.max_charge)) {
    found.push({
      kind: 'warning',
      title: 'Charge Outside the Range',
      body: `The structure as given has charge ${charge}, which is not among the charges to search (${data.min_charge} to ${data.max_charge}).`,
    });
  }
  return found;
}

export const form: SubmissionForm<Data> = {
  notices,
  offers: (data, report) => [
    ...methodChoiceOffers(methodChoice, data, report),
    ...(data.compute_solvation_energy ? methodChoiceOffers(bbbChoice, data, report) : []),
  ],
  fields: [
    methodChoiceField(methodChoice),
    number('min_pH', 'Lowest pH', { step: 0.1 }),
    number('max_pH', 'Highest pH', { step: 0.1 }),
    number('min_charge', 'Lowest charge', { minimum: -chargeLimit, maximum: chargeLimit, step: 1 }),
    number('max_charge', 'Highest charge', { minimum: -chargeLimit, maximum: chargeLimit, step: 1 }),
    toggle('compute_aqueous_solubility', 'Aqueous solubility by pH'),
    toggle('compute_solvation_energy', 'Solvation energy', {
      help: 'Energy of solvation in water, from which penetration of the blood–brain barrier is estimated.',
    }),
    { ...methodChoiceField(bbbChoice), shown: (data) => data.compute_solvation_energy === true },
  ],
};
