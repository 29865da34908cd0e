import type { MethodReport } from '../../../entities/method-report.ts';
import { methods } from '../../../methods/methods.ts';
import { capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, SubmissionForm, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { chainOptions, manualChain, manualOffers, manualOption } from '../../parts/chains/chain-options.ts';
import { chainOf, firstLevelPath } from '../../parts/chains/multistage-optimization.ts';
import { solventModelOffers } from '../../parts/chains/solvent-model-offers.ts';
import {
  generationOptions,
  generatorNotices,
  generatorPrograms,
  manualGeneratorOptions,
} from '../../parts/conformers/conformer-generators.ts';
import { generationOffers } from '../../parts/conformers/generation-form.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { inputAtomCount, onlyMirrorImages } from '../../parts/inputs/input-problems.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { mostConformers, seconds } from './rules.ts';
import { type Data, generationMode, generationOf, levels } from './settings.ts';

const manualGeneration = { value: 'manual', title: 'Manual: a generator of your choice' };
const isManual = (data: WorkflowData) => data.conf_gen_mode === 'manual';

function slowNotice(data: Data, inputs: WorkflowInputs, report: MethodReport | null): Notice[] {
  const atoms = inputAtomCount(inputs);
  return longJobNotice(seconds(data, inputs, report), `Up to ${mostConformers(data)} conformers of ${atoms} atoms`);
}

function stereoNotice({ inspection }: WorkflowInputs): Notice[] {
  if (!onlyMirrorImages(inspection)) return [];
  const centre = inspection?.undefined_stereocentres[0];
  return [
    {
      kind: 'warning',
      title: `The stereocentre ${centre?.atom} is undefined`,
      body: 'One enantiomer will be run; the energies of its mirror image are the same. Choose one to fix which.',
    },
  ];
}

/** Where a mode of CREST was chosen and no worker has CREST: the same type with ETKDG. */
function modeGenerationOffers(data: Data, report: MethodReport | null): Offer[] {
  const { title, capability } = generatorPrograms.imtd;
  const mode = generationMode(data);
  const reason = capabilityReason(report, capability, title);
  if ((mode !== 'careful' && mode !== 'meticulous') || reason === null) return [];
  return [
    {
      field: 'conf_gen_mode',
      text: whyUnavailable(title, reason),
      action: 'Use ETKDG in rapid mode',
      missing: { what: title, instead: 'ETKDG in rapid mode' },
      apply: (current) => ({ ...current, conf_gen_mode: 'rapid', conf_gen_settings: null }),
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices: (data, inputs, report) => [
    ...stereoNotice(inputs),
    ...generatorNotices(generationOf(data), report),
    ...slowNotice(data, inputs, report),
  ],
  offers: (data, report) => [
    ...generationOffers(generationMode(data) === 'manual' ? data.conf_gen_settings : null, report),
    ...modeGenerationOffers(data, report),
    ...manualOffers(levels(data), 'mso_mode', report, (current, method) => ({
      ...current,
      mso_mode: 'manual',
      multistage_opt_settings: manualChain(method),
    })),
    ...solventModelOffers(chainOf(data), 'mso_mode', report, (current, byHand) => ({
      ...current,
      mso_mode: 'manual',
      multistage_opt_settings: byHand,
      solvent: null,
    })),
  ],
  fields: [
    select('conf_gen_mode', 'Conformer generation', (_data, report) => [
      ...generationOptions(report),
      manualGeneration,
    ]),
    {
      ...select('conf_gen_settings.settings_type', 'Generator', (_data, report) => manualGeneratorOptions(report)),
      shown: isManual,
    },
    select('mso_mode', 'Optimization', (_data, report) => [...chainOptions(report), manualOption]),
    {
      ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'),
      shown: (data) => data.mso_mode === 'manual',
    },
    { ...solventField(firstLevelPath), shown: (data) => data.mso_mode === 'manual' },
    number('max_confs', 'Maximum number of conformers', {
      help: 'Leave empty to use the limit of the mode.',
      minimum: 1,
      maximum: 1000,
      step: 1,
    }),
    toggle('frequencies', 'Frequencies', {
      help: 'Vibrational frequencies of each conformer after its last optimization.',
    }),
    toggle('nci', 'NCI mode', {
      help: 'For several molecules held together by non-covalent interactions.',
      shown: (data) => data.conf_gen_mode === 'careful' || data.conf_gen_mode === 'meticulous' || isManual(data),
    }),
  ],
};
