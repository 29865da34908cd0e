import { methods, methodTitle } from '../../../methods/methods.ts';
import type { SubmissionForm, WorkflowData } from '../../definition.ts';
import { modeField, number, optionsOf, toggle } from '../../parts/forms/form-fields.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { mostStates } from '../../parts/levels/excited-states.ts';
import { basisSetField, methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { seconds } from './rules.ts';
import { type Data, levelOf } from './settings.ts';

const taskTitles = {
  energy: 'Energy',
  gradient: 'Gradient',
  optimize: 'Optimize',
  optimize_ts: 'Optimize (transition state)',
  charge: 'Charges',
  spin_density: 'Spin density',
  dipole: 'Dipole',
  hessian: 'Hessian',
  frequencies: 'Frequencies',
  stress: 'Stress',
};

const tasksAsked = (data: WorkflowData) => (data.settings as { tasks?: string[] } | undefined)?.tasks ?? [];
const asksForFrequencies = (data: WorkflowData) => tasksAsked(data).includes('frequencies');
const asksForOptimization = (data: WorkflowData) => tasksAsked(data).some((task) => /^optimize/.test(task));

const asksForExcitedStates = (data: WorkflowData) =>
  ((data.settings as { excited_state_settings?: { num_excitations?: number } | null } | undefined)
    ?.excited_state_settings?.num_excitations ?? 0) > 0;

export const form: SubmissionForm<Data> = {
  notices(data, inputs, report) {
    const expected = report && seconds(data, inputs, report);
    return longJobNotice(expected, `${inputAtomCount(inputs)} atoms with ${methodTitle(levelOf(data).method)}`);
  },
  fields: [
    methodField('settings', [...methods.keys()]),
    basisSetField('settings'),
    { kind: 'multiselect', path: 'settings.tasks', title: 'Tasks', options: () => optionsOf(taskTitles) },
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      path: 'settings.mode',
      help: 'How tightly an optimization converges. Auto is rapid; before frequencies it is at least careful.',
    }),
    solventField('settings'),
    {
      kind: 'number',
      path: 'settings.excited_state_settings.num_excitations',
      title: 'Excited states',
      minimum: 0,
      maximum: mostStates,
      step: 1,
      help: 'How many excited singlets are computed by time-dependent density-functional theory, for UV/Vis and ECD spectra. Empty or 0 for none.',
      covers: ['settings.excited_state_settings'],
    },
    toggle('settings.excited_state_settings.tda', 'Tamm–Dancoff approximation', {
      help: 'Quicker and more robust; energies are a little higher. Oscillator strengths are better without it.',
      shown: asksForExcitedStates,
    }),
    number('settings.thermochem_settings.temperature', 'Temperature', {
      unit: 'K',
      minimum: 1,
      maximum: 5000,
      step: 1,
      shown: asksForFrequencies,
    }),
    {
      kind: 'editor',
      editor: 'constraints',
      path: 'settings.opt_settings.constraints',
      title: 'Constraints',
      help: 'Held while the structure is optimized.',
      shown: asksForOptimization,
    },
  ],
};
