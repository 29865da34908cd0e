import * as z from 'zod/mini';
import { Settings } from '../../../entities/settings.ts';
import { ircSettings } from '../../../methods/chain-uses.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import { modesByType, modeTitles } from '../../../methods/modes.ts';
import { solvents } from '../../../methods/solvents.ts';
import { whyUnavailable } from '../../capabilities.ts';
import type { Notice, SubmissionForm, WorkflowData } from '../../definition.ts';
import { withValueAt } from '../../parts/forms/data-path.ts';
import { number, select, solventChoice, toggle } from '../../parts/forms/form-fields.ts';
import { availableMethods, unavailableReason } from '../../parts/levels/method-availability.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { longJobNotice } from '../../parts/times/long-jobs.ts';
import { seconds, stepLimits } from './rules.ts';
import { type Data, levelOf, modeOf } from './settings.ts';

const failureNotice: Notice = {
  kind: 'warning',
  title: 'IRC Calculations Have a High Failure Rate',
  body: 'The structure must be a transition state, and the calculation may take long. The path begins at a transition state of the method that runs: a structure of another method, or a guess, is first optimized to one, and that can end elsewhere or fail. Give the result of a transition-state optimization with one imaginary frequency. A side that does not come to a minimum within the steps is optimized to one from its last structure.',
};

const isManual = (data: WorkflowData) => data.mode === 'manual' || data.mode === 'auto' || data.mode === undefined;

export const form: SubmissionForm<Data> = {
  notices(data, inputs, report) {
    const what = `An IRC of ${data.max_irc_steps} steps to each side with ${methodTitle(levelOf(data).method)}`;
    return [failureNotice, ...longJobNotice(report && seconds(data, inputs, report), what)];
  },
  offers(data, report) {
    const { method } = levelOf(data);
    const reason = modeOf(data) === 'manual' ? null : unavailableReason(report, method);
    const [best] = report ? availableMethods(report) : [];
    if (reason === null || !best) return [];
    return [
      {
        field: 'mode',
        text: whyUnavailable(methodTitle(method), reason),
        action: `Use ${methodTitle(best)} in manual mode`,
        missing: { what: methodTitle(method), instead: methodTitle(best) },
        apply: (current) => withValueAt({ ...current, mode: 'manual' }, 'settings', { method: best }),
      },
    ];
  },
  fields: [
    select('mode', 'Mode', (_data, report) =>
      modesByType.irc.map((mode) => {
        if (mode === 'manual') return { value: mode, title: 'Manual: a method of your choice' };
        const { method } = z.parse(Settings, ircSettings(mode, null));
        const option = { value: mode, title: `${modeTitles[mode]}: ${methodTitle(method)}` };
        const reason = unavailableReason(report, method);
        return reason === null ? option : { ...option, unavailable: reason };
      }),
    ),
    { ...methodField('settings', [...methods.keys()]), shown: isManual },
    { ...solventField('settings'), shown: isManual },
    solventChoice('solvent', [...solvents.keys()], {
      none: true,
      shown: (data) => !isManual(data) || Boolean(data.solvent),
    }),
    toggle('preopt', 'Optimize the transition state first', {
      help: 'Refines the structure to a transition state of this method before the path is followed.',
    }),
    number('step_size', 'Step size', { unit: 'Å', ...stepLimits, step: 0.001 }),
    number('max_irc_steps', 'Maximum steps to each side', { minimum: 1, step: 1 }),
  ],
};
