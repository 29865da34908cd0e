import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { hessianGradients, optimizationGradients } from '../../../methods/estimate.ts';
import { modesByType } from '../../../methods/modes.ts';
import { solvents, solventsOfModel, solventTitle } from '../../../methods/solvents.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../../parts/inputs/input-problems.ts';
import { singleLevelProblems } from '../../parts/levels/single-level-problems.ts';
import { expectedSeconds } from '../../parts/times/long-jobs.ts';
import { type Data, levelOf, modeOf } from './settings.ts';

/** Shortest and longest step in Å. */
export const stepLimits = { minimum: 0.001, maximum: 0.1 } as const;

function problems(data: Data): Problem[] {
  const { step_size, solvent, settings: level } = data;
  const found: Problem[] = [];
  if (modeOf(data) === 'manual' && solvent && solvent !== level.solvent_settings?.solvent) {
    found.push({
      field: 'solvent',
      detail:
        'In manual mode the solvent is part of the settings (settings.solvent_settings). Choose it there and leave this one empty.',
    });
  }
  if (step_size < stepLimits.minimum || step_size > stepLimits.maximum) {
    found.push({
      field: 'step_size',
      detail: `The step size is between ${stepLimits.minimum} and ${stepLimits.maximum} Å; this is ${step_size} Å.`,
    });
  }
  const chosen = levelOf(data).solvent_settings;
  if (chosen && !solventsOfModel(chosen.model.toLowerCase()).includes(chosen.solvent)) {
    const known = solvents.has(chosen.solvent);
    found.push({
      field: modeOf(data) === 'manual' ? 'settings.solvent_settings' : 'solvent',
      detail: known
        ? `${solventTitle(chosen.solvent)} has no parameters in the solvent model ${chosen.model}.`
        : `The solvent "${chosen.solvent}" is not known.`,
    });
  }
  if (level.opt_settings.constraints.length > 0) {
    const detail = 'An intrinsic reaction coordinate takes no constraints; remove them.';
    found.push({ field: 'settings.opt_settings.constraints', detail });
  }
  return found;
}

/** The optimization of the transition state, its Hessian, and the steps to both sides. */
export function seconds(data: Data, inputs: WorkflowInputs, report: MethodReport): number | null {
  const atoms = inputAtomCount(inputs);
  if (atoms === null) return null;
  const start = data.preopt ? optimizationGradients(atoms) : 0;
  const gradients = start + hessianGradients(atoms) + 2 * data.max_irc_steps;
  return expectedSeconds(levelOf(data).method, gradients, atoms, report);
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Transition state', required: true }],
  limits: () => ({ constraints: false, transitionState: true }),
  modes: { mode: modesByType.irc },
  complete(data) {
    const level = levelOf(data);
    const mode = modeOf(data);
    return { mode, settings: level, solvent: level.solvent_settings && mode !== 'manual' ? data.solvent : null };
  },
  rules: [
    problems,
    (data, inputs) => {
      const field = modeOf(data) === 'manual' ? 'settings.method' : 'mode';
      return singleLevelProblems(levelOf(data), ['gradient'], inputs, field);
    },
  ],
  seconds,
};
