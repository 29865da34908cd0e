import { inEnglish } from '../../../entities/phrases.ts';
import { calibrationInWords } from '../../../methods/extensions.ts';
import type { Notice, SubmissionForm } from '../../definition.ts';
import { givenChainFields, givenChainOffers } from '../../parts/chains/chain-form.ts';
import { generatorNotices } from '../../parts/conformers/conformer-generators.ts';
import { generationFields, generationOffers } from '../../parts/conformers/generation-form.ts';
import { select, solventChoice } from '../../parts/forms/form-fields.ts';
import { nmrMethodOptions, nmrOffers } from './nmr-method-options.ts';
import { nmrCalibration, nmrMethodTitle, ownNmrMethod } from './nmr-methods.ts';
import type { Data } from './results.ts';
import { generationOf, solvents } from './rules.ts';

/** Returns what our own method holds and what it does not. */
function notices({ nmr_method }: Data): Notice[] {
  const calibration = nmrCalibration(nmr_method);
  if (!calibration) return [];
  const errors = calibration.lines.map(
    ({ class: name }) =>
      `${name === 'C' ? '¹³C' : '¹H on carbon'} ${inEnglish(calibrationInWords(calibration, { class: name }))} ppm`,
  );
  return [
    {
      kind: 'info',
      title: 'Shifts Without Couplings',
      body: `${nmrMethodTitle(nmr_method)} predicts shifts: ${errors.join(', ')}. ${calibration.domain} Couplings are not computed.`,
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices(data, _inputs, report) {
    const generation = generationOf(data);
    return [...notices(data), ...(generation ? generatorNotices(generation, report) : [])];
  },
  offers: (data, report) => [
    ...nmrOffers(data.nmr_method, report),
    ...generationOffers(data.conf_gen_settings, report),
    ...givenChainOffers(data.multistage_opt_settings, report),
  ],
  fields: [
    select('nmr_method', 'Method', (_data, report) => nmrMethodOptions(report)),
    solventChoice('solvent', solvents),
    select(
      'shielded_conformers',
      'Shieldings',
      [
        { value: 'auto', title: 'Automatic: of as many conformers as end within ten minutes' },
        { value: 'most', title: 'Of the conformers with 97 % of the weight, at most 12' },
        { value: 'three', title: 'Of the three most populated conformers' },
        { value: 'one', title: 'Of the most populated conformer' },
      ],
      { shown: ({ nmr_method }) => nmr_method === ownNmrMethod },
    ),
    ...generationFields('None: the structure as it is given'),
    ...givenChainFields('None: structures as they were generated'),
  ],
};
