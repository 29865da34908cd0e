import type { Problem } from '../../../chemistry/problem.ts';
import { methodTitle } from '../../../methods/methods.ts';
import { modesByType } from '../../../methods/modes.ts';
import { forced } from '../../../methods/resubmission.ts';
import type { SubmissionRules } from '../../definition.ts';
import { manualProblems, refusedOptions, withoutRefusedOptions } from '../../parts/chains/chain-restrictions.ts';
import { completeModeChain, modeChain } from '../../parts/chains/mode-chain.ts';
import { chainSettings, withoutExpansion } from '../../parts/chains/multistage-optimization.ts';
import { settingsSeconds } from '../../parts/times/expected-times.ts';
import { entry } from './entry.ts';
import { givesPotentials, ionProblems, ownMethod, ownTitle } from './redox-method.ts';
import { acetonitrile, type Data, levels } from './settings.ts';

const { title } = entry;

function problems(data: Data): Problem[] {
  const found: Problem[] = refusedOptions(data, ['constraints', 'transition_state'], title);
  if (!data.oxidation && !data.reduction) {
    found.push({ field: 'oxidation', detail: 'Choose oxidation, reduction or both.' });
  }
  if (data.solvent !== acetonitrile) {
    found.push({ field: 'solvent', detail: 'Redox potentials are computed in acetonitrile only.' });
  }
  if (data.redox_method !== null && data.redox_method !== ownMethod) {
    const detail = `"${data.redox_method}" is not a method for redox potentials; leave it empty or choose ${ownMethod}.`;
    found.push({ field: 'redox_method', detail });
  }
  return [...found, ...(data.mode === 'manual' && data.redox_method === null ? manualRules(data) : [])];
}

function manualRules(data: Data): Problem[] {
  const chain = modeChain(data);
  const field = 'multistage_opt_settings';
  const last = chainSettings(chain).at(-1);
  if (!last) return manualProblems({ ...chain, solvent: null }, field);
  const found: Problem[] = [];
  if (last.solvent_settings?.solvent !== acetonitrile) {
    found.push({ field, detail: 'The last level must be in acetonitrile, the only solvent of redox potentials.' });
  }
  if (!givesPotentials(last.method)) {
    found.push({
      field,
      detail: `An energy difference of ${methodTitle(last.method)} is not a redox potential. Choose a density functional for the last level, or the method ${ownTitle}.`,
    });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  modes: { mode: modesByType.redox_potential },
  manual: ['mode'],
  complete: completeModeChain,
  rules: [problems, (data) => ionProblems(levels(data))],
  seconds: (data, inputs, report) =>
    settingsSeconds(levels(data), inputs, report, 1 + Number(data.oxidation) + Number(data.reduction)),
  resubmit(data) {
    const dropped = withoutRefusedOptions(
      withoutExpansion({ ...data, mso_mode: data.mode }),
      ['constraints', 'transition_state'],
      title,
    );
    const reason = 'Redox potentials are computed in acetonitrile only.';
    // No solvent is acetonitrile (`settled`), and nothing that a person would have to accept.
    const given = { ...dropped.value, solvent: dropped.value.solvent || acetonitrile };
    const solvent = forced(given, 'solvent', acetonitrile, reason);
    // Our own method brings its level itself; the mode that it stands for is no choice of the person.
    const value = data.redox_method === ownMethod ? { ...solvent.value, mode: 'rapid' as const } : solvent.value;
    return { value, changes: [...dropped.changes, ...solvent.changes] };
  },
};
