import { methods, methodTitle } from '../../../methods/methods.ts';
import type { SubmissionForm, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../../parts/forms/data-path.ts';
import { number, optionsOf, select } from '../../parts/forms/form-fields.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { ensembleTitles, initializationTitles, timestepLimits } from './molecular-dynamics-settings.ts';
import { type Data, levelOf } from './results.ts';
import { seconds } from './rules.ts';

const ensembleOf = (data: WorkflowData) => valueAt(data, 'settings.ensemble') ?? 'nvt';

export const form: SubmissionForm<Data> = {
  // The public default has no pressure, and NPT needs one: offer that of the air.
  offers: ({ settings: { ensemble, pressure } }) =>
    ensemble === 'npt' && pressure === null
      ? [
          {
            field: 'settings.pressure',
            text: 'NPT needs a pressure.',
            action: 'Use 1 atm',
            apply: (data) => withValueAt(data, 'settings.pressure', 1),
          },
        ]
      : [],
  notices(data, inputs, report) {
    const what = `${data.settings.num_steps} steps of dynamics with ${methodTitle(levelOf(data).method)}`;
    return longJobNotice(report && seconds(data, inputs, report), what);
  },
  fields: [
    methodField('calc_settings', [...methods.keys()]),
    solventField('calc_settings'),
    select('settings.ensemble', 'Ensemble', optionsOf(ensembleTitles), { help: 'NPT is for periodic systems only.' }),
    select('settings.initialization', 'Start', optionsOf(initializationTitles), {
      help: 'Quasiclassical needs the frequencies of the structure, reading needs its velocities.',
    }),
    number('settings.timestep', 'Time step', { unit: 'fs', ...timestepLimits, step: 0.1 }),
    number('settings.num_steps', 'Steps', { minimum: 1, step: 1 }),
    number('settings.save_interval', 'Steps between saved frames', { minimum: 1, step: 1 }),
    number('settings.equilibration_steps', 'Steps of thermalization', {
      minimum: 0,
      step: 1,
      help: 'Before the first frame. Empty: 150 fs for random velocities, none for other starts. 0 begins at the given structure, as reactions from a transition state need.',
    }),
    number('settings.temperature', 'Temperature', { unit: 'K', minimum: 1, step: 1 }),
    number('settings.pressure', 'Pressure', {
      unit: 'atm',
      minimum: 0,
      step: 0.1,
      shown: (data) => ensembleOf(data) === 'npt',
    }),
    number('settings.langevin_thermostat_timescale', 'Time scale of the Langevin thermostat', {
      unit: 'fs',
      minimum: 1,
      step: 1,
      shown: (data) => ensembleOf(data) !== 'nve',
    }),
    number('settings.berendsen_barostat_timescale', 'Time scale of the Berendsen barostat', {
      unit: 'fs',
      minimum: 1,
      step: 1,
      shown: (data) => ensembleOf(data) === 'npt',
    }),
    {
      kind: 'editor',
      editor: 'confining_constraint',
      path: 'settings.confining_constraint',
      title: 'Confining sphere',
      help: 'Keeps several molecules together: radius in Å, force constant in kcal/mol/Å². Not for periodic systems.',
    },
    {
      kind: 'editor',
      editor: 'harmonic_constraints',
      path: 'settings.constraints',
      title: 'Springs',
      help: 'Between two atoms: force constant in kcal/mol/Å², equilibrium distance in Å.',
    },
  ],
};
