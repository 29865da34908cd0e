import * as z from 'zod/mini';
import { optionalChoice } from '../../../entities/scalars.ts';
import type { ChainMode } from '../../../methods/multistage.ts';
import {
  chainLevels,
  completeChain,
  MultistageOptimizationSettings,
} from '../../parts/chains/multistage-optimization.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

/** The settings of a chain are in the data themselves here, not under a key of their own. */
export const settings = z.looseObject({
  ...moleculeInput,
  ...MultistageOptimizationSettings.shape,
  solvent: optionalChoice(z.string()),
  xtb_preopt: z._default(z.boolean(), true),
});
export type Data = z.output<typeof settings>;

export function modeOf({ mode }: Data): ChainMode | 'manual' {
  return mode === 'auto' || mode === 'debug' ? 'rapid' : mode;
}

export function chainOf(data: Data): MultistageOptimizationSettings {
  return completeChain(modeOf(data), data, {
    solvent: data.solvent,
    xtbPreoptimization: data.xtb_preopt,
    frequencies: data.frequencies,
    transitionState: data.transition_state,
    constraints: data.constraints,
  });
}

export const levels = (data: Data) => chainLevels(chainOf(data), 'mode', null);
