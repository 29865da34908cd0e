import type { MethodReport } from '../../../entities/method-report.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { singleLevelProblems } from '../../parts/levels/single-level-problems.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import { dynamicsProblems } from './dynamics-problems.ts';
import { type Data, levelOf } from './results.ts';

/** One gradient for each step, and for each of the thermalization. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const { num_steps, equilibration_steps } = data.settings;
  const atoms = inputAtomCount(inputs);
  return atoms === null
    ? null
    : expectedSeconds(levelOf(data).method, num_steps + (equilibration_steps ?? 0), atoms, report);
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ periodic: true, constraints: true }),
  complete(data) {
    const level = levelOf(data);
    return { calc_settings: level, calc_engine: level.engine };
  },
  rules: [
    (data, inputs) => dynamicsProblems(data.settings, inputs),
    (data, inputs) => singleLevelProblems(levelOf(data), ['gradient'], inputs, 'calc_settings.method'),
  ],
  seconds: (data, inputs, report) => seconds(data, inputs, report),
};
