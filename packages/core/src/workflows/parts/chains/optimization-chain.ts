import * as z from 'zod/mini';
import type { SettingsInput } from '../../../entities/settings.ts';
import type { Level } from '../../definition.ts';
import { valueAt } from '../forms/data-path.ts';
import { chainLevels, completeChain, MultistageOptimizationSettings, storedChain } from './multistage-optimization.ts';

export const path = 'multistage_opt_settings';
export const modePath = `${path}.mode`;

/** A chain as a form gives it: an empty mode is none. */
export const OptionalChain = z.pipe(
  z.transform((value: unknown) => (valueAt({ value }, 'value.mode') === '' ? null : value)),
  z.nullable(MultistageOptimizationSettings),
);

const aimnet2 = { method: 'aimnet2_wb97md3', engine: 'aimnet2', mode: 'rapid' } as const;

/** Default chains of the types that keep the whole chain in their data: AIMNet2, alone or with a single point in water. */
export const aimnet2Optimization = {
  mode: 'manual',
  optimization_settings: [{ ...aimnet2, tasks: ['optimize'] }] satisfies SettingsInput[],
} as const;
export const aimnet2InWater = {
  ...aimnet2Optimization,
  singlepoint_settings: {
    ...aimnet2,
    tasks: ['energy'],
    solvent_settings: { solvent: 'water', model: 'cpcmx' },
  } satisfies SettingsInput,
} as const;

/** The chain that runs, for types that take it whole (`multistage_opt_settings`) without a mode beside it: expanded from its own mode, or as given in manual mode. */
export function givenChain(given: MultistageOptimizationSettings): MultistageOptimizationSettings {
  const { mode, solvent, xtb_preopt, frequencies, transition_state, constraints } = given;
  return storedChain(
    completeChain(mode === 'auto' || mode === 'debug' ? 'rapid' : mode, given, {
      solvent,
      xtbPreoptimization: xtb_preopt,
      frequencies,
      transitionState: transition_state,
      constraints,
    }),
  );
}

/** Levels of such a chain with their form fields. */
export function givenChainLevels(given: MultistageOptimizationSettings | null): Level[] {
  return given ? chainLevels(givenChain(given), modePath) : [];
}
