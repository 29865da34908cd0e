import * as z from 'zod/mini';
import {
  ComputeSettings,
  SelfConsistentFieldSettings,
  type Settings,
  type Task,
  withModeThresholds,
} from '../entities/settings.ts';
import { levelOfTheory } from './level-of-theory.ts';
import { compositeBasisSets } from './method-traits.ts';
import { canonicalMethod, methods } from './methods.ts';

/**
 * Settings as they are written: mode and thresholds resolved, the method by its canonical name, its default engine where none is named, a composite
 * method's own basis set, each correction once, `optimize_ts` as an optimization to a transition state, and the text of the level of theory.
 */
export function storedSettings(settings: Settings): Settings {
  const method = canonicalMethod(settings.method) ?? settings.method;
  const tasks = new Set(settings.tasks.map((task): Task => (task === 'optimize_ts' ? 'optimize' : task)));
  const composite = compositeBasisSets.get(method);
  const complete = withModeThresholds({
    ...settings,
    method,
    engine: settings.engine ?? methods.get(method)?.defaultEngine ?? null,
    tasks: [...tasks],
    basis_set: composite === undefined ? settings.basis_set : { overrides: [], ...settings.basis_set, name: composite },
    corrections: [...new Set(settings.corrections)],
    scf_settings: settings.scf_settings ?? z.parse(SelfConsistentFieldSettings, {}),
    compute_settings: settings.compute_settings ?? z.parse(ComputeSettings, {}),
    opt_settings: {
      ...settings.opt_settings,
      transition_state: settings.opt_settings.transition_state || settings.tasks.includes('optimize_ts'),
    },
  });
  return { ...complete, level_of_theory: levelOfTheory(complete) };
}
