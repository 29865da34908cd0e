import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Constraint, Mode, Settings, withModeThresholds } from '../../../entities/settings.ts';
import { type ChainMode, type ChainOptions, multistageSettings } from '../../../methods/multistage.ts';
import { storedSettings } from '../../../methods/stored-settings.ts';
import type { Level } from '../../definition.ts';

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

/** Keys that every workflow with a multistage optimization carries, beside the expanded settings. */
export const chainShape = {
  mso_mode: z._default(Mode, 'auto'),
  multistage_opt_settings: optionalNull(MultistageOptimizationSettings),
  solvent: optionalNull(z.string()),
  xtb_preopt: z._default(z.boolean(), false),
  constraints: z._default(z.array(Constraint), []),
  transition_state: z._default(z.boolean(), false),
  frequencies: z._default(z.boolean(), false),
};
const ChainData = z.looseObject(chainShape);
export type ChainData = z.infer<typeof ChainData>;

const path = 'multistage_opt_settings';

/** Where the levels of a chain are in the data. */
export const chainPaths = [`${path}.optimization_settings.*`, `${path}.singlepoint_settings`] as const;

/** Path of the first level, which a form shows in manual mode. */
export const firstLevelPath = `${path}.optimization_settings.0`;

/** Mode of a chain: `auto` and `debug` mean rapid, except where levels were given by hand. */
export function chainMode(data: ChainData): ChainMode | 'manual' {
  const { mso_mode, multistage_opt_settings } = data;
  if (mso_mode === 'auto') {
    // Newer clients send levels and no mode at all: what was written out is what is meant.
    const given = (multistage_opt_settings?.optimization_settings.length ?? 0) > 0;
    return given || multistage_opt_settings?.mode === 'manual' ? 'manual' : 'rapid';
  }
  return mso_mode === 'debug' ? 'rapid' : mso_mode;
}

/** The chain that runs: expanded from its mode, or as given in manual mode. */
export function chainOf(data: ChainData): MultistageOptimizationSettings {
  return completeChain(chainMode(data), data.multistage_opt_settings, {
    solvent: data.solvent,
    xtbPreoptimization: data.xtb_preopt,
    frequencies: data.frequencies,
    transitionState: data.transition_state,
    constraints: data.constraints,
  });
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

/** A chain as it is written: each level complete, with its engine and the text of its level of theory. */
export function storedChain(chain: MultistageOptimizationSettings): MultistageOptimizationSettings {
  const { optimization_settings, singlepoint_settings } = chain;
  return {
    ...chain,
    optimization_settings: optimization_settings.map(storedSettings),
    singlepoint_settings: singlepoint_settings ? storedSettings(singlepoint_settings) : null,
  };
}

/** A chain as a form starts with it again: what a mode expands to is left out, levels given by hand stay. */
export function withoutExpansion<Data extends ChainData>(data: Data): Data {
  return chainMode(data) === 'manual' ? data : { ...data, multistage_opt_settings: null };
}

/** Levels of a chain in the order that they run. */
export function chainSettings(chain: MultistageOptimizationSettings): Settings[] {
  return [...chain.optimization_settings, ...(chain.singlepoint_settings ? [chain.singlepoint_settings] : [])];
}

/** Levels of a chain with their form fields: the mode's, or each level's own method in manual mode. `place` is where the chain is in the data. */
export function chainLevels(
  chain: MultistageOptimizationSettings,
  modeField: string,
  place: string | null = path,
): Level[] {
  const manual = chain.mode === 'manual';
  const prefix = place === null ? '' : `${place}.`;
  const optimizations = chain.optimization_settings.map((settings, index) => ({
    settings,
    field: manual ? `${prefix}optimization_settings.${index}.method` : modeField,
  }));
  const { singlepoint_settings: settings } = chain;
  if (!settings) return optimizations;
  return [...optimizations, { settings, field: manual ? `${prefix}singlepoint_settings.method` : modeField }];
}
