import type { Notice, SubmissionForm, WorkflowInputs } from '../../definition.ts';
import { number, toggle } from '../../parts/forms/form-fields.ts';
import { methodChoiceField, methodChoiceOffers } from '../../parts/levels/method-choice.ts';
import { choice, type Data } from './settings.ts';

function neutralNotice({ protonate }: Data, { molecule, inspection }: WorkflowInputs): Notice[] {
  const charge = molecule?.charge ?? inspection?.charge ?? null;
  if (charge !== 0 || protonate) return [];
  return [
    {
      kind: 'warning',
      title: 'The Molecule Is Neutral',
      body: 'Ion mobility measures ions, and charge changes the cross section. Turn on protonation, or submit the ion itself.',
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices: neutralNotice,
  offers: (data, report) => methodChoiceOffers(choice, data, report),
  fields: [
    toggle('protonate', 'Protonate', {
      help: 'Adds a proton to the nitrogen, oxygen or sulfur atom with the lowest energy.',
    }),
    number('temperature', 'Temperature', { help: 'Of the gas.', unit: 'K', minimum: 1, maximum: 2000, step: 1 }),
    toggle('do_csearch', 'Conformer search'),
    toggle('do_optimization', 'Optimization', {
      locked: ({ do_csearch }) => (do_csearch === false ? null : 'A conformer search needs optimized structures.'),
    }),
    methodChoiceField(choice),
  ],
};
