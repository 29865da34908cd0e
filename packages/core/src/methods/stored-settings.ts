import * as z from 'zod/mini';
import {
  ComputeSettings,
  SelfConsistentFieldSettings,
  type Settings,
  type Task,
  withModeThresholds,
} from '../entities/settings.ts';
import { canonicalBasisSet } from './basis-sets.ts';
import { engines } from './engines.ts';
import { levelOfTheory } from './level-of-theory.ts';
import { compositeBasisSets } from './method-traits.ts';
import { canonicalMethod, methods } from './methods.ts';
import { solvents } from './solvents.ts';

/** The name that a list spells so, in whatever letter case and with `-` or `_`; an unknown name stays as it is. */
function canonical(name: string, known: Iterable<string>): string {
  const key = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  for (const candidate of known) if (key(candidate) === key(name)) return candidate;
  return name;
}

/**
 * Settings as they are written: mode and thresholds resolved; method, engine, basis set and solvent by their canonical names; the default engine where
 * none is named; a composite method's own basis set; each correction once; `optimize_ts` as an optimization to a transition state; and the text of the
 * level of theory.
 */
export function storedSettings(settings: Settings): Settings {
  const method = canonicalMethod(settings.method) ?? settings.method;
  const tasks = new Set(settings.tasks.map((task): Task => (task === 'optimize_ts' ? 'optimize' : task)));
  const composite = compositeBasisSets.get(method);
  const given = settings.basis_set;
  const namedBasisSet = given && { ...given, name: canonicalBasisSet(given.name) ?? given.name };
  const complete = withModeThresholds({
    ...settings,
    method,
    engine: settings.engine ? canonical(settings.engine, engines.keys()) : (methods.get(method)?.defaultEngine ?? null),
    tasks: [...tasks],
    basis_set: composite === undefined ? namedBasisSet : { overrides: [], ...settings.basis_set, name: composite },
    solvent_settings: settings.solvent_settings && {
      ...settings.solvent_settings,
      solvent: canonical(settings.solvent_settings.solvent, solvents.keys()),
    },
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
