import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { tasksOf } from '../../../methods/method-support.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { Resolved } from '../../../methods/resolution.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { constraintProblems } from '../../parts/inputs/constraints.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { excitedStateProblems, withoutEmptyExcitedStates } from '../../parts/levels/excited-states.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';
import { expectedSeconds, levelGradients } from '../../parts/times/long-jobs.ts';
import { type Data, levelOf } from './settings.ts';

function problems(data: Data, inputs: WorkflowInputs): Problem[] {
  const level = levelOf(data);
  const found: Problem[] = [];
  if (level.mode === 'manual') {
    found.push({
      field: 'settings.mode',
      detail: 'A single calculation takes its thresholds from its mode; choose one other than manual.',
    });
  }
  if (level.tasks.length === 0) found.push({ field: 'settings.tasks', detail: 'Choose at least one task.' });
  const periodic = Boolean(inputs.molecule?.cell);
  const known = methods.get(level.method);
  const offered = known ? tasksOf(level.method, level.engine ?? known.defaultEngine, periodic) : level.tasks;
  // Charges and dipole are in the default list of tasks: a method without them gives none, which is no mistake of the person.
  const missing = level.tasks.filter((task) => task !== 'charge' && task !== 'dipole' && !offered.includes(task));
  if (missing.length > 0) {
    found.push({
      field: 'settings.tasks',
      detail: `${methodTitle(level.method)} does not offer ${missing.join(', ')}.`,
    });
  }
  const field = 'settings.opt_settings.constraints';
  return [
    ...found,
    ...excitedStateProblems(level, inputs, 'settings'),
    ...constraintProblems(level.opt_settings.constraints, inputAtomCount(inputs), field, inputs.molecule),
  ];
}

/** One level of theory by the workers' own timing; null without a structure. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const atoms = inputAtomCount(inputs);
  const level = levelOf(data);
  return atoms === null ? null : expectedSeconds(level.method, levelGradients(level, atoms), atoms, report);
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  limits: () => ({ periodic: true, constraints: true, transitionState: true }),
  complete(data) {
    const complete = runnableLevel(withoutEmptyExcitedStates(levelOf(data)));
    return { mode: complete.mode, settings: complete, tasks: complete.tasks, engine: complete.engine };
  },
  rules: [problems],
  seconds,
  // The form has one place for tasks and mode: the settings.
  resubmit: (data): Resolved<Data> => ({
    value: { ...data, settings: levelOf(data), tasks: null, mode: 'auto' },
    changes: [],
  }),
};
