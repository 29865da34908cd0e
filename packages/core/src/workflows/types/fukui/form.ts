import { methods } from '../../../methods/methods.ts';
import type { SubmissionForm, WorkflowData } from '../../definition.ts';
import { modeField } from '../../parts/forms/form-fields.ts';
import { optionalMethodField } from '../../parts/levels/optional-level.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { givesCharges } from './rules.ts';
import type { Data } from './settings.ts';

const chargeMethods = [...methods.values()].filter(({ name }) => givesCharges(name, null)).map(({ name }) => name);

const optimizes = (data: WorkflowData) =>
  data.opt_settings !== null && (data.opt_settings as { method?: string } | undefined)?.method !== '';

export const form: SubmissionForm<Data> = {
  fields: [
    optionalMethodField('opt_settings', [...methods.keys()], 'Optimization', 'None: the structure as given'),
    { ...solventField('opt_settings'), title: 'Solvent of the optimization', shown: optimizes },
    modeField(['auto', 'reckless', 'rapid', 'careful', 'meticulous'], {
      help: 'How tightly the optimization converges. Auto is rapid.',
      shown: optimizes,
    }),
    { ...methodField('fukui_settings', chargeMethods, 'Fukui indices') },
    { ...solventField('fukui_settings'), title: 'Solvent of the Fukui indices' },
    {
      kind: 'editor',
      editor: 'constraints',
      path: 'opt_settings.opt_settings.constraints',
      title: 'Constraints',
      shown: optimizes,
    },
  ],
};
