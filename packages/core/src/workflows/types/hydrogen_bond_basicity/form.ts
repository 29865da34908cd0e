import { inEnglish } from '../../../entities/phrases.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import type { Notice, SubmissionForm } from '../../definition.ts';
import { toggle } from '../../parts/forms/form-fields.ts';
import { methodChoiceField, methodChoiceOffers } from '../../parts/levels/method-choice.ts';
import { choice } from './rules.ts';
import { type Data, ownTitle, type } from './settings.ts';

function notices({ pkbhx_method, do_optimization }: Data): Notice[] {
  const calibration = methodExtension(type, pkbhx_method ?? '')?.calibration ?? null;
  return [
    ...(calibration
      ? [
          {
            kind: 'info' as const,
            title: `${ownTitle} gives acceptors only`,
            body: `pKBHX ${inEnglish(calibrationInWords(calibration, {}))}. ${calibration.domain} Donor strengths (pKα) have no calibration here and are not computed.`,
          },
        ]
      : []),
    ...(do_optimization
      ? []
      : [
          {
            kind: 'warning' as const,
            title: 'The structure is taken as given',
            body: 'The calibration holds for optimized structures; strengths at another geometry are outside calibration.',
          },
        ]),
  ];
}

export const form: SubmissionForm<Data> = {
  notices,
  offers: (data, report) => methodChoiceOffers(choice, data, report),
  fields: [
    methodChoiceField(choice),
    toggle('do_csearch', 'Search conformers', { help: 'The sites of the lowest conformer are taken.' }),
    toggle('do_optimization', 'Optimize', {
      locked: (data) => (data.do_csearch === false ? null : 'A conformer search needs optimized structures.'),
    }),
  ],
};
