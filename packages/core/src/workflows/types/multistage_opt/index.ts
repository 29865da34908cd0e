import type { Problem } from '../../../chemistry/problem.ts';
import { methods } from '../../../methods/methods.ts';
import { modesByType } from '../../../methods/modes.ts';
import { solvents } from '../../../methods/solvents.ts';
import { defineWorkflow } from '../../define.ts';
import type { WorkflowData, WorkflowInputs } from '../../definition.ts';
import { chainOptions, manualChain, manualOffers, manualOption } from '../../parts/chains/chain-options.ts';
import { manualProblems } from '../../parts/chains/chain-restrictions.ts';
import { storedChain } from '../../parts/chains/multistage-optimization.ts';
import { solventModelOffers } from '../../parts/chains/solvent-model-offers.ts';
import { select, solventChoice, toggle } from '../../parts/forms/form-fields.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { optionalMethodField } from '../../parts/levels/optional-level.ts';
import { methodField, solventField } from '../../parts/levels/settings-fields.ts';
import { settingsSeconds } from '../../parts/times/expected-times.ts';
import results from './results.ts';
import { chainOf, type Data, levels, modeOf } from './settings.ts';

const manual = (data: WorkflowData) => data.mode === 'manual';

function problems(data: Data, inputs: WorkflowInputs): Problem[] {
  const found = [
    ...manualProblems(chainOf(data), 'optimization_settings'),
    ...constraintProblems(data.constraints, inputAtomCount(inputs), 'constraints', inputs.molecule),
  ];
  if (data.transition_state && data.constraints.length > 0) {
    found.push({
      field: 'constraints',
      detail: 'A transition state is searched without constraints; remove them, or optimize with them first.',
    });
  }
  if (data.solvent && !solvents.has(data.solvent)) {
    found.push({ field: 'solvent', detail: `The solvent "${data.solvent}" is not known.` });
  }
  return found;
}

/** Optimizations of rising quality in turn, then a single point. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ constraints: true, transitionState: true }),
  modes: { mode: modesByType.multistage_opt },
  manual: ['mode'],
  complete: (data) => ({ ...storedChain(chainOf(data)) }),
  rules: [problems],
  offers: (data, report) => [
    ...manualOffers(levels(data), 'mode', report, (current, method) => ({
      ...current,
      ...manualChain(method, data.solvent),
      singlepoint_settings: null,
      solvent: null,
    })),
    ...solventModelOffers(chainOf(data), 'mode', report, (current, byHand) => ({ ...current, ...byHand })),
  ],
  seconds: (data, inputs, report) => settingsSeconds(levels(data), inputs, report),
  fields: [
    select('mode', 'Mode', (_data, report) => [...chainOptions(report), manualOption]),
    { ...methodField('optimization_settings.0', [...methods.keys()], 'Optimization method'), shown: manual },
    { ...solventField('optimization_settings.0'), shown: manual },
    {
      ...optionalMethodField('singlepoint_settings', [...methods.keys()], 'Single point method', 'None'),
      shown: manual,
    },
    { ...solventField('singlepoint_settings'), title: 'Solvent of the single point', shown: manual },
    solventChoice('solvent', [...solvents.keys()], {
      none: true,
      help: 'Acts in the single point.',
      shown: (data) => !manual(data) || Boolean(data.solvent),
    }),
    toggle('xtb_preopt', 'Preoptimization with GFN-xTB', {
      help: 'A cheap optimization first; reckless has none.',
      shown: (data) => !manual(data),
    }),
    toggle('frequencies', 'Frequencies', { help: 'Vibrational frequencies after the last optimization.' }),
    toggle('transition_state', 'Transition state', { help: 'The last optimization goes to a saddle point.' }),
    { kind: 'editor', editor: 'constraints', path: 'constraints', title: 'Constraints' },
  ],
  // What a mode expands to is left out; levels given by hand stay.
  resubmit: (data) => ({
    value: modeOf(data) === 'manual' ? data : { ...data, optimization_settings: [], singlepoint_settings: null },
    changes: [],
  }),
});
