import * as z from 'zod/mini';
import { optionalChoice } from '../entities/scalars.ts';
import { Mode } from '../entities/settings.ts';
import type { Level, WorkflowData } from './definition.ts';
import {
  type ChainData,
  chainLevels,
  chainOf,
  chainShape,
  type MultistageOptimizationSettings,
  storedChain,
} from './multistage-optimization.ts';

/**
 * Keys of a type whose general mode is the mode of its chain (spin states, redox potential): `mso_mode` is a copy of `mode`, and `mode` counts. The
 * default is the specification's.
 */
export const modeChainShape = {
  ...chainShape,
  solvent: optionalChoice(z.string()),
  mode: z._default(Mode, 'rapid'),
};
type ModeChainData = ChainData & { mode: Mode };

/** The chain of the general mode; `auto` means rapid. */
export function modeChain(data: ModeChainData): MultistageOptimizationSettings {
  const mode = data.mode === 'auto' ? 'rapid' : data.mode;
  return chainOf({ ...data, mso_mode: mode, solvent: data.solvent || null });
}

/** Levels of the chain of the general mode with their form fields. */
export function modeChainLevels(data: ModeChainData): Level[] {
  return chainLevels(modeChain(data), 'mode');
}

/** Stored form of the mode, its copy and its chain. */
export function completeModeChain(data: ModeChainData): WorkflowData {
  const chain = storedChain(modeChain(data));
  return { mode: chain.mode, mso_mode: chain.mode, multistage_opt_settings: chain };
}

/** Whether the form shows levels given by hand. */
export function isManual(data: WorkflowData): boolean {
  return data.mode === 'manual';
}
