import type { SubmissionForm } from '../../definition.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { vinaOffers } from '../../parts/inputs/docking-form.ts';
import { type Data, mostConformers } from './settings.ts';

export const form: SubmissionForm<Data> = {
  notices: () => [
    {
      kind: 'info',
      title: 'The Core Stays in Its Place',
      body: 'Each analogue is built on the atoms that it shares with the reference. Other poses are not searched: dock the analogue for that.',
    },
  ],
  offers: (data, report) => vinaOffers({ ...data, pocket: null }, report),
  fields: [
    number('num_conformers_per_analogue', 'Conformers of each analogue', {
      minimum: 1,
      maximum: mostConformers,
      step: 1,
    }),
    toggle('run_local_optimization', 'Relax in the pocket', {
      help: 'AutoDock Vina moves each conformer to the nearest minimum of its score; the core may move with it.',
    }),
    toggle('require_posebusters', 'Only poses that pass PoseBusters'),
    select('docking_settings.scoring_function', 'Scoring function', [
      { value: 'vinardo', title: 'Vinardo' },
      { value: 'vina', title: 'Vina' },
    ]),
    number('docking_settings.max_poses', 'Most poses', { minimum: 1, step: 1 }),
  ],
};
