import type { Problem } from '../../../chemistry/problem.ts';
import { tasksOf } from '../../../methods/method-support.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { Resolved } from '../../../methods/resolution.ts';
import { storedSettings } from '../../../methods/stored-settings.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { settingsSeconds } from '../../parts/times/expected-times.ts';
import { type Data, fukuiLevel, levels, optimizationOf } from './settings.ts';

/** Whether a method gives the charges of atoms from its electrons, which Fukui indices are differences of. */
export function givesCharges(method: string, engine: string | null): boolean {
  const known = methods.get(method);
  if (!known) return true;
  const electronic = known.family !== 'force field' && known.family !== 'neural network potential';
  return electronic && tasksOf(method, engine ?? known.defaultEngine).includes('charge');
}

function problems(data: Data, inputs: WorkflowInputs): Problem[] {
  const { method, engine } = data.fukui_settings;
  const found: Problem[] = [];
  if (!givesCharges(method, engine)) {
    const detail = `${methodTitle(method)} gives no atomic charges from its electrons; choose another method, GFN1-xTB for example.`;
    found.push({ field: 'fukui_settings.method', detail });
  }
  const constraints = optimizationOf(data)?.opt_settings.constraints ?? [];
  return [
    ...found,
    ...constraintProblems(
      constraints,
      inputAtomCount(inputs),
      'opt_settings.opt_settings.constraints',
      inputs.molecule,
    ),
  ];
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ constraints: true }),
  modes: { mode: ['auto', 'reckless', 'rapid', 'careful', 'meticulous'] },
  complete(data) {
    const optimization = optimizationOf(data);
    const stored = optimization ? storedSettings(optimization) : null;
    const fukui = storedSettings(fukuiLevel(data));
    return {
      opt_settings: stored,
      opt_engine: stored?.engine ?? null,
      fukui_settings: fukui,
      fukui_engine: fukui.engine,
    };
  },
  rules: [problems],
  // The optimization, then the molecule, its cation and its anion.
  seconds(data, inputs, report) {
    const [optimization, ...others] = levels(data);
    return settingsSeconds([...(optimization ? [optimization] : []), ...others, ...others, ...others], inputs, report);
  },
  // The form has one place for the mode: the general one.
  resubmit(data): Resolved<Data> {
    const { opt_settings, mode } = data;
    if (!opt_settings || opt_settings.mode === 'auto') return { value: data, changes: [] };
    const shown = opt_settings.mode === 'debug' ? mode : opt_settings.mode;
    return { value: { ...data, mode: shown, opt_settings: { ...opt_settings, mode: 'auto' } }, changes: [] };
  },
};
