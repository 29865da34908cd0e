import type { MethodReport } from '../../../entities/method-report.ts';
import { methods } from '../../../methods/methods.ts';
import type { Notice, SubmissionForm, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { chainOptions, manualChain, manualOffers, manualOption } from '../../parts/chains/chain-options.ts';
import { firstLevelPath } from '../../parts/chains/multistage-optimization.ts';
import {
  generationOptions,
  generatorNotices,
  manualGeneratorOptions,
} from '../../parts/conformers/conformer-generators.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { inputAtomCount, onlyMirrorImages } from '../../parts/inputs/input-problems.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { mostConformers, seconds } from './rules.ts';
import { type Data, generationOf, levels } from './settings.ts';

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

export const form: SubmissionForm<Data> = {
  notices: (data, inputs, report) => [
    ...stereoNotice(inputs),
    ...generatorNotices(generationOf(data), report),
    ...slowNotice(data, inputs, report),
  ],
  offers: (data, report) =>
    manualOffers(levels(data), 'mso_mode', report, (current, method) => ({
      ...current,
      mso_mode: 'manual',
      multistage_opt_settings: manualChain(method),
    })),
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
