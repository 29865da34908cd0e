import * as z from 'zod/mini';
import { optionalNull } from '../entities/scalars.ts';
import { Constraint, Mode, Settings, withModeThresholds } from '../entities/settings.ts';
import { canonicalMethod } from '../methods/methods.ts';
import { type ChainMode, type ChainOptions, multistageSettings } from '../methods/multistage.ts';
import { withSolventModel } from './settings-fields.ts';

/** Optimizations in order, then a single point; mode `manual` is as given, the others are expanded from their chain. */
export const MultistageOptimizationSettings = z.looseObject({
  mode: z._default(Mode, 'rapid'),
  optimization_settings: z._default(z.array(Settings), []),
  singlepoint_settings: optionalNull(Settings),
  solvent: optionalNull(z.string()),
  xtb_preopt: z._default(z.boolean(), false),
  constraints: z._default(z.array(Constraint), []),
  transition_state: z._default(z.boolean(), false),
  frequencies: z._default(z.boolean(), false),
});
export type MultistageOptimizationSettings = z.infer<typeof MultistageOptimizationSettings>;

/** Brings the levels of a raw chain into the form that the schema takes (solvent choices, canonical method names). */
export function tidyChain(raw: unknown): unknown {
  if (raw === null || typeof raw !== 'object') return raw;
  const chain = raw as { optimization_settings?: unknown; singlepoint_settings?: unknown };
  const tidy = (level: unknown) => {
    if (level === null || typeof level !== 'object') return level;
    const settings = withSolventModel(level as Record<string, unknown>);
    const method =
      typeof settings.method === 'string' ? (canonicalMethod(settings.method) ?? settings.method) : settings.method;
    return { ...settings, method };
  };
  return {
    ...chain,
    optimization_settings: Array.isArray(chain.optimization_settings)
      ? chain.optimization_settings.map(tidy)
      : chain.optimization_settings,
    singlepoint_settings: tidy(chain.singlepoint_settings),
  };
}

/** The chain of a mode, or the given one for `manual`, complete with the thresholds of each mode; frequencies go to the last optimization. */
export function completeChain(
  mode: ChainMode | 'manual',
  given: MultistageOptimizationSettings | null,
  options: ChainOptions,
): MultistageOptimizationSettings {
  const source = mode === 'manual' ? given : z.parse(MultistageOptimizationSettings, multistageSettings(mode, options));
  const optimizations = (source?.optimization_settings ?? []).map((settings, index, all) => {
    const last = index === all.length - 1;
    const tasks = new Set(settings.tasks.filter((task) => task === 'optimize' || task === 'frequencies'));
    tasks.add('optimize');
    if (last && options.frequencies) tasks.add('frequencies');
    const constraints =
      settings.opt_settings.constraints.length > 0 ? settings.opt_settings.constraints : options.constraints;
    return withModeThresholds({
      ...settings,
      tasks: [...tasks],
      opt_settings: { ...settings.opt_settings, constraints },
    });
  });
  const singlePoint = source?.singlepoint_settings ? withModeThresholds(source.singlepoint_settings) : null;
  return {
    mode,
    optimization_settings: optimizations,
    singlepoint_settings: singlePoint,
    solvent: options.solvent,
    xtb_preopt: options.xtbPreoptimization,
    constraints: options.constraints,
    transition_state: options.transitionState,
    frequencies: options.frequencies,
  };
}

/** Levels of a chain in the order that they run. */
export function chainLevels(chain: MultistageOptimizationSettings): Settings[] {
  return [...chain.optimization_settings, ...(chain.singlepoint_settings ? [chain.singlepoint_settings] : [])];
}
