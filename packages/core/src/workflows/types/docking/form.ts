import type { SubmissionForm, WorkflowData } from '../../definition.ts';
import { generatorNotices } from '../../parts/conformers/conformer-generators.ts';
import { generationOffers } from '../../parts/conformers/generation-form.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { pocketNotices, vinaFields, vinaOffers } from '../../parts/inputs/docking-form.ts';
import type { Data } from './settings.ts';

const searches = (data: WorkflowData) => data.do_csearch !== false;

export const form: SubmissionForm<Data> = {
  notices: (data, _inputs, report) => [
    ...pocketNotices(data),
    ...(data.do_csearch
      ? generatorNotices(data.conformer_gen_settings, report)
      : [
          {
            kind: 'info' as const,
            title: 'Strain will not be computed',
            body: 'Strain is measured from the lowest conformer; without a conformer search it stays unknown.',
          },
        ]),
  ],
  offers: (data, report) => [
    ...(data.do_csearch ? generationOffers(data.conformer_gen_settings, report, 'conformer_gen_settings') : []),
    ...vinaOffers(data, report),
  ],
  fields: [
    toggle('do_csearch', 'Search conformers', {
      help: 'Docks several conformers of the ligand, and measures the strain of each pose from the lowest one.',
    }),
    select(
      'conformer_gen_settings.mode',
      'Conformer generation',
      [
        { value: 'reckless', title: 'Reckless: ETKDG, 200 initial conformers' },
        { value: 'rapid', title: 'Rapid: ETKDG, 300 initial conformers' },
      ],
      { shown: searches },
    ),
    number('conformer_gen_settings.max_confs', 'Most conformers', { minimum: 1, step: 1, shown: searches }),
    toggle('do_optimization', 'Optimize conformers', {
      locked: (data) => (searches(data) ? 'A conformer search needs optimized structures.' : null),
    }),
    toggle('do_pose_refinement', 'Refine poses', { help: 'Relaxes each pose in the pocket before it is judged.' }),
    ...vinaFields,
  ],
};
